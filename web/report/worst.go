package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

const (
	// mostWorst is how many passages a reviewer reads in a minute.
	mostWorst = 5
	// worstLength is about three lines.
	worstLength = 110
)

// Worst is a passage to be read first.
type Worst struct {
	Source      Source
	Match       evidence.Match
	Why         Cause // why the reader's choice does not count it, or ""
	Characters  int
	Quote       string
	Here, There Place
	Compare     string // where both sides are seen
	First       []Precedence
}

// Place is where a passage stands, in words that fit on a line.
type Place struct {
	Page    int    // 0 where the format has none
	Section string // shortened
}

func placeOf(p evidence.Passage) Place {
	return Place{Page: p.Page, Section: Brief(p.Section)}
}

// gravest returns the passages to be read first, whatever a reader chooses to count: those that
// nobody has dismissed, from other applicants and neither quoted nor cited first, then the longest.
// It leaves out passages that lie mostly in ones already listed. It reads the original evidence.
func (a *Assessment) gravest() []int {
	type candidate struct {
		match *evidence.Match
		grave bool
	}
	var all []candidate
	for i := range a.Evidence.Sources {
		s := &a.Evidence.Sources[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			if m.Counted == 0 || !a.Decided.Counts(s, m) {
				continue
			}
			plain := m.Citation == "" || m.Citation == evidence.NotCited
			all = append(all, candidate{m, s.Relation != evidence.SameApplicant && plain && !a.isOwn(s.ID, m)})
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int {
		if x.grave != y.grave {
			if x.grave {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.match.Counted, x.match.Counted), cmp.Compare(x.match.ID, y.match.ID))
	})
	var out []int
	var given []extract.Span
	for _, c := range all {
		if len(out) == mostWorst {
			break
		}
		place := side{match: c.match}.cover()
		if 2*a.spoken(common(place, given)) > a.spoken(place) {
			continue
		}
		given = joined(append(given, place...))
		out = append(out, c.match.ID)
	}
	return out
}

// worst shows the passages to be read first.
func (a *Assessment) worst(only int64) []Worst {
	byID := map[int]Worst{}
	for i := range a.All {
		s := &a.All[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			if !slices.Contains(a.first, m.ID) {
				continue
			}
			byID[m.ID] = a.worstOf(s, m, only)
		}
	}
	return each.Of(a.first, func(id int) Worst { return byID[id] })
}

// worstOf shows a match of a source as a passage to be read.
func (a *Assessment) worstOf(s *evidence.Source, m *evidence.Match, only int64) Worst {
	return Worst{
		Source: a.card(s, only), Match: *m, Why: a.causes[m.ID], Characters: a.charactersOf(m), Here: placeOf(m.This),
		There: placeOf(m.Source), Quote: clip(m.This.Text, worstLength), Compare: a.Address.Pair(s.ID, m.ID) + pairAnchor(m.ID),
		First: a.firstOf(s.ID, m),
	}
}

// isOwn reports whether most of a match stood first in an application of the same applicant.
func (a *Assessment) isOwn(source int64, m *evidence.Match) bool {
	own := 0
	for _, p := range a.firstOf(source, m) {
		if p.Own {
			own += p.Characters
		}
	}
	return 2*own > a.charactersOf(m)
}

// common returns what two lists of ranges, in order and disjoint, have in common.
func common(a, b []extract.Span) []extract.Span {
	var out []extract.Span
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if start, end := max(a[i].Start, b[j].Start), min(a[i].End, b[j].End); start < end {
			out = append(out, extract.Span{Start: start, End: end})
		}
		if a[i].End <= b[j].End {
			i++
		} else {
			j++
		}
	}
	return out
}

// Quoted returns how the text of a passage begins, on one line, as lists of passages have it.
func Quoted(text string) string { return clip(text, worstLength) }
