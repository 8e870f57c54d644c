// Package picture reads pictures in documents: their size, what they show at some resolution, and
// whether that looks like lines of text.
//
// Its input is a function that opens a picture's file. Its output is the picture as the document
// shows it. It knows no document formats and recognises nothing.
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

// Word files contain text as pictures: scans of whole applications or signed pages, and passages
// pasted as pictures. Their readers record the pictures where they are (Picture); text in them is
// read after the rest of the document.

const (
	leastPictureWidth  = 140 // points: two inches of text and its margins
	leastPictureHeight = 45  // points: three lines
	// as shown: a screenshot in its original size has 96, and one that is shown twice as large can be read as well
	leastPictureDPI = 45
	pointsPerPixel  = 0.75 // for a picture without a stated size
	mostWidth       = 450  // points to which Word shrinks such a picture: the text width of an A4 page
)

// Picture is a picture in a document without pages.
type Picture struct {
	Name          string                        // equal for copies of the same picture
	Width, Height float32                       // points as shown; 0 if unknown
	Crop          [4]float32                    // shares that are not shown: left, top, right, bottom
	Open          func() (io.ReadCloser, error) // opens its file
	Vector        func() (io.ReadCloser, error) // opens the vector picture that is shown in its place; nil if there is none
	Parts         []*Picture                    // pictures one below the other that it is made of, of one width, in place of a file
}

// Sharp determines the size of a picture and reports whether its pixels are fine enough for text. It reads at most most bytes.
func (p *Picture) Sharp(most int64) (sharp bool, read int64) {
	size, read, err := p.Size(most)
	if err != nil {
		return false, read
	}
	shown := float32(size.X) * max(1-p.Crop[0]-p.Crop[2], 0)
	return shown*72 >= leastPictureDPI*p.Width, read
}

// Large reports whether a picture whose size is known has room for running text.
func (p *Picture) Large() bool { return p.Width >= leastPictureWidth && p.Height >= leastPictureHeight }

// Size returns the size of a picture in pixels, and sets its shown size if that is unknown. It
// reads at most most bytes. The error is image.ErrFormat for files that are not pixel pictures,
// such as metafiles.
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
		shrink := min(mostWidth/max(w, 1), 1)
		p.Width, p.Height = w*shrink, h*shrink
	}
	return image.Pt(size.Width, size.Height), read, nil
}

// Points parses a length with its unit, as in VML and OpenDocument, or returns 0.
func Points(s string) float32 { return max(Length(s), 0) }

var pointsPerUnit = map[string]float32{"pt": 1, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12, "pi": 12, "px": pointsPerPixel}

// Length is Points for lengths that may be negative.
func Length(s string) float32 {
	s = strings.TrimSpace(s)
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz%")
	v, err := strconv.ParseFloat(number, 32)
	if err != nil {
		return 0
	}
	return float32(v) * pointsPerUnit[s[len(number):]]
}

// errPicture is returned for pictures that cannot be decoded, or not within the available memory.
var errPicture = errors.New("a picture that cannot be decoded")

// recovered turns a decoder's panic over a damaged file into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = errPicture
	}
}

// configOf is image.DecodeConfig that does not panic.
func configOf(r io.Reader) (c image.Config, err error) {
	defer recovered(&err)
	c, _, err = image.DecodeConfig(r)
	if errors.Is(err, png.UnsupportedError("dimension overflow")) { // a picture beyond all limits
		c, err = image.Config{Width: math.MaxInt32, Height: math.MaxInt32}, nil
	}
	return c, err
}

// mostDistorted is the largest ratio of horizontal and vertical scale that does not count as
// distortion.
const mostDistorted = 1.15

// Undistorted returns the picture in the proportions of its pixels, no smaller than it is shown, or
// nil if it is not distorted.
func (p *Picture) Undistorted() (*Picture, error) {
	if len(p.Parts) > 0 {
		return nil, nil
	}
	size, err := p.config()
	if err != nil {
		return nil, err
	}
	w, h := float32(size.Width)*(1-p.Crop[0]-p.Crop[2]), float32(size.Height)*(1-p.Crop[1]-p.Crop[3])
	if w <= 0 || h <= 0 || p.Width <= 0 || p.Height <= 0 {
		return nil, nil
	}
	across, down := p.Width/w, p.Height/h // points per pixel
	if max(across, down) <= mostDistorted*min(across, down) {
		return nil, nil
	}
	own := *p
	own.Width, own.Height = w*max(across, down), h*max(across, down)
	return &own, nil
}

// Draw draws the picture at dpi as the document shows it. Decoding may take at most budget bytes.
func (p *Picture) Draw(dpi int, budget int64) (out *image.RGBA, err error) {
	defer recovered(&err)
	if len(p.Parts) > 0 {
		return p.drawParts(dpi, budget)
	}
	whole, from, err := p.decode(budget)
	if err != nil {
		return nil, err
	}
	scale := float32(dpi) / 72
	return scaled(whole, from, max(int(p.Width*scale), 1), max(int(p.Height*scale), 1)), nil
}

// Fit draws the picture as the document shows it, in its own pixels, or with side pixels on its
// longer side if it has more. Decoding may take at most budget bytes.
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

// decode returns the picture and the part of it that the document shows.
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
	from = image.Rect(from.Min.X+int(w*p.Crop[0]), from.Min.Y+int(h*p.Crop[1]), from.Max.X-int(w*p.Crop[2]),
		from.Max.Y-int(h*p.Crop[3])).Intersect(from)
	return whole, from, nil
}

// decodingBytes returns the bytes needed to decode a pixel. A progressive JPEG needs most: four
// bytes for each colour beside the colour itself.
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

// Blank reports whether all of a picture has one colour.
func Blank(p *image.RGBA) bool {
	first := p.RGBAAt(p.Rect.Min.X, p.Rect.Min.Y)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
			if p.RGBAAt(x, y) != first {
				return false
			}
		}
	}
	return true
}
