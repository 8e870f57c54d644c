package layout

import (
	"cmp"
	"slices"

	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// margins sets the columns and the margins of the lines of each page, found by where lines often
// begin and end. rules returns the rules drawn on a page.
func margins(pages [][]*page.Line, rules func(int) []page.Rule) {
	frames := each.Of(pages, frameOf)
	usual := commonFrames(pages, frames)
	columns := columnsOfPages(pages, rules)
	for i, lines := range pages {
		if len(lines) == 0 {
			continue
		}
		if bands := columns[i]; len(bands) > 1 && !commentsBeside(lines, bands) {
			pages[i] = inColumns(lines, bands)
			continue
		}
		f, whole := frames[i], usual[i]
		// A few lines show the margin badly; the document's margin is better if it agrees.
		agrees := slices.ContainsFunc(lines, func(l *page.Line) bool { return page.Abs(l.X0-whole.X0) < edgeBin })
		if len(lines) < fewLines || agrees || page.Abs(f.X0-whole.X0) < sameFrame {
			f.X0 = min(f.X0, whole.X0)
			switch {
			case justifiedTo(lines, f):
			case whole.X1 < f.X1 && endsAt(lines, whole.X1) > 1:
				f.X1 = whole.X1 // longer lines are no running text
			default:
				f.X1 = max(f.X1, whole.X1)
			}
		}
		setMargins(lines, f)
		narrowBlocks(lines)
	}
}

const (
	fewLines = 8 // pages with fewer lines show their margins badly
	// least share of a page's long lines that end at its margin; last lines of paragraphs do not
	justifiedShare = 0.6
	sameFrame      = 12 // points within which the text of two pages begins at the same place
	// least pages that begin alike and share margins: left and right pages of a book differ
	framePages = 3
)

// justifiedTo reports whether most long lines of a page end at the right edge of a frame: its text
// is no wider, even if that of other pages is.
func justifiedTo(lines []*page.Line, f page.Box) bool {
	long, full := 0, 0
	for _, l := range lines {
		if l.Turned || l.Text == "" || l.X1-l.X0 < blockWidth*(f.X1-f.X0) {
			continue
		}
		long++
		if page.Abs(f.X1-l.X1) < blockEdge*l.Size {
			full++
		}
	}
	return full >= fewLines && float32(full) >= justifiedShare*float32(long)
}

// endsAt returns how many lines end at a place.
func endsAt(lines []*page.Line, x float32) int {
	return each.Count(lines, func(l *page.Line) bool { return !l.Turned && page.Abs(l.X1-x) < blockEdge*l.Size })
}

// textEnd returns where the running text of pages ends: where many of their long lines do, although
// others, such as listings, go beyond, or the right edge of their frame.
func textEnd(lines []*page.Line, f page.Box) float32 {
	var ends []float32
	sizes := map[float32]int{}
	for _, l := range lines {
		if !l.Turned && l.X1-l.X0 >= blockWidth*(f.X1-f.X0) {
			ends = append(ends, l.X1)
			sizes[l.Size]++
		}
	}
	within := blockEdge * page.MostSize(sizes)
	slices.Sort(ends)
	best, end := max(fewLines, int(marginShare*float32(len(ends)))), f.X1
	for from, to := 0, 0; to < len(ends); to++ {
		for ends[to]-ends[from] > within {
			from++
		}
		if n := to + 1 - from; n > best && n > mostBeyond*(len(ends)-to-1) {
			best, end = n, ends[to]
		}
	}
	return end
}

const (
	marginShare = 0.25 // least share of long lines that end at the margin, with listings and last lines among them
	mostBeyond  = 3    // times as many lines end at the margin as beyond it
)

// commonFrames returns for each page the frame of the pages whose text begins at the same place, or
// that of all pages.
func commonFrames(pages [][]*page.Line, frames []page.Box) []page.Box {
	var order []int
	for i, lines := range pages {
		if len(lines) >= fewLines {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(frames[a].X0, frames[b].X0) })
	whole := frameOf(slices.Concat(pages...))
	out := make([]page.Box, len(pages))
	for i := range out {
		out[i] = whole
	}
	for i := 0; i < len(order); {
		from := i
		var lines []*page.Line
		for i < len(order) && (i == from || frames[order[i]].X0-frames[order[i-1]].X0 < sameFrame) {
			lines = append(lines, pages[order[i]]...)
			i++
		}
		if i-from < framePages {
			continue
		}
		f := frameOf(lines)
		f.X1 = textEnd(lines, f)
		for _, k := range order[from:i] {
			out[k] = f
		}
	}
	return out
}

func setMargins(lines []*page.Line, f page.Box) {
	for _, l := range lines {
		l.Left, l.Right, l.Measure = f.X0, f.X1, f.X1-f.X0
	}
}

const (
	blockLines = 3   // lines in each direction that are compared
	blockEdge  = 0.9 // font sizes by which line ends may differ: a punctuation mark hangs over
	blockInset = 1.5 // font sizes by which the block must stay within the margin
	// least share of the column's width: half of it may be one of two columns not told apart
	blockWidth = 0.45
)

// narrowBlocks sets the right edge of the lines of an abstract or a quotation, which is narrower
// than the text around it. Several lines, one below the other, must end at one place and none
// further out; the items of a list end anywhere, some at one place by chance.
func narrowBlocks(lines []*page.Line) {
	own := make([]float32, len(lines))
	for i, l := range lines {
		own[i] = l.Right
		if l.Right-l.X1 < blockInset*l.Size || l.X1-l.X0 < blockWidth*(l.Right-l.Left) {
			continue
		}
		alike, exact, end, next := 0, 0, l.X1, false
		for _, step := range []int{-1, 1} {
			for k := 1; k <= blockLines && i+step*k >= 0 && i+step*k < len(lines); k++ {
				o := lines[i+step*k]
				if o.Size != l.Size || page.Abs(o.X0-l.X0) >= 3*l.Size {
					continue
				}
				if o.X1-l.X1 >= blockEdge*l.Size {
					break // the text around the block
				}
				if l.X1-o.X1 < blockEdge*l.Size {
					alike++
					end = max(end, o.X1)
					next = next || k == 1
					if page.Abs(l.X1-o.X1) < flushWithin*l.Size {
						exact++
					}
				}
			}
		}
		if alike >= 2 && next || exact >= 2 {
			own[i] = end
		}
	}
	for i, l := range lines {
		l.Right = own[i]
	}
}

const edgeBin = 3 // points within which lines count as beginning at one place

// frameOf returns the left and the right edge of the running text among lines.
func frameOf(lines []*page.Line) page.Box {
	if len(lines) == 0 {
		return page.Box{}
	}
	starts, weights := map[int]int{}, map[int]float32{} // a table has many cells, but they are short
	ends := make([]float32, 0, len(lines))
	var size float32 = 10.5
	sizes := map[float32]int{}
	for _, l := range lines {
		if l.Turned {
			continue
		}
		starts[int(l.X0/edgeBin)]++
		weights[int(l.X0/edgeBin)] += l.X1 - l.X0
		ends = append(ends, l.X1)
		sizes[l.Size] += len(l.Text)
	}
	if s := page.MostSize(sizes); s > 0 {
		size = s
	}
	best := 0
	for bin, w := range weights {
		if w > weights[best] || w == weights[best] && bin < best {
			best = bin
		}
	}
	// Most lines may begin with the indent of a paragraph. Then the margin is where a fair number
	// of lines begin one to three characters further left.
	left := best
	for bin, w := range weights {
		d := float32((best - bin) * edgeBin)
		if d > 0.8*size && d < 3.2*size && 5*w >= weights[best] && starts[bin] > 1 && bin < left {
			left = bin
		}
	}
	x0 := float32(left*edgeBin) + edgeBin
	for _, l := range lines {
		if int(l.X0/edgeBin) == left {
			x0 = min(x0, l.X0)
		}
	}
	if len(ends) == 0 {
		return page.Box{}
	}
	slices.SortFunc(ends, cmp.Compare)
	return page.Box{X0: x0, X1: ends[(len(ends)-1)*95/100]}
}

const (
	rhythmLines = 8   // lines before and after a line whose steps are compared
	rhythmMost  = 3.5 // font sizes; largest step between lines of a text
)

// findSteps sets for each line the usual distance between the lines around it.
func findSteps(lines []*page.Line) {
	steps := make([]float32, len(lines)) // from the line before; 0 if it is not comparable
	for i := 1; i < len(lines); i++ {
		prev, x := lines[i-1], lines[i]
		drop := prev.Y0 - x.Y0
		alike := prev.Size == x.Size && prev.Column == x.Column && !prev.Turned && !x.Turned
		if x.Size > 0 && alike && drop > 0.5*x.Size && drop < rhythmMost*x.Size {
			steps[i] = drop
		}
	}
	var near []float32
	for i, l := range lines {
		near = near[:0]
		for k := max(1, i-rhythmLines); k < min(len(lines), i+rhythmLines+1); k++ {
			if steps[k] > 0 && lines[k].Size == l.Size {
				near = append(near, steps[k])
			}
		}
		if i+1 < len(lines) && steps[i+1] > 0 {
			l.Drop = steps[i+1]
		}
		if len(near) > 1 {
			slices.Sort(near)
			l.Step = near[(len(near)-1)/2]
		}
	}
}

const (
	flushWithin = 0.3  // font sizes within which lines end at one place
	flushShort  = 2.2  // font sizes up to which a line is full: the next word would not have fitted
	flushShare  = 0.75 // least share of full lines that end at one place in justified text
	flushLines  = 4    // least number of such lines
)

// findFlush marks the lines of columns with justified text.
func findFlush(lines []*page.Line) {
	type count struct{ full, flush int }
	columns := map[int]*count{}
	for _, l := range lines {
		c := columns[l.Column]
		if c == nil {
			c = &count{}
			columns[l.Column] = c
		}
		if short := l.Right - l.X1; l.Size > 0 && !l.Cell && !l.Turned && short < flushShort*l.Size {
			c.full++
			if page.Abs(short) < flushWithin*l.Size {
				c.flush++
			}
		}
	}
	for _, l := range lines {
		c := columns[l.Column]
		l.Flush = c.flush >= flushLines && float32(c.flush) >= flushShare*float32(c.full)
	}
}
