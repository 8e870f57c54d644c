package exclude

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// buckets bounds what is counted to see which pairs of symbols are frequent at all.
const buckets = 1 << 20

// learnUsage counts the symbols of the neighbours, and the pairs that stand with
// leastApplicants of them: what fewer say may be a copy and its originals, and tells
// as much as if nobody said it.
func learnUsage(neighbours []Neighbour) *text.Usage {
	var all crowd
	for _, n := range neighbours {
		all.add(n.Identity, n.ID)
	}
	if all.size() < leastApplicants {
		return nil
	}
	// Those of one person stand together, so that each is counted once a pair.
	neighbours = slices.Clone(neighbours)
	slices.SortStableFunc(neighbours, func(a, b Neighbour) int { return cmp.Compare(person(a.Identity), person(b.Identity)) })
	single, symbols := map[uint32]int32{}, 0
	often := make([]uint8, buckets)
	bucket := func(pair uint64) *uint8 { return &often[pair*0x9e3779b97f4a7c15>>44] }
	for _, n := range neighbours {
		symbols += len(n.Digest.chars)
		for i, x := range n.Digest.chars {
			single[x]++
			if i > 0 {
				if b := bucket(text.PairOf(n.Digest.chars[i-1], x)); *b < leastApplicants {
					*b++
				}
			}
		}
	}
	type count struct {
		times, last int32 // last: of the neighbour who was counted last, from 1
		halves      int16 // applicants, in halves
	}
	counts := map[uint64]count{}
	who, before := int32(0), ""
	for _, n := range neighbours {
		unnamed := n.Identity.Applicant == ""
		if p := person(n.Identity); unnamed || who == 0 || p != before {
			who, before = who+1, p
		}
		for i := 1; i < len(n.Digest.chars); i++ {
			pair := text.PairOf(n.Digest.chars[i-1], n.Digest.chars[i])
			if *bucket(pair) < leastApplicants {
				continue
			}
			c := counts[pair]
			c.times++
			if c.last != who {
				c.last = who
				if c.halves++; !unnamed {
					c.halves++
				}
			}
			counts[pair] = c
		}
	}
	pairs := map[uint64]int32{}
	for pair, c := range counts {
		if c.halves >= nameless*leastApplicants {
			pairs[pair] = c.times
		}
	}
	return text.NewUsage(single, pairs, symbols)
}
