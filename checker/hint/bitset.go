package hint

import "math/bits"

// bitset is a set of small numbers.
type bitset []uint64

// newBitset makes an empty set of numbers below n.
func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(n uint32) { b[n/64] |= 1 << (n % 64) }

func (b bitset) has(n uint32) bool { return b[n/64]>>(n%64)&1 != 0 }

// setAll adds the numbers of a range, half-open.
func (b bitset) setAll(from, end int) {
	for n := from; n < end; {
		next := min(end, n|63+1)
		b[n/64] |= (1<<(next-n) - 1) << (n % 64)
		n = next
	}
}

// next returns the first number of the set from one on, end where none is below that.
func (b bitset) next(from, end int) int {
	for from < end {
		if rest := b[from/64] >> (from % 64); rest != 0 {
			return min(from+bits.TrailingZeros64(rest), end)
		}
		from = (from/64 + 1) * 64
	}
	return end
}
