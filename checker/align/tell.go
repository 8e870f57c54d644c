package align

import (
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
// its weight at the most. Of each run of characters runCost is taken off: two texts
// have two characters in common at almost any place.
const (
	runCost     = 2.0
	characterOf = 6.0  // bits of a character of ordinary text behind the one before it, about
	wordOf      = 7.0  // bits of a word, likewise
	pairsOf     = 2.0  // how many times a symbol counts after which it is believed what follows it
	most        = 1.5  // what one character tells at the most: rare ones are not rarer than others are common
	unseen      = 2000 // symbols of other text, all different: as if they had been read before
)

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
	foreign bool // words are not what the query is written in: few of its symbols are
	single  map[uint32]int32
	pairs   map[uint64]int32
	all     float64 // symbols of both texts
}

// newNews counts in both texts the symbols of the pieces, and their pairs, in time
// linear in the length of both.
func (c *clusters) newNews(pieces []piece) *news {
	n := &news{query: c.query, single: map[uint32]int32{}, pairs: map[uint64]int32{}, all: float64(len(c.query.Char) + len(c.source.Char))}
	words := 0
	for _, x := range c.query.Char {
		if isWord(x) {
			words++
		}
	}
	n.foreign = 2*words < len(c.query.Char)
	var filter [filterBits / 64]uint64
	for _, p := range pieces {
		for _, r := range p.Runs {
			for i := r.Query; i < r.Query+r.Length; i++ {
				x := c.query.Char[i]
				n.single[x] = 0
				filter[x%filterBits/64] |= 1 << (x % 64)
				if i > r.Query {
					n.pairs[pairOf(c.query.Char, i)] = 0
				}
			}
			c.scratch.work += r.Length
		}
	}
	for _, t := range []*text.Text{c.query, c.source} {
		c.scratch.work += len(t.Char)
		for i, x := range t.Char {
			if filter[x%filterBits/64]&(1<<(x%64)) == 0 {
				continue
			}
			count, ok := n.single[x]
			if !ok {
				continue
			}
			n.single[x] = count + 1
			if i > 0 {
				if count, ok := n.pairs[pairOf(t.Char, i)]; ok {
					n.pairs[pairOf(t.Char, i)] = count + 1
				}
			}
		}
	}
	return n
}

func pairOf(symbols []uint32, i int) uint64 { return uint64(symbols[i-1])<<32 | uint64(symbols[i]) }

// bits is the information of a symbol of the query, behind the one before it if
// follows.
func (n *news) bits(i int, follows bool) float64 {
	elsewhere := func(count int32) float64 { return max(0, float64(count)-2) } // it stands here in both texts
	x := n.query.Char[i]
	p := (elsewhere(n.single[x]) + 1) / (n.all + unseen)
	if follows {
		p = (elsewhere(n.pairs[pairOf(n.query.Char, i)]) + pairsOf*p) / (elsewhere(n.single[n.query.Char[i-1]]) + pairsOf)
	}
	return -math.Log2(min(1, p))
}

// tell gives how much a run tells.
func (n *news) tell(r run) float64 {
	characters, words := 0.0, 0.0
	for i := int(r.q); i < int(r.q+r.length); i++ {
		if isWord(n.query.Char[i]) {
			words += n.word(i, i > int(r.q))
		} else {
			characters += min(most, n.bits(i, i > int(r.q))/characterOf)
		}
	}
	sum := max(0, characters-runCost) + words
	if n.foreign {
		sum = max(0, characters+words-runCost)
	}
	if s := n.query.Sentences[n.query.SentenceOf(int(r.q))]; s.Weight < labelWeight && int(r.q+r.length) <= s.Last {
		sum /= 2 // headings, prompts, what is filled in; not a list of them in a row
	}
	return sum
}

// word gives how much a word tells: in a web address, which all who name the same
// place have in common, nothing.
func (n *news) word(i int, follows bool) float64 {
	if n.query.Mark[i]&text.MarkAddress != 0 {
		return 0
	}
	return float64(n.query.Weight[i]) * min(1, n.bits(i, follows)/wordOf)
}

// tells gives how much runs tell together.
func (n *news) tells(runs []run) float64 {
	sum := 0.0
	for _, r := range runs {
		sum += n.tell(r)
	}
	return sum
}

// loose gives what the words of runs in no order tell, more than these runs tell in
// order: words of a text of words alone.
func (n *news) loose(all, ordered []run) float64 {
	if n.foreign {
		return 0
	}
	sum := 0.0
	for _, r := range all {
		for i := int(r.q); i < int(r.q+r.length); i++ {
			if isWord(n.query.Char[i]) {
				sum += n.word(i, i > int(r.q))
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
		return enoughSkewed
	}
	return enough
}

// covered counts the symbols of runs.
func covered(runs []run) int {
	sum := 0
	for _, r := range runs {
		sum += int(r.length)
	}
	return sum
}
