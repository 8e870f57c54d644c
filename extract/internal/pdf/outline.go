package pdf

import (
	"context"
	"image"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Some letters of a page may be drawn as shapes or stand in a picture, beside others that are
// characters of the file. Such a page is drawn without its text, and the remainder is recognised.

const (
	// least lines and curves of a shape that may be a letter; shapes of lists and diagrams have
	// fewer
	letterSegments  = 8
	longestLetter   = 40  // points; its largest dimension
	manyOutlines    = 100 // least shapes of a page that may be its text: three lines of Chinese
	legibleOutlines = 0.7 // least confidence of recognised text; drawings yield less
)

// mayBeLetter reports whether a shape has the size of a letter.
func mayBeLetter(b page.Box) bool {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	return h >= style.LeastPoints && max(w, h) <= longestLetter
}

// Least size of pictures of lines of text, in points.
const (
	widePicture = 144
	highPicture = 30
)

// pictured returns the width of the widest picture of page p that shows lines of text, or 0. known
// holds the results for pictures of other pages.
func (f *pdfiumFile) pictured(p *page.Page, known map[pictureKey]bool) (wide float32) {
	source, ok := f.document.Load(p.Number - 1)
	if !ok {
		return 0
	}
	defer source.Close()
	for _, o := range f.images(source, p.Number) {
		w, h := o.area.X1-o.area.X0, o.area.Y1-o.area.Y0
		size := o.object.Pixels()
		if w < widePicture || h < highPicture || !f.decodes(int64(size.X)*int64(size.Y)) {
			continue
		}
		key := pictureKey{o.object.Packed(), size.X, size.Y}
		shows, looked := known[key]
		if !looked && len(known) < draft.MaxFigures {
			drawn := f.figure(source, o.object, int(max(w, h)*picture.LinesDPI/72))
			shows = drawn != nil && picture.ShowsLines(drawn)
			known[key] = shows
		}
		if shows {
			wide = max(wide, w)
		}
	}
	return wide
}

// beside adds to page p the text that is drawn on it as shapes, or in pictures of at least the
// given width, and reports whether there is any.
func (f *pdfiumFile) beside(ctx context.Context, r ocr.Recogniser, p *page.Page, wide float32) (bool, error) {
	dpi := ocr.Resolution(ocr.DPI, p.Width, p.Height)
	source, ok := f.document.Load(p.Number - 1)
	if !ok {
		return false, extract.ErrDamaged
	}
	defer source.Close()
	for o := range writings(source) {
		o.SetMode(pdfium.Invisible)
	}
	drawn, done := source.Draw(dpi, image.Rectangle{Max: source.Size(dpi)})
	if drawn == nil {
		return false, extract.ErrDamaged
	}
	text, err := r.Read(ctx, drawn, dpi, p.Number)
	done()
	if err != nil {
		return false, err
	}
	running, read := ocr.Running(text, wide)
	if wide == 0 {
		running = char.Count(text.String()) >= ocr.FewCharacters && text.Confidence >= legibleOutlines
		read = running
	}
	for _, l := range text.Lines {
		if read {
			p.Glyphs = append(p.Glyphs, lineOf(l.Text, page.Box{X0: l.X0, Y0: l.Y0, X1: l.X1, Y1: l.Y1}, l.Size)...)
		}
	}
	return running, nil
}
