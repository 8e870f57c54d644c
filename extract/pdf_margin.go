package extract

import (
	"cmp"
	"slices"
)

// margins finds the columns of the pages and their edges, by how often lines
// begin and end where.
func margins(pages [][]*line) {
	var all []*line
	for _, lines := range pages {
		all = append(all, lines...)
	}
	whole := frameOf(all)
	for i, lines := range pages {
		if len(lines) == 0 {
			continue
		}
		if bands := columnsOfText(lines); len(bands) > 1 {
			pages[i] = inColumns(lines, bands)
			continue
		}
		f := frameOf(lines)
		// Few lines say little; the document says more if it agrees.
		agrees := slices.ContainsFunc(lines, func(l *line) bool { return abs(l.x0-whole.x0) < edgeBin })
		if len(lines) < 8 || agrees || abs(f.x0-whole.x0) < 12 {
			f.x0, f.x1 = min(f.x0, whole.x0), max(f.x1, whole.x1)
		}
		setMargins(lines, f)
		narrowBlocks(lines)
	}
}

func setMargins(lines []*line, f box) {
	for _, l := range lines {
		l.left, l.right, l.measure = f.x0, f.x1, f.x1-f.x0
	}
}

const (
	blockLines = 3   // lines to both sides among which a narrower block is looked for
	blockEdge  = 0.9 // font sizes by which their ends differ: a punctuation mark hangs over
	blockInset = 1.5 // and by which they stay within the margin
)

// narrowBlocks gives the lines of an abstract or a quotation, set narrower
// than the text around, their own right edge: several end at one place.
func narrowBlocks(lines []*line) {
	own := make([]float32, len(lines))
	for i, l := range lines {
		own[i] = l.right
		if l.right-l.x1 < blockInset*l.size || l.x1-l.x0 < 0.5*(l.right-l.left) {
			continue
		}
		alike, end := 0, l.x1
		for _, o := range lines[max(0, i-blockLines):min(len(lines), i+blockLines+1)] {
			if o != l && o.size == l.size && abs(o.x1-l.x1) < blockEdge*l.size && abs(o.x0-l.x0) < 3*l.size {
				alike++
				end = max(end, o.x1)
			}
		}
		if alike >= 2 {
			own[i] = end
		}
	}
	for i, l := range lines {
		l.right = own[i]
	}
}

const edgeBin = 3 // points within which lines count as beginning alike

// frameOf gives the left and the right edge of running text among lines.
func frameOf(lines []*line) box {
	if len(lines) == 0 {
		return box{}
	}
	starts := map[int]int{}
	ends := make([]float32, 0, len(lines))
	var size float32 = 10.5
	sizes := map[float32]int{}
	for _, l := range lines {
		if l.turned {
			continue
		}
		starts[int(l.x0/edgeBin)]++
		ends = append(ends, l.x1)
		sizes[l.size] += len(l.text)
	}
	if s := mostSize(sizes); s > 0 {
		size = s
	}
	best := 0
	for bin, n := range starts {
		if n > starts[best] || n == starts[best] && bin < best {
			best = bin
		}
	}
	// Most lines may begin with the indent of a paragraph; then the margin is
	// where a fair number begins one to three characters to the left.
	left := best
	for bin, n := range starts {
		d := float32((best - bin) * edgeBin)
		if d > 0.8*size && d < 3.2*size && 5*n >= starts[best] && n > 1 && bin < left {
			left = bin
		}
	}
	x0 := float32(left*edgeBin) + edgeBin
	for _, l := range lines {
		if int(l.x0/edgeBin) == left {
			x0 = min(x0, l.x0)
		}
	}
	if len(ends) == 0 {
		return box{}
	}
	slices.SortFunc(ends, cmp.Compare)
	return box{x0: x0, x1: ends[(len(ends)-1)*95/100]}
}

const (
	rhythmLines = 8   // before and behind a line, among which the usual step is looked for
	rhythmMost  = 3.5 // font sizes of the largest step between lines of a text
)

// findSteps gives each line the usual step from line to line around it.
func findSteps(lines []*line) {
	steps := make([]float32, len(lines)) // from the line before; 0 for none
	for i := 1; i < len(lines); i++ {
		prev, x := lines[i-1], lines[i]
		if drop := prev.y0 - x.y0; x.size > 0 && !prev.turned && !x.turned && prev.size == x.size && prev.column == x.column && drop > 0.5*x.size && drop < rhythmMost*x.size {
			steps[i] = drop
		}
	}
	var near []float32
	for i, l := range lines {
		near = near[:0]
		for k := max(1, i-rhythmLines); k < min(len(lines), i+rhythmLines+1); k++ {
			if steps[k] > 0 && lines[k].size == l.size {
				near = append(near, steps[k])
			}
		}
		if len(near) > 1 {
			slices.Sort(near)
			l.step = near[(len(near)-1)/2]
		}
	}
}

const (
	flushWithin = 0.3  // font sizes within which lines end at one place
	flushShort  = 2.2  // and up to which they are full: the next word would not have fitted
	flushShare  = 0.75 // of the full lines that end at one place where a text is justified
	flushLines  = 4    // that say so
)

// findFlush marks the lines of columns whose text is justified.
func findFlush(lines []*line) {
	type count struct{ full, flush int }
	columns := map[int]*count{}
	for _, l := range lines {
		c := columns[l.column]
		if c == nil {
			c = &count{}
			columns[l.column] = c
		}
		if short := l.right - l.x1; l.size > 0 && !l.cell && !l.turned && short < flushShort*l.size {
			c.full++
			if abs(short) < flushWithin*l.size {
				c.flush++
			}
		}
	}
	for _, l := range lines {
		c := columns[l.column]
		l.flush = c.flush >= flushLines && float32(c.flush) >= flushShare*float32(c.full)
	}
}
