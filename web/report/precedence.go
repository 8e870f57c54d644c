package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Precedence says that text of a source stood elsewhere first.
type Precedence struct {
	Here       bool   // in the document itself: the source is of a later year
	Own        bool   // in an application of the same applicant, or else in another source
	Dated      bool   // years or dates say so; else only that it stands there too
	Year       int    // of where it stood first, 0 where it is not known
	Rank       int    // of the source where it stood first, 0 where it is not listed
	Name       string // of that source, "" where it is not listed
	Characters int    // how many stood there first, white space left out
	Whole      bool   // that is all of the text
}

// precedences returns where ranges of the document occurred first, those with the most characters
// first. The ranges are in order and disjoint and belong to a match or to a source. It leaves out
// those that occurred first in the source itself.
func (a *Assessment) precedences(source int64, ranges []extract.Span) []Precedence {
	origins := a.Evidence.Origins
	if len(origins) == 0 {
		return nil
	}
	whole, this := a.spoken(ranges), a.Evidence.Document.Identity
	var that evidence.Identity
	if s := a.all(source); s != nil {
		that = s.Identity
	}
	counts := map[int64]int{}
	own := map[int64]bool{}
	for _, r := range ranges {
		i, _ := slices.BinarySearchFunc(origins, r.Start, func(o evidence.Origin, at int) int {
			return cmp.Compare(o.Offset+o.Length,
				at+1)
		})
		for ; i < len(origins) && origins[i].Offset < r.End; i++ {
			o := origins[i]
			if o.Source == source {
				continue
			}
			counts[o.Source] += a.spoken([]extract.Span{{Start: max(o.Offset, r.Start), End: min(o.Offset+o.Length, r.End)}})
			own[o.Source] = o.Own
		}
	}
	var out []Precedence
	for id, n := range counts {
		if n == 0 {
			continue
		}
		p := Precedence{Here: id == 0, Own: own[id], Characters: n, Whole: n >= whole, Rank: a.ranks[id]}
		if p.Here {
			p.Year, p.Dated = this.Year, this.Before(that)
		} else if first := a.Source(id); first != nil {
			p.Year, p.Name, p.Dated = first.Identity.Year, NameOf(first.Identity), first.Identity.Before(that)
		}
		if p.Here && !p.Dated {
			continue
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(x, y Precedence) int {
		return cmp.Or(cmp.Compare(y.Characters, x.Characters), cmp.Compare(x.Rank, y.Rank))
	})
	return out
}

// spoken counts the characters of ranges of the document but white space.
func (a *Assessment) spoken(ranges []extract.Span) int {
	n := 0
	for _, r := range ranges {
		for _, c := range a.runes[min(max(r.Start, 0), len(a.runes)):min(max(r.End, 0), len(a.runes))] {
			if evidence.Seen(c) {
				n++
			}
		}
	}
	return n
}

// joined puts ranges in order and makes one of those that touch.
func joined(ranges []extract.Span) []extract.Span {
	slices.SortFunc(ranges, func(a, b extract.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out) - 1; n >= 0 && r.Start <= out[n].End {
			out[n].End = max(out[n].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}

// firstOf returns where the text of a match stood first.
func (a *Assessment) firstOf(source int64, m *evidence.Match) []Precedence {
	return a.precedences(source, side{match: m}.cover())
}

// firstOfSource returns where what counts of a source stood first, in the document
// itself and in applications of the same applicant: of others the passages say so.
func (a *Assessment) firstOfSource(s *evidence.Source) []Precedence {
	if len(a.Evidence.Origins) == 0 {
		return nil
	}
	var ranges []extract.Span
	for i := range s.Matches {
		if s.Matches[i].Counted > 0 {
			ranges = append(ranges, side{match: &s.Matches[i]}.cover()...)
		}
	}
	return slices.DeleteFunc(a.precedences(s.ID, joined(ranges)), func(p Precedence) bool { return !p.Own && !p.Here })
}
