package pdf

import (
	"cmp"
	"context"
	"image"
	"image/draw"
	"slices"

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

// pictured returns the areas of the pictures of page p that show lines of text. known holds the
// results for pictures of other pages.
func (f *pdfiumFile) pictured(p *page.Page, known map[pictureKey]bool) (areas []page.Box) {
	source, ok := f.document.Load(p.Number - 1)
	if !ok {
		return nil
	}
	defer source.Close()
	images := f.images(source, p.Number)
	for _, o := range images {
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
			areas = append(areas, o.area)
		}
	}
	if strips := stripsOf(images); len(strips) > 0 {
		areas = append(areas, showing(source, strips)...)
	}
	return areas
}

const (
	highStrip  = 150 // points; a higher picture shows lines by itself
	stripApart = 3   // most points between strips, and between their edges
)

// stripsOf returns the areas of pictures that stand one below the other like strips of one.
func stripsOf(images []placedImage) (areas []page.Box) {
	slices.SortStableFunc(images, func(a, b placedImage) int { return cmp.Compare(b.area.Y1, a.area.Y1) })
	var counts []int
	for _, o := range images {
		a := o.area
		if a.Y1-a.Y0 >= highStrip || a.X1-a.X0 < widePicture {
			continue
		}
		i := slices.IndexFunc(areas, func(s page.Box) bool {
			return page.Abs(s.X0-a.X0) <= stripApart && page.Abs(s.X1-a.X1) <= stripApart && page.Abs(s.Y0-a.Y1) <= stripApart
		})
		if i < 0 {
			areas, counts = append(areas, a), append(counts, 1)
			continue
		}
		areas[i].Y0 = a.Y0
		counts[i]++
	}
	n := 0
	for i, a := range areas {
		if counts[i] > 1 && a.Y1-a.Y0 >= highPicture {
			areas[n] = a
			n++
		}
	}
	return areas[:n]
}

// showing returns those of some areas of a page that show lines of text beside the text of the file. The page must not be drawn again.
func showing(source pdfium.Page, areas []page.Box) (out []page.Box) {
	for o := range writings(source) {
		o.SetMode(pdfium.Invisible)
	}
	drawn, done := source.Draw(picture.LinesDPI, image.Rectangle{Max: source.Size(picture.LinesDPI)})
	if drawn == nil {
		return nil
	}
	defer done()
	for _, a := range areas {
		if part := cut(drawn, a, picture.LinesDPI); part != nil && picture.ShowsLines(part) {
			out = append(out, a)
		}
	}
	return out
}

// cut returns an area, in points, of a page that is drawn at dpi, or nil if it is outside.
func cut(drawn *image.RGBA, a page.Box, dpi int) *image.RGBA {
	scale, high := float32(dpi)/pointsPerInch, drawn.Rect.Dy()
	at := image.Rect(int(a.X0*scale), high-int(a.Y1*scale), int(a.X1*scale), high-int(a.Y0*scale)).Intersect(drawn.Rect)
	if at.Empty() {
		return nil
	}
	part := image.NewRGBA(image.Rectangle{Max: at.Size()})
	draw.Draw(part, part.Rect, drawn, at.Min, draw.Src)
	return part
}

// beside adds to page p the text that is drawn on it as shapes or, where there are areas, in the pictures there, and reports whether
// there is any.
func (f *pdfiumFile) beside(ctx context.Context, r ocr.Recogniser, p *page.Page, areas []page.Box) (bool, error) {
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
	defer done()
	if p.Outlines >= manyOutlines { // they may be anywhere
		text, err := r.Read(ctx, drawn, dpi, p.Number)
		found, read := ocr.Running(text, widest(areas))
		if len(areas) == 0 {
			found = char.Count(text.String()) >= ocr.FewCharacters && text.Confidence >= legibleOutlines
			read = found
		}
		if read {
			addLines(p, text, page.Box{})
		}
		return found, err
	}
	found := false
	for _, a := range areas {
		part := cut(drawn, a, dpi)
		if part == nil {
			continue
		}
		text, err := r.Read(ctx, part, dpi, p.Number)
		if err != nil {
			return found, err
		}
		running, read := ocr.Running(text, a.X1-a.X0)
		if read {
			addLines(p, text, a)
		}
		found = found || running
	}
	return found, nil
}

func widest(areas []page.Box) (wide float32) {
	for _, a := range areas {
		wide = max(wide, a.X1-a.X0)
	}
	return wide
}

// addLines adds recognised lines of an area to a page.
func addLines(p *page.Page, text ocr.Text, area page.Box) {
	for _, l := range text.Lines {
		b := page.Box{X0: l.X0 + area.X0, Y0: l.Y0 + area.Y0, X1: l.X1 + area.X0, Y1: l.Y1 + area.Y0}
		p.Glyphs = append(p.Glyphs, lineOf(l.Text, b, l.Size)...)
	}
}
