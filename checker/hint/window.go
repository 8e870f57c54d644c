package hint

import (
	"slices"
	"strings"

	"zhiwen/checker/text"
)

// Window is a few sentences of the checked document for which similar text is looked for.
type Window struct {
	First, Last int // sentences, half-open
	Start, End  int // code points, half-open
	From, To    int // words, half-open
	Language    Language
	Together    bool // short paragraphs that are windows by themselves too
}

// disjoint reports whether no sentence is in two windows.
func (w Window) disjoint(o Window) bool { return w.First >= o.Last || o.First >= w.Last }

// apart reports whether there is a sentence between two windows, or, where one has paragraphs together, that they are
// disjoint.
func (w Window) apart(o Window) bool {
	if o.Together {
		return w.disjoint(o)
	}
	return w.First > o.Last || o.First > w.Last
}

// The weights of windows: that of blocks and more, so that the right document ranks first. A
// paragraph of usual length is a window, since who rewrites does so by paragraphs; a longer one has windows that
// overlap by half.
const (
	leastWindow   = 60
	defaultWindow = 150
	mostWindow    = 260
)

// leastWords is how many words a window has at the least.
const leastWords = 8

// stops end sentences, before closing marks.
const (
	stops   = "。！？；.!?;…"
	closing = "”’」』）)\"'"
)

// speaks reports whether one of the sentences of a window ends as sentences do. Titles, tables, covers and lists of authors or of keywords
// do not: what they share with others are names and terms, and nobody wrote them in other words.
func speaks(sentences []text.Sentence, runes []rune) bool {
	return slices.ContainsFunc(sentences, func(s text.Sentence) bool {
		end := s.End
		for end > s.Start && strings.ContainsRune(closing, runes[end-1]) {
			end--
		}
		return end > s.Start && strings.ContainsRune(stops, runes[end-1])
	})
}

// Windows cuts a document into windows, in order. runes is its text.
func Windows(words []Word, t *text.Text, runes []rune) []Window {
	var out []Window
	add := func(first, last int, together bool) {
		w := Window{Together: together, First: first, Last: last, Start: t.Sentences[first].Start, End: t.Sentences[last-1].End}
		w.From = wordOf(words, first)
		w.To = wordOf(words, last)
		han, latin := 0, 0
		for _, x := range words[w.From:w.To] {
			if x.Language == Chinese {
				han++
			} else if !x.Number {
				latin++
			}
		}
		if latin > 2*han {
			w.Language = English
		}
		if han+latin >= leastWords && speaks(t.Sentences[first:last], runes) &&
			(len(out) == 0 || out[len(out)-1].First != first || out[len(out)-1].Last != last) {
			out = append(out, w)
		}
	}
	// slide cuts a stretch.
	slide := func(first, last, weight int) {
		if weight <= mostWindow {
			if first < last {
				add(first, last, false)
			}
			return
		}
		for from := first; from < last; {
			to, w, next, half := from, 0, from+1, 0
			for to < last && w < defaultWindow {
				w += t.Sentences[to].Weight
				to++
			}
			for n := from; n < to && half < defaultWindow/2; n++ {
				half += t.Sentences[n].Weight
				next = n + 1
			}
			rest := 0
			for n := to; n < last && rest < leastWindow; n++ {
				rest += t.Sentences[n].Weight
			}
			if rest < leastWindow { // what is left makes no window of its own
				add(from, last, false)
				return
			}
			add(from, to, false)
			from = next
		}
	}
	// Short paragraphs side by side are a window together too.
	type stretch struct{ first, weight int }
	before := stretch{first: -1}
	first, weight := 0, 0
	end := func(last int, apart bool) {
		slide(first, last, weight)
		if before.first >= 0 && before.weight+weight <= mostWindow {
			add(before.first, last, true)
		}
		before = stretch{first, weight}
		if apart {
			before.first = -1
		}
		first, weight = last, 0
	}
	for i, s := range t.Sentences {
		apart := s.Cut || s.Section
		if i > first && (apart || s.Paragraph && weight >= leastWindow) {
			end(i, apart)
		}
		weight += s.Weight
	}
	end(len(t.Sentences), true)
	return out
}

// wordOf returns the first word of a sentence or a later one.
func wordOf(words []Word, sentence int) int {
	lo, hi := 0, len(words)
	for lo < hi {
		if m := (lo + hi) / 2; int(words[m].Sentence) < sentence {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}
