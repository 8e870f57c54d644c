package exclude

import (
	"cmp"
	"iter"
	"slices"

	"zhiwen/checker/text"
)

// buckets bounds what is counted to see which pairs and triples of symbols are
// frequent at all.
const buckets = 1 << 20

// learnUsage counts the symbols of the neighbours, and the pairs and triples that stand
// with leastApplicants of them: what fewer say may be a copy and its originals, and tells
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
	bucket := func(name uint64) *uint8 { return &often[name*0x9e3779b97f4a7c15>>44] }
	for _, n := range neighbours {
		symbols += len(n.Digest.chars)
		for _, x := range n.Digest.chars {
			single[x]++
		}
		for name := range n.Digest.sequences() {
			if b := bucket(name); *b < leastApplicants {
				*b++
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
		for name := range n.Digest.sequences() {
			if *bucket(name) < leastApplicants {
				continue
			}
			c := counts[name]
			c.times++
			if c.last != who {
				c.last = who
				if c.halves++; !unnamed {
					c.halves++
				}
			}
			counts[name] = c
		}
	}
	usual := map[uint64]int32{}
	for name, c := range counts {
		if c.halves >= nameless*leastApplicants {
			usual[name] = c.times
		}
	}
	return text.NewUsage(single, usual, symbols)
}

// sequences gives the names of all pairs and triples of symbols.
func (d *Digest) sequences() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := 1; i < len(d.chars); i++ {
			if !yield(text.PairOf(d.chars[i-1], d.chars[i])) {
				return
			}
			if i > 1 && !yield(text.TripleOf(d.chars[i-2], d.chars[i-1], d.chars[i])) {
				return
			}
		}
	}
}
