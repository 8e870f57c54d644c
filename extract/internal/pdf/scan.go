package pdf

import (
	"context"
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
)

const (
	suspectSample = 5 // suspect pages that are recognised first when there are more
	// share of noise in a page's characters from which it is recognised; recognition has faults too
	partNoise  = 0.2
	wholeNoise = 0.8 // share of noise from which nothing of the page is believed
	// share of the recognised pairs that a page's text contains if the part of it without
	// characters is not drawn
	allAgreement = 0.6
	// share of a page's character pairs that are recognised too if its text is what is drawn
	minAgreement = 0.3
)

// scans records the treatment of pages without readable text.
type scans struct {
	pictured  []int          // page numbers
	garbled   []int          // pages whose text, judged by itself, is not what is drawn
	noise     map[int]string // text of no language on pages that also have other text
	partly    []int          // pages with too little of it to be recognised
	texts     map[int]ocr.Text
	misdrawn  []int              // pages whose characters do not look like what is drawn
	beside    map[int][]page.Box // pages that may have letters drawn as shapes (nil), or in pictures in these areas
	overlaid  []int              // pages with invisible text over a picture, which may differ from it
	confirmed map[int]bool       // pages of garbled, overlaid and misdrawn whose drawing agrees with the text
}

// lookForNoise records text of no language on a page; senseless means that most of its text is.
func (s *scans) lookForNoise(p *page.Page, senseless bool) {
	noise, share := noiseOf(p.Seen())
	if noise != "" && share < wholeNoise {
		s.noise[p.Number] = noise
	}
	switch {
	case senseless || share >= partNoise:
		s.garbled = append(s.garbled, p.Number)
	case noise != "":
		s.partly = append(s.partly, p.Number)
	}
}

// noiseOf returns the parts of a text that are of no language, and their share.
func noiseOf(s string) (noise string, share float64) {
	var out strings.Builder
	for _, x := range char.Noise(s) {
		out.WriteString(s[x.Start:x.End] + "\n")
	}
	return out.String(), float64(out.Len()) / float64(max(len(s), 1))
}

// doubtful returns the text of a page that is compared with the recognised text.
func (s *scans) doubtful(p *page.Page) string {
	if noise := s.noise[p.Number]; noise != "" {
		return noise
	}
	if p.Misdrawn != "" {
		return p.Misdrawn
	}
	return p.Seen()
}

// recognise reads the pages that need it, within the limits. If many pages have suspect text, a
// sample is read first: if their drawing agrees with the text, the others are assumed to agree too.
func recognise(ctx context.Context, b *draft.Draft, f *pdfiumFile, o extract.Options, pages []*page.Page, s *scans) {
	s.texts, s.confirmed = map[int]ocr.Text{}, map[int]bool{}
	if len(s.garbled)+len(s.overlaid)+len(s.misdrawn)+len(s.beside)+len(s.pictured) == 0 {
		return
	}
	r, ok := ocr.New(ctx, o)
	if !ok {
		b.Notices.AddPages(extract.Scanned, s.pictured...)
		b.Notices.AddPages(extract.Unverified, slices.Collect(maps.Keys(s.beside))...)
		return
	}
	w := &ocr.Batch{Most: o.MaxRecognised, Until: time.Now().Add(o.RecogniseTime), Report: b.Recognising,
		Recognise: func(ctx context.Context, n int) error { return s.page(ctx, r, f, pages[n-1]) }}
	need := slices.Clone(s.pictured)
	for _, suspects := range [][]int{s.garbled, s.overlaid, s.misdrawn} {
		sample := sampleOf(suspects, suspectSample)
		w.Read(ctx, sample, len(need))
		agreed := len(sample) > 0 && !slices.ContainsFunc(sample, func(n int) bool { return !s.confirmed[n] })
		for _, n := range suspects {
			switch {
			case agreed:
				s.confirmed[n] = true
			case !w.Done[n]:
				need = append(need, n)
			}
		}
	}
	slices.Sort(need)
	w.Read(ctx, need, 0)
	before := len(w.Done)
	more := func(done, total int) { b.Recognising(before+done, before+total) }
	beside := &ocr.Batch{Most: w.Most - before, Until: w.Until, Report: more, Recognise: func(ctx context.Context, n int) error {
		if _, replaced := s.texts[n]; replaced {
			return nil // including everything on the page
		}
		found, err := f.beside(ctx, r, pages[n-1], s.beside[n])
		if found || err != nil {
			b.Notices.AddPages(extract.Unverified, n)
		}
		return err
	}}
	beside.Read(ctx, slices.Sorted(maps.Keys(s.beside)), 0)
	w.Finish()
	b.Notices.AddPages(extract.Unverified, beside.Left...)
	b.Notices.AddPages(extract.ScanLeft, intersection(w.Left, s.pictured)...)
	b.Notices.AddPages(extract.ScanFailed, intersection(w.Failed, s.pictured)...)
}

// intersection returns the numbers of a that are also in b.
func intersection(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(n int) bool { return !slices.Contains(b, n) })
}

// sampleOf returns n of the numbers, evenly spread, or all.
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
func (s *scans) page(ctx context.Context, r ocr.Recogniser, f *pdfiumFile, p *page.Page) error {
	n, dpi := p.Number, ocr.Resolution(ocr.DPI, p.Width, p.Height)
	picture, done, err := f.draw(n-1, dpi)
	if err != nil {
		return err
	}
	text, err := r.Read(ctx, picture, dpi, n)
	done()
	switch {
	case err != nil:
		return err
	case len(text.Lines) == 0:
	case slices.Contains(s.garbled, n) && quality(p) < garbledQuality && ocr.Agreement(text.String(), p.Seen()) < allAgreement:
		s.texts[n] = text // text without characters cannot agree
	case (slices.Contains(s.garbled, n) || p.Overlaid || slices.Contains(s.misdrawn, n)) &&
		ocr.Agreement(s.doubtful(p), text.String()) >= minAgreement:
		s.confirmed[n] = true
	case slices.Contains(s.misdrawn, n) && !outweighs(text.String(), p):
	default:
		s.texts[n] = text
	}
	return nil
}

// mostlyLetters is the least share of letters in a text: usually it is four fifths, with numbers
// two thirds.
const mostlyLetters = 0.6

// outweighs reports whether recognised text can replace the text of a page that does not look like
// it: what viewers draw without the right font is not text either.
func outweighs(recognised string, p *page.Page) bool {
	letters, n := 0, 0
	for _, r := range char.Closed(recognised) {
		n++
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return float64(letters) >= mostlyLetters*float64(n) && float64(n) >= shorterBy*float64(len(p.Glyphs)) &&
		char.Plausible(recognised) >= char.PoorQuality && !char.Senseless(recognised)
}

// draw draws page i, from 0. The picture lasts until done is called.
func (f *pdfiumFile) draw(i, dpi int) (picture *image.RGBA, done func(), err error) {
	if page, ok := f.document.Load(i); ok {
		picture, done = page.Draw(dpi, image.Rectangle{Max: page.Size(dpi)})
		page.Close()
	}
	if picture == nil {
		return nil, nil, fmt.Errorf("%w: page %d cannot be drawn", extract.ErrDamaged, i+1)
	}
	return picture, done, nil
}

// mark records recognised pages, flags garbled text, and notes text over pictures that could not be
// verified.
func (s *scans) mark(b *draft.Draft, pages []*page.Page) {
	layout.NoteRecognised(b, s.texts)
	for _, n := range slices.Concat(s.garbled, s.overlaid, s.misdrawn) {
		_, replaced := s.texts[n]
		if s.confirmed[n] || n > len(b.Pages) {
			continue
		}
		if !replaced && slices.Contains(s.misdrawn, n) && pages[n-1].Misdrawn == "" {
			continue // only other pages speak against it
		}
		if !replaced && (slices.Contains(s.overlaid, n) || slices.Contains(s.misdrawn, n)) {
			b.Notices.AddPages(extract.Unverified, n)
			continue
		}
		if !replaced && s.noise[n] != "" {
			s.partly = append(s.partly, n)
			continue
		}
		b.FlagGarbled(b.Pages[n-1].Span, pages[n-1].Seen())
	}
	s.markNoise(b)
	b.PicturePages = s.pictured
}

// markNoise flags the parts of pages that are text of no language.
func (s *scans) markNoise(b *draft.Draft) {
	if len(s.partly) == 0 {
		return
	}
	text := []rune(b.Text())
	slices.Sort(s.partly)
	for _, n := range s.partly {
		if _, replaced := s.texts[n]; replaced || n > len(b.Pages) {
			continue
		}
		start, own := b.Pages[n-1].Start, string(text[b.Pages[n-1].Start:b.Pages[n-1].End])
		for _, x := range char.Noise(own) {
			from := start + utf8.RuneCountInString(own[:x.Start])
			to := from + utf8.RuneCountInString(own[x.Start:x.End])
			b.FlagGarbled(extract.Span{Start: from, End: to}, own[x.Start:x.End])
		}
	}
}
