package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// What must be found in the whole of a source for a part of it to be looked at. In a part
// the same agreement is parted and trimmed a little otherwise, so less will do than of a
// match: a piece half way between a slight one and one that is enough, and three fourths of what a
// match tells.
const (
	promising     = (slight + least) / 2
	promisingNews = 0.75
)

// Promises reports whether Align could find a match in a part of source: whether in the
// whole of it any piece is nearly enough and tells nearly enough, or as many sentences are much alike as
// a summary has. It costs less than to find out which part takes part in a comparison, and far
// less than to see what of it is a match. The time is that of Align at the most, and the same Scratch serves both.
//
// A part has no more in common with the query than the whole. What it says tells more,
// since less is counted as usual: so what the source says is not counted at all (mostNews).
// What a part can have beside that are words that stand too often in the whole to be weak seeds, and sentences that are
// more alike where fewer others are counted; neither makes a match but beside a piece that is nearly one by itself.
func (q *Query) Promises(source *text.Text, s *Scratch) bool {
	c, pieces := q.pieces(source, s)
	return len(pieces) > 0 && (c.mayTell(pieces) || c.maySumUp(pieces))
}

// mayTell reports whether any of the pieces, which are in the order of the query, is nearly
// enough and has parts that tell nearly enough.
func (c *clusters) mayTell(pieces []piece) bool {
	if !slices.ContainsFunc(pieces, piece.promises) {
		return false
	}
	c.untake()
	c.news = c.mostNews(pieces)
	c.news.least = promisingNews
	return slices.ContainsFunc(c.joined(pieces, c.near), func(p piece) bool { return p.promises() && len(c.partsOf(p)) > 0 })
}

func (p piece) promises() bool { return p.told >= promising }

// maySumUp reports whether so many sentences around the pieces, which are in the order of
// the query, are much alike to some of a stretch of the source as a summary has parts.
func (c *clusters) maySumUp(pieces []piece) bool {
	index := newSentenceIndex(c.source, c.scratch)
	copies := make([]bool, len(c.query.Sentences)) // none: they would tell enough
	done := 0
	for _, p := range pieces {
		at := max(done, c.query.SentenceOf(p.QuerySymbols.Start))
		if c.query.SentenceOf(p.QuerySymbols.End-1) < at {
			continue
		}
		var links []link
		links, done = c.follow(index, at, done, copies)
		for _, group := range c.groups(links, 0) {
			slices.SortFunc(group, byQuery)
			span := symbols(c.query.Sentences[group[0].query : group[len(group)-1].query+1])
			parts, counted := 0, -1
			for _, p := range pieces {
				if p.strong && span.meets(p.QuerySymbols) {
					parts++
				}
			}
			for _, l := range group {
				if l.strong && l.query != counted && c.query.Sentences[l.query].Weight >= labelWeight {
					parts, counted = parts+1, l.query
				}
			}
			if parts >= leastParts && c.tellsOfSummary(index, group, pieces, span) {
				return true
			}
		}
	}
	return false
}

// tellsOfSummary reports whether what linked sentences share, with the pieces beside them, tells nearly
// as much as a summary does.
func (c *clusters) tellsOfSummary(index *sentenceIndex, links []link, pieces []piece, span Span) bool {
	var runs []run
	for _, p := range pieces {
		if span.meets(p.QuerySymbols) {
			for _, r := range p.Runs {
				runs = append(runs, run{q: int32(r.Query), s: int32(r.Source), length: int32(r.Length)})
			}
		}
	}
	for _, l := range links {
		runs = append(runs, index.shared(c.query, l)...)
	}
	runs = oneToOne(c.weighed(runs))
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.q, b.q) })
	if c.tells(runs) < promising {
		return false
	}
	whole := piece{summary: true}
	for _, r := range runs {
		whole.Runs = append(whole.Runs, Agreement{int(r.q), int(r.s), int(r.length)})
	}
	c.untake()
	c.news = c.mostNews([]piece{whole})
	c.news.least = promisingNews
	return len(c.partsOf(whole)) > 0
}
