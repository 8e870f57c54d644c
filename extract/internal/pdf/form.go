package pdf

import (
	"math"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// maxAnnotations bounds the search for filled fields on one page; forms have some hundreds.
const maxAnnotations = 5_000

// fieldText is a filled-in text that the file does not draw: viewers draw it.
type fieldText struct {
	page.Box // in the page's own space
	text     string
}

// filledIn reports whether a page has form fields or notes written onto it, whose texts are not
// among its own. It returns the texts that the file has without a drawing, collects the comments
// and records where files are attached to the page.
func (f *pdfiumFile) filledIn(page pdfium.Page, number int) (any bool, undrawn []fieldText) {
	for i := range min(page.Annotations(), maxAnnotations) {
		a, ok := page.Annotation(i)
		if !ok {
			continue
		}
		if a.Flags()&pdfium.NoView != 0 {
			a.Hide()
		}
		field, drawn, ok := f.fieldOf(a)
		switch kind := a.Kind(); {
		case kind == pdfium.Attachment:
			f.attached = append(f.attached, [2]int{number, i})
		case comments(kind) && a.Flags()&pdfium.Hidden == 0:
			if s := a.Entry("Contents"); s != "" {
				f.comments = append(f.comments, s)
			}
		}
		a.Close()
		any = any || ok
		if ok && !drawn && char.HasVisible(field.text) {
			undrawn = append(undrawn, field)
		}
	}
	return any, undrawn
}

// comments reports whether annotations of a kind hold remarks about the page.
func comments(kind int) bool {
	return kind == pdfium.Note || kind >= pdfium.Line && kind <= pdfium.Ink && kind != pdfium.Stamp
}

// fieldOf reads an annotation, and returns false if it holds no text of the page.
func (f *pdfiumFile) fieldOf(a pdfium.Annotation) (field fieldText, drawn, ok bool) {
	unseen := a.Flags()&pdfium.Hidden != 0
	var text string
	switch a.Kind() {
	case pdfium.Widget:
		if text, ok = f.valueOf(a); !ok {
			return field, true, true // buttons and signatures have no text
		}
	case pdfium.FreeText:
		if a.Drawn() {
			return field, true, true
		}
		text = a.Entry("Contents")
	case pdfium.Stamp, pdfium.Watermark:
		return field, true, a.Drawn() && !unseen
	default:
		return field, false, false
	}
	if r, ok := a.Bounds(); ok && !unseen {
		field = fieldText{page.Box{X0: r.Left, Y0: r.Bottom, X1: r.Right, Y1: r.Top}, text}
	}
	return field, false, true
}

// valueOf returns the value of a field whose drawing lacks it. It hides drawings that a viewer
// replaces, and passwords.
func (f *pdfiumFile) valueOf(a pdfium.Annotation) (value string, ok bool) {
	form := f.form()
	kind, flags := form.Field(a)
	switch {
	case kind == pdfium.TextField && flags&pdfium.Password != 0:
		a.Hide()
		return "", false
	case kind == pdfium.TextField, kind == pdfium.ComboBox, kind == pdfium.ListBox:
		value = form.Value(a)
	case kind < 0 && slices.Contains([]string{"Tx", "Ch"}, a.Entry("FT")): // a field that the form does not list
		value = a.Entry("V")
	default:
		return "", false
	}
	if drawing := a.Drawing(); strings.Contains(drawing, "Do") || drawsText().MatchString(drawing) {
		if !f.redrawn || !char.HasVisible(value) {
			return "", false
		}
		a.Hide()
	}
	return value, true
}

var (
	drawsText = char.Pattern(`(?s)(?:\(\s*[^)\s]|<\s*[0-9A-Fa-f]).*(?:T[jJ]|['"])`)
	redrawn   = char.Pattern(`/NeedAppearances\s+true`)
)

// form returns the form of the document, which few have.
func (f *pdfiumFile) form() pdfium.Fields {
	if f.fields == nil {
		form, _ := f.document.Fields()
		f.fields = &form
		for part := range plainParts(f.data) {
			f.redrawn = f.redrawn || redrawn().Match(part)
		}
	}
	return *f.fields
}

// addComments adds the comments to the last page.
func (f *pdfiumFile) addComments(b *draft.Draft) error {
	for _, i := range b.Running(f.comments, len(f.comments)) {
		if _, err := b.Add(char.OneLine(f.comments[i]), draft.Block{Kind: extract.Running}); err != nil {
			return err
		}
	}
	if n := len(b.Pages); n > 0 {
		b.Pages[n-1].End = max(b.Pages[n-1].End, b.Length)
	}
	return nil
}

const (
	fieldSize = 10  // points; size of a text whose field is higher than a line
	fieldHigh = 0.8 // share of a field's height that a line fills
)

// write returns the characters of an undrawn field about where a viewer would draw them.
func (r *pageReader) write(f fieldText) (out []page.Glyph) {
	area := r.turned(f.Box)
	// parts beyond the page are moved to its edge
	right, top := min(r.width, page.Farthest), min(r.height, page.Farthest)
	area = page.Box{X0: min(max(area.X0, 0), right), Y0: min(max(area.Y0, 0), top), X1: min(max(area.X1, 0), right),
		Y1: min(max(area.Y1, 0), top)}
	wide, high := area.X1-area.X0, area.Y1-area.Y0
	size := min(fieldSize, fieldHigh*high)
	if style.Tiny(float64(size)) {
		size = fieldSize
	}
	lines := strings.FieldsFunc(f.text, func(r rune) bool { return r == '\r' || r == '\n' })
	y := area.Y1 - size
	if high < 2.4*size { // one line, in the middle
		y = (area.Y0+area.Y1)/2 - size/2
	} else if wide > size {
		// all lines within the area
		size = min(size, float32(math.Sqrt(float64(wide*high)/(0.6*float64(halves(f.text)+1)))), high/(1.2*float32(len(lines)+1)))
		lines = wrapped(lines, int(2*wide/size))
		y = area.Y1 - size
	}
	for _, text := range lines {
		out = append(out, lineOf(text, page.Box{X0: area.X0, X1: area.X0 + size/2*float32(halves(text)), Y0: y, Y1: y + size}, size)...)
		y -= 1.2 * size
	}
	return append(out, page.Glyph{Rune: '\n', Generated: true})
}

// wrapped splits lines that are wider than so many narrow characters, at a blank if there is one in
// the second half.
func wrapped(lines []string, most int) (out []string) {
	for _, line := range lines {
		for halves(line) > most {
			end, n, blank := 0, 0, 0
			for i, c := range line {
				if n += halves(string(c)); n > most && i > 0 {
					break
				}
				if end = i + len(string(c)); c == ' ' && 2*n > most {
					blank = end
				}
			}
			if blank > 0 {
				end = blank
			}
			out, line = append(out, line[:end]), line[end:]
		}
		out = append(out, line)
	}
	return out
}

// lineOf returns the characters of a text as one line, spread over an area.
func lineOf(text string, area page.Box, size float32) []page.Glyph {
	out := []page.Glyph{{Rune: '\n', Generated: true}}
	half := (area.X1 - area.X0) / float32(max(halves(text), 1))
	x := area.X0
	for _, c := range text {
		g := page.Glyph{Rune: c, X0: x, X1: x + half*float32(halves(string(c))), Y0: area.Y0, Y1: area.Y1, Size: size, Filled: true}
		out = append(out, g)
		x = g.X1
	}
	return out
}

// halves returns the width of a text in narrow characters; a wide one counts as two.
func halves(s string) (n int) {
	for _, c := range s {
		if n++; char.Wide(c) {
			n++
		}
	}
	return n
}

// flattened makes filled-in text part of page i, reloads the page, and returns how many characters
// the page has of its own, or -1 with the original page if that fails.
func (f *pdfiumFile) flattened(page pdfium.Page, i int) (pdfium.Page, int) {
	own := characters(page)
	if !page.Flatten() {
		return page, -1
	}
	again, ok := f.document.Load(i)
	if !ok {
		return page, -1
	}
	page.Close()
	return again, own
}

// characters counts the characters of a page, or returns -1 if that fails.
func characters(page pdfium.Page) int {
	text, ok := page.Text()
	if !ok {
		return -1
	}
	defer text.Close()
	return text.Characters()
}
