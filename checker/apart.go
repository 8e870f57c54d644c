package checker

import (
	"cmp"
	"slices"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// What takes no part is compared all the same, apart from the rest and after it:
// a report can count a reason that was left out without another check, and the
// figures of the rest stay. The library is not asked for such text, of which it holds
// far too much: it is compared, reason by reason, with the documents that were
// aligned with the rest, and the matches with as many as mostApart documents are kept
// for each reason, those with most in common.
const mostApart = 16

// apart is the text of one reason made ready.
type apart struct {
	reason evidence.Reason
	text   *text.Text
	align  *align.Query
}

// apart returns the texts of the reasons that are left out, in the order of their names.
func (e *Engine) apart(q *query) []apart {
	var out []apart
	for _, reason := range e.parameters.Exclude {
		if ranges := exclude.Of(q.ranges, []evidence.Reason{reason}); len(ranges) > 0 {
			t := e.profile.fold(q.input.Document, complement(ranges, len(q.runes))...)
			out = append(out, apart{reason: reason, text: t, align: align.NewQuery(t)})
		}
	}
	slices.SortFunc(out, func(a, b apart) int { return cmp.Compare(a.reason, b.reason) })
	return out
}

// complement returns what of n characters is not in ranges.
func complement(ranges []extract.Span, n int) []extract.Span {
	var out []extract.Span
	at := 0
	for _, r := range ranges {
		if r.Start > at {
			out = append(out, extract.Span{Start: at, End: r.Start})
		}
		at = r.End
	}
	if at < n {
		out = append(out, extract.Span{Start: at, End: n})
	}
	return out
}

// alignApart finds what of the text that takes no part stands in source.
func (e *Engine) alignApart(q *query, source *Source) []match {
	var out []match
	for _, a := range q.apart {
		found := e.passages(q, a.text, a.align, source, e.whole(source), a.reason != evidence.ReasonBibliography)
		for i := range found {
			found[i].reason = a.reason
		}
		out = append(out, found...)
	}
	return out
}

// mostTelling leaves, of the matches of each reason, those with the sources that
// have most in common.
func (e *Engine) mostTelling(q *query, found []comparison) []comparison {
	type weight struct{ source, characters int }
	by := map[evidence.Reason]map[int]int{} // characters by place in found
	for i, c := range found {
		for _, m := range c.matches {
			if m.reason == "" {
				continue
			}
			if by[m.reason] == nil {
				by[m.reason] = map[int]int{}
			}
			by[m.reason][i] += m.query.End - m.query.Start
		}
	}
	for reason, sizes := range by {
		var order []weight
		for i, n := range sizes {
			order = append(order, weight{i, n})
		}
		slices.SortFunc(order, func(a, b weight) int {
			return cmp.Or(cmp.Compare(b.characters, a.characters), cmp.Compare(found[a.source].source.ID, found[b.source].source.ID))
		})
		for _, w := range order[min(mostApart, len(order)):] {
			c := &found[w.source]
			c.matches = slices.DeleteFunc(c.matches, func(m match) bool { return m.reason == reason })
		}
	}
	return slices.DeleteFunc(found, func(c comparison) bool { return !e.listed(q, c) })
}
