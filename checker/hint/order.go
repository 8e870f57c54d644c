package hint

import (
	"math"
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

// order finds how much of a window a text says in the same order. It is for one window.
type order struct {
	window  []Symbol
	weights map[uint32]float32 // by symbol
	total   float64            // of the window
	score   []float32
	side    map[uint32]uint8 // of shared, as are its results
	rows    []int
	columns []int
}

// newOrder makes a window ready. beside are texts that say how usual symbols are.
func newOrder(window []Symbol, beside ...[]Symbol) *order {
	count, n := map[uint32]int{}, len(window)
	for _, s := range window {
		count[s.Value]++
	}
	for _, symbols := range beside {
		n += len(symbols)
		for _, s := range symbols {
			if c := count[s.Value]; c > 0 { // of the window
				count[s.Value] = c + 1
			}
		}
	}
	o := &order{window: window, weights: make(map[uint32]float32, len(window))}
	for _, s := range window {
		w := max(0, math.Log(float64(n)/float64(count[s.Value]))-commonWeight)
		o.weights[s.Value] = float32(w)
		o.total += w
	}
	return o
}

// in returns which share of the window's weight stands in a text in the same order, less the gaps, at the one place where
// most does (local alignment: Smith and Waterman 1981).
func (o *order) in(region []Symbol) float64 {
	if o.total == 0 {
		return 0
	}
	return o.best(o.window, region) / o.total
}

// best returns the score of the best local alignment. Symbols that only one side has are no more than gaps, so that those that
// both have are all that is gone through.
func (o *order) best(window, region []Symbol) float64 {
	rows, columns := o.shared(window, region)
	if cap(o.score) <= len(columns) {
		o.score = make([]float32, len(columns)+1)
	}
	row := o.score[:len(columns)+1]
	clear(row)
	most := float32(0)
	above := -1 // the place of the row before
	for _, i := range rows {
		s := window[i].Value
		weight, down := o.weights[s], gap*float32(i-above)
		above = i
		diagonal, left, before := float32(0), float32(0), -1
		for k, j := range columns {
			right := gap * float32(j-before)
			before = j
			v := max(0, row[k+1]-down, left-right)
			if region[j].Value == s {
				v = max(v, max(0, diagonal-down-right+2*gap)+weight)
			}
			diagonal, row[k+1], left = row[k+1], v, v
			most = max(most, v)
		}
	}
	return float64(most)
}

// shared returns the places of the symbols that tell and stand on both sides.
func (o *order) shared(window, region []Symbol) (rows, columns []int) {
	const here, both = 1, 2
	if o.side == nil {
		o.side = make(map[uint32]uint8, len(window))
	}
	side, rows, columns := o.side, o.rows[:0], o.columns[:0]
	clear(side)
	for _, s := range window {
		if o.weights[s.Value] > 0 {
			side[s.Value] = here
		}
	}
	for j, s := range region {
		if side[s.Value] != 0 {
			side[s.Value] = both
			columns = append(columns, j)
		}
	}
	for i, s := range window {
		if side[s.Value] == both {
			rows = append(rows, i)
		}
	}
	o.rows, o.columns = rows, columns
	return rows, columns
}
