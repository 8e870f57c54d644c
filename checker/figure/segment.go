package figure

import (
	"maps"
	"slices"

	"zhiwen/extract/imprint"
)

// Segment holds the hashes of the figures of many documents in memory, side by side, to be
// compared with those of one: eight bytes a figure and as many for its document. Comparing takes
// about a nanosecond a pair. An index of parts of the hash in the database was reckoned instead: hashes
// near each other differ in up to 10 of 64 bits, so that of four parts one differs in two
// at the most, which are 548 values to look up for each figure, and of a chart on
// white paper most parts are what thousands of others have.
//
// Put must not run beside anything else; Near may run beside Near.
type Segment struct {
	hashes []uint64
	of     []int64       // document of each, 0 where it has others by now
	first  map[int64]int // of the hashes of a document
	gone   int           // hashes whose document has others
}

// NewSegment returns an empty one.
func NewSegment() *Segment { return &Segment{first: map[int64]int{}} }

// Put keeps the hashes of a document in place of those that it had. The number of a document is
// not 0.
func (s *Segment) Put(document int64, hashes []uint64) {
	if i, had := s.first[document]; had {
		n := 0
		for j := i; j < len(s.of) && s.of[j] == document; j++ {
			n++
		}
		if slices.Equal(s.hashes[i:i+n], hashes) {
			return
		}
		clear(s.of[i : i+n])
		s.gone += n
		delete(s.first, document)
	}
	if len(hashes) > 0 {
		s.first[document] = len(s.hashes)
		s.hashes = append(s.hashes, hashes...)
		for range hashes {
			s.of = append(s.of, document)
		}
	}
	if s.gone > 1<<10 && 2*s.gone > len(s.hashes) {
		s.close()
	}
}

// close removes deleted entries.
func (s *Segment) close() {
	n := 0
	for i, d := range s.of {
		if d == 0 {
			continue
		}
		if n == 0 || s.of[n-1] != d {
			s.first[d] = n
		}
		s.hashes[n], s.of[n] = s.hashes[i], d
		n++
	}
	s.hashes, s.of, s.gone = s.hashes[:n], s.of[:n], 0
}

// Documents returns those that have hashes, in order.
func (s *Segment) Documents() []int64 { return slices.Sorted(maps.Keys(s.first)) }

// Near returns for each hash the documents that have one near it (imprint.Near), in order.
func (s *Segment) Near(hashes []uint64) [][]int64 {
	out := make([][]int64, len(hashes))
	for j, o := range s.hashes {
		for i, h := range hashes {
			if imprint.Near(h, o) && s.of[j] != 0 {
				out[i] = append(out[i], s.of[j])
			}
		}
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}
