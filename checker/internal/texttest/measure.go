package texttest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Found is a pair of passages that detection has found.
type Found struct {
	Kind         string // what it is called
	Text, Source int    // indexes into Set.Suspicious and Set.Library
	This, There  Span
}

// Table returns a line for each kind of passage and one for all: how many there
// are, which share of them is touched, recall and precision, how many findings a
// touched passage has (granularity), and what these are called.
//
// Recall is the mean, over the passages, of the share of the characters of both
// sides that findings of the same two texts cover; precision that, over the
// findings, which passages cover (Potthast et al., COLING 2010, macro-averaged).
// A kind's findings are those that touch a passage of it.
func (s *Set) Table(found []Found) string {
	var b strings.Builder
	for _, kind := range s.Kinds {
		s.line(&b, kind, s.ofKind(kind), s.touching(found, s.ofKind(kind)))
	}
	s.line(&b, "all", s.Passages, found)
	return b.String()
}

func (s *Set) ofKind(kind string) []Passage {
	return slices.DeleteFunc(slices.Clone(s.Passages), func(p Passage) bool { return p.Kind != kind })
}

func (*Set) touching(found []Found, passages []Passage) []Found {
	return slices.DeleteFunc(slices.Clone(found), func(f Found) bool {
		return !slices.ContainsFunc(passages, func(p Passage) bool { return touches(p, f) })
	})
}

// touches reports whether a finding and a passage have characters in common on both
// sides.
func touches(p Passage, f Found) bool {
	return p.Text == f.Text && p.Source == f.Source && p.This.meets(f.This) && p.There.meets(f.There)
}

func (s Span) meets(o Span) bool { return s.Start < o.End && o.Start < s.End }

func (s *Set) line(b *strings.Builder, name string, passages []Passage, found []Found) {
	touched, findings, recall, precision := 0, 0, 0.0, 0.0
	for _, p := range passages {
		var this, there []Span
		for _, f := range found {
			if touches(p, f) {
				this, there = append(this, f.This), append(there, f.There)
			}
		}
		if len(this) > 0 {
			touched++
			findings += len(this)
		}
		recall += covered(p.This, p.There, this, there)
	}
	names := map[string]int{}
	for _, f := range found {
		var this, there []Span
		for _, p := range s.Passages {
			if touches(p, f) {
				this, there = append(this, p.This), append(there, p.There)
			}
		}
		precision += covered(f.This, f.There, this, there)
		names[f.Kind]++
	}
	mean := func(sum float64, n int) float64 { return sum / float64(max(n, 1)) }
	fmt.Fprintf(b, "%-10s cases %3d detected %5.1f%% recall %.3f precision %.3f granularity %.3f",
		name, len(passages), 100*mean(float64(touched), len(passages)), mean(recall, len(passages)), mean(precision, len(found)),
		mean(float64(findings), touched))
	for _, k := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(b, ", %s %d", k, names[k])
	}
	b.WriteByte('\n')
}

// covered returns the share of two spans that others cover, each character once.
func covered(this, there Span, byThis, byThere []Span) float64 {
	return float64(union(this, byThis)+union(there, byThere)) / float64(this.End-this.Start+there.End-there.Start)
}

// union counts what of a span others cover.
func union(of Span, by []Span) int {
	slices.SortFunc(by, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	n, end := 0, of.Start
	for _, s := range by {
		start, stop := max(s.Start, end), min(s.End, of.End)
		if stop > start {
			n += stop - start
		}
		end = max(end, stop)
	}
	return n
}
