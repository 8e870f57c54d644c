package draft

import (
	"cmp"
	"slices"
	"sort"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// The cells of a table may be meant to be read downwards, and boxes stand at their positions,
// whatever their order in the file. Words that continue from one item to the next show the order:
// items are read in the order that joins the most words, if it is not that of the file.

// Spot is the position of a box on its page, in points from the left and from the top.
type Spot struct{ X, Y float64 }

// Anchored returns the position on the page of a box that is placed relative to its paragraph.
// paragraphs is the number of paragraphs with boxes before that one; each is assumed to be one line
// high.
func (s Spot) Anchored(paragraphs int) Spot {
	const line = 15.6 // points, for 10.5-point text, as Word sets Chinese
	s.Y += line * float64(paragraphs)
	return s
}

// same reports whether two positions are the same.
func (s *Spot) same(other *Spot) bool { return s == other || s != nil && other != nil && *s == *other }

const (
	leastOrdered = 8 // least cells or boxes for which words can show an order
	leastJoined  = 4 // least words joined by an order,
	// and their least share of the seams: correct orders join two to three in ten, see package char
	joinedShare = 0.2
	sameRow     = 6 // points by which the heights of boxes in one row may differ
)

// item is a cell or a box: successive blocks and their position.
type item struct {
	first, behind int // range of blocks, behind is exclusive
	row, column   int
	text          string
}

// settleOrder sorts cells and boxes, and the paragraphs of a drawn page, into reading order and reports whether that changed the order.
// texts are the texts of the blocks.
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
					// no longer a table, since its cells have other neighbours
					if order[at] = i; m.Cell != nil {
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

// itemsAt returns the cells of the table, or the boxes with known positions, that begin with a block.
func (b *Draft) itemsAt(from int, texts []string) []item {
	first := &b.Blocks[from]
	boxes := first.box()
	if !boxes && first.Cell == nil {
		return nil
	}
	var list []item
	var spots []Spot
	page := b.pageEnd(first.Start)
	for i := from; i < len(b.Blocks) && b.Blocks[i].End <= page; i++ {
		m := &b.Blocks[i]
		if m.box() != boxes || !boxes && (m.Cell == nil || m.Cell.edges != first.Cell.edges) {
			break
		}
		if n := len(list); n > 0 && m.Cell == b.Blocks[i-1].Cell && (!boxes || m.Spot.same(b.Blocks[i-1].Spot)) {
			list[n-1].behind++
			list[n-1].text += texts[i]
			continue
		}
		x := item{first: i, behind: i + 1, text: texts[i]}
		if boxes {
			spots = append(spots, *m.Spot)
		} else {
			x.row, x.column = m.Cell.Row, m.Cell.Column
		}
		list = append(list, x)
	}
	if boxes && len(list) > 0 {
		rank(list, spots, func(s Spot) float64 { return s.Y }, func(x *item, row int) { x.row = row })
		rank(list, spots, func(s Spot) float64 { return s.X }, func(x *item, column int) { x.column = column })
	}
	return list
}

// box reports whether a block stands at its position: outside of tables, or beside others in a single row.
func (m *Block) box() bool { return m.Spot != nil && (m.Cell == nil || m.Cell.edges.rows == 1) }

// pageEnd returns the end of the page that contains a place, or that of the text if its pages are unknown.
func (b *Draft) pageEnd(at int) int {
	if i := sort.Search(len(b.Pages), func(i int) bool { return b.Pages[i].End > at }); i < len(b.Pages) {
		return b.Pages[i].End
	}
	return b.Length
}

// rank numbers the rows or the columns of boxes.
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

// readOrder returns items in the order in which their text continues, or nil if that is unknown or
// already their order.
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

// seamsOf counts the seams between items at which a word could continue, and the different words
// that do.
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
