package text

// Usage is how often symbols stand in texts of one kind, and pairs and triples that
// follow one another in many of them. It is not changed after it was made and may be read
// concurrently; nil knows nothing.
type Usage struct {
	single  map[uint32]int32
	several map[uint64]int32
	all     int
}

// NewUsage takes counts of symbols (Char of Text), and of the pairs (PairOf) and
// triples (TripleOf) that are usual. all is the number of symbols of the texts.
func NewUsage(single map[uint32]int32, several map[uint64]int32, all int) *Usage {
	return &Usage{single, several, all}
}

// PairOf names a symbol behind another one.
func PairOf(before, symbol uint32) uint64 { return uint64(before)<<32 | uint64(symbol) }

// TripleOf names a symbol behind two others. Two different ones of some texts, or a
// pair and a triple, have the same name but for one chance in many millions.
func TripleOf(first, second, symbol uint32) uint64 {
	h := PairOf(first, second) * 0xff51afd7ed558ccd
	h ^= h >> 32
	return (h ^ uint64(symbol)) * 0xc4ceb9fe1a85ec53
}

// Single returns how often a symbol stands in the texts.
func (u *Usage) Single(symbol uint32) int { return int(u.single[symbol]) }

// Pair returns how often a symbol follows another one, or 0 if that is not usual.
func (u *Usage) Pair(before, symbol uint32) int { return int(u.several[PairOf(before, symbol)]) }

// Triple returns how often a symbol stands behind two others, 0 where that is not usual.
func (u *Usage) Triple(first, second, symbol uint32) int {
	return int(u.several[TripleOf(first, second, symbol)])
}

// All returns how many symbols the texts have.
func (u *Usage) All() int { return u.all }
