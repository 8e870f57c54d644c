package page

import (
	"slices"

	"zhiwen/extract/internal/char"
)

const (
	maxRules  = 4_000 // of a page; more belong to a drawing, not to tables
	ruleThick = 3     // points; a path up to this thickness is a rule
	ruleLong  = 8     // points from which a rule counts
)

const (
	textStrip = 16 // points; height of a strip used for look-ups, about a line
	// MaxStrips bounds the strips searched for one area.
	MaxStrips = 1_000
)

// StripAt returns the strip of the page that contains a height.
func StripAt(y float32) int { return int(y / textStrip) }

// Ruling collects drawings on a page that may be rules of tables.
type Ruling struct {
	Width, Height float32
	rules         []Rule
	frames        []Box
}

// Add records a path as a rule or as a frame.
func (r *Ruling) Add(b Box) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	switch {
	case len(r.rules)+4*len(r.frames) >= maxRules || w > 0.95*r.Width && h > 0.8*r.Height:
	case h <= ruleThick && w >= ruleLong:
		r.rules = append(r.rules, Rule{Box: b, Upright: false})
	case w <= ruleThick && h >= ruleLong:
		r.rules = append(r.rules, Rule{Box: b, Upright: true})
	case w >= ruleLong && h >= ruleLong:
		r.frames = append(r.frames, b)
	}
}

const (
	shadingHigh = 2 // font sizes up to which a box has the height of one line
	// points within which a shading begins and ends with its words; cells keep text off their
	// borders
	shadingNear = 1.5

	wordNear = 1.2 // font sizes from such a box to the words beside it if it stands within a line
)

// Rule sets the drawn rules of the page. Edges of frames are rules too, except those of the shading
// behind some words.
func (p *Page) Rule(r *Ruling) {
	rules := r.rules
	rows := map[int][]*Glyph{} // by height, so that few are searched
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; !g.Generated && char.Visible(g.Rune) {
			row := StripAt((g.Y0 + g.Y1) / 2)
			rows[row] = append(rows[row], g)
		}
	}
	for _, x := range rules {
		if !x.Upright {
			strike(x.Box, rows)
		}
	}
	for _, b := range r.frames {
		if behindWords(b, rows) || !sharesEdge(b, r.frames) && (withinLine(b, rows, r.frames) || crossed(b, rows)) {
			continue
		}
		rules = append(rules,
			Rule{Box: Box{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0}, Upright: false},
			Rule{Box: Box{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1}, Upright: false},
			Rule{Box: Box{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1}, Upright: true},
			Rule{Box: Box{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1}, Upright: true})
	}
	p.Rules = slices.Clip(rules)
	for _, x := range p.Rules {
		if x.Upright {
			p.Uprights = append(p.Uprights, x)
		}
	}
}

// strike marks the characters that a drawn line crosses out. Unlike rules of tables, it begins and
// ends with them.
func strike(line Box, rows map[int][]*Glyph) {
	const low, high = 0.25, 0.65 // of their height
	const beyond = 0.5           // of their size
	y := (line.Y0 + line.Y1) / 2
	var crossed []*Glyph
	from, to := line.X1, line.X0
	for row := StripAt(y) - 1; row <= StripAt(y)+1; row++ {
		for _, g := range rows[row] {
			at := (y - g.Y0) / max(g.Y1-g.Y0, 1)
			if x := (g.X0 + g.X1) / 2; at > low && at < high && x > line.X0 && x < line.X1 {
				crossed = append(crossed, g)
				from, to = min(from, g.X0), max(to, g.X1)
			}
		}
	}
	for _, g := range crossed {
		g.Struck = g.Struck || from-line.X0 <= beyond*g.Size && line.X1-to <= beyond*g.Size
	}
}

// behindWords reports whether a box is drawn behind words of one line, from the first of them to
// the last.
func behindWords(b Box, rows map[int][]*Glyph) bool {
	from, to := b.X1, b.X0
	size := float32(0)
	for row := StripAt(b.Y0); row <= StripAt(b.Y1) && row <= StripAt(b.Y0)+MaxStrips; row++ {
		for _, g := range rows[row] {
			if b.Holds((g.X0+g.X1)/2, (g.Y0+g.Y1)/2) {
				from, to, size = min(from, g.X0), max(to, g.X1), max(size, g.Size)
			}
		}
	}
	return size > 0 && b.Y1-b.Y0 <= shadingHigh*size && from-b.X0 <= shadingNear && b.X1-to <= shadingNear
}

// sharesEdge reports whether another frame touches a frame, as those of cells do.
func sharesEdge(b Box, frames []Box) bool {
	for _, o := range frames {
		if Abs(o.X0-b.X0) < ruleThick && Abs(o.X1-b.X1) < ruleThick && Abs(o.Y0-b.Y0) < ruleThick && Abs(o.Y1-b.Y1) < ruleThick {
			continue // itself, drawn again
		}
		overX, overY := min(o.X1, b.X1)-max(o.X0, b.X0), min(o.Y1, b.Y1)-max(o.Y0, b.Y0)
		if overX > ruleThick && Abs(overY) < ruleThick || overY > ruleThick && Abs(overX) < ruleThick {
			return true
		}
	}
	return false
}

// withinLine reports whether a frame is drawn around words within a line, such as names in a
// program: the line continues right before or after it, maybe with another frame.
func withinLine(b Box, rows map[int][]*Glyph, frames []Box) bool {
	size := float32(0)
	before, behind := b.X0-Farthest, b.X1+Farthest
	row := StripAt((b.Y0 + b.Y1) / 2)
	for strip := row - 1; strip <= row+1; strip++ {
		for _, g := range rows[strip] {
			switch x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2; {
			case y < b.Y0 || y > b.Y1:
			case x < b.X0:
				before = max(before, g.X1)
			case x > b.X1:
				behind = min(behind, g.X0)
			default:
				size = max(size, g.Size)
			}
		}
	}
	if size == 0 || b.Y1-b.Y0 > shadingHigh*size {
		return false
	}
	for _, o := range frames {
		switch {
		case Abs(o.Y0-b.Y0) > ruleThick || Abs(o.Y1-b.Y1) > ruleThick:
		case o.X1 <= b.X0:
			before = max(before, o.X1)
		case o.X0 >= b.X1:
			behind = min(behind, o.X0)
		}
	}
	return b.X0-before <= wordNear*size || behind-b.X1 <= wordNear*size
}

// crossed reports whether a character stands across a vertical edge of a frame, or none within it.
// Then it is the frame of a picture, such as a watermark, not of a cell.
func crossed(b Box, rows map[int][]*Glyph) bool {
	holds := false
	for row := StripAt(b.Y0); row <= StripAt(b.Y1) && row <= StripAt(b.Y0)+MaxStrips; row++ {
		for _, g := range rows[row] {
			y, within := (g.Y0+g.Y1)/2, 0.2*(g.X1-g.X0)
			if y < b.Y0 || y > b.Y1 || g.Hidden {
				continue
			}
			if g.X0+within < b.X0 && g.X1-within > b.X0 || g.X0+within < b.X1 && g.X1-within > b.X1 {
				return true
			}
			holds = holds || g.X0 >= b.X0 && g.X1 <= b.X1
		}
	}
	return !holds
}
