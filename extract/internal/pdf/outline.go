package pdf

import (
	"context"
	"image"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// Letters may be drawn as shapes, beside others that are letters to the file. Such a page is
// drawn without its text, and what is left is recognised.

const (
	letterSegments  = 8   // lines and curves of a shape that may be a letter: those of lists and diagrams have fewer
	longestLetter   = 40  // points that it measures at most
	manyOutlines    = 100 // shapes of a page that may be its text: three lines of Chinese
	legibleOutlines = 0.7 // confidence of what is recognised from which it is text; of drawings it is less
)

// mayBeLetter reports whether a shape is as large as a letter.
func mayBeLetter(b page.Box) bool {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	return h >= style.LeastPoints && max(w, h) <= longestLetter
}

// outlined adds to page p the text that is drawn on it as shapes, and reports whether there
// is any.
func (f *pdfiumFile) outlined(ctx context.Context, r ocr.Recogniser, p *page.Page) (bool, error) {
	dpi := ocr.Resolution(ocr.DPI, p.Width, p.Height)
	source, ok := f.document.Load(p.Number - 1)
	if !ok {
		return false, extract.ErrDamaged
	}
	defer source.Close()
	for o := range writings(source) {
		o.SetMode(pdfium.Invisible)
	}
	picture, done := source.Draw(dpi, image.Rectangle{Max: source.Size(dpi)})
	if picture == nil {
		return false, extract.ErrDamaged
	}
	text, err := r.Read(ctx, picture, dpi, p.Number)
	done()
	if err != nil || text.Confidence < legibleOutlines || char.Count(text.String()) < ocr.FewCharacters {
		return false, err
	}
	for _, l := range text.Lines {
		p.Glyphs = append(p.Glyphs, lineOf(l.Text, page.Box{X0: l.X0, Y0: l.Y0, X1: l.X1, Y1: l.Y1}, l.Size)...)
	}
	return true, nil
}
