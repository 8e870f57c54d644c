package doc

import (
	"encoding/binary"
	"math"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// Properties of rows ([MS-DOC] 2.6.3).
const (
	sprmTable      = 0xD608 // TDefTable, with a two-byte length
	sprmCells      = 0xD612 // TDefTableShd and its continuations
	sprmCells2     = 0xD616
	sprmCells3     = 0xD60C
	sprmCells80    = 0xD609
	sprmCellsRaw   = 0xD670 // TDefTableShdRaw and its continuations
	sprmCellsRaw2  = 0xD671
	sprmCellsRaw3  = 0xD672
	sprmCellRange  = 0xD62D // TSetShd
	sprmCellDown   = 0xD62B // TVertMerge
	sprmRowX       = 0x940E // TDxaAbs: of a floating table
	sprmRowY       = 0x940F
	sprmTableStyle = 0x563A // TIstd
	sprmRowHeight  = 0x9407 // TDyaRowHeight: in twips; negative is exact
)

const rowDefinition = 20 // bytes of a cell's definition (TC80)

// rowShape reads the definition of a row (TDefTableOperand): the edges of its cells in twentieths
// of a point, then the kind of each cell.
func rowShape(v []byte) []flow.CellShape {
	if len(v) == 0 || len(v) < 3+2*int(v[0]) {
		return nil
	}
	edge := func(i int) float32 { return float32(int16(binary.LittleEndian.Uint16(v[1+2*i:]))) / 20 }
	shape := make([]flow.CellShape, v[0])
	cells := v[3+2*len(shape):]
	for i := range shape {
		shape[i] = flow.CellShape{Left: edge(i), Right: edge(i + 1)}
		if len(cells) < rowDefinition*(i+1) {
			continue
		}
		flags := binary.LittleEndian.Uint16(cells[rowDefinition*i:])
		shape[i].Aside = flags&3 >= 2
		shape[i].Down = flags>>5&3 == 1
	}
	return shape
}

// normalTable is the style of tables without a style; other styles may colour rows.
const normalTable = 11

// row holds the properties of a row and its cells, which are stored at its end.
type row struct {
	shape   []flow.CellShape
	grounds []style.Paint // of the cells, as far as stated
	styled  bool          // a style may colour cells without a stated ground
	high    float64       // exact height in points; 0 unset
	x, y    float64       // of a floating table
	down    []int         // cells that continue those above
}

// cellsAtOnce is the number of cells that one shading property covers.
const cellsAtOnce = 22

// read applies a property of a row.
func (r *row) read(code uint16, v []byte) {
	switch code {
	case sprmTable:
		r.shape = rowShape(v)
	case sprmRowHeight:
		r.high = max(-twips(v), 0)
	case sprmRowX:
		r.x = framed(v)
	case sprmRowY:
		r.y = framed(v)
	case sprmTableStyle:
		r.styled = binary.LittleEndian.Uint16(v) != normalTable
	case sprmCells80:
		for i := 0; len(v) >= 2; i, v = i+1, v[2:] {
			r.shade(i, shade80(v))
		}
	case sprmCells, sprmCellsRaw:
		r.shadeAll(0, v)
	case sprmCells2, sprmCellsRaw2:
		r.shadeAll(cellsAtOnce, v)
	case sprmCells3, sprmCellsRaw3:
		r.shadeAll(2*cellsAtOnce, v)
	case sprmCellRange:
		if len(v) >= 12 {
			for i := int(v[0]); i < int(v[1]); i++ {
				r.shade(i, shade(v[2:]))
			}
		}
	case sprmCellDown:
		if len(v) >= 2 && v[1] == 1 {
			r.down = append(r.down, int(v[0]))
		}
	}
}

func (r *row) shadeAll(first int, v []byte) {
	for i := first; len(v) >= 10; i, v = i+1, v[10:] {
		r.shade(i, shade(v))
	}
}

// shade sets the ground of cell i. A later property overrides an earlier one, unless it states no
// ground.
func (r *row) shade(i int, p style.Paint) {
	for len(r.grounds) <= i {
		r.grounds = append(r.grounds, style.NoPaint)
	}
	if p != style.Bare && p != style.NoPaint {
		r.grounds[i] = p
	}
}

// cells returns the shape of the row, including merges with cells above.
func (r *row) cells() []flow.CellShape {
	if r == nil {
		return nil
	}
	for _, i := range r.down {
		if i < len(r.shape) {
			r.shape[i].Down = true
		}
	}
	return r.shape
}

// place returns the place of the text of cell i in a row at a place.
func (r *row) place(i int, page style.Sheet, at flow.Place) flow.Place {
	if r == nil {
		return at
	}
	ground := style.NoPaint
	if i < len(r.grounds) {
		ground = r.grounds[i]
	}
	if ground == style.NoPaint && r.styled {
		ground = style.AnyPaint
	}
	at.Ground = ground.Or(at.Ground)
	wide, left := 0.0, 0.0
	if i < len(r.shape) {
		last := i // last cell merged with it
		for last+1 < len(r.shape) && r.shape[last+1].Aside {
			last++
		}
		left = float64(r.shape[i].Left)
		wide = float64(r.shape[last].Right) - left
	}
	switch {
	case at.Room == style.Shut:
	case page.MissesX(r.x+left, wide, false) && wide > 0, page.Wide > 0 && (math.Abs(r.x) >= page.Wide || math.Abs(r.y) >= page.High):
		at.Room = style.Shut
	case r.high > 0:
		at.Room = style.NewRoom(wide, r.high)
	case wide > 0:
		at.Room = style.NewRoom(wide, math.Inf(1))
	}
	return at
}
