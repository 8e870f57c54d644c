package align

import (
	"maps"
	"math"

	"zhiwen/checker/text"
)

// How much information an agreement of two texts has. It depends on how unlikely the agreement is
// by chance: a symbol has less information the more often both texts contain it, alone and after
// the symbol before it. Two articles on one subject share its words, and two chapters of one book
// its stock sentences, but they repeat these; copied text occurs once.
//
// A symbol counts in proportion to its information, the logarithm of the inverse of its
// probability, in a model of pairs of symbols that backs off to single ones, counted in both texts
// without the place in question: a character of ordinary text counts 1, a word at most its weight.
// If texts of the same kind are known (other applications), a symbol counts no more than it would
// among these: what all of them contain belongs to nobody. runCost is subtracted for each run of
// characters: two texts have two characters in common at almost any place.
//
// In a text of characters, words are formulas, code and terms. There they are measured like
// characters, in bits, together with their runs: all texts on a subject contain the same formula
// and the same call of a library, made of few letters and given names.
const (
	runCost     = 2.0
	characterOf = 6.0 // approximate bits of a character of ordinary text, given the one before it
	wordOf      = 7.0 // the same for a word
	pairsOf     = 2.0 // occurrences of a symbol after which its successors are trusted
	most        = 1.5 // most that one character counts: rare ones are not rarer than others are common
	// most that a short word or a number counts among characters: formulas have some twenty
	// letters, and convention chooses among them
	short  = 0.5
	unseen = 2000 // symbols of other text, all different, as if they had been read before
)

// someCharacters: a text is written in characters if at least one symbol in this many is a
// character. A Chinese text that is mostly code has as many, an English one none.
const someCharacters = 10

// unbroken is the number of successive symbols, not counting addresses, that suffices whatever they
// say: what both texts repeat is repeated in pieces. 24 is a long sentence.
const unbroken = 24

// The least information required. 14 is a run of 16 characters, or two of nine.
const (
	enough = 14.0 // of a match
	// of a match with three times as much text on one side, or with less than half in common
	enoughSkewed = 30.0
	skewed       = 3
	sparse       = 2   // at least one symbol in this many must agree
	supported    = 4.0 // of a part beside others that have enough together
)

// news estimates the information of symbols in runs that two texts share.
type news struct {
	query   *text.Text
	usage   *text.Usage
	foreign bool // the query is written in characters, not in words
	single  map[uint32]int32
	before  map[uint32]int32 // single, as counted for the symbol before another one
	pairs   map[uint64]int32
	here    float64 // how often shared text is counted at its own place
	copies  *copies // nil if no passage is repeated
	all     float64 // symbols of both texts
	// required share of a match's information: 1, or less if a match is only looked for
	least  float64
	filter [filterBits / 64]uint64 // of single, asked before the map
}

// newNews counts the symbols and pairs of the pieces in both texts, in time linear in the length of
// both.
func (c *clusters) newNews(pieces []piece) *news {
	n := c.uncounted(pieces)
	n.count(c.query, n.single, n.pairs)
	n.count(c.source, n.single, n.pairs)
	c.scratch.work += len(c.query.Char) + len(c.source.Char)
	n.before, n.here, n.copies = n.single, 2, c.copies(pieces)
	return n
}

// mostNews is newNews in which no symbol has less information than in the news of the query and any
// part of the source with the pieces: what else the source contains does not make a symbol usual.
func (c *clusters) mostNews(pieces []piece) *news {
	n := c.uncounted(pieces)
	n.count(c.query, n.single, n.pairs)
	n.before, n.here, n.copies = maps.Clone(n.single), 1, c.copies(pieces)
	n.count(c.source, n.before, nil)
	c.scratch.work += len(c.query.Char) + len(c.source.Char)
	return n
}

// uncounted returns a news of the pieces before anything is counted.
func (c *clusters) uncounted(pieces []piece) *news {
	n := &c.scratch.news
	*n = news{query: c.query, usage: c.usage(), least: 1, single: map[uint32]int32{}, pairs: map[uint64]int32{},
		all: float64(len(c.query.Char) + len(c.source.Char))}
	words := 0
	for _, x := range c.query.Char {
		if isWord(x) {
			words++
		}
	}
	n.foreign = someCharacters*(len(c.query.Char)-words) >= len(c.query.Char)
	for _, p := range pieces {
		for _, r := range p.Runs {
			for i := r.Query; i < r.Query+r.Length; i++ {
				x := c.query.Char[i]
				n.single[x] = 0
				n.filter[x%filterBits/64] |= 1 << (x % 64)
				if i > r.Query {
					n.pairs[pairOf(c.query.Char, i)] = 0
				}
			}
			c.scratch.work += r.Length
		}
	}
	return n
}

// count adds the occurrences in a text of the symbols and pairs in the maps; pairs may be nil.
func (n *news) count(t *text.Text, single map[uint32]int32, pairs map[uint64]int32) {
	for i, x := range t.Char {
		if n.filter[x%filterBits/64]&(1<<(x%64)) == 0 {
			continue
		}
		count, ok := single[x]
		if !ok {
			continue
		}
		single[x] = count + 1
		if i > 0 && pairs != nil {
			if count, ok := pairs[pairOf(t.Char, i)]; ok {
				pairs[pairOf(t.Char, i)] = count + 1
			}
		}
	}
}

func pairOf(symbols []uint32, i int) uint64 { return uint64(symbols[i-1])<<32 | uint64(symbols[i]) }

// bits returns the information of a symbol of the query, given the symbols of its run before it, of
// which there are follows.
func (n *news) bits(i, follows int) float64 {
	elsewhere := func(count int32, here float64) float64 { return max(0, float64(count)-here) }
	x, here := n.query.Char[i], n.hereAt(i)
	p := (elsewhere(n.single[x], here) + 1) / (n.all + unseen)
	if follows > 0 {
		// The symbol before it is counted in both texts.
		before := n.query.Char[i-1]
		p = (elsewhere(n.pairs[pairOf(n.query.Char, i)], here) + pairsOf*p) / (elsewhere(n.before[before], max(2, n.hereAt(i-1))) + pairsOf)
	}
	return min(-math.Log2(min(1, p)), n.usual(i, follows))
}

// hereAt returns how often a symbol of the query is counted in its passage, including all copies of
// the passage.
func (n *news) hereAt(i int) float64 {
	switch {
	case n.copies == nil:
		return n.here
	case n.here == 1:
		return float64(n.copies.of(i).query)
	}
	copied := n.copies.of(i)
	return float64(copied.query + copied.source)
}

// usual returns the information of a symbol in texts of the query's kind, given at most the two
// before it.
func (n *news) usual(i, follows int) float64 {
	if n.usage == nil {
		return math.Inf(1)
	}
	u, x := n.usage, n.query.Char
	p := float64(u.Single(x[i])+1) / float64(u.All()+unseen)
	if follows > 0 {
		p = (float64(u.Pair(x[i-1], x[i])) + pairsOf*p) / (float64(u.Single(x[i-1])) + pairsOf)
	}
	if follows > 1 {
		p = (float64(u.Triple(x[i-2], x[i-1], x[i])) + pairsOf*p) / (float64(u.Pair(x[i-2], x[i-1])) + pairsOf)
	}
	return -math.Log2(min(1, p))
}

// tell returns the information of a run. Headings, prompts and labels, and entries in them, count
// half.
func (n *news) tell(r run) float64 {
	characters, words := 0.0, 0.0
	label, next := 1.0, 0 // factor for the sentence, and where the sentence ends
	for i := int(r.q); i < int(r.q+r.length); i++ {
		if i >= next {
			s := n.query.Sentences[n.query.SentenceOf(i)]
			label, next = 1, s.Last
			if s.Weight < labelWeight {
				label = 0.5
			}
		}
		if isWord(n.query.Char[i]) {
			words += label * n.word(i, i-int(r.q))
		} else {
			characters += label * min(most, n.bits(i, i-int(r.q))/characterOf)
		}
	}
	sum := max(0, characters-runCost) + words
	if n.foreign {
		sum = max(0, characters+words-runCost)
	}
	if n.outsideAddresses(r) >= unbroken {
		sum = max(sum, enough)
	}
	return sum
}

// outsideAddresses counts the symbols of a run that are not part of a web address.
func (n *news) outsideAddresses(r run) int {
	sum := 0
	for _, mark := range n.query.Mark[r.q : r.q+r.length] {
		if mark&text.MarkAddress == 0 {
			sum++
		}
	}
	return sum
}

// word returns the information of a word. Web addresses, continued names and commands have none:
// everybody who names the same place or the same function, or sets a formula, writes the same.
func (n *news) word(i, follows int) float64 {
	switch {
	case n.query.Mark[i]&(text.MarkAddress|text.MarkCode) != 0:
		return 0
	case n.foreign && n.query.Weight[i] < weakWeight:
		return min(short, n.bits(i, follows)/characterOf)
	case n.foreign:
		return min(most, n.bits(i, follows)/characterOf)
	}
	return float64(n.query.Weight[i]) * min(1, n.bits(i, follows)/wordOf)
}

// tells returns the total information of runs.
func (n *news) tells(runs []run) float64 {
	sum := 0.0
	for _, r := range runs {
		sum += n.tell(r)
	}
	return sum
}

// loose returns the information of the words in all runs, in whatever order, beyond that of the
// ordered runs. It is 0 unless the text is written in words.
func (n *news) loose(all, ordered []run) float64 {
	if n.foreign {
		return 0
	}
	sum := 0.0
	for _, r := range all {
		for i := int(r.q); i < int(r.q+r.length); i++ {
			if isWord(n.query.Char[i]) {
				sum += n.word(i, i-int(r.q))
			}
		}
	}
	if len(ordered) > 0 {
		sum -= n.loose(ordered, nil)
	}
	return sum
}

// need returns the information that runs must have to be a match: more if they take from far apart
// on one side, and if most of the text between them does not agree.
func (n *news) need(runs []run) float64 {
	q, s := extent(runs)
	a, b := q.End-q.Start, s.End-s.Start
	if max(a, b) >= skewed*min(a, b) || n.foreign && covered(runs)*sparse < min(a, b) {
		return enoughSkewed * n.least
	}
	return enough * n.least
}

// covered counts the symbols of runs.
func covered(runs []run) int {
	sum := 0
	for _, r := range runs {
		sum += int(r.length)
	}
	return sum
}
