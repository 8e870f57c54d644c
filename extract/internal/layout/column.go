package layout

import (
	"cmp"
	"slices"

	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

const (
	maxTextColumns = 4
	columnLines    = 6    // least lines on each side of a gutter
	columnWidth    = 0.15 // least width of a column as a share of the text's width
	ruledCell      = 0.3  // cells between drawn lines are narrower than this share of the text's width
	// share of its column that a usual line of running text fills; cells of tables fill less
	columnFill  = 0.7
	acrossShare = 0.3  // share of lines that may cross a gutter: titles, figures, formulas
	besideShare = 0.5  // share of the lines of the shorter side that must have lines beside them
	acrossText  = 0.45 // share of a page's text, by length, that may cross columns taken from other pages
	knownPages  = 2    // least pages that must agree before their columns are used for other pages
	gutterStep  = 2    // points
	across      = -1   // column of a line that spans several columns
)

// columnsOfPages returns the columns of running text on each page, from left to right. A page
// without columns gets at most one box. Pages with many figures and tables show their columns less
// clearly than the rest of the document, so they take the columns of other pages if their text fits
// them. Cells of ruled tables are ignored, since they may stand in a column.
func columnsOfPages(pages [][]*page.Line, rules func(int) []page.Rule) [][]page.Box {
	out := make([][]page.Box, len(pages))
	texts := make([][]*page.Line, len(pages))
	for i, lines := range pages {
		texts[i] = slices.DeleteFunc(slices.Clone(lines), func(l *page.Line) bool { return l.Text == "" || l.Size == 0 || l.Turned })
		if len(texts[i]) == 0 {
			continue
		}
		whole := page.Box{X0: texts[i][0].X0, X1: texts[i][0].X1}
		for _, l := range texts[i] {
			whole.X0, whole.X1 = min(whole.X0, l.X0), max(whole.X1, l.X1)
		}
		if drawn := rules(i); len(drawn) > 0 && len(texts[i]) <= maxCellLines {
			texts[i] = slices.DeleteFunc(texts[i], func(l *page.Line) bool {
				b, ok := between(l, drawn)
				return ok && b.X1-b.X0 < ruledCell*(whole.X1-whole.X0) && crossed(l, drawn)
			})
		}
		out[i] = splitColumns(texts[i], whole, columnWidth*(whole.X1-whole.X0), maxTextColumns)
	}
	known := commonColumns(out)
	for i, text := range texts {
		if len(out[i]) > 1 {
			continue
		}
		if k := slices.IndexFunc(known, func(bands []page.Box) bool { return fitColumns(text, bands) }); k >= 0 {
			out[i] = known[k]
		}
	}
	return out
}

// commonColumns returns the columns that several pages share, most frequent first.
func commonColumns(pages [][]page.Box) [][]page.Box {
	type usual struct {
		bands []page.Box
		pages int
	}
	var list []*usual
	for _, bands := range pages {
		if len(bands) < 2 {
			continue
		}
		i := slices.IndexFunc(list, func(u *usual) bool {
			return slices.EqualFunc(u.bands, bands, func(a, b page.Box) bool {
				return page.Abs(a.X0-b.X0) < 2*edgeDrift && page.Abs(a.X1-b.X1) < 2*edgeDrift
			})
		})
		if i < 0 {
			i, list = len(list), append(list, &usual{bands: bands})
		}
		list[i].pages++
	}
	list = slices.DeleteFunc(list, func(u *usual) bool { return u.pages < knownPages })
	slices.SortStableFunc(list, func(a, b *usual) int { return cmp.Compare(b.pages, a.pages) })
	return each.Of(list, func(u *usual) []page.Box { return u.bands })
}

// fitColumns reports whether most of a page's text stands in the given columns and at least one of
// them has running text from edge to edge.
func fitColumns(text []*page.Line, bands []page.Box) bool {
	var all, over float32
	full := make([]int, len(bands))
	for _, l := range text {
		all += l.X1 - l.X0
		i := bandOf(l, bands)
		switch {
		case i == across:
			over += l.X1 - l.X0
		case l.X1-l.X0 >= columnFill*(bands[i].X1-bands[i].X0):
			full[i]++
		}
	}
	most := slices.Max(full)
	if over <= acrossText*all && most >= columnLines {
		return true
	}
	// A long title and abstract may cross the columns; then two columns of text must follow.
	n := each.Count(full, func(lines int) bool { return lines >= columnLines })
	return n > 1
}

// bandOf returns the index of the column that contains a line, or across.
func bandOf(l *page.Line, bands []page.Box) int {
	in := across
	for i, b := range bands {
		if l.X0 >= b.X0-hangs(l) && l.X1 <= b.X1+hangs(l) {
			in = i
		}
	}
	return in
}

// splitColumns splits a band of the page at its best gutter and then splits both sides in turn.
func splitColumns(lines []*page.Line, band page.Box, least float32, most int) []page.Box {
	if most < 2 || len(lines) < 2*columnLines {
		return []page.Box{band}
	}
	at, ok := gutter(lines, band, least)
	if !ok {
		return []page.Box{band}
	}
	var left, right []*page.Line
	for _, l := range lines {
		switch {
		case l.X1 <= at+hangs(l):
			left = append(left, l)
		case l.X0 >= at-hangs(l):
			right = append(right, l)
		}
	}
	a := splitColumns(left, page.Box{X0: band.X0, X1: at}, least, most-1)
	return append(a, splitColumns(right, page.Box{X0: at, X1: band.X1}, least, most-len(a))...)
}

// hangs returns how far a line may reach into a gutter: by a punctuation mark at its end.
func hangs(l *page.Line) float32 { return 0.5 * l.Size }

// gutter returns the position that the fewest lines cross and that has running text on both sides.
func gutter(lines []*page.Line, band page.Box, least float32) (at float32, ok bool) {
	best := 0
	from, to := float32(0), float32(0) // range of equally good positions
	for x := band.X0 + least; x <= band.X1-least; x += gutterStep {
		cross, left, right := 0, 0, 0
		for _, l := range lines {
			switch {
			case l.X1 <= x+hangs(l):
				left++
			case l.X0 >= x-hangs(l):
				right++
			default:
				cross++
			}
		}
		if left < columnLines || right < columnLines || float32(cross) > acrossShare*float32(len(lines)) {
			continue
		}
		switch n := len(lines) - cross; {
		case n > best:
			best, from, to = n, x, x
		case n == best && x-to <= gutterStep:
			to = x
		}
	}
	if best == 0 {
		return 0, false
	}
	at = (from + to) / 2
	return at, flank(lines, at)
}

// flank reports whether running text stands on both sides of a gutter: lines that fill their column
// and stand beside each other.
func flank(lines []*page.Line, at float32) bool {
	var sides [2][]*page.Line
	for _, l := range lines {
		switch {
		case l.X1 <= at+hangs(l):
			sides[0] = append(sides[0], l)
		case l.X0 >= at-hangs(l):
			sides[1] = append(sides[1], l)
		}
	}
	for i, side := range sides {
		if len(side) < columnLines || !runsFull(side) {
			return false
		}
		slices.SortStableFunc(sides[i], func(a, b *page.Line) int { return cmp.Compare(b.Y0, a.Y0) })
	}
	few, many := sides[0], sides[1]
	if len(few) > len(many) {
		few, many = many, few
	}
	beside, k := 0, 0
	for _, l := range few {
		for k < len(many) && many[k].Y0 > l.Y1 {
			k++
		}
		if k < len(many) && many[k].Y1 > l.Y0 {
			beside++
		}
	}
	return float32(beside) >= besideShare*float32(len(few))
}

// runsFull reports whether most lines, or most of their text, are nearly as long as the longest
// usual line: the labels of a figure are many but hold little text. In the second case the long
// lines must also be as wide as running text, since most text beside a gutter may be in the cells
// of a table.
func runsFull(lines []*page.Line) bool {
	sorted := slices.Clone(lines)
	slices.SortFunc(sorted, func(a, b *page.Line) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	width := func(i int) float32 { return sorted[i].X1 - sorted[i].X0 }
	usual := width(len(sorted) * 9 / 10)
	if width(len(sorted)/2) >= columnFill*usual {
		return true
	}
	var all, full float32
	n := 0
	for i, l := range sorted {
		all += width(i)
		if width(i) >= columnFill*usual && width(i) >= proseWidth*l.Size {
			full += width(i)
			n++
		}
	}
	return n >= columnLines && 2*full >= all
}

// inColumns sets the columns and margins of the lines of a page. Between lines that span columns,
// text that the file stores row by row is reordered column by column, unless it is a table.
func inColumns(lines []*page.Line, bands []page.Box) []*page.Line {
	for _, l := range lines {
		l.Column = bandOf(l, bands)
	}
	out := make([]*page.Line, 0, len(lines))
	for i := 0; i < len(lines); {
		from := i
		for i < len(lines) && (lines[i].Column == across) == (lines[from].Column == across) {
			i++
		}
		run := lines[from:i]
		if run[0].Column != across && rowByRow(run) {
			run = byColumn(run)
		}
		out = append(out, run...)
	}
	var sides [maxTextColumns + 1][]*page.Line
	for _, l := range out {
		sides[laneOf(l)] = append(sides[laneOf(l)], l)
	}
	for _, side := range sides {
		setMargins(side, frameOf(side))
		narrowBlocks(side)
	}
	return out
}

// turnShare: a file was written row by row if at least this share of its lines is followed by a
// line in a column further right. A page written in columns does so once per column.
const turnShare = 0.25

func rowByRow(lines []*page.Line) bool {
	turns := 0
	for i := 1; i < len(lines); i++ {
		if lines[i].Column > lines[i-1].Column {
			turns++
		}
	}
	return float32(turns) >= max(turnShare*float32(len(lines)), columnLines)
}

// byColumn sorts lines that the file stores row by row by their columns. The lines of a table keep
// their order and are marked as spanning columns.
func byColumn(lines []*page.Line) []*page.Line {
	out := slices.Clone(lines)
	slices.SortStableFunc(out, func(a, b *page.Line) int { return cmp.Compare(a.Column, b.Column) })
	for i := 0; i < len(out); {
		from := i
		for i < len(out) && out[i].Column == out[from].Column {
			i++
		}
		if !prose(out[from:i]) {
			for _, l := range lines {
				l.Column = across
			}
			return lines
		}
	}
	return out
}

// The cells of a table are narrower than newspaper columns, or further apart.
const (
	proseWidth = 12 // font sizes; width of a usual line of a column
	proseStep  = 2  // font sizes from one line to the next
)

// prose reports whether the lines of a column, from top to bottom, are long and
// close enough to be running text.
func prose(lines []*page.Line) bool {
	var widths, steps []float32
	for i, l := range lines {
		if l.Text == "" || l.Size == 0 {
			continue
		}
		widths = append(widths, (l.X1-l.X0)/l.Size)
		if i > 0 && lines[i-1].Y0 > l.Y0 {
			steps = append(steps, (lines[i-1].Y0-l.Y0)/l.Size)
		}
	}
	slices.Sort(widths)
	slices.Sort(steps)
	return len(steps) > 0 && widths[len(widths)/2] >= proseWidth && steps[len(steps)/2] <= proseStep
}
