package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/internal/each"

	"github.com/blevesearch/bleve/v2"
	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
)

const (
	// passageRunes is the length of a passage: two or three lines of a list.
	passageRunes = 90
	// leadRunes of it stand before the first word found.
	leadRunes = 20
	// maxPassages of one text are shown.
	maxPassages = 2
	// keywordSeparator stands between the keywords of a fragment.
	keywordSeparator = "; "
)

// span is a range of bytes.
type span struct{ start, end int }

// mark fills in the fragments of hits. Where words stand is asked only for the
// documents that are shown: for all that are found it would cost more than the
// search itself.
func (x *Index) mark(ctx context.Context, wanted query.Query, hits []Hit) error {
	if len(hits) == 0 {
		return nil
	}
	keys := each.Of(hits, func(h Hit) string { return key(h.ID) })
	request := bleve.NewSearchRequestOptions(
		bleve.NewConjunctionQuery(bleve.NewDocIDQuery(keys), wanted), len(hits), 0, false)
	request.IncludeLocations = true
	request.Fields = []string{FieldTitle, FieldApplicant, FieldInstitution, FieldProgramme, FieldKeywords}
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return fmt.Errorf("search: find passages: %w", err)
	}
	byKey := each.Map(found.Hits, func(m *bsearch.DocumentMatch) (string, *bsearch.DocumentMatch) { return m.ID, m })
	for i := range hits {
		if m := byKey[keys[i]]; m != nil { // else it has been deleted just now
			if hits[i].Fragments, err = x.fragments(ctx, hits[i].ID, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *Index) fragments(ctx context.Context, id int64, m *bsearch.DocumentMatch) ([]Fragment, error) {
	var fragments []Fragment
	for _, field := range []string{FieldTitle, FieldApplicant, FieldInstitution, FieldProgramme, FieldKeywords} {
		value, starts := stored(m.Fields[field])
		if marks := spans(m.Locations[field], starts, value); len(marks) > 0 {
			fragments = append(fragments, Fragment{Field: field, Segments: segments(value, span{0, len(value)}, marks)})
		}
	}
	if x.texts == nil || len(m.Locations[FieldText]) == 0 {
		return fragments, nil
	}
	text, err := x.texts(ctx, id)
	if err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("search: text of document %d: %w", id, ctx.Err())
		}
		return fragments, nil // it may have been deleted just now; the hit stays
	}
	marks := spans(m.Locations[FieldText], nil, text)
	for _, p := range passages(text, marks) {
		fragments = append(fragments, Fragment{Field: FieldText, Segments: segments(text, p, marks)})
	}
	return fragments, nil
}

// stored returns the text of a stored field and, for one with several values,
// where each begins in it.
func stored(value any) (string, []int) {
	switch v := value.(type) {
	case string:
		return v, []int{0}
	case []any:
		var (
			b      strings.Builder
			starts []int
		)
		for _, e := range v {
			if b.Len() > 0 {
				b.WriteString(keywordSeparator)
			}
			starts = append(starts, b.Len())
			s, _ := e.(string)
			b.WriteString(s)
		}
		return b.String(), starts
	}
	return "", nil
}

// spans returns the places of the terms found, sorted, those that overlap or
// touch as one. starts has the offset of each value of the field; places that
// text does not have are left out, as it may not be the text that was indexed.
func spans(locations bsearch.TermLocationMap, starts []int, text string) []span {
	var all []span
	for _, ls := range locations {
		for _, l := range ls {
			base := 0
			if len(l.ArrayPositions) > 0 && int(l.ArrayPositions[0]) < len(starts) {
				base = starts[l.ArrayPositions[0]]
			}
			s := span{base + int(l.Start), base + int(l.End)}
			if s.start < s.end && s.end <= len(text) && utf8.RuneStart(text[s.start]) &&
				(s.end == len(text) || utf8.RuneStart(text[s.end])) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
	merged := all[:0]
	for _, s := range all {
		if n := len(merged); n > 0 && s.start <= merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, s.end)
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// passages returns the parts of text to show: those with the most different
// words marked, the most marks, the earliest, in the order of the text.
func passages(text string, marks []span) []span {
	type candidate struct {
		span
		different, count int
	}
	var all []candidate
	for i := 0; i < len(marks); i++ {
		start := back(text, marks[i].start, leadRunes)
		c := candidate{span: span{start, max(forward(text, start, passageRunes), marks[i].end)}}
		seen := make(map[string]bool)
		for _, m := range marks[i:] {
			if m.end > c.end {
				break
			}
			seen[strings.ToLower(text[m.start:m.end])] = true
			c.count++
		}
		c.different = len(seen)
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.different != b.different {
			return b.different - a.different
		}
		if a.count != b.count {
			return b.count - a.count
		}
		return a.start - b.start
	})
	var chosen []span
	for _, c := range all {
		overlaps := slices.ContainsFunc(chosen, func(s span) bool { return c.start < s.end && s.start < c.end })
		if !overlaps {
			chosen = append(chosen, c.span)
		}
		if len(chosen) == maxPassages {
			break
		}
	}
	slices.SortFunc(chosen, func(a, b span) int { return a.start - b.start })
	return chosen
}

// sentenceEnds are the characters that end a sentence: the lead of a passage begins after the last
// of them.
const sentenceEnds = "\n。！？；"

// back returns the offset n characters before at, or less where a sentence
// begins.
func back(text string, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if strings.ContainsRune(sentenceEnds, r) {
			break
		}
		at -= size
	}
	return at
}

// forward returns the offset n characters after at.
func forward(text string, at, n int) int {
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// segments cuts the part of text into marked and other pieces. White space
// becomes single spaces.
func segments(text string, part span, marks []span) []Segment {
	var out []Segment
	add := func(s string, marked bool) {
		if s = squeeze(s); s != "" {
			out = append(out, Segment{Text: s, Marked: marked})
		}
	}
	at := part.start
	for _, m := range marks {
		if m.start < at || m.end > part.end {
			continue
		}
		add(text[at:m.start], false)
		add(text[m.start:m.end], true)
		at = m.end
	}
	add(text[at:part.end], false)
	return out
}

// squeeze makes one space of each run of white space and control characters, and
// a replacement character of each byte that is no UTF-8.
func squeeze(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}
