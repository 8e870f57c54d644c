package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	edgeLines = 3    // lines at each edge that may be a running head or foot
	edgeZone  = 0.15 // of the page's height in which they stand
	edgeShare = 3    // a line is one when it repeats on a third of the pages
	edgeTimes = 3    // and at least so often
	edgeDrift = 6    // points by which its height may differ
)

var pageNumber = pattern(`^(?:[-–—~·\s]*\d{1,4}[-–—~·\s]*|[ivxlcIVXLC]{1,7}|第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|(?:[Pp]age\s+)?\d{1,4}\s*(?:/|of)\s*\d{1,4}|Page\s+\d+)$`)

// edgePlace is a line of an edge with its digits folded, and its height.
type edgePlace struct {
	text string
	bin  int
}

func placeOf(l *line) edgePlace { return edgePlace{edgeKey(l), int(l.y0 / edgeDrift)} }

// dropEdges takes running heads and feet and page numbers out of the pages.
func dropEdges(pages [][]*line, heights []float32) {
	seen := map[edgePlace][]int{} // pages, in order
	filled := 0
	for i := range pages {
		pages[i] = dropBinding(pages[i])
	}
	for i, lines := range pages {
		if len(lines) > 0 {
			filled++
		}
		for _, l := range edges(lines, heights[i]) {
			at := placeOf(l)
			// Neighbouring bins too, so that no line falls between two.
			for d := -1; d <= 1; d++ {
				k := edgePlace{at.text, at.bin + d}
				if n := len(seen[k]); n == 0 || seen[k][n-1] != i {
					seen[k] = append(seen[k], i)
				}
			}
		}
	}
	need := max(edgeTimes, (filled+edgeShare-1)/edgeShare)
	drop := map[*line]bool{}
	left := false
	for i, lines := range pages {
		for _, l := range edges(lines, heights[i]) {
			on := seen[placeOf(l)]
			if len(on) >= need || outermost(l, lines) && (pageNumber().MatchString(l.text) || near(on, i)) {
				drop[l] = true
			}
		}
		left = left || slices.ContainsFunc(lines, func(l *line) bool { return l.text != "" && !drop[l] })
	}
	if !left {
		return // pages of nothing but their numbers
	}
	for i, lines := range pages {
		pages[i] = slices.DeleteFunc(lines, func(l *line) bool { return drop[l] })
	}
}

// near says whether a page close to i has the same line: heads that name the
// chapter change too often to repeat on a third of the pages.
func near(pages []int, i int) bool {
	for _, p := range pages {
		if p != i && p-i <= 2 && i-p <= 2 {
			return true
		}
	}
	return false
}

// edges gives the lines nearest to the top and the bottom of a page.
func edges(lines []*line, height float32) []*line {
	// Hidden text is evidence wherever it stands.
	byHeight := slices.DeleteFunc(slices.Clone(lines), func(l *line) bool { return l.text == "" })
	slices.SortStableFunc(byHeight, func(a, b *line) int { return cmp.Compare(b.y0, a.y0) })
	var out []*line
	for i, l := range byHeight {
		top := i < edgeLines && l.y0 > height*(1-edgeZone)
		bottom := i >= len(byHeight)-edgeLines && l.y1 < height*edgeZone
		if top || bottom {
			out = append(out, l)
		}
	}
	return out
}

// edgeKey is the line with its digits as one sign, so that page numbers in it
// do not make it differ.
func edgeKey(l *line) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, l.text)
}

// outermost says whether no line stands further out than l, nor beside it: only
// there a number alone is the page's.
func outermost(l *line, lines []*line) bool {
	above, below := false, false
	for _, o := range lines {
		if o == l || o.text == "" {
			continue
		}
		if sameRow(o, l) {
			return false
		}
		above = above || o.y0 >= l.y1
		below = below || o.y1 <= l.y0
	}
	return !above || !below
}

// bindingMarks is how many strokes one below the other make a binding line, the
// dotted one with 装订线 along the edge of Chinese forms.
const bindingMarks = 5

// dropBinding takes out the binding line: strokes, and the characters between
// them, that stand in one column.
func dropBinding(lines []*line) []*line {
	strokes := map[int]int{} // by place
	at := func(l *line) int { return int((l.x0 + l.x1) / 2 / edgeDrift) }
	for _, l := range lines {
		if strings.ContainsRune("┊┆┇┋│┃|¦︙⋮︱", firstRune(l.text)) && utf8.RuneCountInString(l.text) == 1 {
			strokes[at(l)]++
		}
	}
	return slices.DeleteFunc(lines, func(l *line) bool {
		return strokes[at(l)] >= bindingMarks && utf8.RuneCountInString(l.text) == 1
	})
}
