package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// longestWord is the most symbols, about a word, whose insertion within a copied sentence is an
// edit of it. More symbols are words of this text alone.
const longestWord = 3

// symbolWay returns how the writing of a symbol differs between both sides.
func (c *clusters) symbolWay(q, s int32) Way {
	if c.query.Char[q] != c.source.Char[s] {
		return Homophone
	}
	a, b := c.query.Mark[q], c.source.Mark[s]
	switch {
	case a&^b&(text.MarkHidden|text.MarkLookAlike) != 0:
		return Disguised
	case (a^b)&text.MarkVariant != 0:
		return Script
	}
	return ""
}

// named makes matches of the runs of a part: one, or several if its paragraphs were treated in
// different ways.
func (c *clusters) named(runs []run, summary bool) []Match {
	list := c.list(runs, summary)
	var out []Match
	parts := [][]Run{list}
	if !summary {
		parts = c.alike(list)
	}
	for _, l := range parts {
		if m, ok := c.finish(l, len(runs) > 1 && !summary); ok {
			out = append(out, m)
		}
	}
	return out
}

// list returns the runs of a match, in symbols, from the agreeing runs and the text between them.
// Each way of writing has its own run, and each paragraph begins one.
func (c *clusters) list(runs []run, summary bool) []Run {
	in := chain(runs)
	bySource := make([]int, len(runs))
	for i := range bySource {
		bySource[i] = i
	}
	slices.SortFunc(bySource, func(a, b int) int { return cmp.Compare(runs[a].s, runs[b].s) })
	next := make([]int, len(runs)) // next run in the source; len(runs) for the last
	for k, i := range bySource {
		if next[i] = len(runs); k+1 < len(bySource) {
			next[i] = bySource[k+1]
		}
	}
	var out []Run
	for i, r := range runs {
		op := Equal
		if !in[i] {
			op = Moved
		}
		sentence := sentenceAt(c.query, r.q)
		for k := int32(0); k < r.length; k++ {
			q, s := int(r.q+k), int(r.s+k)
			begins := false
			if q >= sentence.Last {
				sentence = sentenceAt(c.query, r.q+k)
				begins = sentence.Paragraph
			}
			x := Run{Op: op, Way: c.symbolWay(r.q+k, r.s+k), QuerySymbols: Span{q, q + 1}, SourceSymbols: Span{s, s + 1}}
			if x.Way != "" && op == Equal {
				x.Op = Changed
			}
			if n := len(out); k > 0 && !begins && out[n-1].Op == x.Op && out[n-1].Way == x.Way {
				out[n-1].QuerySymbols.End, out[n-1].SourceSymbols.End = q+1, s+1
				continue
			}
			out = append(out, x)
		}
		q, s := Span{int(r.q + r.length), int(r.q + r.length)}, Span{int(r.s + r.length), int(r.s + r.length)}
		if i+1 < len(runs) {
			q.End = int(runs[i+1].q)
		}
		if next[i] < len(runs) {
			s.End = int(runs[next[i]].s)
		}
		same := next[i] == i+1 && !summary
		if n := len(out) - 1; same && s.Start == s.End && q.Start < q.End && q.End-q.Start <= longestWord && out[n].Op == Equal &&
			out[n].QuerySymbols.End-out[n].QuerySymbols.Start > 1 {
			// An inserted word changes the words around it.
			out[n].QuerySymbols.End, out[n].SourceSymbols.End = q.Start-1, s.Start-1
			q.Start, s.Start = q.Start-1, s.Start-1
		}
		out = append(out, between(q, s, same)...)
	}
	return out
}

// between returns the runs of the text between two agreeing runs: an edit if the same two runs
// enclose it on both sides and the lengths are similar.
func between(q, s Span, same bool) []Run {
	a, b := q.End-q.Start, s.End-s.Start
	if same && a > 0 && b > 0 && max(a, b) <= 3*min(a, b)+2 {
		return []Run{{Op: Changed, Way: Edited, QuerySymbols: q, SourceSymbols: s}}
	}
	var out []Run
	if a > 0 {
		out = append(out, Run{Op: OnlyThis, QuerySymbols: q, SourceSymbols: Span{s.Start, s.Start}})
	}
	if b > 0 {
		out = append(out, Run{Op: OnlySource, QuerySymbols: Span{q.End, q.End}, SourceSymbols: s})
	}
	return out
}

// finish makes a match of runs in symbols. It drops what only one side has at the ends and
// accidental agreement, extends an edited match to the ends of its sentences, and sets the
// positions of the runs.
func (c *clusters) finish(list []Run, snaps bool) (Match, bool) {
	list = slices.Clone(list)
	// omissions are determined below
	list = slices.DeleteFunc(list, func(r Run) bool { return r.Op == OnlySource })
	loose := func(r Run) bool { return r.Op == OnlyThis || r.Op == Changed && r.Way == Edited }
	for len(list) > 0 && loose(list[0]) {
		list = list[1:]
	}
	for len(list) > 0 && loose(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return Match{}, false
	}
	list = withSource(list)
	var t treatment
	for _, r := range list {
		t.add(r)
	}
	var runs []Run
	for _, r := range list {
		if !t.has(r.Way) {
			if r.Way == Homophone && r.Op == Changed {
				r.Way = Edited
			} else if r.Op == Changed {
				r.Op, r.Way = Equal, ""
			} else {
				r.Way = ""
			}
		}
		if n := len(runs); n > 0 && runs[n-1].Op == r.Op && runs[n-1].Way == r.Way &&
			runs[n-1].QuerySymbols.End == r.QuerySymbols.Start && runs[n-1].SourceSymbols.End == r.SourceSymbols.Start {
			runs[n-1].QuerySymbols.End, runs[n-1].SourceSymbols.End = r.QuerySymbols.End, r.SourceSymbols.End
			continue
		}
		runs = append(runs, r)
	}
	if snaps {
		runs = c.snap(runs)
	}
	m := Match{Runs: runs}
	m.QuerySymbols, m.SourceSymbols = Span{runs[0].QuerySymbols.Start, 0}, runs[0].SourceSymbols
	for _, r := range runs {
		m.QuerySymbols.End = max(m.QuerySymbols.End, r.QuerySymbols.End)
		m.SourceSymbols = Span{min(m.SourceSymbols.Start, r.SourceSymbols.Start), max(m.SourceSymbols.End, r.SourceSymbols.End)}
	}
	if c.same(m) {
		m.Runs = []Run{{Op: Equal, QuerySymbols: m.QuerySymbols, SourceSymbols: m.SourceSymbols}}
	}
	m.Query, m.Source = Bounds(c.query, m.QuerySymbols), Bounds(c.source, m.SourceSymbols)
	c.place(&m)
	return m, true
}

// same reports whether both sides of a match are equal from end to end: repetitive text may have
// been matched crosswise.
func (c *clusters) same(m Match) bool {
	if slices.ContainsFunc(m.Runs, func(r Run) bool { return r.Way != "" && r.Way != Edited }) {
		return false
	}
	return slices.Equal(c.query.Char[m.QuerySymbols.Start:m.QuerySymbols.End], c.source.Char[m.SourceSymbols.Start:m.SourceSymbols.End])
}

// withSource adds the runs that only the source has: the text between two others, after the first
// of them.
func withSource(list []Run) []Run {
	var order []int
	for i, r := range list {
		if r.Op != OnlyThis {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(list[a].SourceSymbols.Start, list[b].SourceSymbols.Start) })
	behind := map[int]Span{} // by index in the list
	for k, i := range order[1:] {
		if gap := (Span{list[order[k]].SourceSymbols.End, list[i].SourceSymbols.Start}); gap.Start < gap.End {
			behind[order[k]] = gap
		}
	}
	var out []Run
	add := func(gap Span, at int) {
		if gap.Start < gap.End {
			out = append(out, Run{Op: OnlySource, QuerySymbols: Span{at, at}, SourceSymbols: gap})
		}
	}
	for i, r := range list {
		if i+1 == len(list) { // the last run was moved; a match does not end with text that is not in it
			add(behind[i], r.QuerySymbols.Start)
			return append(out, r)
		}
		out = append(out, r)
		add(behind[i], r.QuerySymbols.End)
	}
	return out
}

// snap extends a match to the ends of its sentences if some, but few, symbols are missing on both
// sides: the first or last words of a copied sentence are often changed.
func (c *clusters) snap(runs []Run) []Run {
	low, high := runs[0].SourceSymbols.Start, runs[0].SourceSymbols.End
	for _, r := range runs {
		low, high = min(low, r.SourceSymbols.Start), max(high, r.SourceSymbols.End)
	}
	first, last := runs[0], runs[len(runs)-1]
	q, s := c.query.Sentences, c.source.Sentences
	if first.SourceSymbols.Start == low {
		a := Span{q[c.query.SentenceOf(first.QuerySymbols.Start)].First, first.QuerySymbols.Start}
		b := Span{s[c.source.SentenceOf(low)].First, low}
		if few(a) && few(b) && !slices.Contains(c.scratch.taken[a.Start:a.End], true) {
			runs = slices.Insert(runs, 0, Run{Op: Changed, Way: Edited, QuerySymbols: a, SourceSymbols: b})
		}
	}
	if last.SourceSymbols.End == high {
		a := Span{last.QuerySymbols.End, q[c.query.SentenceOf(last.QuerySymbols.End-1)].Last}
		b := Span{high, s[c.source.SentenceOf(high-1)].Last}
		if few(a) && few(b) && !slices.Contains(c.scratch.taken[a.Start:a.End], true) {
			runs = append(runs, Run{Op: Changed, Way: Edited, QuerySymbols: a, SourceSymbols: b})
		}
	}
	return runs
}

func few(s Span) bool { return s.End > s.Start && s.End-s.Start <= snap }

// place sets the code points of a match's runs: each reaches to the beginning of the next one on
// its side.
func (c *clusters) place(m *Match) {
	order := make([]int, len(m.Runs))
	for i := range order {
		order[i] = i
	}
	side := func(t *text.Text, whole Span, symbols func(*Run) Span, out func(*Run) *Span) {
		end := whole.End
		for k := len(order) - 1; k >= 0; k-- {
			r := &m.Runs[order[k]]
			x := symbols(r)
			if x.Start == x.End {
				*out(r) = Span{end, end}
				continue
			}
			start := int(t.Start[x.Start])
			*out(r) = Span{start, end}
			end = start
		}
		for _, i := range order { // the passage may begin with a mark before its first symbol
			if x := out(&m.Runs[i]); x.Start < x.End {
				x.Start = whole.Start
				break
			}
			*out(&m.Runs[i]) = Span{whole.Start, whole.Start}
		}
	}
	side(c.query, m.Query, func(r *Run) Span { return r.QuerySymbols }, func(r *Run) *Span { return &r.Query })
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(m.Runs[a].SourceSymbols.Start, m.Runs[b].SourceSymbols.Start)
	})
	side(c.source, m.Source, func(r *Run) Span { return r.SourceSymbols }, func(r *Run) *Span { return &r.Source })
}
