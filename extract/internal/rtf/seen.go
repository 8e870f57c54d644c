package rtf

import (
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

const (
	twip        = 1.0 / 20 // points
	longestPage = style.LongestPage * 20
)

// rtfShape is a drawn shape with its edges in twips.
type rtfShape struct {
	begun                    bool
	left, top, right, bottom int
	hidden                   bool
	fill                     style.Paint
	hung                     int // number of attachments of the paragraph before the shape
}

// edge applies a word of a shape's definition.
func (s *rtfShape) edge(name string, value int) {
	if s == nil {
		return
	}
	switch name {
	case "shpleft":
		s.left = value
	case "shptop":
		s.top = value
	case "shpright":
		s.right = value
	case "shpbottom":
		s.bottom = value
	}
	s.begun = true
}

// spot returns the position of the shape.
func (s *rtfShape) spot() *draft.Spot {
	if s == nil || !s.begun {
		return nil
	}
	return &draft.Spot{X: float64(s.left) * twip, Y: float64(s.top) * twip}
}

// outside reports whether nothing of the shape is visible: it is hidden, has no size or is off the
// page.
func (s *rtfShape) outside() bool {
	return s != nil && (s.hidden || s.begun && (s.right <= s.left || s.bottom <= s.top || max(s.left, s.top) >= longestPage ||
		min(s.right, s.bottom) <= -longestPage))
}

// shaped applies the shape property that was just read.
func (r *rtfReader) shaped() {
	s := r.state.shape
	if s == nil {
		return
	}
	value, _ := strconv.Atoi(r.value)
	switch r.property {
	case "fHidden":
		s.hidden = value != 0
		for i := s.hung; s.hidden && i < len(r.p.Hanging); i++ { // its text may come first
			r.p.Hanging[i].Hide()
		}
	case "fillColor": // blue is the highest byte, red the lowest
		s.fill = style.RGB(value, value>>8, value>>16)
	case "fillType":
		if value != 0 { // a gradient or a picture
			s.fill = style.AnyPaint
		}
	case "fFilled":
		if value == 0 {
			s.fill = style.Bare
		}
	case "gtextUNICODE": // WordArt
		box := flow.Paragraph{Block: draft.Block{Kind: extract.Box}}
		at := flow.Place{Deleted: r.state.deleted, Ground: style.AnyPaint}
		if s.outside() || r.state.unseen {
			at.Room = style.Shut
		}
		box.Put(strings.TrimSpace(r.value), &style.Look{Hidden: r.state.look.Hidden}, &at)
		r.p.Hanging = append(r.p.Hanging, box)
	}
	r.property, r.value = "", ""
}

// rtfShade is a background: a share of one colour, in hundredths of a per cent, on another. NoPaint
// is a colour that the program chooses.
type rtfShade struct {
	share      int
	fore, back style.Paint
	bare       bool // stated to be none
}

// set applies a word; the endings are the same for letters, paragraphs and cells.
func (s *rtfShade) set(r *rtfReader, name string, value int) {
	colour := style.NoPaint
	if value != 0 {
		colour = r.colourOf(value)
	}
	switch name {
	case "shdng", "shading":
		s.share = value
	case "cfpat":
		s.fore = colour
	case "cbpat":
		s.back, s.bare = colour, value == 0
	}
}

func (s rtfShade) paint() style.Paint {
	if s.share <= 0 && s.bare {
		return style.Bare
	}
	return style.Shaded(s.fore, s.back, float64(s.share)/10000)
}

// rtfParagraph holds the properties that determine the place of a paragraph.
type rtfParagraph struct {
	shade    rtfShade
	line     int  // line height in twips; negative is exact
	multiple bool // line counts 240ths of single lines
	indents  style.Indents
	frame    style.Frame

	settled bool        // the following fields are up to date
	room    *style.Room // within the frame and the indents; nil if nothing is cut off
	ground  style.Paint
}

// paragraphWords are the words that set handles.
var paragraphWords = func() map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq("shading cfpat cbpat sl slmult li lin ri rin fi posx posnegx posy posnegy absw absh phpg pvpg " +
		"paperw paperh") {
		m[word] = true
	}
	return m
}()

// settle computes the dependent fields.
func (p *rtfParagraph) settle(page style.Sheet) {
	p.settled, p.room, p.ground = true, page.Room(p.frame, p.indents, nil), p.shade.paint()
}

// set applies a word of a paragraph.
func (p *rtfParagraph) set(r *rtfReader, name string, value int) {
	points := float64(value) * twip
	p.settled = false
	switch name {
	case "shading", "cfpat", "cbpat":
		p.shade.set(r, name, value)
	case "sl":
		p.line = value
	case "slmult":
		p.multiple = value != 0
	case "li", "lin":
		p.indents.Left = style.Points(points)
	case "ri", "rin":
		p.indents.Right = style.Points(points)
	case "fi":
		p.indents.First = style.Points(points)
	case "posx", "posnegx":
		p.frame.X = points
	case "posy", "posnegy":
		p.frame.Y = points
	case "absw":
		p.frame.Wide = points
	case "absh":
		p.frame.High, p.frame.Exact = max(points, -points), value < 0
	case "phpg":
		p.frame.PageX = true
	case "pvpg":
		p.frame.PageY = true
	case "paperw", "paperh": // the largest page counts
		if name == "paperw" {
			r.sheet.Wide = max(r.sheet.Wide, points)
		} else {
			r.sheet.High = max(r.sheet.High, points)
		}
	}
}

// surroundings returns the look and the place of the next characters.
func (r *rtfReader) surroundings() (*style.Look, *flow.Place) {
	look, at := &r.look, &r.at
	*look = r.state.look
	paragraph := r.state.paragraph
	if !paragraph.settled {
		paragraph.settle(r.sheet)
	}
	if paragraph.line < 0 || paragraph.multiple {
		look.Line = -paragraph.line // negative in Look if it counts single lines
	}
	at.Deleted, at.Ground, at.Room = r.state.deleted, paragraph.ground, nil
	if s := r.state.shape; s != nil {
		at.Ground = at.Ground.Or(s.fill)
	}
	if r.depth > 0 {
		inner := min(r.depth-1, 1)
		cell := style.AnyPaint // for rows that are defined after their cells
		if i := r.cells[inner]; i < len(r.shades[inner]) {
			cell = r.shades[inner][i]
		}
		at.Ground = at.Ground.Or(cell)
		if high := r.high[inner]; high > 0 {
			at.Room = style.NewRoom(0, float64(high)*twip)
		}
		if row := r.rows[inner]; r.cells[inner] < len(row) && !r.grows[inner] {
			if cell := row[r.cells[inner]]; cell.Right > cell.Left && cell.Right < cell.Left+narrowest {
				at.Room = style.Shut
			}
		}
	}
	if paragraph.room != nil {
		at.Room = paragraph.room
	}
	if r.state.unseen || r.state.shape.outside() {
		at.Room = style.Shut
	}
	return look, at
}

// narrowest is the width of a cell, in points, below which nothing in it is visible.
const narrowest = 1
