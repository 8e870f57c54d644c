package align

import (
	"maps"
	"math"

	"zhiwen/checker/text"
)

// How much it tells that two texts agree. What decides is how unlikely it is that
// they do by chance: a symbol tells the less the more often both texts say it, alone
// and after the symbol before it. Two articles on one subject share its words,
// and two chapters of one book its stock sentences, but they say these again and
// again; what was copied they say once.
//
// A symbol tells in proportion to its information, the logarithm of one over its
// probability, by a model of pairs of symbols that backs off to single ones, counted
// in both texts without the place in question: a character of ordinary text 1, a word
// its weight at the most. Where texts of the same kind are known (other applications), it
// tells no more than it would among these: what they all say is nobody's. Of each run of characters runCost is taken off: two texts
// have two characters in common at almost any place.
//
// In a text of characters words are formulas, code and terms. There they are measured
// like characters, in bits, with their runs: the same formula and the same call of a
// library are in all texts on a subject, made of few letters and given names.
const (
	runCost     = 2.0
	characterOf = 6.0  // bits of a character of ordinary text behind the one before it, about
	wordOf      = 7.0  // bits of a word, likewise
	pairsOf     = 2.0  // how many times a symbol counts after which it is believed what follows it
	most        = 1.5  // what one character tells at the most: rare ones are not rarer than others are common
	short       = 0.5  // what a short word or a number tells at the most among characters: the letters of formulas are some twenty, and convention chooses among them
	unseen      = 2000 // symbols of other text, all different: as if they had been read before
)

// someCharacters: a text is written in characters if one symbol in so many is one. A
// Chinese text of which most is code has that many, one in English none.
const someCharacters = 10

// unbroken is the number of symbols in a row, those of addresses left out, that tell
// enough whatever they say: what both texts say again and again is said in pieces.
// 24 is a long sentence.
const unbroken = 24

// The least that must be told. 14 is a run of 16 characters, or two of nine.
const (
	enough       = 14.0 // by a match
	enoughSkewed = 30.0 // by what takes three times as much from the one side as from the other, or has less than half in common
	skewed       = 3
	sparse       = 2   // less than one symbol in so many agrees
	supported    = 4.0 // by a part beside others that tell enough together
)

// news tells how much symbols tell, of some runs that two texts share.
type news struct {
	query   *text.Text
	usage   *text.Usage
	foreign bool // words are not what the query is written in: it is written in characters
	single  map[uint32]int32
	before  map[uint32]int32 // single as it counts for what follows a symbol
	pairs   map[uint64]int32
	here    float64                 // how often what both texts have is counted where they have it
	copies  *copies                 // nil if no passage is repeated
	all     float64                 // symbols of both texts
	least   float64                 // how much of what a match tells is asked for: 1, but where a match is only looked for
	filter  [filterBits / 64]uint64 // of single, to ask before the map
}

// newNews counts in both texts the symbols of the pieces, and their pairs, in time
// linear in the length of both.
func (c *clusters) newNews(pieces []piece) *news {
	n := c.uncounted(pieces)
	n.count(c.query, n.single, n.pairs)
	n.count(c.source, n.single, n.pairs)
	c.scratch.work += len(c.query.Char) + len(c.source.Char)
	n.before, n.here, n.copies = n.single, 2, c.copies(pieces)
	return n
}

// mostNews is newNews by which no symbol tells less than by the news of the query and any
// part of the source that has the pieces: what the source says beside them does not make it usual.
func (c *clusters) mostNews(pieces []piece) *news {
	n := c.uncounted(pieces)
	n.count(c.query, n.single, n.pairs)
	n.before, n.here, n.copies = maps.Clone(n.single), 1, c.copies(pieces)
	n.count(c.source, n.before, nil)
	c.scratch.work += len(c.query.Char) + len(c.source.Char)
	return n
}

// uncounted is a news of the pieces before anything is counted.
func (c *clusters) uncounted(pieces []piece) *news {
	n := &news{query: c.query, usage: c.usage(), least: 1, single: map[uint32]int32{}, pairs: map[uint64]int32{}, all: float64(len(c.query.Char) + len(c.source.Char))}
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

// count adds how often the symbols and pairs that are there stand in a text; pairs may be
// nil.
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

// bits is the information of a symbol of the query, behind those of its run before it,
// of which follows are known.
func (n *news) bits(i, follows int) float64 {
	elsewhere := func(count int32, here float64) float64 { return max(0, float64(count)-here) }
	x, here := n.query.Char[i], n.hereAt(i)
	p := (elsewhere(n.single[x], here) + 1) / (n.all + unseen)
	if follows > 0 {
		// What stands before it is counted in both texts.
		before := n.query.Char[i-1]
		p = (elsewhere(n.pairs[pairOf(n.query.Char, i)], here) + pairsOf*p) / (elsewhere(n.before[before], max(2, n.hereAt(i-1))) + pairsOf)
	}
	return min(-math.Log2(min(1, p)), n.usual(i, follows))
}

// hereAt returns how often a symbol of the query is counted in the passage that it is in, with
// all copies of the passage.
func (n *news) hereAt(i int) float64 {
	switch {
	case n.copies == nil:
		return n.here
	case n.here == 1:
		return float64(n.copies.query[i])
	}
	return float64(n.copies.query[i] + n.copies.source[i])
}

// usual is the information of a symbol in texts of the query's kind, behind the two
// before it at the most.
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

// tell returns how much a run tells. What stands in headings, prompts and labels, or is
// filled in there, tells half.
func (n *news) tell(r run) float64 {
	characters, words := 0.0, 0.0
	label, next := 1.0, 0 // of the sentence, and where it ends
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

// outsideAddresses counts the symbols of a run that are no part of a web address.
func (n *news) outsideAddresses(r run) int {
	sum := 0
	for _, mark := range n.query.Mark[r.q : r.q+r.length] {
		if mark&text.MarkAddress == 0 {
			sum++
		}
	}
	return sum
}

// word returns how much a word tells. Nothing tells what all have in common who name the
// same place or the same function, or set a formula: parts of web addresses, what
// continues a name, commands.
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

// tells returns how much runs tell together.
func (n *news) tells(runs []run) float64 {
	sum := 0.0
	for _, r := range runs {
		sum += n.tell(r)
	}
	return sum
}

// loose returns what the words of runs in no order tell, more than these runs tell in
// order: words of a text of words alone.
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

// need is what runs must tell to be a match: more where they take from far and
// wide on one side, and where most of what lies between them does not agree.
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
