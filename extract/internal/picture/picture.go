// Package picture reads the pictures that stand in documents: how large they are,
// what they show at some resolution, and whether that looks like lines of text.
//
// In goes what opens a picture's file, out comes the picture as the document shows
// it. It knows no format of documents and recognises nothing.
package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // decoders of what Word files hold
	_ "image/jpeg" //
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	_ "golang.org/x/image/bmp"  //
	_ "golang.org/x/image/tiff" //
)

// Word files hold text as pictures: scans of whole applications, of signed
// pages, and passages pasted as pictures. Their readers note the pictures where
// they stand (Picture); what is text of them is read when the rest of the
// document is known.

const (
	leastPictureWidth  = 140  // points: two inches of text and its margins
	leastPictureHeight = 45   // points: three lines
	leastPictureDPI    = 90   // as drawn: a screenshot in its own size has 96, and nothing is read from fewer
	pointsPerPixel     = 0.75 // of a picture of which the file does not say how large it is drawn
	usualWidth         = 450  // points to which Word shrinks such a picture: the text of an A4 page
)

// Picture is a picture in a document without pages.
type Picture struct {
	Name          string                        // that another picture has too where it is the same one
	Width, Height float32                       // points as drawn; 0 for unknown
	Crop          [4]float32                    // shares of it that are not shown: left, top, right, bottom
	Open          func() (io.ReadCloser, error) // its file
}

// Measure reads how large a picture is and reports whether text may be read from
// it; most bytes of it are looked at.
func (p *Picture) Measure(most int64) (large bool, read int64) {
	size, read, err := p.Size(most)
	if err != nil {
		return false, read
	}
	shown := float32(size.X) * max(1-p.Crop[0]-p.Crop[2], 0)
	return p.Width >= leastPictureWidth && p.Height >= leastPictureHeight && shown*72 >= leastPictureDPI*p.Width, read
}

// Size reads how many pixels a picture has, and settles how large it is shown; most bytes
// of it are looked at. The error is image.ErrFormat of what is no picture of pixels, as
// metafiles.
func (p *Picture) Size(most int64) (pixels image.Point, read int64, err error) {
	r, err := p.Open()
	if err != nil {
		return pixels, 0, err
	}
	defer r.Close()
	head := &io.LimitedReader{R: r, N: most}
	size, err := configOf(head)
	read = most - head.N
	if err != nil {
		return pixels, read, err
	}
	if p.Width <= 0 || p.Height <= 0 {
		w, h := float32(size.Width)*pointsPerPixel, float32(size.Height)*pointsPerPixel
		shrink := min(usualWidth/max(w, 1), 1)
		p.Width, p.Height = w*shrink, h*shrink
	}
	return image.Pt(size.Width, size.Height), read, nil
}

// Points reads a length with its unit, as VML and OpenDocument write it; 0
// where it is none.
func Points(s string) float32 { return max(Length(s), 0) }

var pointsPerUnit = map[string]float32{"pt": 1, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12, "pi": 12, "px": pointsPerPixel}

// Length is Points for lengths that may be below 0.
func Length(s string) float32 {
	s = strings.TrimSpace(s)
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz%")
	v, err := strconv.ParseFloat(number, 32)
	if err != nil {
		return 0
	}
	return float32(v) * pointsPerUnit[s[len(number):]]
}

// errPicture is for pictures that cannot be decoded, or only with more memory
// than there is.
var errPicture = errors.New("a picture that cannot be decoded")

// recovered makes an error of a decoder's panic over a damaged file.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = errPicture
	}
}

// configOf is image.DecodeConfig that does not panic.
func configOf(r io.Reader) (c image.Config, err error) {
	defer recovered(&err)
	c, _, err = image.DecodeConfig(r)
	if errors.Is(err, png.UnsupportedError("dimension overflow")) { // it is a picture, and larger than all limits
		c, err = image.Config{Width: math.MaxInt32, Height: math.MaxInt32}, nil
	}
	return c, err
}

// mostDistorted is by how much a picture is shown narrower or lower than it is before that
// is a distortion.
const mostDistorted = 1.15

// Undistorted returns the picture in the shape of its pixels, no smaller than it is shown;
// nil where it is shown so.
func (p *Picture) Undistorted() (*Picture, error) {
	size, err := p.config()
	if err != nil {
		return nil, err
	}
	w, h := float32(size.Width)*(1-p.Crop[0]-p.Crop[2]), float32(size.Height)*(1-p.Crop[1]-p.Crop[3])
	if w <= 0 || h <= 0 || p.Width <= 0 || p.Height <= 0 {
		return nil, nil
	}
	across, down := p.Width/w, p.Height/h // points that a pixel takes
	if max(across, down) <= mostDistorted*min(across, down) {
		return nil, nil
	}
	own := *p
	own.Width, own.Height = w*max(across, down), h*max(across, down)
	return &own, nil
}

// Draw draws the picture at dpi as the document shows it, if decoding takes no
// more than so many bytes.
func (p *Picture) Draw(dpi int, budget int64) (out *image.RGBA, err error) {
	defer recovered(&err)
	whole, from, err := p.decode(budget)
	if err != nil {
		return nil, err
	}
	scale := float32(dpi) / 72
	return scaled(whole, from, max(int(p.Width*scale), 1), max(int(p.Height*scale), 1)), nil
}

// Fit draws the picture in its own pixels as the document shows it or, where it has
// more, with so many on its longer side, if decoding takes no more than so many bytes.
func (p *Picture) Fit(side int, budget int64) (out *image.RGBA, err error) {
	defer recovered(&err)
	whole, from, err := p.decode(budget)
	if err != nil {
		return nil, err
	}
	w, h := from.Dx(), from.Dy()
	if longer := max(w, h); longer > side {
		w, h = max(w*side/longer, 1), max(h*side/longer, 1)
	}
	return scaled(whole, from, max(w, 1), max(h, 1)), nil
}

// decode returns the picture, and what of it the document shows.
func (p *Picture) decode(budget int64) (whole image.Image, from image.Rectangle, err error) {
	size, err := p.config()
	if err != nil {
		return nil, from, err
	}
	if size.Width <= 0 || size.Height <= 0 || int64(size.Width) > budget/int64(size.Height)/decodingBytes(size.ColorModel) {
		return nil, from, fmt.Errorf("%w: %d by %d pixels", errPicture, size.Width, size.Height)
	}
	r, err := p.Open()
	if err != nil {
		return nil, from, err
	}
	defer r.Close()
	whole, _, err = image.Decode(r)
	if err != nil {
		return nil, from, fmt.Errorf("%w: %w", errPicture, err)
	}
	from = whole.Bounds()
	w, h := float32(from.Dx()), float32(from.Dy())
	from = image.Rect(from.Min.X+int(w*p.Crop[0]), from.Min.Y+int(h*p.Crop[1]), from.Max.X-int(w*p.Crop[2]), from.Max.Y-int(h*p.Crop[3])).Intersect(from)
	return whole, from, nil
}

// decodingBytes is what decoding takes for a pixel: of a progressive JPEG, which
// takes most, a number of four bytes for each colour beside the colour itself.
func decodingBytes(m color.Model) int64 {
	const each = 5
	if _, ok := m.(color.Palette); ok {
		return each
	}
	switch m {
	case color.GrayModel:
		return each
	case color.CMYKModel:
		return 4 * each
	}
	return 3 * each
}

func (p *Picture) config() (image.Config, error) {
	r, err := p.Open()
	if err != nil {
		return image.Config{}, err
	}
	defer r.Close()
	return configOf(r)
}
