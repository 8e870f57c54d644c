package text

// Usage is how often symbols stand in texts of one kind, and pairs that follow one
// another in many of them. It is not changed after it was made and may be read
// concurrently; nil knows nothing.
type Usage struct {
	single map[uint32]int32
	pairs  map[uint64]int32
	all    int
}

// NewUsage takes counts of symbols (Char of Text), and of the pairs (PairOf) that are
// usual. all is the number of symbols of the texts.
func NewUsage(single map[uint32]int32, pairs map[uint64]int32, all int) *Usage {
	return &Usage{single, pairs, all}
}

// PairOf names a symbol behind another one.
func PairOf(before, symbol uint32) uint64 { return uint64(before)<<32 | uint64(symbol) }

// Single gives how often a symbol stands in the texts.
func (u *Usage) Single(symbol uint32) int { return int(u.single[symbol]) }

// Pair gives how often a symbol stands behind another one, 0 where that is not usual.
func (u *Usage) Pair(before, symbol uint32) int { return int(u.pairs[PairOf(before, symbol)]) }

// All gives how many symbols the texts have.
func (u *Usage) All() int { return u.all }
