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
)

// What gives a match its kind. Invisible characters and letters of another
// alphabet do not come about by accident; other ways of writing the same do
// (a typing error, a name in another form, punctuation of another keyboard),
// so they must make up a share of what agrees.
const (
	leastHidden = 2    // invisible characters beyond the source's, and words with look-alike letters
	widthShare  = 0.05 // words in full-width letters
	soundShare  = 0.03 // other characters of the same sound
	scriptShare = 0.03 // traditional for simplified characters or the reverse
	orderShare  = 0.15 // parts of the passage that moved
	leastCount  = 2    // never a single one
)

// rewrittenBelow is the similarity under which a match is called rewritten.
const rewrittenBelow = 0.4

// description says what a match is.
type description struct {
	kind       evidence.Kind
	similarity float64
	traces     []evidence.Trace
}

// side is one text of a match as it stands in its document.
type side struct {
	runes []rune
	text  *text.Text
}

// describe finds the kind and the similarity of a match. The similarity is
// the Dice coefficient of the bigrams of folded symbols, 1 where the passages
// are the same but for spaces, punctuation, case and disguise; characters that
// only sound alike do not count as equal.
func describe(mine, theirs side, m align.Match) description {
	a, b := mine.text.Char[m.QuerySymbols.Start:m.QuerySymbols.End], theirs.text.Char[m.SourceSymbols.Start:m.SourceSymbols.End]
	d := description{similarity: score.Dice(a, b)}

	var symbols, sound, lookAlike, width, script int
	traces := traces{}
	for _, r := range m.Runs {
		for i := range r.Length {
			q, s := r.Query+i, r.Source+i
			symbols++
			x, y := mine.symbol(q), theirs.symbol(s)
			word := mine.text.Char[q]&text.WordBit != 0
			kind := evidence.Disguised
			switch {
			case mine.text.Char[q] != theirs.text.Char[s]:
				sound, kind = sound+1, evidence.Homophone
			case word && slices.ContainsFunc(x, text.LookAlike) != slices.ContainsFunc(y, text.LookAlike):
				lookAlike++
			case word && slices.ContainsFunc(x, fullWidth) != slices.ContainsFunc(y, fullWidth):
				width++
			case !word && x[0] != y[0]:
				script, kind = script+1, evidence.Script
			default:
				continue
			}
			traces.add(kind, int(mine.text.Start[q]), visible(x), visible(y))
		}
	}
	hidden := lookAlike
	if surplus := len(mine.hidden(m.Query)) - len(theirs.hidden(m.Source)); surplus > 0 {
		hidden += surplus
		for _, at := range mine.hidden(m.Query) {
			traces.add(evidence.Disguised, at, fmt.Sprintf("U+%04X", mine.runes[at]), "")
		}
	}
	share := func(n int, least float64) bool { return n >= leastCount && float64(n) >= least*float64(symbols) }
	d.traces = traces.first()
	switch {
	case hidden >= leastHidden || share(width, widthShare):
		d.kind = evidence.Disguised
	case share(sound, soundShare):
		d.kind = evidence.Homophone
	case share(script, scriptShare):
		d.kind = evidence.Script
	case slices.Equal(a, b):
		d.kind, d.similarity = evidence.Verbatim, 1
	case d.similarity < rewrittenBelow:
		d.kind = evidence.Rewritten
	case moved(m.Runs) >= orderShare:
		d.kind = evidence.Reordered
	default:
		d.kind = evidence.Near
	}
	return d
}

func (s side) symbol(i int) []rune { return s.runes[s.text.Start[i]:s.text.End[i]] }

// hidden gives the places in a range of characters that cannot be seen. A soft
// hyphen between Latin letters is hyphenation.
func (s side) hidden(r align.Span) []int {
	var out []int
	for i := r.Start; i < r.End; i++ {
		if !text.Hidden(s.runes[i]) {
			continue
		}
		if s.runes[i] == softHyphen && i > 0 && i+1 < len(s.runes) && unicode.Is(unicode.Latin, s.runes[i-1]) && unicode.Is(unicode.Latin, s.runes[i+1]) {
			continue
		}
		out = append(out, i)
	}
	return out
}

const softHyphen = '\u00ad'

// visible is a symbol without what cannot be seen in it.
func visible(runes []rune) string {
	return string(slices.DeleteFunc(slices.Clone(runes), text.Hidden))
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

// first gives the first traces by their places.
func (t traces) first() []evidence.Trace {
	var out []evidence.Trace
	for _, x := range t {
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b evidence.Trace) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.This, b.This), cmp.Compare(a.Source, b.Source))
	})
	return out[:min(len(out), evidence.MostTraces)]
}

// fullWidth reports whether r is a full-width form of an ASCII character.
func fullWidth(r rune) bool { return r >= 0xff01 && r <= 0xff5e }

// moved is the part of the agreeing symbols that is not in the longest
// sequence of runs that keeps its order on both sides. runs are in order of
// the query.
func moved(runs []align.Run) float64 {
	best := make([]int, len(runs)) // symbols of the longest sequence that ends with run i
	all, longest := 0, 0
	for i, r := range runs {
		all += r.Length
		for j := max(0, i-orderLookBack); j < i; j++ {
			if runs[j].Source < r.Source {
				best[i] = max(best[i], best[j])
			}
		}
		best[i] += r.Length
		longest = max(longest, best[i])
	}
	if all == 0 {
		return 0
	}
	return 1 - float64(longest)/float64(all)
}

// orderLookBack bounds the work of moved in very long matches.
const orderLookBack = 200
