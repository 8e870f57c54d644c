package align

import (
	"cmp"
	"slices"
	"sort"
)

// A summary takes a little from everywhere: text that is together in the query is far apart in the
// source, in any order and in other words. Passages that run along both texts do not show it, but
// sentences compared by their words do (like.go). From the pieces that alignment found, the
// sentences of the query are followed in both directions as long as each is similar to some
// sentence of the source. If several take from a far longer stretch of the source, they are a
// summary of that stretch and one match.
//
// The lengths are those of Sanchez-Perez, Gelbukh, Sidorov (PAN 2014).
const (
	scattered  = 24  // most sentences of the source between two that a summary uses
	condensing = 3   // least ratio of the stretch's length to the summary's
	leastParts = 3   // least similar sentences, not counting labels
	beside     = 2   // a piece whose source is shorter than this many times its length runs along both texts
	copied     = 60  // a piece of this weight that agrees nearly wholly is a copy, not part of a summary
	faithful   = 0.9 // share of nearly wholly
)

// summaries finds the summaries around pieces, and returns them and their passages of the query.
func (c *clusters) summaries(pieces []piece) ([]piece, passages) {
	ends := make([]int, len(pieces)) // end of the pieces up to each
	copies := make([]bool, len(c.query.Sentences))
	for i, p := range pieces {
		ends[i] = p.QuerySymbols.End
		if i > 0 {
			ends[i] = max(ends[i], ends[i-1])
		}
		if p.Weight < copied || c.agreeing(p) < faithful || !c.along(p) {
			continue
		}
		for k := c.query.SentenceOf(p.QuerySymbols.Start); k < len(copies) && c.query.Sentences[k].First < p.QuerySymbols.End; k++ {
			copies[k] = copies[k] || mostlyWithin(symbols(c.query.Sentences[k:k+1]), p.QuerySymbols)
		}
	}
	var out []piece
	kept := passages{}
	var index *sentenceIndex
	done := 0 // first sentence that was not processed yet
	for _, p := range pieces {
		at := max(done, c.query.SentenceOf(p.QuerySymbols.Start))
		if c.query.SentenceOf(p.QuerySymbols.End-1) < at || copies[at] {
			continue
		}
		if index == nil {
			index = newSentenceIndex(c.source, c.scratch)
		}
		var links []link
		links, done = c.follow(index, at, done, copies)
		groups := c.groups(links, 0)
		slices.SortStableFunc(groups, func(a, b []link) int { return cmp.Compare(len(b), len(a)) })
		for _, group := range groups {
			span := symbols(c.query.Sentences[group[0].query : group[len(group)-1].query+1])
			from := sort.SearchInts(ends, span.Start+1)
			until := sort.Search(len(pieces), func(i int) bool { return pieces[i].QuerySymbols.Start >= span.End })
			m, ok := c.summary(index, group, pieces[from:max(from, until)])
			if ok && !kept.hold(m.QuerySymbols) {
				kept.add(m.QuerySymbols)
				out = append(out, m)
			}
		}
	}
	return out, kept
}

// follow links the sentences of the query around sentence at, none before from and no copies, to
// similar ones of the source. It returns the links in no order, and the first sentence that it did
// not process.
func (c *clusters) follow(index *sentenceIndex, at, from int, copies []bool) ([]link, int) {
	var out []link
	s := c.query.Sentences
	start, end := s[at].First, s[at].First
	next := at
	for ; next < len(s) && s[next].First-end <= apart && !copies[next] && (next == at || !s[next].Cut); next++ {
		if l := index.alike(c.query, next); len(l) > 0 {
			out, end = append(out, l...), s[next].Last
		}
	}
	for i := at - 1; i >= from && start-s[i].Last <= apart && !copies[i] && !s[i+1].Cut; i-- {
		if l := index.alike(c.query, i); len(l) > 0 {
			out, start = append(out, l...), s[i].First
		}
	}
	return out, next
}

// groups splits links where the query or the source does not continue, until both do. It returns
// each group in the order of the query. times is how often they were split before.
func (c *clusters) groups(links []link, times int) [][]link {
	c.scratch.work += len(links)
	part := func(links []link, compare func(a, b link) int, apart func(a, b link) bool) [][]link {
		slices.SortFunc(links, compare)
		var out [][]link
		first := 0
		for i := 1; i <= len(links); i++ {
			if i == len(links) || apart(links[i-1], links[i]) {
				out = append(out, links[first:i:i])
				first = i
			}
		}
		return out
	}
	var out [][]link
	cut := func(a, b link) bool { // both are of the source
		i := sort.SearchInts(c.source.Cuts, c.source.Sentences[a.source].First+1)
		return i < len(c.source.Cuts) && c.source.Cuts[i] <= c.source.Sentences[b.source].First
	}
	for _, g := range part(links, bySource, func(a, b link) bool { return b.source-a.source > scattered || cut(a, b) }) {
		parts := part(g, byQuery, func(a, b link) bool {
			return c.query.Sentences[b.query].First-c.query.Sentences[a.query].Last > apart
		})
		if len(parts) == 1 || times == patience {
			out = append(out, parts...)
			continue
		}
		for _, p := range parts { // smaller each time, so this ends
			out = append(out, c.groups(p, times+1)...)
		}
	}
	return out
}

// summary makes a match of linked sentences, if they are a summary. pieces are those of this part
// of the query.
func (c *clusters) summary(index *sentenceIndex, links []link, pieces []piece) (piece, bool) {
	low, high := links[0].source, links[0].source
	for _, l := range links {
		low, high = min(low, l.source), max(high, l.source)
	}
	m := piece{
		QuerySymbols:  symbols(c.query.Sentences[links[0].query : links[len(links)-1].query+1]),
		SourceSymbols: symbols(c.source.Sentences[low : high+1]),
		strong:        true, summary: true,
	}
	size := c.querySums.weight(m.QuerySymbols)
	if c.sourceSums.weight(m.SourceSymbols) < condensing*size {
		return m, false
	}
	linked, parts := c.parts(links, pieces)
	if parts < leastParts || 2*linked < size {
		return m, false
	}
	var runs []run
	for _, p := range pieces {
		if !m.SourceSymbols.meets(p.SourceSymbols) {
			continue
		}
		m.QuerySymbols, m.SourceSymbols = m.QuerySymbols.union(p.QuerySymbols), m.SourceSymbols.union(p.SourceSymbols)
		for _, r := range p.Runs {
			runs = append(runs, run{q: int32(r.Query), s: int32(r.Source), length: int32(r.Length)})
		}
	}
	for _, l := range links {
		runs = append(runs, index.shared(c.query, l)...)
	}
	runs = oneToOne(c.weighed(runs))
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.q, b.q) })
	different := map[uint64]bool{}
	for _, r := range runs {
		m.Runs = append(m.Runs, Agreement{int(r.q), int(r.s), int(r.length)})
		m.Weight += int(r.weight)
		for i := int(r.q); i < int(r.q+r.length); i++ {
			if f, n := feature(c.query, c.query.Sentences[c.query.SentenceOf(i)], i); n > 0 {
				different[f] = true
			}
		}
	}
	m.SourceSymbols = index.widened(m.SourceSymbols, parts)
	m.Query, m.Source = Bounds(c.query, m.QuerySymbols), Bounds(c.source, m.SourceSymbols)
	// Formulas and tables repeat the same few words.
	return m, weakWeight*len(different) >= least && c.tells(runs) >= least
}

// parts returns the weight of the linked sentences, and the number of places in the source that
// they represent: similar sentences, and pieces that run along both texts, whose sentences count as
// one place.
func (c *clusters) parts(links []link, pieces []piece) (linked, parts int) {
	along := passages{}
	for _, p := range pieces {
		if p.strong && c.along(p) {
			along.add(p.QuerySymbols)
			parts++
		}
	}
	seen, counted := -1, -1
	for _, l := range links {
		s := c.query.Sentences[l.query]
		if l.query != seen {
			linked, seen = linked+s.Weight, l.query
		}
		if l.strong && l.query != counted && s.Weight >= labelWeight && !along.hold(Span{s.First, s.Last}) {
			parts, counted = parts+1, l.query
		}
	}
	return linked, parts
}

// along reports whether a piece runs along both texts.
func (c *clusters) along(m piece) bool {
	return c.sourceSums.weight(m.SourceSymbols) < beside*c.querySums.weight(m.QuerySymbols)
}

// widened extends a passage of the source at both ends by the mean distance of the parts that a
// summary takes from it, within its section: the first and the last of several random places are
// about that far from the ends of the text they are from.
func (x *sentenceIndex) widened(span Span, parts int) Span {
	first, last := x.text.SentenceOf(span.Start), x.text.SentenceOf(span.End-1)
	distance := (last - first) / (parts - 1)
	from, until := 0, len(x.text.Sentences)
	if i := sort.SearchInts(x.sections, first+1); i > 0 {
		from = x.sections[i-1]
	}
	if i := sort.SearchInts(x.sections, last+1); i < len(x.sections) {
		until = x.sections[i]
	}
	out := symbols(x.text.Sentences[max(from, first-distance):min(until, last+1+distance)])
	start, end := x.text.Stretch(span.Start)
	return Span{max(start, out.Start), min(end, out.End)}
}
