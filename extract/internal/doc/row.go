package doc

import (
	"encoding/binary"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// Properties of rows ([MS-DOC] 2.6.3).
const (
	sprmTable      = 0xD608 // TDefTable, whose length is written in two bytes
	sprmCells      = 0xD612 // TDefTableShd and its continuations
	sprmCells2     = 0xD616
	sprmCells3     = 0xD60C
	sprmCells80    = 0xD609
	sprmCellRange  = 0xD62D // TSetShd
	sprmTableStyle = 0x563A // TIstd
	sprmRowHeight  = 0x9407 // TDyaRowHeight: in twips, below 0 exact
)

const rowDefinition = 20 // bytes of a cell's definition (TC80)

// rowShape reads the definition of a row (TDefTableOperand): the edges of its
// cells in twentieths of a point, then what each is.
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

// normalTable is the style of tables that have none; others may colour rows.
const normalTable = 11

// shadesCells says whether a property of a row may give a cell a background.
func shadesCells(code uint16, v []byte) bool {
	switch code {
	case sprmTableStyle:
		return binary.LittleEndian.Uint16(v) != normalTable
	case sprmCells80:
		for ; len(v) >= 2; v = v[2:] {
			if style.Tints(shade80(v)) {
				return true
			}
		}
	case sprmCellRange:
		return len(v) >= 12 && style.Tints(shade(v[2:]))
	case sprmCells, sprmCells2, sprmCells3:
		for ; len(v) >= 10; v = v[10:] {
			if style.Tints(shade(v)) {
				return true
			}
		}
	}
	return false
}
