package docx

import (
	"cmp"
	"strconv"
	"strings"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// tablePart is what a table's style says of one of its parts: the whole table, its first
// row, its bands.
type tablePart struct {
	ground style.Paint
	look   style.Look
}

// wholeTable is the name of the part that is the table itself, as Word has it.
const wholeTable = "wholeTable"

// tableParts reads what a table's style says of its parts.
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

// basedOn adds to the parts of a style those that the style it is based on has beside them.
func basedOn(own, base map[string]tablePart) map[string]tablePart {
	if own == nil || base == nil {
		if own == nil {
			return base
		}
		return own
	}
	all := map[string]tablePart{}
	for name, p := range base {
		all[name] = p
	}
	for name, p := range own {
		p.look = p.look.Over(all[name].look)
		p.ground = p.ground.Or(all[name].ground)
		all[name] = p
	}
	return all
}

// tableFormat is a table's style as the table uses it.
type tableFormat struct {
	parts map[string]tablePart
	uses  [6]bool // by tableUses
	row   int     // of the row that is being read, from 0
	rows  int     // of the table, where its style says something of the last one
	cells int     // of the row, where the style says something of the last column
	fixed bool    // columns are as wide as stated

	columns []int // of the grid, by their widths in twips
	column  int   // of the grid at which the next cell begins
}

// wide returns how wide the next cell is that takes so many columns of the grid, in twips;
// 0 where that is not known.
func (f *tableFormat) wide(columns int) int {
	from := min(max(f.column, 0), len(f.columns))
	sum := 0
	for _, c := range f.columns[from:min(from+max(columns, 1), len(f.columns))] {
		sum += c
	}
	return sum
}

// tableUses are the attributes and the bits of w:tblLook that turn on parts of a style; bands
// are on unless stated otherwise.
var tableUses = [6]struct {
	name string
	bit  uint64
	off  bool // it turns something off
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

// tableFormatOf reads which parts of its style a table uses.
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

// begin is told of each row before it is read. x stands behind the row's start.
func (f *tableFormat) begin(x *markup.Reader) {
	f.column = 0
	if f.row++; f.row == 0 && f.uses[lastRow] {
		f.rows = 1 + ahead(x.Raw[x.Offset:], "tr", "tbl")
	}
	if f.uses[lastColumn] {
		f.cells = ahead(x.Raw[x.Offset:], "tc", "tr")
	}
}

// ahead counts the elements of a name before the end of the element outer, without those of
// tables within.
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

// place adds what the style says of a cell to the place of its text.
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
