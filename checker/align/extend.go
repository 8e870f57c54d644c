package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// Shorter agreements between and beside the seeds of a cluster count too: two characters or one
// longer word within reach of the end of a run, on both sides. By chance two characters agree in
// about one of a hundred such windows.
const (
	stepWeight = 2
	reach      = 12
	stepCost   = 8 // for every so many symbols skipped before it an agreement must weigh one more
)

// extend lengthens runs in both directions and adds the short runs found on the way. The runs must
// be one-to-one, and so is the result.
func (c *clusters) extend(runs []run) []run {
	x := extension{query: c.query, source: c.source}
	x.mark(runs)
	out := make([]run, 0, 2*len(runs))
	for _, r := range runs {
		out = x.forward(out, r, 1)
		out = x.forward(out, r, -1)
	}
	out = append(out, runs...)
	slices.SortFunc(out, func(a, b run) int { return cmp.Or(cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s)) })
	return out
}

// glimpse is how many symbols beyond the outermost run are examined: those within reach, and after
// the last of them as many as agree with too little weight, and one that does not.
const glimpse = reach + stepWeight + 2*reach/stepCost

// Probe returns the weight of what agrees around a run of equal symbols, including the run. It is a
// cheap test of whether a seed may belong to a passage. query and sourceAt are the run's first
// symbols. looked is the range of source symbols that may have been examined: symbols beyond it, or
// the end of the text there, make no difference.
func (q *Query) Probe(source *text.Text, query, sourceAt, length int) (weight int, looked Span) {
	seed := run{q: int32(query), s: int32(sourceAt), length: int32(length)}
	c := clusters{query: q.text, source: source, scratch: &Scratch{}}
	runs := c.extend([]run{seed})
	looked = Span{sourceAt, sourceAt + length}
	for _, r := range runs {
		looked = looked.union(Span{int(r.s), int(r.s + r.length)})
	}
	for _, r := range c.weighed(runs) {
		weight += int(r.weight)
	}
	looked.Start, looked.End = max(looked.Start-glimpse, sourceAt-gap, 0), min(looked.End+glimpse, sourceAt+length+gap, len(source.Sound))
	return weight, looked
}

// extension records which symbols of either side are covered.
type extension struct {
	query, source  *text.Text
	qFrom, sFrom   int32
	qCover, sCover []bool
}

func (x *extension) mark(runs []run) {
	qLo, sLo, qHi, sHi := runs[0].q, runs[0].s, int32(0), int32(0)
	for _, r := range runs {
		qLo, sLo = min(qLo, r.q), min(sLo, r.s)
		qHi, sHi = max(qHi, r.q+r.length), max(sHi, r.s+r.length)
	}
	const margin = gap
	qFirst, qLast := x.query.Stretch(int(qLo)) // the runs are in one stretch on either side
	sFirst, sLast := x.source.Stretch(int(sLo))
	x.qFrom, x.sFrom = max(int32(qFirst), qLo-margin), max(int32(sFirst), sLo-margin)
	x.qCover = make([]bool, min(int32(qLast), qHi+margin)-x.qFrom)
	x.sCover = make([]bool, min(int32(sLast), sHi+margin)-x.sFrom)
	for _, r := range runs {
		x.take(r)
	}
}

func (x *extension) take(r run) {
	for i := range r.length {
		x.qCover[r.q+i-x.qFrom], x.sCover[r.s+i-x.sFrom] = true, true
	}
}

// free reports whether symbols q and s are in range and not covered.
func (x *extension) free(q, s int32) bool {
	i, j := q-x.qFrom, s-x.sFrom
	return i >= 0 && j >= 0 && i < int32(len(x.qCover)) && j < int32(len(x.sCover)) && !x.qCover[i] && !x.sCover[j]
}

// forward appends short agreements that follow run r, step by step, always the nearest one.
// direction is 1 or -1.
func (x *extension) forward(out []run, r run, direction int32) []run {
	q, s := r.q+r.length, r.s+r.length // the next symbols
	if direction < 0 {
		q, s = r.q-1, r.s-1
	}
	for {
		next, found := x.nearest(q, s, direction)
		if !found {
			return out
		}
		x.take(next)
		out = append(out, next)
		if direction > 0 {
			q, s = next.q+next.length, next.s+next.length
		} else {
			q, s = next.q-1, next.s-1
		}
	}
}

// nearest returns the agreement nearest to (q, s), measured in symbols skipped on both sides.
func (x *extension) nearest(q, s, direction int32) (run, bool) {
	query, source := x.query.Sound, x.source.Sound
	for skipped := range int32(2*reach - 1) {
		for i := max(0, skipped-reach+1); i <= min(skipped, reach-1); i++ {
			a, b := q+direction*i, s+direction*(skipped-i)
			if uint(a) >= uint(len(query)) || uint(b) >= uint(len(source)) || query[a] != source[b] {
				continue // as nearly always
			}
			if r, ok := x.agree(a, b, direction, stepWeight+skipped/stepCost); ok {
				return r, true
			}
		}
	}
	return run{}, false
}

// agree returns the longest run of free, equal symbols from (q, s) on, if it has enough weight.
func (x *extension) agree(q, s, direction, least int32) (run, bool) {
	n, weight := int32(0), int32(0)
	for x.free(q+direction*n, s+direction*n) && x.query.Sound[q+direction*n] == x.source.Sound[s+direction*n] {
		weight += int32(x.query.Weight[q+direction*n])
		n++
	}
	if weight < least {
		return run{}, false
	}
	if direction < 0 {
		q, s = q-n+1, s-n+1
	}
	return run{q: q, s: s, length: n, weight: weight}, true
}
