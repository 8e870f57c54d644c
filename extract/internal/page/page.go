// Package page assembles lines from characters placed on a page.
//
// Its input is a Page: characters with their positions and sizes, and the rules drawn on it. Its
// output is the lines in reading order with their gaps, and slanted text separately. Pages and
// texts that are turned, vertical or askew are levelled. It knows no PDF and no paragraphs.
package page

// Rule is a drawn line, such as the border of a table's cell.
type Rule struct {
	Box
	Upright bool
}

// Glyph is one character at its place on the page, in points from the lower left corner of the
// displayed page.
type Glyph struct {
	Rune      rune
	X0, Y0    float32
	X1, Y1    float32
	Size      float32
	Generated bool // added by pdfium for a gap or a line end
	Unmapped  bool // its code has no Unicode
	Hidden    bool // not visible
	Bearing
	Hand   uint32 // identifies font and colour by comparison only; 0 is unknown
	Struck bool   // struck out: see style.Look.TakenBack
	Filled bool   // in a field of a form
	Drawn  bool   // in a font that states no size: Y0 is the base line until the page is read
}

// looksAs reports whether two characters have the same font, colour and size. Sizes may differ
// slightly by the inaccuracy of programs.
func (g *Glyph) looksAs(h *Glyph) bool {
	const sameSize = 0.9
	return g.Hand == h.Hand && min(g.Size, h.Size) >= sameSize*max(g.Size, h.Size)
}

// Box returns the position of the character.
func (g *Glyph) Box() Box { return Box{g.X0, g.Y0, g.X1, g.Y1} }

// Page is the raw content of a page.
type Page struct {
	Number        int // from 1
	Width, Height float32
	Glyphs        []Glyph
	Read          int            // number of characters, including doubled ones
	Fonts         map[int]string // by glyph index, for the first and last glyph of each of pdfium's lines
	Rules         []Rule
	Uprights      []Rule // the vertical rules
	gutters       []float32
	aligned       []Rule  // vertical rules between cells without drawn ones
	Images        int     // number of pictures
	PictureShare  float32 // share of the page covered by pictures
	Blank         bool    // it draws text, but has no characters
	Overlaid      bool    // its text is written invisibly over a picture of it
	Misdrawn      string  // of the checked characters, those that differ from what is drawn
	Paths         int     // number of drawn shapes
	Outlines      int     // number of those that may be letters
	Aside         bool    // it was turned for reading
	Borrowed      bool    // some Chinese text is in a font that the file does not embed
}

// Box is a rectangle in points from the lower left corner of the page.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Holds reports whether a point lies in the box, its edges included.
func (b Box) Holds(x, y float32) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// Within returns the intersection of two boxes.
func (b Box) Within(c Box) Box {
	return Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
}

// Farthest limits, in points, the distance of a character from the page's corner and its size.
// Beyond it nothing can be measured.
const Farthest = 1e6

// Metric is how a character is set.
type Metric struct {
	Bearing         // on the displayed page
	Size    float32 // on paper, in points
	Lean    float32 // slope of slanted letters to the right, in their heights
	Silent  bool    // the font states no size
	Narrow  bool    // the letters are too narrow to be read
}

// Abs returns the absolute value.
func Abs(f float32) float32 { return max(f, -f) }
