package score

import (
	"cmp"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// The limits for text that several applications share. If two applications have the same text, one
// may be the copy of the other; from three applicants on, the text was passed around.
const (
	// leastSharers is the least number of applicants, besides the document's, who have the text.
	leastSharers = 2
	// leastSeveral is the least number of shared characters in all, one unit; leastPlace is that of
	// one place, a sentence or two. Shorter text is a usual expression or a definition.
	leastSeveral = 150
	leastPlace   = 50
	// widestEdit is the most characters between two runs of one place: an edited copy has words of
	// its own between the corresponding ones.
	widestEdit = 20
)

// sharer is a source that may share text with others.
type sharer struct {
	source      *evidence.Source
	person      string
	institution string
	exact       []extract.Span // ranges of the document, in order and disjoint
	near        []extract.Span // the same, joined across edits
}

// sharedPlace is a part of the document with the indices of its sharers.
type sharedPlace struct {
	extract.Span

	sharers []int
}

// several finds text that several others have. It ignores quoted and cited text, the applicant's own
// applications, those of people who take part, and pages of the web.
func (t *counts) several(ev *evidence.Evidence) {
	ev.Several = nil
	sharers := sharersOf(ev)
	if countPeople(sharers, nil) < leastSharers {
		return
	}
	for _, places := range together(placesOf(sharers)) {
		if s, ok := t.group(sharers, places); ok {
			ev.Several = append(ev.Several, s)
		}
	}
	slices.SortStableFunc(ev.Several, func(a, b evidence.Several) int {
		return cmp.Or(cmp.Compare(b.Applications, a.Applications), cmp.Compare(b.Characters, a.Characters),
			cmp.Compare(a.Places[0].Offset, b.Places[0].Offset))
	})
}

// sharersOf lists the sources of other people that share text, in order of their ids.
func sharersOf(ev *evidence.Evidence) []sharer {
	self := NameKey(ev.Document.Identity.Applicant)
	var out []sharer
	for i := range ev.Sources {
		s := &ev.Sources[i]
		name := NameKey(s.Identity.Applicant)
		switch s.Relation {
		case evidence.SameApplicant, evidence.TookPart, evidence.SharesPerson, evidence.OnWeb:
			continue
		}
		if s.Full == 0 || name != "" && name == self {
			continue
		}
		x := sharer{source: s, institution: NameKey(s.Identity.Institution)}
		switch {
		case name != "":
			x.person = name + "/" + x.institution
		case s.Identity.SHA256 != "":
			x.person = s.Identity.SHA256
		default:
			x.person = strconv.FormatInt(s.ID, 10)
		}
		for j := range s.Matches {
			m := &s.Matches[j]
			if m.Counted == 0 || m.Citation != "" && m.Citation != evidence.NotCited {
				continue
			}
			for _, r := range m.Ranges() {
				x.exact = append(x.exact, extract.Span{Start: r.Start, End: r.End})
			}
		}
		if len(x.exact) > 0 {
			x.exact = joined(x.exact, 0)
			x.near = joined(slices.Clone(x.exact), widestEdit)
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b sharer) int { return cmp.Compare(a.source.ID, b.source.ID) })
	return out
}

// joined sorts spans and joins those with at most gap characters between them.
func joined(spans []extract.Span, gap int) []extract.Span {
	slices.SortFunc(spans, func(a, b extract.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End+gap {
			out[n-1].End = max(out[n-1].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// countPeople counts the applicants among the given sharers, or among all if of is nil.
func countPeople(sharers []sharer, of []int) int {
	people := map[string]bool{}
	if of == nil {
		for _, s := range sharers {
			people[s.person] = true
		}
	}
	for _, i := range of {
		people[sharers[i].person] = true
	}
	return len(people)
}

// placesOf divides the document where more than half of the sharers change, and lists the parts that
// enough sharers have.
func placesOf(sharers []sharer) []sharedPlace {
	type edge struct {
		at, sharer int
		begins     bool
	}
	var edges []edge
	for i, s := range sharers {
		for _, r := range s.near {
			edges = append(edges, edge{r.Start, i, true}, edge{r.End, i, false})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sharer, b.sharer)) })
	var out []sharedPlace
	var here []int // in order
	for i, e := range edges {
		if at, found := slices.BinarySearch(here, e.sharer); e.begins {
			here = slices.Insert(here, at, e.sharer)
		} else if found {
			here = slices.Delete(here, at, at+1)
		}
		if i+1 == len(edges) || edges[i+1].at == e.at || len(here) < leastSharers || countPeople(sharers, here) < leastSharers {
			continue
		}
		part := sharedPlace{extract.Span{Start: e.at, End: edges[i+1].at}, slices.Clone(here)}
		if n := len(out); n > 0 && part.Start <= out[n-1].End+widestEdit && alike(part.sharers, out[n-1].sharers) {
			out[n-1].End, out[n-1].sharers = part.End, union(out[n-1].sharers, part.sharers)
		} else {
			out = append(out, part)
		}
	}
	return slices.DeleteFunc(out, func(p sharedPlace) bool { return p.End-p.Start < leastPlace })
}

// alike reports whether at least half of the shorter list is in the other; both are sorted.
func alike(a, b []int) bool {
	both := len(a) + len(b) - len(union(a, b))
	return 2*both >= min(len(a), len(b))
}

// union returns the numbers of either list, sorted.
func union(a, b []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// together groups places that the same sources have.
func together(places []sharedPlace) [][]sharedPlace {
	var groups [][]sharedPlace
	for _, p := range places {
		joins := []sharedPlace{}
		rest := groups[:0]
		for _, g := range groups {
			if slices.ContainsFunc(g, func(o sharedPlace) bool { return alike(o.sharers, p.sharers) }) {
				joins = append(joins, g...)
			} else {
				rest = append(rest, g)
			}
		}
		groups = append(rest, append(joins, p))
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b sharedPlace) int { return cmp.Compare(a.Start, b.Start) })
	}
	return groups
}

// group counts the shared characters of some places, and the sources that have them. ok reports
// whether they are enough.
func (t *counts) group(sharers []sharer, places []sharedPlace) (out evidence.Several, ok bool) {
	var of []int
	for _, p := range places {
		of = union(of, p.sharers)
	}
	times := map[int]int{} // how many sharers have a character
	var people []int
	institutions := map[string]bool{}
	for _, i := range of {
		var here []int
		for _, r := range sharers[i].exact {
			for _, p := range places {
				for at := max(r.Start, p.Start); at < min(r.End, p.End); at++ {
					if t.countable[at] {
						here = append(here, at)
					}
				}
			}
		}
		if len(here) < leastPlace {
			continue
		}
		for _, at := range here {
			times[at]++
		}
		people = append(people, i)
		out.Sources = append(out.Sources, evidence.Sharer{ID: sharers[i].source.ID, Characters: len(here)})
		if sharers[i].institution != "" {
			institutions[sharers[i].institution] = true
		}
	}
	for _, n := range times {
		if n >= leastSharers {
			out.Characters++
		}
	}
	out.Applications, out.Institutions = len(people), len(institutions)
	if len(people) > 0 {
		out.Applicants = countPeople(sharers, people)
	}
	for _, p := range places {
		out.Places = append(out.Places, evidence.Place{Offset: p.Start, Length: p.End - p.Start})
	}
	slices.SortFunc(out.Sources, func(a, b evidence.Sharer) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.ID, b.ID))
	})
	return out, out.Applicants >= leastSharers && out.Characters >= leastSeveral
}
