package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// trim drops runs at the ends until the rest is dense on both sides. It returns nil if too little
// is left.
func (c *clusters) trim(runs []run) []run {
	for range patience {
		q := c.dense(runs, c.query.Weight, func(r run) int32 { return r.q })
		s := c.dense(runs, c.source.Weight, func(r run) int32 { return r.s })
		kept := runs[:0:0]
		for _, r := range runs {
			if int(r.q) >= q.Start && int(r.q+r.length) <= q.End && int(r.s) >= s.Start && int(r.s+r.length) <= s.End {
				kept = append(kept, r)
			}
		}
		switch {
		case c.tells(kept) < slight:
			return nil
		case len(kept) < len(runs):
			runs = kept
			continue
		}
		if kept = c.withinSentences(kept); slices.Equal(kept, runs) {
			return kept
		}
		runs = kept
	}
	return runs
}

// tells returns the weight of runs in which labels count half: sentences lighter than labelWeight,
// such as headings, prompts of a form and the entries. Any two applications to one programme have
// several of them in common.
func (c *clusters) tells(runs []run) int {
	double := 0
	for _, r := range runs {
		for i := int(r.q); i < int(r.q+r.length); {
			s := c.query.Sentences[c.query.SentenceOf(i)]
			end := min(int(r.q+r.length), s.Last)
			factor := 2
			if s.Weight < labelWeight {
				factor = 1
			}
			for ; i < end; i++ {
				double += factor * int(c.query.Weight[i])
			}
		}
	}
	return double / 2
}

// withinSentences cuts off the parts of runs in the last sentence of either side if they cover less
// than a seed of it and not the whole sentence, and likewise at the beginning: passages end with
// sentences, and two characters in the next one are chance. It returns the runs in order of the
// query.
func (c *clusters) withinSentences(runs []run) []run {
	for _, bySource := range []bool{true, false} {
		t, at := c.query, func(r run) int32 { return r.q }
		if bySource {
			t, at = c.source, func(r run) int32 { return r.s }
		}
		slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(at(a), at(b)) })
		last := runs[len(runs)-1]
		if s := t.Sentences[t.SentenceOf(int(at(last)+last.length-1))]; grazed(runs, t, at, s) {
			runs = cutRuns(runs, at, 0, int32(s.First))
		}
		if s := t.Sentences[t.SentenceOf(int(at(runs[0])))]; grazed(runs, t, at, s) {
			runs = cutRuns(runs, at, int32(s.Last), int32(len(t.Sound)))
		}
	}
	return c.weighed(runs)
}

// grazed reports whether the runs cover less than a seed of a sentence and not the whole of it, but
// also cover something else.
func grazed(runs []run, t *text.Text, at func(run) int32, s text.Sentence) bool {
	others, symbols, weight := false, 0, 0
	first, last := int32(s.First), int32(s.Last)
	for _, r := range runs {
		for i := max(at(r), first); i < min(at(r)+r.length, last); i++ {
			symbols++
			weight += int(t.Weight[i])
		}
		others = others || at(r) < first || at(r)+r.length > last
	}
	return others && weight < seedWeight && symbols < s.Last-s.First
}

// cutRuns returns the parts of runs that lie in [from, until) on a side.
func cutRuns(runs []run, at func(run) int32, from, until int32) []run {
	out := runs[:0:0]
	for _, r := range runs {
		head, tail := max(0, from-at(r)), max(0, at(r)+r.length-until)
		if r.length -= head + tail; r.length > 0 {
			r.q, r.s = r.q+head, r.s+head
			out = append(out, r)
		}
	}
	return out
}

// weighed updates the weights of runs.
func (c *clusters) weighed(runs []run) []run {
	for i := range runs {
		r := &runs[i]
		r.weight = 0
		for _, w := range c.query.Weight[r.q : r.q+r.length] {
			r.weight += int32(w)
		}
	}
	return runs
}

// dense returns the range of a side with the highest sum, where covered symbols add and others
// subtract. An uncovered stretch subtracts at most least: the text behind it belongs to the match
// if it would be one by itself.
func (c *clusters) dense(runs []run, weights []uint8, at func(run) int32) Span {
	lo, hi := at(runs[0]), int32(0)
	for _, r := range runs {
		lo, hi = min(lo, at(r)), max(hi, at(r)+r.length)
	}
	cover := c.scratch.cover
	if cap(cover) < int(hi-lo) {
		cover = make([]bool, hi-lo)
	}
	cover = cover[:hi-lo]
	clear(cover)
	c.scratch.cover = cover
	c.scratch.work += len(cover)
	for _, r := range runs {
		for i := at(r) - lo; i < at(r)-lo+r.length; i++ {
			cover[i] = true
		}
	}
	best, bestSpan := 0.0, Span{}
	sum, start, lost := 0.0, 0, 0.0
	for i, covered := range cover {
		w := float64(weights[int(lo)+i])
		if covered {
			lost = 0
		} else {
			w = -min(w*uncovered, least-lost)
			lost -= w
		}
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += w; sum > best {
			best, bestSpan = sum, Span{start + int(lo), i + 1 + int(lo)}
		}
	}
	return bestSpan
}
