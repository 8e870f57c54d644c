// Package page makes lines of characters that are placed on a page.
//
// In goes a Page: characters with their places and sizes, and the rules drawn on it;
// out come its lines in the order of reading, with their gaps, and what stands on the
// slant apart. Pages and texts that are turned, vertical or askew are made level. It
// knows no PDF, and nothing of paragraphs.
package page

// Rule is a drawn line, such as the border of a table's cell.
type Rule struct {
	Box
	Upright bool
}

// Glyph is one character where it stands on the page, in points from the lower
// left corner of the page as it is looked at.
type Glyph struct {
	Rune      rune
	X0, Y0    float32
	X1, Y1    float32
	Size      float32
	Generated bool // put in by pdfium for a gap or a line end
	Unmapped  bool // its code has no Unicode
	Hidden    bool // nobody sees it
	Bearing
	Hand   uint32 // stands for its font and its colour, which are only told apart; 0 unknown
	Struck bool   // a line is drawn through it: see style.Look.TakenBack
	Filled bool   // in a field of a form
	Drawn  bool   // of a font that says nothing of its size: y0 is the base line until the page is read
}

// looksAs reports whether two characters look alike but for their shape: sizes differ by
// faults of those who write files.
func (g *Glyph) looksAs(h *Glyph) bool {
	const sameSize = 0.9
	return g.Hand == h.Hand && min(g.Size, h.Size) >= sameSize*max(g.Size, h.Size)
}

// Box returns the place of the character.
func (g *Glyph) Box() Box { return Box{g.X0, g.Y0, g.X1, g.Y1} }

// Page is the raw content of a page.
type Page struct {
	Number        int // from 1
	Width, Height float32
	Glyphs        []Glyph
	Read          int            // characters, those among them that are written twice
	Fonts         map[int]string // glyph → font name, for the first and last of pdfium's lines
	Rules         []Rule
	Uprights      []Rule // of rules
	gutters       []float32
	aligned       []Rule  // uprights between cells that no line parts
	Images        int     // pictures on it
	PictureShare  float32 // share of the page that its pictures cover
	Overlaid      bool    // its text is written invisibly over a picture of it
	Misdrawn      string  // characters that do not look like what is drawn in their places, of those that were looked at
	Paths         int     // drawn shapes
	Outlines      int     // of them, those that may be letters
	Aside         bool    // it was turned to be read
	Borrowed      bool    // some Chinese is in a font that the file does not bring along
}

// Box is a rectangle in points from the lower left corner of the page.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Holds reports whether a point lies in the box, its edges included.
func (b Box) Holds(x, y float32) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// Within returns what two boxes share.
func (b Box) Within(c Box) Box {
	return Box{max(b.X0, c.X0), max(b.Y0, c.Y0), min(b.X1, c.X1), min(b.Y1, c.Y1)}
}

// Farthest is how many points from the page's corner a character may stand, and
// how large it may be: farther off there is nothing to measure.
const Farthest = 1e6

// Metric is how a character is set.
type Metric struct {
	Bearing         // on the page as looked at
	Size    float32 // on paper, in points
	Lean    float32 // to the right, in their heights, of letters on the slant
	Silent  bool    // the font says nothing of the size
	Narrow  bool    // the letters are too narrow to be read
}

// Abs returns the absolute value.
func Abs(f float32) float32 { return max(f, -f) }
