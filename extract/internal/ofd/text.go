package ofd

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/glyph"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/style"
)

const (
	offPage = 2 // points beyond the edge from which a character is off the page
	// boldFrom is the weight, of 100 to 1,000, from which a font is bold.
	boldFrom = 700
)

// text reads a TextObject: characters in TextCode, each with a step to the next one. The glyphs
// that a font draws for them (CGTransform) do not matter.
func (r *reader) text(e markup.Element, outer matrix, look looks) error {
	look = look.of(r.res, e)
	m := placed(outer, e.Attr("Boundary"), e.Attr("CTM"))
	s := setting{
		m: m, size: number(e.Attr("Size")), wide: numberOr(e.Attr("HScale"), 1),
		font: r.res.fonts[e.Attr("Font")], number: e.Attr("Font"),
		down: turns(e.Attr("ReadDirection")), own: turns(e.Attr("CharDirection")),
	}
	if number(e.Attr("Weight")) >= boldFrom {
		s.bold = true
	}
	s.hand = char.Sum(s.number + e.Attr("Weight") + e.Attr("Italic"))
	up := float32(math.Hypot(m.C, m.D))
	s.points = rounded(float32(math.Abs(s.size)) * up)
	s.along = float32(math.Hypot(m.A, m.B))
	s.bearing = page.BearingAt(math.Atan2(m.B, m.A)*180/math.Pi - 90*float64(s.own))
	s.clip = r.clip.within(clipOf(e, outer))
	ink := look.textInk(e)
	x, y := 0.0, 0.0
	for code := range e.Children() {
		if code.Name() != "TextCode" {
			continue
		}
		x, y = numberOr(code.Attr("X"), x), numberOr(code.Attr("Y"), y)
		if err := r.code(code, s, ink, x, y); err != nil {
			return err
		}
	}
	return nil
}

// rounded removes rounding differences between sizes of one font.
func rounded(points float32) float32 { return float32(math.Round(20*float64(points)) / 20) }

// setting is how the characters of a text are set.
type setting struct {
	m       matrix
	size    float64 // as stated in the object
	wide    float64 // horizontal scale
	font    font
	number  string
	bold    bool
	down    int // direction of the line in clockwise quarter turns
	own     int // direction of the characters
	points  float32
	along   float32 // points per unit along the line
	bearing page.Bearing
	hand    uint32 // identifies font and slant
	clip    clip
}

// narrow reports whether the letters are too narrow to be read.
func (s setting) narrow() bool {
	return s.points > 0 && style.Squeezed(s.wide*s.size*float64(s.along)/float64(s.points))
}

// code reads one TextCode whose first character is at x, y.
func (r *reader) code(e markup.Element, s setting, ink style.Paint, x, y float64) error {
	text := unwrapped(e.Text())
	dx, dy := steps{rest: e.Attr("DeltaX")}, steps{rest: e.Attr("DeltaY")}
	unstepped := dx.rest == "" && dy.rest == ""
	even := dx.even()
	for i, c := range text {
		next := char.First(text[i:][len(string(c)):])
		natural := s.size * s.wide * advance(c)
		width := natural
		stepX, okX := dx.next()
		stepY, okY := dy.next()
		switch {
		case okX && stepX > 0 && !char.Wide(c) && (even || stepX < natural+letterSlack*s.size):
			width = stepX // the stated step is more exact
		case okX && stepX > 0:
			width = min(width, stepX)
		}
		if err := r.put(c, s, ink, s.m.point(x, y), float32(width)*s.along); err != nil {
			return err
		}
		if next == 0 {
			break
		}
		switch {
		case unstepped && s.down%2 == 1:
			y += s.size * float64(1-2*(s.down/2))
		case unstepped:
			x += natural * float64(1-s.down)
		default:
			if !okX && !okY {
				stepX = natural // a missing step at the end
			}
			x += stepX
			y += stepY
		}
	}
	return nil
}

// letterSlack, in font sizes, is how far a step may exceed the estimated width of a letter and still
// be its width: an "i" of a typewriter font is that wide.
const letterSlack = 0.3

// unwrapped removes the line ends and the indent of pretty-printed XML.
func unwrapped(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		s = strings.TrimSpace(s)
	}
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return -1
		}
		return c
	}, s)
}

// put adds a character to the page.
func (r *reader) put(c rune, s setting, ink style.Paint, at point, width float32) error {
	if r.left--; r.left < 0 {
		return fmt.Errorf("%w: page %d and those before it hold too many characters", extract.ErrLimits, r.page.Number)
	}
	r.page.Read++
	b := s.bearing.SetAt(at.x, at.y, width, s.points)
	g := page.Glyph{Rune: glyph.RadicalTwin(c), X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Size: s.points, Bearing: s.bearing,
		Hand: s.hand ^ uint32(ink), Filled: r.filled}
	if g.Rune >= 0xF000 && g.Rune <= 0xF0FF {
		g.Rune = symbol(s.font.name, g.Rune)
	}
	if !(max(page.Abs(g.X0), page.Abs(g.X1), page.Abs(g.Y0), page.Abs(g.Y1), g.Size) <= page.Farthest) {
		g.X0, g.Y0, g.X1, g.Y1, g.Size, g.Hidden = 0, 0, 0, 0, 0, char.Visible(c)
	} else if char.Visible(c) {
		g.Hidden = r.hides || s.narrow() || s.clip.cuts(&g) || !r.onPage(&g) || r.vanishes(&g, ink)
	}
	if !char.Visible(c) && !unicode.IsSpace(c) && c < ' ' {
		return nil
	}
	if n := len(r.page.Glyphs); n > 0 && char.Visible(c) {
		last := r.lastVisible()
		if last != nil {
			switch sign := page.Follow(last, &g); {
			case sign == '\n', sign == ' ' && !unicode.IsSpace(r.page.Glyphs[n-1].Rune):
				r.page.Glyphs = append(r.page.Glyphs, page.Glyph{Rune: sign, Generated: true, Filled: r.filled})
				r.fonts = append(r.fonts, "")
			}
		}
	}
	r.page.Glyphs = append(r.page.Glyphs, g)
	name := s.font.name
	if s.bold || s.font.bold {
		name += "-Bold"
	}
	r.fonts = append(r.fonts, name)
	if char.Visible(c) {
		r.last = len(r.page.Glyphs)
	}
	return nil
}

// lastVisible returns the visible character that was added last, or nil.
func (r *reader) lastVisible() *page.Glyph {
	if r.last == 0 {
		return nil
	}
	return &r.page.Glyphs[r.last-1]
}

// onPage reports whether a character is on the page and has a readable size.
func (r *reader) onPage(g *page.Glyph) bool {
	x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2
	if x < -offPage || y < -offPage || x > r.page.Width+offPage || y > r.page.Height+offPage {
		return false
	}
	return !style.Tiny(float64(g.Size)) && g.Size <= r.page.Width+r.page.Height
}

// symbol returns the character that a code of a symbol font stands for.
func symbol(font string, code rune) rune {
	font = strings.ReplaceAll(strings.ToLower(font), "-", " ")
	for _, known := range []string{"wingdings 2", "wingdings", "symbol"} {
		if strings.HasPrefix(font, known) {
			if s := char.Symbol(known, code); s != "" {
				return char.First(s)
			}
		}
	}
	if code == 0xF0B7 { // in every font that has this code
		return '•'
	}
	return code
}

// fontsOfLines records the fonts of the first and the last character of each line.
func (r *reader) fontsOfLines() {
	p := r.page
	p.Fonts = map[int]string{}
	last, opened := -1, false
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Rune == '\n' {
			if last >= 0 {
				p.Fonts[last] = r.fonts[last]
			}
			last, opened = -1, false
			continue
		}
		if !char.Visible(g.Rune) {
			continue
		}
		if last = i; !opened {
			p.Fonts[i], opened = r.fonts[i], true
		}
	}
	if last >= 0 {
		p.Fonts[last] = r.fonts[last]
	}
}

// advance estimates the width of a character in font sizes. The steps stated in the file are
// better, but the last character of a text has none.
func advance(c rune) float64 {
	switch {
	case char.Wide(c):
		return 1
	case strings.ContainsRune("iljtfrI.,:;'|!()[]{}`·", c):
		return 0.33
	case strings.ContainsRune("mwMWO@%", c), c > 0x2000 && unicode.IsPunct(c):
		return 0.8
	case unicode.IsSpace(c):
		return 0.28
	case unicode.IsUpper(c):
		return 0.65
	}
	return 0.5
}

// turns converts an angle in degrees to clockwise quarter turns, from 0 to 3.
func turns(s string) int {
	return (int(math.Round(math.Mod(number(s), 360)/90)) + 4) % 4
}

// steps are the distances from character to character: numbers, in which "g n v" stands for n times
// v.
type steps struct {
	rest  string
	again int
	value float64
}

// even reports whether there are at least two steps and all are equal. Text set like this contains
// its blanks.
func (s steps) even() bool {
	first, ok := s.next()
	second, more := s.next()
	for ok = ok && more; more; second, more = s.next() {
		if second != first {
			return false
		}
		if s.again > 0 {
			s.again = 0
		}
	}
	return ok
}

// next returns the next step, or false.
func (s *steps) next() (v float64, ok bool) {
	if s.again > 0 {
		s.again--
		return s.value, true
	}
	word := s.word()
	if word != "g" {
		return number(word), word != ""
	}
	n, err := strconv.Atoi(s.word())
	s.value = number(s.word())
	if err != nil || n < 1 {
		return s.value, false
	}
	s.again = n - 1
	return s.value, true
}

func (s *steps) word() string {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n,")
	end := strings.IndexAny(s.rest, " \t\r\n,")
	if end < 0 {
		end = len(s.rest)
	}
	w := s.rest[:end]
	s.rest = s.rest[end:]
	return w
}
