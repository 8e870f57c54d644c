package extract

import (
	"context"
	"fmt"
	"image"
	"slices"
	"time"
)

const (
	pictureShare  = 0.3 // of the page that a picture covers when it may be text
	manyPaths     = 200 // of a page without text: text drawn as outlines
	suspectSample = 5   // pages that are read first where the text of more may not be what is drawn
	minAgreement  = 0.3 // of a page's pairs of characters that are recognised too where its text is what is drawn
)

// pictured says whether a page may hold its text as a picture. A watermark over it
// is no text of it.
func pictured(p *pdfPage) bool {
	n := 0
	for i := range p.glyphs {
		if g := &p.glyphs[i]; inked(g) && !g.slanted() {
			n++
		}
	}
	return n < fewCharacters && (p.picture > pictureShare || p.paths > manyPaths) && !runsSlanted(p)
}

// scans is what is done about pages without text that can be read.
type scans struct {
	pictured []int // page numbers
	garbled  []int // whose text is not what is drawn, as far as can be told from it
	texts    map[int]recognised
	overlaid []int        // whose text is invisible over a picture, which may say something else
	fine     map[int]bool // of the garbled and overlaid, those whose drawing says the same
}

// recognise reads the pages that need it, as far as the limits go. Of many
// pages whose text looks wrong some are drawn and read first: where their
// drawing says the same, the others' will too.
func recognise(ctx context.Context, b *builder, f *pdfiumFile, o Options, pages []*pdfPage, s *scans) {
	s.texts, s.fine = map[int]recognised{}, map[int]bool{}
	if len(s.garbled)+len(s.overlaid)+len(s.pictured) == 0 {
		return
	}
	r, ok := newRecogniser(ctx, o)
	if !ok {
		b.notices.AddPages(Scanned, s.pictured...)
		return
	}
	w := &reading{most: o.MaxRecognised, until: time.Now().Add(o.RecogniseTime), report: b.recognising, recognise: func(ctx context.Context, n int) error { return s.page(ctx, r, f, pages[n-1]) }}
	need := slices.Clone(s.pictured)
	for _, suspects := range [][]int{s.garbled, s.overlaid} {
		sample := sampleOf(suspects, suspectSample)
		w.read(ctx, sample, len(need))
		agreed := len(sample) > 0 && !slices.ContainsFunc(sample, func(n int) bool { return !s.fine[n] })
		for _, n := range suspects {
			switch {
			case agreed:
				s.fine[n] = true
			case !w.done[n]:
				need = append(need, n)
			}
		}
	}
	slices.Sort(need)
	w.read(ctx, need, 0)
	w.finish()
	b.notices.AddPages(ScanLeft, both(w.left, s.pictured)...)
	b.notices.AddPages(ScanFailed, both(w.failed, s.pictured)...)
}

// both gives the numbers of a that b has too.
func both(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(n int) bool { return !slices.Contains(b, n) })
}

// sampleOf gives n of the numbers, evenly spread, or all.
func sampleOf(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	out := make([]int, n)
	for i := range n {
		out[i] = list[i*(len(list)-1)/(n-1)]
	}
	return out
}

// page recognises a page.
func (s *scans) page(ctx context.Context, r recogniser, f *pdfiumFile, p *pdfPage) error {
	n, dpi := p.number, drawnAt(recogniseDPI, p.width, p.height)
	picture, done, err := f.draw(n-1, dpi)
	if err != nil {
		return err
	}
	text, err := r.read(ctx, picture, dpi, n)
	done()
	switch {
	case err != nil:
		return err
	case len(text.lines) == 0:
	case (slices.Contains(s.garbled, n) || p.overlaid) && agree(p.seen(), text.text()) >= minAgreement:
		s.fine[n] = true
	default:
		s.texts[n] = text
	}
	return nil
}

// draw draws page i, from 0. The picture lasts until done is called.
func (f *pdfiumFile) draw(i, dpi int) (picture *image.RGBA, done func(), err error) {
	if page, ok := f.document.Load(i); ok {
		picture, done = page.Draw(dpi, image.Rectangle{Max: page.Size(dpi)})
		page.Close()
	}
	if picture == nil {
		return nil, nil, fmt.Errorf("%w: page %d cannot be drawn", ErrDamaged, i+1)
	}
	return picture, done, nil
}

// mark notes on the pages what was recognised, flags what was garbled, and notes
// of what text over pictures nothing was found out.
func (s *scans) mark(b *builder, pages []*pdfPage) {
	read := false
	for i := range b.pages {
		n := b.pages[i].Number
		if t, ok := s.texts[n]; ok {
			b.pages[i].Recognised, b.pages[i].Confidence = true, t.confidence
			read = true
		}
	}
	if read {
		b.method += "+tesseract"
	}
	for _, n := range slices.Concat(s.garbled, s.overlaid) {
		_, replaced := s.texts[n]
		if s.fine[n] || n > len(b.pages) {
			continue
		}
		if !replaced && slices.Contains(s.overlaid, n) {
			b.notices.AddPages(Unverified, n)
			continue
		}
		sample := []rune(oneLine(pages[n-1].seen()))
		b.flag(Flag{Span: b.pages[n-1].Span, Kind: Garbled, Text: string(sample[:min(len(sample), 4*sampleRunes)])})
	}
	b.pictured = s.pictured
}
