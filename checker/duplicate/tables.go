package duplicate

import (
	"math/bits"
	"slices"
	"sort"
)

// Tables find among 64-bit values those that differ from one in at most a few bits, in
// memory. The bits are cut into blocks; of values that differ in k bits, at least
// blocks-k blocks are equal. For each choice of as many blocks there is a table of the
// values with these blocks in front, sorted: what agrees in them stands side by side, and is
// compared whole (Manku, Jain, Das Sarma, WWW 2007, section 3). More blocks than k+1 make
// more tables with fewer values to compare: of k = 3, 4 blocks are 4 tables by 16 bits, 5 are
// 10 by 25 or 26, 6 are 20 by some 32. They are not changed after they were made and may be
// read concurrently.
type Tables struct {
	values []uint64
	most   int
	tables []table
}

// table is one permutation of the bits.
type table struct {
	blocks []block // in front first
	front  int     // bits that must be equal
	rows   []row
}

type block struct{ shift, bits int }

type row struct {
	permuted uint64
	place    int32 // in Tables.values
}

// NewTables makes tables of values for up to most differing bits, 0 to 62; of each choice
// as many blocks as equal say are equal, at least 1: there are most+equal blocks.
func NewTables(values []uint64, most, equal int) *Tables {
	t := &Tables{values: values, most: most}
	n := most + equal
	var blocks []block
	for i := range n {
		from, to := 64*i/n, 64*(i+1)/n
		blocks = append(blocks, block{64 - to, to - from})
	}
	eachChoice(n, equal, func(chosen []bool) {
		tb := table{}
		for _, front := range []bool{true, false} {
			for i, b := range blocks {
				if chosen[i] == front {
					tb.blocks = append(tb.blocks, b)
					if front {
						tb.front += b.bits
					}
				}
			}
		}
		tb.rows = make([]row, len(values))
		for i, v := range values {
			tb.rows[i] = row{tb.permute(v), int32(i)}
		}
		slices.SortFunc(tb.rows, func(x, y row) int {
			switch {
			case x.permuted < y.permuted:
				return -1
			case x.permuted > y.permuted:
				return 1
			}
			return int(x.place - y.place)
		})
		t.tables = append(t.tables, tb)
	})
	return t
}

// eachChoice calls do with every choice of k of n.
func eachChoice(n, k int, do func(chosen []bool)) {
	chosen := make([]bool, n)
	var choose func(from, left int)
	choose = func(from, left int) {
		if left == 0 {
			do(chosen)
			return
		}
		for i := from; i <= n-left; i++ {
			chosen[i] = true
			choose(i+1, left-1)
			chosen[i] = false
		}
	}
	choose(0, k)
}

// permute puts the blocks of a value into the table's order.
func (t table) permute(v uint64) (out uint64) {
	for _, b := range t.blocks {
		out = out<<b.bits | v>>b.shift&(1<<b.bits-1)
	}
	return out
}

// Near returns the places of all values that differ from one in at most the tables' bits, in
// order.
func (t *Tables) Near(value uint64) []int {
	var out []int
	for _, tb := range t.tables {
		asked := tb.permute(value)
		rest := uint64(1)<<(64-tb.front) - 1
		low := asked &^ rest
		for i := sort.Search(len(tb.rows), func(i int) bool { return tb.rows[i].permuted >= low }); i < len(tb.rows) && tb.rows[i].permuted <= asked|rest; i++ {
			if bits.OnesCount64(tb.rows[i].permuted^asked) <= t.most {
				out = append(out, int(tb.rows[i].place))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// each calls do once with the places of each two values that are near, the first before
// the second.
func (t *Tables) each(do func(i, j int)) {
	for n, tb := range t.tables {
		for i, x := range tb.rows {
			for _, y := range tb.rows[i+1:] {
				if (x.permuted^y.permuted)>>(64-tb.front) != 0 {
					break
				}
				if bits.OnesCount64(x.permuted^y.permuted) > t.most || t.agreeBefore(n, t.values[x.place], t.values[y.place]) {
					continue
				}
				do(int(min(x.place, y.place)), int(max(x.place, y.place)))
			}
		}
	}
}

// agreeBefore reports whether one of the first n tables has two values side by side.
func (t *Tables) agreeBefore(n int, a, b uint64) bool {
	for _, tb := range t.tables[:n] {
		if tb.permute(a^b)>>(64-tb.front) == 0 {
			return true
		}
	}
	return false
}

// Scan is Near without tables: all values are looked at.
func Scan(values []uint64, value uint64, most int) []int {
	var out []int
	for i, v := range values {
		if bits.OnesCount64(v^value) <= most {
			out = append(out, i)
		}
	}
	return out
}
