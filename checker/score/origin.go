package score

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// Origins returns for each range of a document that its sources cover where it stood
// first: in the source of the earliest year, then of the earliest date, then of
// the lowest number, which is the order of arrival. One of unknown year is later than
// all whose year is known, one of unknown date later than those of its year.
//
// Where every source is of a later year or date than the document, the document was
// first: Source 0; where a source is of unknown year and the others are later, the range is
// left out. It is the applicant's own text (Own) where the document is in the
// library and came there before that source; else it is said and changes no figure, since
// a year alone is what a form says.
//
// Of what was handed in to one call nothing says who was first: where a range is first
// another applicant's of the document's call, and no year or date tells them apart, the
// range is left out.
//
// Matches of text that takes no part are not looked at. The ranges are in order,
// disjoint and as long as can be.
func Origins(this evidence.Document, sources []evidence.Source) []evidence.Origin {
	first := map[int]int{}    // by place: index of the source
	undated := map[int]bool{} // by place: a source that has it is not known to be later than the document
	order := make([]int, len(sources))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(compare(sources[a].Identity, sources[b].Identity), cmp.Compare(sources[a].ID, sources[b].ID))
	})
	for _, i := range order {
		later := this.Identity.Before(sources[i].Identity)
		for j := range sources[i].Matches {
			m := &sources[i].Matches[j]
			if m.Reason != "" {
				continue
			}
			for _, r := range m.Ranges() {
				for at := r.Start; at < r.End; at++ {
					undated[at] = undated[at] || !later
					if _, taken := first[at]; !taken {
						first[at] = i
					}
				}
			}
		}
	}
	places := make([]int, 0, len(first))
	for at := range first {
		places = append(places, at)
	}
	slices.Sort(places)
	var out []evidence.Origin
	for _, at := range places {
		s := &sources[first[at]]
		if s.SameCall && s.Relation != evidence.SameApplicant && !s.Identity.Before(this.Identity) && !this.Identity.Before(s.Identity) {
			continue
		}
		o := evidence.Origin{Offset: at, Length: 1, Source: s.ID, Own: s.Relation == evidence.SameApplicant}
		if this.Identity.Before(s.Identity) {
			if undated[at] {
				continue
			}
			o.Source, o.Own = 0, (this.InLibrary || s.SameCall) && this.ID < s.ID
		}
		if n := len(out); n > 0 && out[n-1].Source == o.Source && out[n-1].Own == o.Own && out[n-1].Offset+out[n-1].Length == at {
			out[n-1].Length++
			continue
		}
		out = append(out, o)
	}
	return out
}

// compare puts identities in order of year and date; of what is unknown, the year,
// the month or the day, is taken that it is late.
func compare(a, b evidence.Identity) int {
	const late = 1 << 30
	year := func(i evidence.Identity) int {
		if i.Year == 0 {
			return late
		}
		return i.Year
	}
	return cmp.Or(cmp.Compare(year(a), year(b)), cmp.Compare(a.Date+"~", b.Date+"~"))
}
