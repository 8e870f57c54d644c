package ofd

import (
	"context"
	"fmt"
	"image"
	"slices"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
)

// garbledQuality is the share of plausible characters below which a page's text is not what is
// drawn, as when a font's codes are numbers of its glyphs. Characters that form no words
// (char.Senseless) are only noted: OFD states characters, not codes, and lists of verses form no
// usual words either.
const garbledQuality = 0.6

// minAgreement is the least share of a page's character pairs that are recognised too if its text
// is what is drawn.
const minAgreement = 0.3

// scans records the treatment of pages whose text cannot be read from the file.
type scans struct {
	pictured []int // page numbers
	garbled  []int
	overlaid []int // pages with text over or under a picture of the page
	texts    map[int]ocr.Text
	fine     map[int]bool // garbled and overlaid pages whose drawing agrees with the text
}

// scans recognises the pages that need it, within the limits.
func (f *file) scans(ctx context.Context, entries []pageEntry, pages []*page.Page) *scans {
	s := &scans{texts: map[int]ocr.Text{}, fine: map[int]bool{}}
	for _, p := range pages {
		switch text := p.Seen(); {
		case layout.Pictured(p):
			s.pictured = append(s.pictured, p.Number)
		case len(p.Glyphs) >= ocr.FewCharacters && char.Plausible(text) < garbledQuality:
			s.garbled = append(s.garbled, p.Number)
		case p.Overlaid:
			s.overlaid = append(s.overlaid, p.Number)
		}
	}
	need := slices.Sorted(slices.Values(slices.Concat(s.pictured, s.garbled, s.overlaid)))
	if len(need) == 0 {
		return s
	}
	r, ok := ocr.New(ctx, f.options)
	if !ok {
		f.draft.Notices.AddPages(extract.Scanned, s.pictured...)
		return s
	}
	w := &ocr.Batch{Most: f.options.MaxRecognised, Until: time.Now().Add(f.options.RecogniseTime), Report: f.draft.Recognising,
		Recognise: func(ctx context.Context, n int) error {
			return s.page(ctx, r, f, entries[n-1], pages[n-1])
		}}
	w.Read(ctx, need, 0)
	w.Finish()
	only := func(list []int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return !slices.Contains(s.pictured, n) })
	}
	f.draft.Notices.AddPages(extract.ScanLeft, only(w.Left)...)
	f.draft.Notices.AddPages(extract.ScanFailed, only(w.Failed)...)
	return s
}

// page recognises a page.
func (s *scans) page(ctx context.Context, r ocr.Recogniser, f *file, e pageEntry, p *page.Page) error {
	dpi := ocr.Resolution(ocr.DPI, p.Width, p.Height)
	picture, err := f.picture(e, p, dpi)
	if err != nil {
		return err
	}
	text, err := r.Read(ctx, picture, dpi, p.Number)
	switch {
	case err != nil:
		return err
	case len(text.Lines) == 0:
	case !slices.Contains(s.pictured, p.Number) && ocr.Agreement(p.Seen(), text.String()) >= minAgreement:
		s.fine[p.Number] = true
	default:
		s.texts[p.Number] = text
	}
	return nil
}

// picture draws a page.
func (f *file) picture(e pageEntry, p *page.Page, dpi int) (*image.RGBA, error) {
	c := newCanvas(f, dpi)
	if _, _, err := f.page(p.Number, e, c); err != nil && c.image == nil {
		return nil, fmt.Errorf("draw page %d: %w", p.Number, err)
	}
	return c.image, nil
}

// mark records recognised pages, flags garbled text, and notes text over pictures that could not be
// verified.
func (s *scans) mark(b *draft.Draft, pages []*page.Page) {
	layout.NoteRecognised(b, s.texts)
	for _, n := range slices.Concat(s.garbled, s.overlaid) {
		_, replaced := s.texts[n]
		if s.fine[n] {
			continue
		}
		if !replaced && slices.Contains(s.overlaid, n) {
			b.Notices.AddPages(extract.Unverified, n)
			continue
		}
		b.FlagGarbled(b.Pages[n-1].Span, pages[n-1].Seen())
	}
	for _, p := range pages {
		_, replaced := s.texts[p.Number]
		if !replaced && !s.fine[p.Number] && (char.Plausible(p.Seen()) < char.PoorQuality || char.Senseless(p.Seen())) {
			b.Notices.AddPages(extract.Implausible, p.Number)
		}
	}
	b.PicturePages = s.pictured
}
