package hint

import (
	"math"
	"slices"
	"sort"

	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Symbol is a character, or a word of letters, of a text as it is folded (text.Text.Char), and where it stands.
type Symbol struct {
	Value uint32
	Start int32 // code points of the document's text
}

// Prose is what of a document is aligned: its words, and its symbols in order.
type Prose struct {
	Words   []Word
	Symbols []Symbol
}

// Symbols returns the symbols of a text but for those of addresses and commands.
func Symbols(t *text.Text) []Symbol {
	out := make([]Symbol, 0, len(t.Char))
	for i, char := range t.Char {
		if t.Mark[i]&(text.MarkAddress|text.MarkCode) == 0 {
			out = append(out, Symbol{char, t.Start[i]})
		}
	}
	return out
}

// between returns the symbols that stand in a range of code points.
func between(symbols []Symbol, in extract.Span) []Symbol {
	from := sort.Search(len(symbols), func(i int) bool { return int(symbols[i].Start) >= in.Start })
	to := sort.Search(len(symbols), func(i int) bool { return int(symbols[i].Start) >= in.End })
	return symbols[from:max(from, to)]
}

// Who says something in other words keeps some of its characters, in their order: 提高 becomes 升高, 变快 加快.
const (
	// gap is what a symbol costs that only one of two texts has, in the unit of the weights.
	gap = 0.3
	// commonWeight is the weight from which on a symbol tells: those that are one in twenty tell nothing.
	commonWeight = 3
)

// order finds how much of a window some texts say in the same order. It is for one window and one goroutine.
type order struct {
	window  []int32   // of its symbols the slot
	weights []float32 // of symbols, by slot
	total   float64   // of the window
	beside  [][]told  // of each text the symbols that the window has too, in order
	score   []float32
}

// told is a symbol of a text that the window has too.
type told struct {
	at   int // symbols of the text before it
	slot int32
}

// newOrder makes a window ready for texts, which say beside it how usual symbols are.
func newOrder(window []Symbol, beside ...[]Symbol) *order {
	symbols, n := newSlots(len(window)), len(window)
	o := &order{window: make([]int32, len(window)), beside: make([][]told, len(beside))}
	for i, s := range window {
		o.window[i] = symbols.add(uint64(s.Value))
	}
	count := make([]int, symbols.count)
	for _, slot := range o.window {
		count[slot]++
	}
	for k, text := range beside {
		n += len(text)
		for at, s := range text {
			if slot := symbols.of(uint64(s.Value)); slot >= 0 {
				count[slot]++
				o.beside[k] = append(o.beside[k], told{at, slot})
			}
		}
	}
	o.weights = make([]float32, symbols.count)
	for _, slot := range o.window {
		w := max(0, math.Log(float64(n)/float64(count[slot]))-commonWeight)
		o.weights[slot] = float32(w)
		o.total += w
	}
	return o
}

// in returns which share of the window's weight stands in the nth text in the same order, less the gaps, at the one place where
// most does (local alignment: Smith and Waterman 1981).
func (o *order) in(n int) float64 {
	if o.total == 0 {
		return 0
	}
	return o.best(n) / o.total
}

// best returns the score of the best local alignment with the nth text. Symbols that only one side has, or that tell nothing, are no
// more than gaps, so that the others are all that is gone through.
func (o *order) best(n int) float64 {
	columns := slices.DeleteFunc(o.beside[n], func(c told) bool { return o.weights[c.slot] == 0 })
	o.beside[n] = columns
	has := make([]bool, len(o.weights))
	for _, c := range columns {
		has[c.slot] = true
	}
	row := grown(o.score, len(columns)+1)
	o.score = row
	clear(row)
	most := float32(0)
	above := -1 // the place of the row before
	for i, slot := range o.window {
		if !has[slot] {
			continue
		}
		weight, down := o.weights[slot], gap*float32(i-above)
		above = i
		diagonal, left, before := float32(0), float32(0), -1
		for k, c := range columns {
			right := gap * float32(c.at-before)
			before = c.at
			v := max(0, row[k+1]-down, left-right)
			if c.slot == slot {
				v = max(v, max(0, diagonal-down-right+2*gap)+weight)
			}
			diagonal, row[k+1], left = row[k+1], v, v
			most = max(most, v)
		}
	}
	return float64(most)
}
