package checker

import (
	"cmp"
	"fmt"
	"slices"
	"unicode"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
	"zhiwen/extract/glyph"
)

// description says what a match is.
type description struct {
	kind       evidence.Kind
	similarity float64
	traces     []evidence.Trace
}

// side is one text of a match in its document.
type side struct {
	runes []rune
	text  *text.Text
}

// describe finds the kind and the similarity of a match. The kind follows from
// what its runs say of its symbols: where they name a way of writing it is more than chance. The similarity is
// the Dice coefficient of the bigrams of folded symbols, 1 where the passages
// are the same but for spaces, punctuation, case and disguise; characters that
// only sound alike do not count as equal.
func describe(mine, theirs side, m align.Match) description {
	a, b := mine.text.Char[m.QuerySymbols.Start:m.QuerySymbols.End], theirs.text.Char[m.SourceSymbols.Start:m.SourceSymbols.End]
	d := description{similarity: score.Dice(a, b)}
	var all, moved int
	ways := map[align.Way]int{}
	traces := traces{}
	equal := true
	for _, r := range m.Runs {
		n := r.QuerySymbols.End - r.QuerySymbols.Start
		if r.Op == align.OnlyThis || r.Op == align.OnlySource {
			equal = false
			continue
		}
		all += n
		ways[r.Way] += n
		switch r.Op {
		case align.Moved:
			moved += n
			equal = false
		case align.Changed:
			equal = false
		}
		switch r.Way {
		case align.Homophone, align.Script, align.Disguised:
			for i := range n {
				q, s := r.QuerySymbols.Start+i, r.SourceSymbols.Start+i
				x, y := visible(mine.symbol(q)), visible(theirs.symbol(s))
				if x != y {
					traces.add(kinds[r.Way], int(mine.text.Start[q]), x, y)
				}
			}
		}
	}
	if ways[align.Disguised] > 0 {
		for _, at := range mine.hidden(m.Query) {
			traces.add(evidence.Disguised, at, fmt.Sprintf("U+%04X", mine.runes[at]), "")
		}
	}
	d.traces = traces.first()
	switch {
	case equal:
		d.kind = evidence.Verbatim
	case ways[align.Disguised] > 0:
		d.kind = evidence.Disguised
	case ways[align.Homophone] > 0:
		d.kind = evidence.Homophone
	case ways[align.Script] > 0:
		d.kind = evidence.Script
	case m.Unchanged() < align.RewrittenBelow:
		d.kind = evidence.Rewritten
	case float64(moved) >= align.OrderShare*float64(all):
		d.kind = evidence.Reordered
	default:
		d.kind = evidence.Near
	}
	if slices.Equal(a, b) {
		d.similarity = 1
	}
	return d
}

// kinds are those of matches by the way in which their text was changed.
var kinds = map[align.Way]evidence.Kind{
	align.Homophone: evidence.Homophone, align.Script: evidence.Script, align.Disguised: evidence.Disguised,
}

func (s side) symbol(i int) []rune { return s.runes[s.text.Start[i]:s.text.End[i]] }

// hidden returns the places in a range of characters that cannot be seen. A soft
// hyphen between Latin letters is hyphenation.
func (s side) hidden(r align.Span) []int {
	var out []int
	for i := r.Start; i < r.End; i++ {
		if !glyph.Undrawn(s.runes[i]) {
			continue
		}
		if s.runes[i] == softHyphen && i > 0 && i+1 < len(s.runes) && unicode.Is(unicode.Latin, s.runes[i-1]) &&
			unicode.Is(unicode.Latin, s.runes[i+1]) {
			continue
		}
		out = append(out, i)
	}
	return out
}

const softHyphen = '\u00ad'

// visible returns a symbol without what cannot be seen in it.
func visible(runes []rune) string {
	return string(slices.DeleteFunc(slices.Clone(runes), glyph.Undrawn))
}

// traces counts the different traces of a match.
type traces map[evidence.Trace]*evidence.Trace

func (t traces) add(kind evidence.Kind, offset int, this, source string) {
	key := evidence.Trace{Kind: kind, This: this, Source: source}
	if t[key] == nil {
		first := key
		first.Offset = offset
		t[key] = &first
	}
	t[key].Count++
	t[key].Offset = min(t[key].Offset, offset)
}

// first returns the first traces by their places.
func (t traces) first() []evidence.Trace {
	var out []evidence.Trace
	for _, x := range t {
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b evidence.Trace) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.This, b.This),
			cmp.Compare(a.Source, b.Source))
	})
	return out[:min(len(out), evidence.MostTraces)]
}
