package hint

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Shelf is the words of many documents, by word: for each term the blocks that have it. It
// is not changed after it was made and may be read concurrently.
type Shelf struct {
	ids      []int64 // of documents, ascending
	first    []int32 // first block of each document, and the number of all
	blocks   []Block
	size     []uint16 // terms of each block
	owner    []int32  // document of each block, by place in ids
	terms    []uint32 // ascending
	start    []uint32 // of each term in postings, and the length
	postings []uint32 // blocks
	count    [languages]int
}

// LeastDocuments is how many documents a library has at the least in which hints are looked for: a window's best document
// is told by how far it stands above the others, and the deviation of fewer than thirty is mostly chance.
const LeastDocuments = 30

// Shelved is a document as a Shelf takes it.
type Shelved struct {
	ID    int64 // above 0
	Index *Index
}

// NewShelf makes a shelf of documents, whose ids differ. It takes 0.2 s for 5,000 documents of 5,000 characters.
func NewShelf(documents []Shelved) *Shelf {
	documents = slices.Clone(documents)
	slices.SortFunc(documents, func(a, b Shelved) int { return cmp.Compare(a.ID, b.ID) })
	s := &Shelf{}
	n := 0
	for _, d := range documents {
		n += len(d.Index.Terms)
	}
	pairs := make([]uint64, 0, n)
	for i, d := range documents {
		base := len(s.blocks)
		s.ids, s.first = append(s.ids, d.ID), append(s.first, int32(base))
		s.blocks = append(s.blocks, d.Index.Blocks...)
		for _, b := range d.Index.Blocks {
			s.owner = append(s.owner, int32(i))
			s.count[b.Language]++
		}
		s.size = append(s.size, make([]uint16, len(d.Index.Blocks))...)
		for _, t := range d.Index.Terms {
			block := base + int(t.Block)
			if s.size[block] < math.MaxUint16 {
				s.size[block]++
			}
			pairs = append(pairs, uint64(t.ID)<<32|uint64(block))
		}
	}
	s.first = append(s.first, int32(len(s.blocks)))
	pairs = sortByTerm(pairs)
	s.postings = make([]uint32, len(pairs))
	for i, p := range pairs {
		if term := uint32(p >> 32); len(s.terms) == 0 || s.terms[len(s.terms)-1] != term {
			s.terms, s.start = append(s.terms, term), append(s.start, uint32(i))
		}
		s.postings[i] = uint32(p)
	}
	s.start = append(s.start, uint32(len(pairs)))
	return s
}

// sortByTerm sorts by the upper halves and leaves what is equal there in its order: digit by digit.
func sortByTerm(pairs []uint64) []uint64 {
	const digit = termBits / 2
	other := make([]uint64, len(pairs))
	for shift := 32; shift < 32+termBits; shift += digit {
		var at [1<<digit + 1]int
		for _, p := range pairs {
			at[p>>shift&(1<<digit-1)+1]++
		}
		for i := range at[1:] {
			at[i+1] += at[i]
		}
		for _, p := range pairs {
			d := p >> shift & (1<<digit - 1)
			other[at[d]] = p
			at[d]++
		}
		pairs, other = other, pairs
	}
	return pairs
}

// Blocks says how many blocks of a language there are.
func (s *Shelf) Blocks(l Language) int { return s.count[l] }

// Documents says how many documents there are.
func (s *Shelf) Documents() int { return len(s.ids) }

// of gives the blocks that have a term, ascending.
func (s *Shelf) of(term uint32) []uint32 {
	i := sort.Search(len(s.terms), func(i int) bool { return s.terms[i] >= term })
	if i == len(s.terms) || s.terms[i] != term {
		return nil
	}
	return s.postings[s.start[i]:s.start[i+1]]
}
