package docx

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
	"zhiwen/internal/each"
)

// tablePart is what a table style sets for one part of a table: the whole table, its first row, its
// bands.
type tablePart struct {
	ground style.Paint
	look   style.Look
}

// wholeTable is Word's name for the part that is the table itself.
const wholeTable = "wholeTable"

// tableParts reads the parts of a table style.
func (w *walk) tableParts(e markup.Element) map[string]tablePart {
	parts := map[string]tablePart{}
	add := func(name string, e markup.Element) {
		p := tablePart{ground: w.shading(e.Child("tcPr")).Or(w.shading(e.Child("tblPr"))), look: w.runLook(e.Child("rPr"))}
		if p.ground == style.NoPaint {
			p.ground = w.shading(e.Child("pPr"))
		}
		if p != (tablePart{}) {
			parts[name] = p
		}
	}
	add(wholeTable, e)
	for c := range e.Children() {
		if c.Name() == "tblStylePr" {
			add(c.Attr("type"), c)
		}
	}
	return parts
}

// basedOn returns the parts of a style completed by those of the style it is based on.
func basedOn(own, base map[string]tablePart) map[string]tablePart {
	if own == nil || base == nil {
		if own == nil {
			return base
		}
		return own
	}
	all := map[string]tablePart{}
	maps.Copy(all, base)
	for name, p := range own {
		p.look = p.look.Over(all[name].look)
		p.ground = p.ground.Or(all[name].ground)
		all[name] = p
	}
	return all
}

// tableFormat is a table style as one table uses it.
type tableFormat struct {
	parts map[string]tablePart
	uses  [6]bool // by tableUses
	row   int     // index of the current row
	rows  int     // number of rows, counted only if the style has a last row
	cells int     // number of cells in the row, counted only if the style has a last column
	fixed bool    // columns have their stated widths

	columns []int // widths of the grid's columns in twips
	column  int   // column of the grid at which the next cell begins
}

// wide returns the width in twips of the next cell, which spans columns of the grid, or 0 if it is
// unknown.
func (f *tableFormat) wide(columns int) int {
	from := min(max(f.column, 0), len(f.columns))
	return each.Sum(f.columns[from:min(from+max(columns, 1), len(f.columns))], func(c int) int { return c })
}

// tableUses are the attributes and the bits of w:tblLook that switch parts of a style on. Bands are
// on by default.
var tableUses = [6]struct {
	name string
	bit  uint64
	off  bool // the attribute switches the part off
}{
	{"firstRow", 0x20, false}, {"lastRow", 0x40, false}, {"firstColumn", 0x80, false}, {"lastColumn", 0x100, false},
	{"noHBand", 0x200, true}, {"noVBand", 0x400, true},
}

const (
	firstRow = iota
	lastRow
	firstColumn
	lastColumn
	rowBands
	columnBands
)

// tableFormatOf returns a table's style and the parts of it that the table uses.
func (w *walk) tableFormatOf(tblPr markup.Element) tableFormat {
	parts := w.resolved(cmp.Or(tblPr.Child("tblStyle").Attr("val"), w.usual["table"])).parts
	f := tableFormat{parts: parts, fixed: tblPr.Child("tblLayout").Attr("type") == "fixed", row: -1}
	if len(f.parts) == 0 {
		return f
	}
	look := tblPr.Child("tblLook")
	bits, _ := strconv.ParseUint(look.Attr("val"), 16, 16)
	for i, use := range tableUses {
		on := bits&use.bit != 0
		if v := look.Attr(use.name); v != "" {
			on = v == "1" || v == "true" || v == "on"
		}
		f.uses[i] = on != use.off
	}
	return f
}

// begin is called before each row. x is just after the start of the row.
func (f *tableFormat) begin(x *markup.Reader) {
	f.column = 0
	if f.row++; f.row == 0 && f.uses[lastRow] {
		f.rows = 1 + ahead(x.Raw[x.Offset:], "tr", "tbl")
	}
	if f.uses[lastColumn] {
		f.cells = ahead(x.Raw[x.Offset:], "tc", "tr")
	}
}

// ahead counts the elements of a name before the end of the element outer, without those in nested
// tables.
func ahead(raw, name, outer string) int {
	n, depth := 0, 0
	for {
		at := strings.IndexByte(raw, '<')
		if at < 0 {
			return n
		}
		raw = raw[at+1:]
		end := strings.IndexAny(raw, " />\t\r\n")
		closing := end == 0 && raw[0] == '/'
		if closing {
			raw = raw[1:]
			end = strings.IndexAny(raw, " />\t\r\n")
		}
		local := raw[:max(end, 0)]
		if colon := strings.IndexByte(local, ':'); colon >= 0 {
			local = local[colon+1:]
		}
		switch {
		case closing && depth == 0 && local == outer:
			return n
		case local == "tbl" && closing:
			depth--
		case local == "tbl":
			depth++
		case local == name && depth == 0 && !closing:
			n++
		}
	}
}

// place adds the style of a cell to the place of its text.
func (f *tableFormat) place(at flow.Place, column int) flow.Place {
	var look style.Look
	ground := style.NoPaint
	add := func(on bool, name string) {
		if p, ok := f.parts[name]; on && ok {
			look = p.look.Over(look)
			ground = p.ground.Or(ground)
		}
	}
	if len(f.parts) == 0 {
		return at
	}
	row, banded := f.row, column
	if f.uses[firstRow] {
		row--
	}
	if f.uses[firstColumn] {
		banded--
	}
	add(true, wholeTable)
	add(f.uses[columnBands] && banded >= 0, [2]string{"band1Vert", "band2Vert"}[banded&1])
	add(f.uses[rowBands] && row >= 0, [2]string{"band1Horz", "band2Horz"}[row&1])
	add(f.uses[lastColumn] && column == f.cells-1, "lastCol")
	add(f.uses[firstColumn] && column == 0, "firstCol")
	add(f.uses[lastRow] && f.row == f.rows-1, "lastRow")
	add(f.uses[firstRow] && f.row == 0, "firstRow")
	at.Look, at.Ground = look, ground.Or(at.Ground)
	return at
}
