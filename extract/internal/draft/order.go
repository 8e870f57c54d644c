package draft

import (
	"cmp"
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// The cells of a table may be meant to be read downwards, and boxes stand where their places
// say, whatever their order in the file. Where a text goes on from one to the next, its words
// tell: they are read in the order that joins the most of them, if it is not the file's.

// Spot is the place of a box on its page, in points from the left and from the top.
type Spot struct{ X, Y float64 }

// Anchored returns the place on the page of a box whose place is given relative to its paragraph. paragraphs is the
// number of paragraphs with boxes before that one; each is taken to be one line high.
func (s Spot) Anchored(paragraphs int) Spot {
	const line = 15.6 // of 10.5 points, as Word sets Chinese
	s.Y += line * float64(paragraphs)
	return s
}

// same reports whether two boxes are one.
func (s *Spot) same(other *Spot) bool { return s == other || s != nil && other != nil && *s == *other }

const (
	leastOrdered = 8   // cells or boxes whose order words can tell
	leastJoined  = 4   // words that are joined by an order, and the share of its seams: see package char
	joinedShare  = 0.2 // two to three in ten
	sameRow      = 6   // points by which boxes of a row are higher or lower at most
)

// item is a cell or a box: some blocks in a row, and where they stand.
type item struct {
	first, behind int // blocks
	row, column   int
	text          string
}

// settleOrder puts cells and boxes into the order in which they are read; texts are those
// of the blocks before. It reports whether that is another order.
func (b *Draft) settleOrder(texts []string) (moved bool, err error) {
	var order []int
	for from := 0; from < len(b.Blocks); {
		list := b.itemsAt(from, texts)
		if len(list) == 0 {
			from++
			continue
		}
		behind := list[len(list)-1].behind
		if read := readOrder(list); read != nil {
			if order == nil {
				order = upTo(len(b.Blocks))
			}
			at := from
			for _, x := range read {
				for i := x.first; i < x.behind; i++ {
					m := &b.Blocks[i]
					if order[at] = i; m.Cell != nil { // no table, whose cells would have other neighbours
						m.Kind, m.Cell, m.MayHead = extract.Body, nil, false
					}
					at++
				}
			}
		}
		from = behind
	}
	if order == nil {
		return false, nil
	}
	return true, b.arrange(order, func(int) error { return nil })
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// itemsAt returns the cells of the table or the boxes of known places that a block begins.
func (b *Draft) itemsAt(from int, texts []string) []item {
	first := &b.Blocks[from]
	if first.Cell == nil && first.Spot == nil {
		return nil
	}
	var list []item
	var spots []Spot
	for i := from; i < len(b.Blocks); i++ {
		m := &b.Blocks[i]
		if (m.Cell == nil) != (first.Cell == nil) || m.Cell != nil && m.Cell.edges != first.Cell.edges || m.Cell == nil && m.Spot == nil {
			break
		}
		if n := len(list); n > 0 && m.Cell == b.Blocks[i-1].Cell && m.Spot.same(b.Blocks[i-1].Spot) {
			list[n-1].behind++
			list[n-1].text += texts[i]
			continue
		}
		x := item{first: i, behind: i + 1, text: texts[i]}
		if m.Cell != nil {
			x.row, x.column = m.Cell.Row, m.Cell.Column
		}
		if list = append(list, x); m.Cell == nil {
			spots = append(spots, *m.Spot)
		}
	}
	if first.Cell == nil {
		rank(list, spots, func(s Spot) float64 { return s.Y }, func(x *item, row int) { x.row = row })
		rank(list, spots, func(s Spot) float64 { return s.X }, func(x *item, column int) { x.column = column })
	}
	return list
}

// rank numbers the rows or the columns in which boxes stand.
func rank(list []item, spots []Spot, of func(Spot) float64, set func(x *item, number int)) {
	sorted := upTo(len(list))
	slices.SortStableFunc(sorted, func(i, j int) int { return cmp.Compare(of(spots[i]), of(spots[j])) })
	number, begun := 0, of(spots[sorted[0]])
	for _, i := range sorted {
		if at := of(spots[i]); at-begun > sameRow {
			number, begun = number+1, at
		}
		set(&list[i], number)
	}
}

// readOrder returns items in the order in which their text goes on from one to the next; nil
// where that is not told, or is the order that they have.
func readOrder(list []item) []item {
	if len(list) < leastOrdered {
		return nil
	}
	met, joined := seamsOf(list)
	if float64(joined) >= joinedShare*float64(met) && joined >= leastJoined {
		return nil
	}
	var best []item
	most := max(2*joined, leastJoined-1)
	for _, less := range []func(a, b item) int{
		func(a, b item) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column)) },
		func(a, b item) int { return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.row, b.row)) },
		func(a, b item) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(b.column, a.column)) },
		func(a, b item) int { return cmp.Or(cmp.Compare(b.column, a.column), cmp.Compare(a.row, b.row)) },
	} {
		sorted := slices.Clone(list)
		slices.SortStableFunc(sorted, less)
		if met, n := seamsOf(sorted); n > most && float64(n) >= joinedShare*float64(met) {
			best, most = sorted, n
		}
	}
	return best
}

// seamsOf counts the seams between items at which words could go on, and those at which
// different words do.
func seamsOf(list []item) (met, joined int) {
	words := map[string]bool{}
	for i := 1; i < len(list); i++ {
		word, ok := char.Joint(list[i-1].text, list[i].text)
		if word != "" {
			met++
		}
		if ok {
			words[word] = true
		}
	}
	return met, len(words)
}
