package fingerprint

// ShortBits is the size of a short fingerprint. It stands in the lowest bits of Groups.
const ShortBits = 64

// shortWidths are the widths of the groups of a short fingerprint, from its lowest bit on. The published text names 11,
// 11, 11, 11, 11 and 10, which are 65 bits; these are the six of Manku, Jain and Das Sarma (Detecting near-duplicates for
// web crawling, WWW 2007). Which group lacks the bit changes no result: of six groups at least four are equal where at
// most two bits differ.
var shortWidths = [...]int{11, 11, 11, 11, 10, 10}

// storedWidths are the widths of the groups of every other fingerprint, which libraries store as columns.
var storedWidths = [GroupCount]int{GroupBits, GroupBits, GroupBits, GroupBits, GroupBits}

// Bits returns the size of a fingerprint in bits.
func (s Scheme) Bits() int {
	if s.Short {
		return ShortBits
	}
	return Bits
}

// Widths returns the widths in bits of the groups that are compared.
func (s Scheme) Widths() []int {
	if s.Short {
		return shortWidths[:]
	}
	return storedWidths[:]
}

// Split appends the groups of a fingerprint that are compared to into, as many as Widths has. Those of a short
// fingerprint are cut across its words; otherwise they are the words themselves, so that NoGroup keeps its value.
func (s Scheme) Split(into []uint32, g Groups) []uint32 {
	if !s.Short {
		return append(into, g[:]...)
	}
	held := uint64(g[0]) | uint64(g[1])<<GroupBits | uint64(g[2])<<(2*GroupBits) | uint64(g[3])<<(3*GroupBits)
	for _, width := range shortWidths {
		into = append(into, uint32(held&(1<<width-1)))
		held >>= width
	}
	return into
}
