package align

import (
	"math"
	"slices"

	"zhiwen/checker/text"
)

// Whole unchanged sentences beside changed ones are separate matches unless that is chance. What is
// chance depends on how densely the rest was edited: of two explanations, that a stretch was left
// alone, and that the edits around it happen to spare it, the more likely one is taken (the
// shortest description of the match; Rissanen 1978). So a light edit of a long text stays one
// match, although it leaves many sentences unchanged.
//
// Writers change their treatment of a text at the end of a paragraph with probability one half, and
// within one at one sentence in 128: in one paragraph of thirty.
const (
	changeOfParagraph = math.Ln2
	changeOfSentence  = 7 * math.Ln2
)

// leastUntouched is the least number of symbols of a stretch that is named separately: a long
// sentence, as in unbroken.
const leastUntouched = unbroken

// movedEdit is the number of moved symbols that is as unlikely as an edit.
const movedEdit = leastMoved

// editRates is the number of edit rates: from every second symbol to one in 512, in powers of two.
const editRates = 9

// chooseRate is the cost of choosing one of them.
var chooseRate = math.Log(editRates)

// untouchedPart is a part of a match that is entirely unchanged, or not at all.
type untouchedPart struct {
	runs     []Run
	verbatim bool
}

// treated is the treatment of a sentence of a match.
type treated struct {
	text.Sentence
	symbols int  // unchanged ones that could have been changed
	edits   int  // number of changed places
	gap     bool // it begins a paragraph before which the source has additional text or continues elsewhere
	inner   bool // its paragraph began before it and was reordered, so no split is allowed here
}

// untouched splits the runs of a match between unchanged and changed text.
func (c *clusters) untouched(list []Run) []untouchedPart {
	sentences := c.treatedSentences(list)
	c.scratch.work += len(list) + len(sentences)*(editRates+1)
	verbatim := likeliest(sentences)
	settle(sentences, verbatim)
	var out []untouchedPart
	rest := list
	for i := 1; i <= len(sentences); i++ {
		if i < len(sentences) && verbatim[i] == verbatim[i-1] && !(verbatim[i] && sentences[i].gap) {
			continue
		}
		part := untouchedPart{runs: rest, verbatim: verbatim[i-1]}
		if i < len(sentences) {
			part.runs, rest = cutAtSymbol(rest, sentences[i].First)
		}
		out = append(out, part)
	}
	return out
}

// treatedSentences returns the treatment of each sentence of a match.
func (c *clusters) treatedSentences(list []Run) []treated {
	first, end := list[0].QuerySymbols.Start, 0
	for _, r := range list {
		end = max(end, r.QuerySymbols.End)
	}
	var out []treated
	for i := c.query.SentenceOf(first); i < len(c.query.Sentences) && c.query.Sentences[i].First < end; i++ {
		s := treated{Sentence: c.query.Sentences[i]}
		s.First, s.Last = max(s.First, first), min(s.Last, end)
		out = append(out, s)
	}
	specks := c.specks(list)
	at := 0
	source := list[0].SourceSymbols.Start // where the source continues
	gapAt := func(symbol int) {
		switch {
		case out[at].First < symbol:
			out[at].edits++
		case out[at].Paragraph:
			out[at].gap = true
		case at > 0:
			out[at-1].edits++
		}
	}
	for i, r := range list {
		q := r.QuerySymbols
		for at+1 < len(out) && out[at].Last <= q.Start {
			at++
		}
		if r.Op == OnlySource {
			gapAt(q.Start)
			source = r.SourceSymbols.End
			continue
		}
		if r.Op == Equal || r.Op == Changed {
			if r.SourceSymbols.Start != source {
				gapAt(q.Start)
			}
			source = r.SourceSymbols.End
		}
		for k := at; k < len(out) && out[k].First < q.End; k++ {
			s := &out[k]
			from, to := max(s.First, q.Start), min(s.Last, q.End)
			switch {
			case r.Op == Moved:
				s.edits += max(1, (to-from)/movedEdit)
			case r.Op == Equal || specks[i]:
				s.symbols += c.changeable(from, to)
			default:
				s.edits++
			}
		}
	}
	c.keepOrderTogether(out, list)
	return out
}

// specks marks the runs that differ only by a stray mark or two, in a way that is chance in its
// paragraph.
func (c *clusters) specks(list []Run) []bool {
	out := make([]bool, len(list))
	first := 0
	var t treatment
	for i, r := range list {
		if i > first && r.QuerySymbols.Start < r.QuerySymbols.End && c.beginsParagraph(r.QuerySymbols.Start) {
			markSpecks(list[first:i], t, out[first:i])
			first, t = i, treatment{}
		}
		t.add(r)
	}
	markSpecks(list[first:], t, out[first:])
	return out
}

func markSpecks(list []Run, t treatment, out []bool) {
	for i, r := range list {
		out[i] = r.Op == Changed && (r.Way == Disguised || r.Way == Script) && !t.has(r.Way)
	}
}

// changeable counts the symbols of a range that an editor could have changed: not letters of
// formulas, addresses and commands.
func (c *clusters) changeable(from, to int) int {
	if !c.news.foreign {
		return to - from
	}
	n := 0
	for i := from; i < to; i++ {
		if !isWord(c.query.Char[i]) || c.query.Weight[i] >= weakWeight && c.query.Mark[i]&(text.MarkAddress|text.MarkCode) == 0 {
			n++
		}
	}
	return n
}

// keepOrderTogether marks the sentences at which reordered paragraphs must not be split: it is
// arbitrary which of their sentences count as moved.
func (c *clusters) keepOrderTogether(sentences []treated, list []Run) {
	moved := func(from, to int) bool {
		for len(list) > 0 && list[0].QuerySymbols.End <= from {
			list = list[1:]
		}
		for _, r := range list {
			if r.QuerySymbols.Start >= to {
				return false
			}
			if r.Op == Moved {
				return true
			}
		}
		return false
	}
	for i := 0; i < len(sentences); {
		k := i + 1
		for k < len(sentences) && !sentences[k].Paragraph {
			k++
		}
		if moved(sentences[i].First, sentences[k-1].Last) {
			for j := i + 1; j < k; j++ {
				sentences[j].inner = true
			}
		}
		i = k
	}
}

// likeliest reports for each sentence whether it was left unchanged on purpose, by the Viterbi
// algorithm: state 0 is that, state r that one symbol in 2 to the power of r was edited.
func likeliest(sentences []treated) []bool {
	type states [editRates + 1]float64
	best := states{}
	for r := 1; r < len(best); r++ {
		best[r] = chooseRate
	}
	from := make([][editRates + 1]uint8, len(sentences))
	for i, s := range sentences {
		change := changeOfSentence
		switch {
		case s.Paragraph:
			change = changeOfParagraph
		case s.inner:
			change = math.Inf(1)
		}
		edited := 1 + leastOf(best[1:])
		var next states
		for r := range next {
			before := 0 // the rate of one edit does not change: only untouched text ends it
			if r == 0 {
				before = edited
			}
			stay, leave := best[r], best[before]+change
			if r > 0 {
				leave += chooseRate
			}
			if s.gap && i > 0 {
				if r == 0 {
					stay += change // it is split there in any case
				} else {
					stay += float64(r) * math.Ln2
				}
			}
			from[i][r] = uint8(r)
			if next[r] = stay; i > 0 && leave < stay {
				next[r], from[i][r] = leave, uint8(before)
			}
			switch {
			case r > 0:
				rate := math.Ldexp(1, -r)
				next[r] += float64(s.edits)*float64(r)*math.Ln2 - float64(s.symbols)*math.Log1p(-rate)
			case s.edits > 0:
				next[r] = math.Inf(1)
			}
		}
		best = next
	}
	out := make([]bool, len(sentences))
	r := leastOf(best[:])
	for i := len(sentences) - 1; i >= 0; i-- {
		out[i] = r == 0
		r = int(from[i][r])
	}
	return out
}

// leastOf returns the index of the lowest cost, the first of equal ones.
func leastOf(costs []float64) int {
	least := 0
	for i, cost := range costs {
		if cost < costs[least] {
			least = i
		}
	}
	return least
}

// settle makes stretches long enough to be named separately: edited ones take sentences from beside
// them, of their own paragraph first, and unchanged remainders that are too short join them.
func settle(sentences []treated, verbatim []bool) {
	size := func(i, k int) int { return sentences[k-1].Last - sentences[i].First }
	for i := 0; i < len(sentences); i++ {
		if verbatim[i] {
			continue
		}
		k := i + 1
		for k < len(sentences) && !verbatim[k] {
			k++
		}
		for size(i, k) < leastUntouched && (i > 0 || k < len(sentences)) {
			if i > 0 && (!sentences[i].Paragraph || k == len(sentences) || sentences[k].Paragraph) {
				for i--; i > 0 && !verbatim[i-1]; i-- {
				}
				verbatim[i] = false
			} else {
				verbatim[k] = false
				k++
			}
			for k < len(sentences) && !verbatim[k] {
				k++
			}
		}
		i = k - 1
	}
	for i := 0; i < len(sentences); {
		k := i + 1
		for k < len(sentences) && verbatim[k] == verbatim[i] && !sentences[k].gap {
			k++
		}
		if verbatim[i] && size(i, k) < leastUntouched && (i > 0 && !verbatim[i-1] || k < len(sentences) && !verbatim[k]) {
			for j := i; j < k; j++ {
				verbatim[j] = false
			}
		}
		i = k
	}
}

// cutAtSymbol splits runs where a sentence of the query begins, and may change list. Only runs that
// correspond symbol by symbol cross that point.
func cutAtSymbol(list []Run, symbol int) (before, after []Run) {
	i := slices.IndexFunc(list, func(r Run) bool { return r.QuerySymbols.End > symbol || r.QuerySymbols.Start >= symbol })
	switch {
	case i < 0:
		return list, nil
	case list[i].QuerySymbols.Start >= symbol:
		return list[:i:i], list[i:]
	}
	head, tail := list[i], &list[i]
	n := symbol - head.QuerySymbols.Start
	head.QuerySymbols.End, head.SourceSymbols.End = symbol, head.SourceSymbols.Start+n
	before = append(list[:i:i], head)
	tail.QuerySymbols.Start, tail.SourceSymbols.Start = symbol, head.SourceSymbols.End
	return before, list[i:]
}
