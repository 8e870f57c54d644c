// Package pdf reads PDFs: pdfium returns characters with their positions, packages page and layout
// assemble them, and invisible text is kept out. Pages that are pictures are recognised, and pages
// that pdfium reads badly are also read by ledongthuc/pdf.
//
// Its input is the bytes of a file. Its output is paragraphs and pages in a draft.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
)

// Read reads a PDF with pdfium. For pages whose text pdfium reads badly, it uses the second opinion
// if that is better.
func Read(ctx context.Context, b *draft.Draft, data []byte, o extract.Options, second SecondOpinion) error {
	b.Method = "pdf/pdfium"
	data = data[max(headerAt(data), 0):] // readers expect the header at the start
	f, err := openPDFium(ctx, data, o)
	if errors.Is(err, extract.ErrDamaged) {
		return rescuePDF(ctx, b, data, o, second, err)
	}
	if err != nil {
		return err
	}
	defer f.close()
	if f.pages == 0 {
		return rescuePDF(ctx, b, data, o, second, fmt.Errorf("%w: it has no pages", extract.ErrDamaged))
	}
	if f.pages > o.MaxPages {
		return fmt.Errorf("%w: %d pages, at most %d are read", extract.ErrLimits, f.pages, o.MaxPages)
	}
	pages := make([]*page.Page, 0, f.pages)
	budget, lost, full := o.MaxCharacters, 0, 0
	var poor []int
	for i := range f.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := f.read(i, budget)
		if errors.Is(err, extract.ErrLimits) {
			return err
		}
		if err != nil {
			lost++
			b.Notices.AddPages(extract.PageUnread, i+1)
			p = &page.Page{Number: i + 1}
		}
		if p.Read >= draft.FullPage {
			full++
		}
		if b.Report != nil && full > 0 && (i+1)%draft.ReportEvery == 0 {
			b.Report(draft.Progress{Read: full})
		}
		budget -= p.Read
		if quality(p) < char.PoorQuality {
			poor = append(poor, i+1)
		}
		pages = append(pages, p)
	}
	if lost == f.pages {
		return rescuePDF(ctx, b, data, o, second, fmt.Errorf("%w: none of its pages can be read", extract.ErrDamaged))
	}
	b.Notices.AddPages(extract.Unverified, f.unjudged...)
	b.Metadata = field.InfoProperties(f.document.Info)
	noteFonts(b, o, pages)
	instead := askSecond(ctx, b, data, o, second, pages, poor)
	s := scans{noise: map[int]string{}, beside: map[int][]page.Box{}}
	linesIn := map[pictureKey]bool{} // whether a picture shows lines of text
	for _, p := range pages {
		other, replaced := instead[p.Number]
		if noise, _ := noiseOf(other); noise != "" {
			s.partly = append(s.partly, p.Number)
		}
		if !replaced && !layout.Pictured(p) {
			if p.Outlines >= manyOutlines {
				s.beside[p.Number] = nil
			}
			if p.Images > 0 && !p.Overlaid && p.PictureShare <= scanShare {
				if areas := f.pictured(p, linesIn); len(areas) > 0 {
					s.beside[p.Number] = areas
				}
			}
		}
		switch {
		case layout.Pictured(p):
			s.pictured = append(s.pictured, p.Number)
		case !replaced && len(p.Glyphs) >= ocr.FewCharacters && (quality(p) < garbledQuality || char.Senseless(p.Seen())):
			s.lookForNoise(p, true)
		case p.Overlaid:
			s.overlaid = append(s.overlaid, p.Number)
		case !replaced && (p.Misdrawn != "" || f.shapes.misdrawn && !f.shapes.looked[p.Number] && len(p.Glyphs) >= shapeLetters):
			s.misdrawn = append(s.misdrawn, p.Number)
		case !replaced:
			s.lookForNoise(p, false)
		}
	}
	recognise(ctx, b, f, o, pages, &s)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := layout.Write(b, pages, instead, s.texts); err != nil {
		return err
	}
	if err := f.dynamic(b); err != nil {
		return err
	}
	if err := f.addComments(b); err != nil {
		return err
	}
	s.mark(b, pages)
	for _, p := range b.Pages {
		if other := f.saysOther[p.Number]; other != "" {
			b.Flag(extract.Flag{Span: p.Span, Kind: extract.SaysOther, Text: other})
		}
	}
	if err := f.imprint(ctx, b, pages, &s); err != nil {
		return err
	}
	f.attachments(b)
	for _, n := range poor {
		_, replaced := instead[n]
		if _, recognised := s.texts[n]; !replaced && !recognised && !s.confirmed[n] {
			b.Notices.AddPages(extract.Implausible, n)
		}
	}
	return nil
}

// garbledQuality is the share of plausible characters below which a page's text is not what is
// drawn. On pages with formulas in fonts without Unicode two thirds are plausible.
const garbledQuality = 0.6

// quality returns the share of plausible characters on a page, 1 if it has none.
func quality(p *page.Page) float64 {
	return char.Plausible(p.Seen())
}

// noteFonts records pages that may lack Chinese characters because no font is available: pdfium
// takes the measures of characters from it and drops some without it.
func noteFonts(b *draft.Draft, o extract.Options, pages []*page.Page) {
	if o.Font != "" {
		return
	}
	for _, p := range pages {
		if p.Borrowed {
			b.Notices.AddPages(extract.NoFont, p.Number)
		}
	}
}

// askSecond gets the second opinion on poor pages and returns the texts that are better.
func askSecond(
	ctx context.Context, b *draft.Draft, data []byte, o extract.Options, second SecondOpinion, pages []*page.Page, poor []int,
) map[int]string {
	instead := map[int]string{}
	if len(poor) == 0 || second == nil {
		return instead
	}
	texts, err := second(ctx, data, o, poor)
	for _, n := range poor {
		p := pages[n-1]
		other := texts[n]
		if err == nil && secondIsBetter(p, other) {
			instead[n] = other
		}
	}
	if len(instead) > 0 {
		b.Method = "pdf/pdfium+ledongthuc"
	}
	return instead
}

// betterBy is how much more plausible a second opinion must be, shorterBy how much shorter it may
// be, and noiseLeft the share of the noise that it may keep.
const (
	betterBy  = 0.1
	shorterBy = 0.5
	noiseLeft = 0.5
)

func secondIsBetter(p *page.Page, other string) bool {
	n := 0
	for _, r := range other {
		if char.Visible(r) {
			n++
		}
	}
	if n == 0 || float64(n) < shorterBy*float64(len(p.Glyphs)) || char.Plausible(other) < quality(p)+betterBy || char.Senseless(other) {
		return false
	}
	// If neither reader knows the characters of a font, the second takes the codes themselves for
	// text.
	_, left := noiseOf(other)
	_, here := noiseOf(p.Seen())
	return left <= noiseLeft*here && lettered(p.Seen(), other)
}

// leastLetters is the least share of letters in text that the other reader reads differently. Two
// thirds of a program are letters; of codes that a font numbers consecutively, one in six.
const leastLetters = 0.35

// lettered reports whether the lines of other that do not occur in own consist of letters.
func lettered(own, other string) bool {
	known := char.Closed(own)
	letters, all := 0, 0
	for line := range strings.Lines(other) {
		if s := char.Closed(line); !strings.Contains(known, s) {
			for _, r := range s {
				all++
				if unicode.IsLetter(r) {
					letters++
				}
			}
		}
	}
	return float64(letters) >= leastLetters*float64(all)
}

// rescuePDF tries the second reader on a file that pdfium cannot read at all. It returns why if
// that fails too.
func rescuePDF(ctx context.Context, b *draft.Draft, data []byte, o extract.Options, second SecondOpinion, why error) error {
	if second == nil {
		return why
	}
	texts, err := second(ctx, data, o, nil)
	if err != nil || len(texts) == 0 {
		return why
	}
	last := 0
	good := false
	for n, s := range texts {
		last = max(last, n)
		good = good || char.HasVisible(s) && char.Plausible(s) >= char.PoorQuality
	}
	if !good || last > o.MaxPages {
		return why
	}
	b.Method = "pdf/ledongthuc"
	b.Notices.Add(extract.Notice{Kind: extract.NoLayout})
	pages := make([]*page.Page, last)
	for i := range pages {
		pages[i] = &page.Page{Number: i + 1}
	}
	return layout.Write(b, pages, texts, nil)
}

// pdfHeaderWindow is how far from the start readers look for "%PDF-".
const pdfHeaderWindow = 1024

// headerAt returns the offset of the header: near the start, or after nothing but the zeros and
// blanks that broken downloads and disks leave there. It returns -1 if there is none.
func headerAt(data []byte) int {
	const header = "%PDF-"
	if i := bytes.Index(data[:min(len(data), pdfHeaderWindow)], []byte(header)); i >= 0 {
		return i
	}
	if rest := bytes.TrimLeft(data, "\x00 \t\r\n"); bytes.HasPrefix(rest, []byte(header)) {
		return len(data) - len(rest)
	}
	return -1
}

// Is reports whether data is a PDF. The header must be at the very start, or near it with PDF
// structure after it: a text may well mention "%PDF-".
func Is(data []byte) bool {
	i := headerAt(data)
	switch {
	case i < 0:
		return false
	case i == 0:
		return true
	}
	return bytes.Contains(data, []byte("endobj")) || bytes.Contains(data, []byte("startxref"))
}
