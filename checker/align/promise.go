package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// What must be found in the whole of a source before a part of it is compared. In a part the same
// agreement is split and trimmed slightly differently, so the requirements are lower than for a
// match: a weight between that of a weak piece and that of a sufficient one, and three fourths of a
// match's information.
const (
	promising     = (slight + least) / 2
	promisingNews = 0.75
)

// Promises reports whether Align could find a match in a part of source: whether any piece in the
// whole of it has nearly enough weight and information, or as many sentences are similar as in a
// summary. That is cheaper than determining which parts take part in a comparison, and far cheaper
// than finding the matches. The time is at most that of Align, and the same Scratch serves both.
//
// A part has no more in common with the query than the whole. Its agreement has more information,
// since less of it counts as usual; so the source is not counted as usual at all (mostNews). A part
// may also have words that occur too often in the whole to be weak seeds, and sentences that are
// more similar when fewer others are counted. Both make a match only beside a piece that nearly is
// one by itself.
func (q *Query) Promises(source *text.Text, s *Scratch) bool {
	c, pieces := q.pieces(source, s)
	return c.promise(pieces)
}

// promise reports whether a match could be made of pieces, which are in the order of the query.
func (c *clusters) promise(pieces []piece) bool {
	return len(pieces) > 0 && (c.mayTell(pieces) || c.maySumUp(pieces))
}

// mayTell reports whether any of the pieces, which are in the order of the query, has nearly enough
// weight and parts with nearly enough information.
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

// maySumUp reports whether as many sentences around the pieces, which are in the order of the
// query, are similar to sentences in a stretch of the source as a summary has parts.
func (c *clusters) maySumUp(pieces []piece) bool {
	index := newSentenceIndex(c.source, c.scratch)
	copies := make([]bool, len(c.query.Sentences)) // none are copies: these would suffice by themselves
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

// tellsOfSummary reports whether what linked sentences share, with the pieces beside them, has
// nearly as much information as a summary.
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
