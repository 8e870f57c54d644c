package page

import (
	"slices"
	"strings"
	"unicode"
)

// Some programs draw the lines of a page from its bottom to its top. Each line is then right above
// the one before it, which happens elsewhere only in formulas and along the axes of charts.

const (
	leastUpward  = 4    // rows that follow one another upwards; numerators and bounds are fewer
	farthestStep = 3    // heights of a line between the base lines of two such rows
	leastStep    = 0.7  // the same for the nearest rows
	sameHeight   = 0.15 // share by which the sizes of their letters may differ
)

// downward reverses rows of lines that follow one another upwards.
func downward(lines []*Line) []*Line {
	var rows [][]*Line
	for _, l := range lines {
		if n := len(rows); n > 0 && SameRow(rows[n-1][len(rows[n-1])-1], l) {
			rows[n-1] = append(rows[n-1], l)
		} else {
			rows = append(rows, []*Line{l})
		}
	}
	done := 0
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rightAbove(rows[to], rows[to-1]) {
			to++
		}
		if to-from < leastUpward {
			from = to
			continue
		}
		first := from // with headings, and across gaps
		for first > done && higher(rows[first], rows[first-1]) {
			first--
		}
		for to < len(rows) && higher(rows[to], rows[to-1]) {
			to++
		}
		slices.Reverse(rows[first:to])
		from, done = to, to
	}
	if done == 0 {
		return lines
	}
	return slices.Concat(rows...)
}

// rightAbove reports whether a row stands right above another one, in letters of the same size. Numbers
// along an axis do not count.
func rightAbove(row, below []*Line) bool {
	a, b := row[0], below[0]
	return higher(row, below) && strings.ContainsFunc(a.Text, unicode.IsLetter) &&
		Abs(a.Size-b.Size) <= sameHeight*max(a.Size, b.Size) && a.Y0-b.Y0 <= farthestStep*b.Height()
}

// higher reports whether a row stands above another one and overlaps it horizontally.
func higher(row, below []*Line) bool {
	a, b := row[0], below[0]
	return !a.Turned && !b.Turned && a.Text != "" && b.Text != "" && a.Y0-b.Y0 >= leastStep*b.Height() &&
		min(row[len(row)-1].X1, below[len(below)-1].X1) > max(a.X0, b.X0)
}
