package align

import (
	"slices"

	"zhiwen/checker/text"
)

// promising is what a piece must tell for its source to be looked at more closely: half
// way between a slight piece and a match. In a part of the source the same agreement can be parted and trimmed
// otherwise than in the whole, by some symbols at its ends.
const promising = (slight + least) / 2

// Promises reports whether Align could find a match in a part of source: whether in the
// whole of it any piece is nearly a match, or as many sentences are much alike as a
// summary has. It costs less than to find out which part takes part in a comparison.
// The time is that of Align, and the same Scratch serves both.
//
// A part has no more in common with the query than the whole, and in no longer
// stretches. What it can have beside that are words that stand too often in the
// whole to be weak seeds, and sentences that are more alike where fewer others are counted: neither makes
// a match but beside a piece that tells nearly enough by itself.
func (q *Query) Promises(source *text.Text, s *Scratch) bool {
	c, pieces := q.pieces(source, s)
	return c.mostTold >= promising || c.maySumUp(pieces)
}

// maySumUp reports whether so many sentences around the pieces, which are in the order of
// the query, are much alike to some of the source as a summary has parts.
func (c *clusters) maySumUp(pieces []piece) bool {
	if len(pieces) == 0 {
		return false
	}
	index := newSentenceIndex(c.source, c.scratch)
	copies := make([]bool, len(c.query.Sentences)) // none: they would tell enough
	done, parts := 0, 0
	for _, p := range pieces {
		at := max(done, c.query.SentenceOf(p.QuerySymbols.Start))
		if c.query.SentenceOf(p.QuerySymbols.End-1) < at {
			continue
		}
		var links []link
		links, done = c.follow(index, at, done, copies)
		slices.SortFunc(links, byQuery)
		counted := -1
		for _, l := range links {
			if l.strong && l.query != counted && c.query.Sentences[l.query].Weight >= labelWeight {
				parts, counted = parts+1, l.query
			}
		}
		if parts >= leastParts {
			return true
		}
	}
	return false
}
