package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// readPDF reads a PDF: pdfium for all pages, and for pages whose text it reads
// badly the second opinion, if that is better.
func readPDF(ctx context.Context, b *builder, data []byte, o Options, second secondOpinion) error {
	b.method = "pdf/pdfium"
	f, err := openPDFium(ctx, data, o)
	if errors.Is(err, ErrDamaged) {
		return rescuePDF(ctx, b, data, o, second, err)
	}
	if err != nil {
		return err
	}
	defer f.close()
	if f.pages == 0 {
		return rescuePDF(ctx, b, data, o, second, fmt.Errorf("%w: it has no pages", ErrDamaged))
	}
	if f.pages > o.MaxPages {
		return fmt.Errorf("%w: %d pages, at most %d are read", ErrLimits, f.pages, o.MaxPages)
	}
	pages := make([]*pdfPage, 0, f.pages)
	budget, lost, full := o.MaxCharacters, 0, 0
	var poor []int
	for i := range f.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := f.read(i, budget)
		if errors.Is(err, ErrLimits) {
			return err
		}
		if err != nil {
			lost++
			b.notices.AddPages(PageUnread, i+1)
			p = &pdfPage{number: i + 1}
		}
		if p.read >= fullPage {
			full++
		}
		if b.report != nil && full > 0 && (i+1)%readReport == 0 {
			b.report(progressReport{Read: full})
		}
		budget -= p.read
		if quality(p) < poorQuality {
			poor = append(poor, i+1)
		}
		pages = append(pages, p)
	}
	if lost == f.pages {
		return rescuePDF(ctx, b, data, o, second, fmt.Errorf("%w: none of its pages can be read", ErrDamaged))
	}
	b.notices.AddPages(Unverified, f.believed...)
	b.metadata = infoMetadata(f.document.Info)
	noteFonts(b, o, pages)
	instead := askSecond(ctx, b, data, o, second, pages, poor)
	var s scans
	for _, p := range pages {
		_, replaced := instead[p.number]
		switch {
		case pictured(p):
			s.pictured = append(s.pictured, p.number)
		case !replaced && len(p.glyphs) >= fewCharacters && (quality(p) < garbledQuality || senseless(p.seen())):
			s.garbled = append(s.garbled, p.number)
		case p.overlaid:
			s.overlaid = append(s.overlaid, p.number)
		}
	}
	recognise(ctx, b, f, o, pages, &s)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := layPages(b, pages, instead, s.texts); err != nil {
		return err
	}
	s.mark(b, pages)
	for _, n := range poor {
		_, replaced := instead[n]
		if _, recognised := s.texts[n]; !replaced && !recognised && !s.fine[n] {
			b.notices.AddPages(Implausible, n)
		}
	}
	return nil
}

const (
	readReport = 50  // pages after which is told how many were read
	fullPage   = 100 // characters of a page of text: thousands with less are no long document
)

// poorQuality is the share of understood characters under which a second
// opinion is asked for; real pages reach 0.95 even with formulas on them.
const poorQuality = 0.85

// garbledQuality is the share under which a page's text is not what is drawn:
// of pages with formulas in fonts without Unicode, two thirds make sense.
const garbledQuality = 0.6

// quality is the share of the page's characters that make sense; a page
// without any is good, since nothing speaks against it.
func quality(p *pdfPage) float64 {
	return plausible(p.seen())
}

// noteFonts notes pages of which Chinese may be missing for want of a font:
// pdfium takes the measures of characters from it, and without them drops some.
func noteFonts(b *builder, o Options, pages []*pdfPage) {
	if o.Font != "" {
		return
	}
	for _, p := range pages {
		if p.borrowed {
			b.notices.AddPages(NoFont, p.number)
		}
	}
}

// askSecond gets the second opinion on poor pages and keeps what is better.
func askSecond(ctx context.Context, b *builder, data []byte, o Options, second secondOpinion, pages []*pdfPage, poor []int) map[int]string {
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
		b.method = "pdf/pdfium+ledongthuc"
	}
	return instead
}

// betterBy is how much more plausible a second opinion must be, and
// shorterBy how much shorter it may be.
const (
	betterBy  = 0.1
	shorterBy = 0.5
)

func secondIsBetter(p *pdfPage, other string) bool {
	n := 0
	for _, r := range other {
		if visible(r) {
			n++
		}
	}
	return n > 0 && float64(n) >= shorterBy*float64(len(p.glyphs)) && plausible(other) >= quality(p)+betterBy && !senseless(other)
}

// rescuePDF tries the second reader on a file that pdfium does not read at
// all; why is the error when that fails too.
func rescuePDF(ctx context.Context, b *builder, data []byte, o Options, second secondOpinion, why error) error {
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
		good = good || hasVisible(s) && plausible(s) >= poorQuality
	}
	if !good || last > o.MaxPages {
		return why
	}
	b.method = "pdf/ledongthuc"
	b.notices.Add(Notice{Kind: NoLayout})
	pages := make([]*pdfPage, last)
	for i := range pages {
		pages[i] = &pdfPage{number: i + 1}
	}
	return layPages(b, pages, texts, nil)
}

// pdfHeaderWindow is how far from the start readers look for "%PDF-".
const pdfHeaderWindow = 1024

// isPDF wants the header near the start, at the very start or with PDF
// structure behind it: a text may well speak of "%PDF-".
func isPDF(data []byte) bool {
	i := bytes.Index(data[:min(len(data), pdfHeaderWindow)], []byte("%PDF-"))
	switch {
	case i < 0:
		return false
	case i == 0:
		return true
	}
	return bytes.Contains(data, []byte("endobj")) || bytes.Contains(data, []byte("startxref"))
}
