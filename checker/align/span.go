package align

import (
	"slices"

	"zhiwen/checker/text"
)

// Span is a half-open range.
type Span struct{ Start, End int }

func (s Span) size() int { return s.End - s.Start }

func (s Span) meets(o Span) bool { return s.Start < o.End && o.Start < s.End }

func (s Span) union(o Span) Span { return Span{min(s.Start, o.Start), max(s.End, o.End)} }

// mostlyWithin reports whether more than half of a is in b.
func mostlyWithin(a, b Span) bool {
	return 2*(min(a.End, b.End)-max(a.Start, b.Start)) > a.End-a.Start
}

// passages are spans of symbols, stored by the stretches that they touch. If a span lies mostly
// within another, its middle does too, so looking in one stretch suffices.
type passages map[int][]Span

const stretch = 64

func (p passages) add(s Span) {
	for i := s.Start / stretch; i <= (s.End-1)/stretch; i++ {
		p[i] = append(p[i], s)
	}
}

// hold reports whether a span lies mostly within one of the passages.
func (p passages) hold(s Span) bool {
	return slices.ContainsFunc(p[(s.Start+s.End)/2/stretch], func(o Span) bool { return mostlyWithin(s, o) })
}

// meet reports whether the middle of a span is in one of the passages.
func (p passages) meet(s Span) bool {
	middle := (s.Start + s.End) / 2
	return slices.ContainsFunc(p[middle/stretch], func(o Span) bool { return o.Start <= middle && middle < o.End })
}

// sums holds the total weight before each symbol of a text, and of the whole.
type sums []int32

// newSums computes the sums of a text, reusing the memory of another if that is large enough.
func newSums(t *text.Text, into sums) sums {
	out := append(into[:0], 0)
	for i, w := range t.Weight {
		out = append(out, out[i]+int32(w))
	}
	return out
}

// weight returns the weight of a range of symbols.
func (s sums) weight(symbols Span) int { return int(s[symbols.End] - s[symbols.Start]) }

// symbols returns the range of consecutive sentences.
func symbols(s []text.Sentence) Span { return Span{s[0].First, s[len(s)-1].Last} }
