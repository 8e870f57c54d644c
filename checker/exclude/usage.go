package exclude

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"zhiwen/checker/text"
)

// buckets bounds the counters that show which pairs and triples of symbols are frequent at all:
// eighty long applications have a million of either, and few infrequent ones are then counted
// exactly.
const (
	bucketBits = 21
	buckets    = 1 << bucketBits
)

// learnUsage counts the symbols of the neighbours, and the pairs and triples that leastApplicants
// of them use: what fewer use may be a copy and its originals, and counts as unused.
func learnUsage(neighbours []Neighbour) *text.Usage {
	all := crowd{}
	for _, n := range neighbours {
		all.add(n.Identity, n.ID)
	}
	if len(all) < leastApplicants {
		return nil
	}
	// Documents of one person are put together, so that each person is counted once per pair.
	neighbours = slices.Clone(neighbours)
	slices.SortStableFunc(neighbours, func(a, b Neighbour) int { return cmp.Compare(person(a.Identity), person(b.Identity)) })
	var pairs, triples map[uint64]int32
	var counting sync.WaitGroup
	var panicked any
	counting.Go(func() {
		defer func() { panicked = recover() }() // otherwise it would end the process
		triples = commonSequences(neighbours, (*Digest).triples)
	})
	pairs = commonSequences(neighbours, (*Digest).pairs)
	single, symbols := countSymbols(neighbours)
	counting.Wait()
	if panicked != nil {
		panic(panicked)
	}
	maps.Copy(pairs, triples)
	return text.NewUsage(single, pairs, symbols)
}

// countSymbols returns how often each symbol occurs in the neighbours, and their total number of
// symbols.
func countSymbols(neighbours []Neighbour) (single map[uint32]int32, symbols int) {
	single = map[uint32]int32{}
	characters := make([]int32, 1<<16) // most symbols; a map takes ten times as long
	for _, n := range neighbours {
		symbols += len(n.Digest.chars)
		for _, x := range n.Digest.chars {
			if x < 1<<16 {
				characters[x]++
			} else {
				single[x]++
			}
		}
	}
	for x, times := range characters {
		if times > 0 {
			single[uint32(x)] = times
		}
	}
	return single, symbols
}

// commonSequences counts the sequences used by leastApplicants of the neighbours, where documents of
// one person are together. names appends the names of a document's sequences.
func commonSequences(neighbours []Neighbour, names func(*Digest, []uint64) []uint64) map[uint64]int32 {
	often := make([]uint8, buckets)
	bucket := func(name uint64) *uint8 { return &often[hashed(name)>>(64-bucketBits)] }
	var sequences []uint64
	for _, n := range neighbours {
		sequences = names(n.Digest, sequences[:0])
		for _, name := range sequences {
			if b := bucket(name); *b < leastApplicants {
				*b++
			}
		}
	}
	var counts sequenceCounts
	who, before := int32(0), ""
	for _, n := range neighbours {
		if p := member(n.Identity, n.ID); who == 0 || p != before {
			who, before = who+1, p
		}
		sequences = names(n.Digest, sequences[:0])
		for _, name := range sequences {
			if *bucket(name) < leastApplicants {
				continue
			}
			c := counts.of(name)
			c.times++
			if c.last != who {
				c.last = who
				c.people++
			}
		}
	}
	usual := map[uint64]int32{}
	for _, c := range counts.all {
		if c.people >= leastApplicants {
			usual[c.name] = c.times
		}
	}
	return usual
}

// sequenceCount is how often a sequence occurs in neighbours, and among how many applicants.
type sequenceCount struct {
	name        uint64
	times, last int32 // last: the neighbour counted last, from 1
	people      int16 // number of applicants
}

// sequenceCounts holds counts by name, as a hash table. Millions of names are looked up for a
// check, most of them often, which takes a third of the time of a map. The zero value is empty.
type sequenceCounts struct {
	all    []sequenceCount
	places []int32 // hash table of indexes in all plus 1, at most half full
	shift  int     // from a name's hash to its slot
}

// of returns the count of a name, new if necessary. It is valid until the next call.
func (c *sequenceCounts) of(name uint64) *sequenceCount {
	if 2*len(c.all) >= len(c.places) {
		c.grow()
	}
	at := c.at(name)
	if c.places[at] == 0 {
		c.all = append(c.all, sequenceCount{name: name})
		c.places[at] = int32(len(c.all)) // neighbours have fewer than 2³¹ symbols
	}
	return &c.all[c.places[at]-1]
}

// at returns the slot of a name, or the free one for it.
func (c *sequenceCounts) at(name uint64) int {
	at := int(hashed(name) >> c.shift)
	for c.places[at] != 0 && c.all[c.places[at]-1].name != name {
		at = (at + 1) & (len(c.places) - 1)
	}
	return at
}

func (c *sequenceCounts) grow() {
	size := bits.Len(uint(max(1<<12, 4*len(c.all)))) // more than twice as many slots as now
	c.places, c.shift = make([]int32, 1<<size), 64-size
	for i, known := range c.all {
		c.places[c.at(known.name)] = int32(i + 1)
	}
}

// hashed mixes a name. The high bits are as good as any.
func hashed(name uint64) uint64 { return name * 0x9e3779b97f4a7c15 }

// pairs appends the names of all pairs of symbols.
func (d *Digest) pairs(into []uint64) []uint64 {
	for i := 1; i < len(d.chars); i++ {
		into = append(into, text.PairOf(d.chars[i-1], d.chars[i]))
	}
	return into
}

// triples appends the names of all triples of symbols.
func (d *Digest) triples(into []uint64) []uint64 {
	for i := 2; i < len(d.chars); i++ {
		into = append(into, text.TripleOf(d.chars[i-2], d.chars[i-1], d.chars[i]))
	}
	return into
}
