package doc

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
	"zhiwen/internal/each"
)

// Characters with a special meaning.
const (
	docPicture    = 0x01 // or an object, or a field of a form
	docNote       = 0x02 // reference to a foot- or endnote
	docCell       = 0x07 // end of a cell or of a row
	docBreak      = 0x0B // of a line
	docPage       = 0x0C // end of a page or a section
	docEnd        = 0x0D // of a paragraph
	docHyphen     = 0x1E // non-breaking
	docSoftHyphen = 0x1F
	docSymbol     = 0x28 // "(" in the text, with the symbol in its properties
)

// walk goes through the text in reading order.
type walk struct {
	flow.Writer
	ctx      context.Context
	f        *docFile
	skips    [][2]int                   // instructions of fields, as ranges of positions
	boxes    map[int][]docBox           // anchor → text boxes
	pictures map[int][]*picture.Picture // anchor → floating pictures
	shapes   map[uint32]*shape          // by number
	floats   bool                       // drawings may lie behind boxes without a filling
	paper    style.Paint                // of the pages
	page     style.Sheet
	notes    map[int]string // reference → note
	step     int
	units    []uint16 // characters of the current run
}

// docRange is a range of character positions.
type docRange struct{ start, end int }

// docBox is a text box.
type docBox struct {
	docRange
	number uint32 // of its shape
}

// docParagraph is a paragraph before its text is read.
type docParagraph struct {
	docRange           // including its mark
	mark        uint16 // 0 if it ends without one
	format      docFormat
	cell        bool
	cellEnd     bool
	rowEnd      bool
	row         *row // only at the end of a row
	at          flow.Place
	depth       int
	continuesOn int // index of its properties in the file; -1 unknown
}

// bytesOfUnit is the most bytes of UTF-8 for one UTF-16 unit.
const bytesOfUnit = 3

func (w *walk) document() error {
	w.findFields()
	w.page = w.f.sheet()
	w.loadShapes()
	if err := w.loadNotes(); err != nil {
		return err
	}
	w.findBoxes()
	start, end := w.f.bounds(mainPart)
	w.Draft.Expect(bytesOfUnit * (end - start))
	if err := w.part(start, end, flow.Place{Kind: extract.Body, Ground: w.paper}, w.Emit); err != nil {
		return err
	}
	// Boxes without a known anchor, as in groups, or whose anchor is not part of the text.
	for _, anchor := range slices.Sorted(maps.Keys(w.boxes)) {
		for _, box := range w.boxes[anchor] {
			if err := w.part(box.start, box.end, w.surroundings(box, extract.Box), w.Emit); err != nil {
				return err
			}
		}
	}
	return w.running()
}

// findFields records where the instructions of fields are. A mark without its partner is no field,
// so a damaged file loses no text.
func (w *walk) findFields() {
	type open struct{ begin, middle int }
	for part := mainPart; part <= headerBoxPart; part++ {
		from, to := w.f.bounds(part)
		var stack []open
		for i := from; i < to; i++ {
			switch w.f.chars[i] {
			case flow.FieldBegin:
				stack = append(stack, open{i, -1})
			case flow.FieldMiddle:
				if n := len(stack); n > 0 && stack[n-1].middle < 0 {
					stack[n-1].middle = i
				}
			case flow.FieldEnd:
				n := len(stack)
				if n == 0 {
					continue
				}
				o := stack[n-1]
				stack = stack[:n-1]
				if o.middle < 0 {
					o.middle = i
				}
				w.skips = append(w.skips, [2]int{o.begin, o.middle + 1})
			}
		}
	}
	slices.SortFunc(w.skips, func(a, b [2]int) int { return a[0] - b[0] })
	// Fields within instructions are skipped with them.
	flat := w.skips[:0]
	for _, s := range w.skips {
		if n := len(flat); n > 0 && s[0] < flat[n-1][1] {
			flat[n-1][1] = max(flat[n-1][1], s[1])
			continue
		}
		flat = append(flat, s)
	}
	w.skips = flat
}

// skipped returns the end of the instruction that contains i, or i.
func (w *walk) skipped(i int) int {
	k, ok := slices.BinarySearchFunc(w.skips, i, func(s [2]int, i int) int { return s[0] - i })
	if !ok {
		k--
	}
	if k >= 0 && i < w.skips[k][1] {
		return w.skips[k][1]
	}
	return i
}

// findBoxes reads the positions of text boxes (PlcftxbxTxt) and of their anchors (PlcfSpa).
func (w *walk) findBoxes() {
	w.boxes = map[int][]docBox{}
	anchors := map[uint32]int{}
	at, shapes := plc(w.f.span(fibShapes), 26)
	for i := 0; i+1 < len(at); i++ {
		anchors[binary.LittleEndian.Uint32(shapes[26*i:])] = int(at[i])
	}
	for _, box := range w.boxesOf(fibBoxes, boxPart) {
		anchor, ok := anchors[box.number]
		if !ok {
			anchor = -1
		}
		w.boxes[anchor] = append(w.boxes[anchor], box)
	}
}

// boxesOf reads the text boxes whose texts are in a part.
func (w *walk) boxesOf(entry int, part docPart) (list []docBox) {
	texts, entries := plc(w.f.span(entry), 22)
	first, last := w.f.bounds(part)
	for i := 0; i+1 < len(texts); i++ {
		e := entries[22*i:]
		if binary.LittleEndian.Uint16(e[8:]) != 0 { // a free entry
			continue
		}
		r := docRange{min(first+int(texts[i]), last), min(first+int(texts[i+1]), last)}
		if r.start < r.end {
			list = append(list, docBox{r, binary.LittleEndian.Uint32(e[14:])})
		}
	}
	return list
}

// part reads the paragraphs of a range of the text at a place.
func (w *walk) part(start, end int, around flow.Place, emit func(*flow.Paragraph) error) error {
	list, err := w.paragraphs(start, end)
	if err != nil {
		return err
	}
	tables := flow.Nesting{Emit: emit}
	before := -2
	for i := range list {
		d := &list[i]
		if w.step++; w.step%1024 == 0 {
			if err := w.ctx.Err(); err != nil {
				return err
			}
		}
		depth := 0
		if d.cell && around.Kind == extract.Body {
			depth = max(d.depth, 1)
		}
		if d.rowEnd && d.end-d.start <= 1 {
			before = -2
			if err := tables.EndRow(depth, d.row.cells()); err != nil {
				return err
			}
			continue
		}
		p, err := w.paragraph(d, around, d.continuesOn >= 0 && d.continuesOn == before)
		if err != nil {
			return err
		}
		before = -2
		if d.mark == docPage {
			before = d.continuesOn
		}
		if err := tables.Paragraph(p, depth); err != nil {
			return err
		}
		if d.cellEnd && depth > 0 {
			if err := tables.EndCell(depth, 1, 1); err != nil {
				return err
			}
		}
	}
	return tables.Reach(0)
}

// maxMarks is the most paragraphs and cells of a part, including empty ones.
const maxMarks = draft.MaxParagraphs

func endsParagraph(c uint16) bool { return c == docEnd || c == docCell || c == docPage }

// paragraphs splits a range of the text at its marks.
func (w *walk) paragraphs(start, end int) ([]docParagraph, error) {
	marks := each.Count(w.f.chars[start:end], endsParagraph)
	if marks > maxMarks {
		return nil, fmt.Errorf("%w: more than %d paragraphs", extract.ErrLimits, maxMarks)
	}
	list := make([]docParagraph, 0, marks+1)
	from := start
	for i := start; i < end; i++ {
		if c := w.f.chars[i]; endsParagraph(c) {
			list = append(list, w.f.paragraph(docRange{from, i + 1}, c))
			from = i + 1
		}
	}
	if from < end {
		list = append(list, w.f.paragraph(docRange{from, end}, 0))
	}
	w.place(list)
	return list, nil
}

// place sets the places of paragraphs in tables. A row's properties are stored at its end; tables
// within cells have a greater depth.
func (w *walk) place(list []docParagraph) {
	type open struct {
		row  *row
		cell int
		at   flow.Place
	}
	rows := make([]*row, len(list)) // innermost row of each paragraph
	var ends []*row                 // by depth, the current row, going backwards
	for i := len(list) - 1; i >= 0; i-- {
		d := &list[i]
		depth := d.nesting()
		ends = ends[:min(len(ends), depth)]
		for len(ends) < depth {
			ends = append(ends, nil)
		}
		if d.rowEnd && depth > 0 {
			ends[depth-1] = d.row
		}
		if depth > 0 {
			rows[i] = ends[depth-1]
		}
	}
	var stack []open
	for i := range list {
		d := &list[i]
		depth := d.nesting()
		stack = stack[:min(len(stack), depth)]
		for len(stack) < depth {
			stack = append(stack, open{cell: -1})
		}
		if depth == 0 {
			continue
		}
		outer := flow.Place{}
		if depth > 1 {
			outer = stack[depth-2].at
		}
		top := &stack[depth-1]
		if top.row != rows[i] || top.cell < 0 {
			*top = open{row: rows[i]}
			top.at = top.row.place(0, w.page, outer)
		}
		d.at = top.at
		if d.cellEnd {
			top.cell++
			top.at = top.row.place(top.cell, w.page, outer)
		}
	}
}

// nesting returns how many tables contain a paragraph.
func (d *docParagraph) nesting() int {
	if !d.cell {
		return 0
	}
	return max(min(d.depth, maxTables), 1)
}

// maxTables is the depth of nested tables that is distinguished.
const maxTables = 20

// paragraph returns a paragraph with its properties, which its mark refers to.
func (f *docFile) paragraph(r docRange, mark uint16) docParagraph {
	d := docParagraph{docRange: r, mark: mark, continuesOn: -1}
	piece := f.piece(r.end - 1)
	if piece == nil {
		return d
	}
	run, number := runAt(f.paras, piece.offsetOf(r.end-1))
	d.continuesOn = number
	style := int(run.style)
	for _, list := range [][]byte{run.properties, piece.properties} {
		eachSprm(list, func(code uint16, v []byte) {
			if code == sprmParaStyle {
				style = int(binary.LittleEndian.Uint16(v))
			}
		})
	}
	d.format = f.style(style)
	innerCell := false
	for _, list := range [][]byte{run.properties, piece.properties} {
		d.format.paragraph(list)
		eachSprm(list, func(code uint16, v []byte) {
			switch code {
			case sprmInTable:
				d.cell = v[0] != 0
			case sprmDepth:
				d.depth = int(int32(binary.LittleEndian.Uint32(v)))
				d.cell = d.cell || d.depth > 0
			case sprmRowEnd, sprmInnerRowEnd:
				d.rowEnd = d.rowEnd || v[0] != 0
			case sprmInnerCell:
				innerCell = v[0] != 0
			default:
				if code&sprmKind == sprmOfRow {
					if d.row == nil {
						d.row = &row{}
					}
					d.row.read(code, v)
				}
			}
		})
	}
	d.cellEnd = mark == docCell || innerCell
	d.cell = d.cell || mark == docCell
	return d
}

// piece returns the piece that contains a character, or nil.
func (f *docFile) piece(cp int) *docPiece {
	i, ok := slices.BinarySearchFunc(f.pieces, cp, func(p docPiece, cp int) int { return p.start - cp })
	if !ok {
		i--
	}
	if i < 0 || cp >= f.pieces[i].end {
		return nil
	}
	return &f.pieces[i]
}

// paragraph reads the text of one paragraph. continued means that it continues a paragraph that a
// page break interrupted.
func (w *walk) paragraph(d *docParagraph, around flow.Place, continued bool) (*flow.Paragraph, error) {
	kind := around.Kind
	p := &flow.Paragraph{Block: draft.Block{Kind: kind, MayHead: kind == extract.Body}}
	if kind == extract.Body {
		p.Block.Level = max(d.format.level, 0)
		name := strings.ToLower(strings.ReplaceAll(d.format.name, " ", ""))
		if d.format.level < 0 || d.format.built >= tocFirst && d.format.built <= tocLast || strings.HasPrefix(name, "toc") ||
			strings.HasPrefix(name, "目录") {
			p.Block.MayHead = false
		}
		if n := d.format.list; n > 0 && n < 0x7FF && !continued {
			p.Write(w.f.numbers.Next(key(int64(n)), d.format.listLevel))
			p.BoldRunes = p.Runes
		}
	}
	end := d.end
	if d.mark != 0 {
		end--
	}
	at := d.at
	at.Ground = at.Ground.Or(around.Ground)
	if at.Room == nil || around.Room == style.Shut {
		at.Room = around.Room
	}
	at.Room = w.page.Room(d.format.frame, d.format.indents, at.Room)
	p.SetSpot(around.Spot, d.format.frame)
	for i := d.start; i < end; {
		if to := w.skipped(i); to > i {
			if shown := w.shownByField(docRange{i, to}, d.format.look); shown != "" {
				_, l := w.run(i, to, d.format.look)
				p.Put(shown, &l.Look, at.With(l.deleted))
			} else {
				w.keepUnshown(p, docRange{i, to})
			}
			i = to
			continue
		}
		to, l := w.run(i, end, d.format.look)
		if err := w.characters(p, docRange{i, to}, l, at); err != nil {
			return nil, err
		}
		i = to
	}
	return p, nil
}

// run returns the appearance of the characters from i on, and where that run ends.
func (w *walk) run(i, end int, base style.Look) (int, docLook) {
	piece := w.f.piece(i)
	if piece == nil {
		return end, docLook{Look: base}
	}
	at := piece.offsetOf(i)
	run, number := runAt(w.f.looks, at)
	to := min(end, piece.end)
	if number >= 0 {
		to = min(to, i+max(int((run.end-at)/piece.width), 1))
	} else if next, _ := slices.BinarySearchFunc(w.f.looks, at, func(r docRun, at uint32) int {
		if r.start > at {
			return 1
		}
		return -1
	}); next < len(w.f.looks) {
		to = min(to, i+max(int((w.f.looks[next].start-at)/piece.width), 1))
	}
	if k, _ := slices.BinarySearchFunc(w.skips, i, func(s [2]int, i int) int { return s[0] - i }); k < len(w.skips) && w.skips[k][0] > i {
		to = min(to, w.skips[k][0])
	}
	l := applyLook(base, base, run.properties)
	if l.style > 0 && l.style < len(w.f.styles) && w.f.styles[l.style].kind == 2 {
		styled := w.f.style(l.style).look.Over(base)
		l = applyLook(styled, styled, run.properties)
	}
	if len(piece.properties) > 0 {
		over := applyLook(l.Look, l.Look, piece.properties)
		l.Look, l.deleted = over.Look, l.deleted || over.deleted
	}
	return to, l
}

// plain reports whether a character is ordinary text in every run.
func plain(c uint16) bool {
	return c >= ' ' && c != docSymbol && (c < 0xF000 || c > 0xF0FF)
}

// characters adds the characters of a run to the paragraph.
func (w *walk) characters(p *flow.Paragraph, r docRange, l docLook, at flow.Place) error {
	flush := func() {
		s := char.FromUTF16(w.units)
		w.units = w.units[:0]
		p.Put(s, &l.Look, at.With(l.deleted))
	}
	put := func(s string) { w.units = append(w.units, utf16.Encode([]rune(s))...) }
	for i := r.start; i < r.end; i++ {
		if len(w.boxes)+len(w.pictures) == 0 { // most text is copied unchanged
			from := i
			for i < r.end && plain(w.f.chars[i]) {
				i++
			}
			if w.units = append(w.units, w.f.chars[from:i]...); i == r.end {
				break
			}
		}
		for _, shown := range w.pictures[i] {
			if !l.deleted && l.Hidden != style.Yes {
				p.Hanging = append(p.Hanging, flow.Paragraph{Picture: shown})
			}
		}
		if boxes, ok := w.boxes[i]; ok {
			delete(w.boxes, i) // each box is written once
			for _, box := range boxes {
				flush()
				err := w.part(box.start, box.end, w.surroundings(box, extract.Box), func(inner *flow.Paragraph) error {
					p.Hanging = append(p.Hanging, *inner)
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
		switch c := w.f.chars[i]; {
		case c == docNote && w.notes[i] != "":
			w.Refer(p, w.notes[i], l.Look, *at.With(l.deleted))
		case c == '\t':
			w.units = append(w.units, '\t')
		case c == docBreak, c == 0x0E:
			w.units = append(w.units, '\n')
		case c == docHyphen:
			w.units = append(w.units, '-')
		case c == docSymbol && l.symbol != 0:
			font := w.f.font(int(l.font))
			put(char.Symbol(font, char.SymbolCode(font, rune(l.symbol))))
		case c == docPicture:
			if shown := w.f.picture(i); shown != nil && !l.deleted && l.Hidden != style.Yes {
				p.Hanging = append(p.Hanging, flow.Paragraph{Picture: shown})
			}
		case c >= 0xF000 && c <= 0xF0FF:
			put(char.Symbol(w.f.font(int(l.font)), rune(c)))
		case c < ' ', c == docSoftHyphen: // pictures, objects, marks
		default:
			w.units = append(w.units, c)
		}
	}
	flush()
	return nil
}
