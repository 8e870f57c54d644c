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
	slices.SortFunc(ends, cmp.Compare)
	return box{x0: x0, x1: ends[(len(ends)-1)*95/100]}
}
