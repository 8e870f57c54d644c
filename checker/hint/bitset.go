package hint

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
