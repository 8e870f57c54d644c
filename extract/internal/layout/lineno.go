package layout

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// Manuscripts for journals number their lines beside the text. These numbers are not text, and with
// the lines beside them they are not a table.

const (
	numberedLines = 15   // least lines with numbers on a page
	numberedPages = 2    // least such pages; their numbers continue or start again at the same number
	numberDigits  = 5    // most digits of a number
	numberAligned = 0.6  // font sizes within which the numbers of a page begin or end at one place
	numberSteps   = 0.95 // least share of steps from number to number that are one
	numberPitch   = 0.4  // share of the usual distance by which the distance of two numbers may differ
	numberRegular = 0.6  // least share of distances that are usual; headings and formulas take more room
	outsideRange  = 0.2  // most of a page's lines above the first number or below the last, as a share
	proseRows     = 0.5  // least share of running text in the width of what is numbered
)

// lineNumber is a line of a page that holds only a number.
type lineNumber struct {
	*page.Line
	value int
}

// dropLineNumbers removes line numbers that stand left or right of the text on several pages. The
// first column of a table may hold numbers too, but not from head to foot of page after page with
// running text beside it.
func dropLineNumbers(pages [][]*page.Line) {
	found := make([][]lineNumber, len(pages))
	n, goOn := 0, 0
	last := -1 // last page with numbers
	for i, lines := range pages {
		found[i] = numbersBeside(lines)
		if len(found[i]) == 0 {
			continue
		}
		n++
		if last >= 0 {
			a, b := found[last], found[i]
			if b[0].value == a[len(a)-1].value+1 || b[0].value == a[0].value {
				goOn++
			}
		}
		last = i
	}
	if n < numberedPages || 2*goOn < n-1 {
		return
	}
	for i, numbers := range found {
		if len(numbers) == 0 {
			continue
		}
		pages[i] = slices.DeleteFunc(pages[i], func(l *page.Line) bool {
			return slices.ContainsFunc(numbers, func(x lineNumber) bool { return x.Line == l })
		})
	}
}

// numbersBeside returns the line numbers of a page from top to bottom, first those left of the text
// and then those right of it.
func numbersBeside(lines []*page.Line) []lineNumber {
	var numbers []lineNumber
	var text []*page.Line
	for _, l := range lines {
		if l.Turned || l.Text == "" || l.Size == 0 {
			continue
		}
		if v, err := strconv.Atoi(l.Text); err == nil && v >= 0 && l.Text[0] != '+' && len(l.Text) <= numberDigits {
			numbers = append(numbers, lineNumber{l, v})
			continue
		}
		text = append(text, l)
	}
	if len(numbers) < numberedLines || len(text) == 0 {
		return nil
	}
	edge := page.Box{X0: text[0].X0, X1: text[0].X1}
	for _, l := range text {
		edge.X0, edge.X1 = min(edge.X0, l.X0), max(edge.X1, l.X1)
	}
	var out []lineNumber
	for _, outside := range []func(lineNumber) bool{
		func(n lineNumber) bool { return n.X1 <= edge.X0 },
		func(n lineNumber) bool { return n.X0 >= edge.X1 },
	} {
		side := aligned(slices.DeleteFunc(slices.Clone(numbers), func(n lineNumber) bool { return !outside(n) }))
		if countUp(side) && besideProse(side, text) {
			out = append(out, side...)
		}
	}
	return out
}

// aligned returns the largest set of numbers that begin or end at one place, from top to bottom.
func aligned(numbers []lineNumber) []lineNumber {
	var best []lineNumber
	for _, a := range numbers {
		var list []lineNumber
		for _, b := range numbers {
			if d := numberAligned * a.Size; page.Abs(a.X0-b.X0) < d || page.Abs(a.X1-b.X1) < d {
				list = append(list, b)
			}
		}
		if len(list) > len(best) {
			best = list
		}
		if len(best) == len(numbers) {
			break
		}
	}
	slices.SortStableFunc(best, func(a, b lineNumber) int { return cmp.Compare(b.Y0, a.Y0) })
	return best
}

// countUp reports whether the numbers count up by one at nearly equal distances.
func countUp(numbers []lineNumber) bool {
	if len(numbers) < numberedLines {
		return false
	}
	var drops []float32
	steps := 0
	for i := 1; i < len(numbers); i++ {
		if numbers[i].value == numbers[i-1].value+1 {
			steps++
		}
		drops = append(drops, numbers[i-1].Y0-numbers[i].Y0)
	}
	usual := slices.Sorted(slices.Values(drops))[len(drops)/2]
	regular := each.Count(drops, func(d float32) bool { return page.Abs(d-usual) < numberPitch*usual })
	return float32(steps) >= numberSteps*float32(len(drops)) && float32(regular) >= numberRegular*float32(len(drops))
}

// besideProse reports whether running text stands beside the numbers and little of the page stands
// above or below them.
func besideProse(numbers []lineNumber, text []*page.Line) bool {
	top, bottom := numbers[0].Y1, numbers[len(numbers)-1].Y0
	out := 0
	var all, full float32
	for _, l := range text {
		if mid := (l.Y0 + l.Y1) / 2; mid > top || mid < bottom {
			out++
			continue
		}
		w := l.X1 - l.X0
		all += w
		if w >= proseWidth*l.Size && utf8.RuneCountInString(l.Text) > numberDigits {
			full += w
		}
	}
	return float32(out) <= outsideRange*float32(len(text)) && full >= proseRows*all
}
