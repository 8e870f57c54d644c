package duplicate

import (
	"cmp"
	"math/bits"
	"slices"
)

// eachNear calls do once with the places of each two values that differ in at most so many bits, 0 to 62, the first
// before the second. The bits are cut into one block more than that, so two such values have one in common. For each
// block the values are sorted with it in front: those that agree in it are adjacent and are compared as a whole
// (Manku, Jain, Das Sarma, WWW 2007, section 3).
func eachNear(values []uint64, most int, do func(i, j int)) {
	type row struct {
		turned uint64 // with the block in front
		place  int32
	}
	from := func(block int) int { return 64 * block / (most + 1) }
	rows := make([]row, len(values))
	for block := range most + 1 {
		for i, v := range values {
			rows[i] = row{bits.RotateLeft64(v, from(block)), int32(i)}
		}
		slices.SortFunc(rows, func(x, y row) int { return cmp.Compare(x.turned, y.turned) })
		rest := 64 - from(block+1) + from(block)
		for i, x := range rows {
			for _, y := range rows[i+1:] {
				difference := x.turned ^ y.turned
				if difference>>rest != 0 {
					break
				}
				if bits.OnesCount64(difference) > most {
					continue
				}
				// bits before the block: where an earlier block agrees too, do was called with the two there
				before, known := bits.RotateLeft64(difference, -from(block)), false
				for b := range block {
					known = known || before<<from(b)>>(64-from(b+1)+from(b)) == 0
				}
				if !known {
					do(int(min(x.place, y.place)), int(max(x.place, y.place)))
				}
			}
		}
	}
}
