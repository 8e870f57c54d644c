package ofd

import (
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
)

// clip is a box around the part of a page on which an object is drawn.
type clip struct {
	page.Box
	stated bool
}

const (
	// leastClip is the least width or height of a visible clip, in sizes of letters: dashes and
	// full stops are as thin.
	leastClip = 0.03
	// besideClip is how many sizes beside a clip a letter must be to count as cut off: programs
	// write boundaries that are a little too small.
	besideClip = 1
)

// clipOf returns the part of an object that its boundary and its clips leave. An empty boundary
// means nothing.
func clipOf(e markup.Element, outer matrix) (c clip) {
	if x, y, w, h, ok := rectangle(e.Attr("Boundary")); ok && w > 0 && h > 0 {
		c = clip{outer.box(x, y, w, h), true}
	}
	for one := range e.Child("Clips").Children() {
		area := clip{}
		for a := range one.Children() {
			path := a.Child("Path")
			if path == nil {
				continue
			}
			// Programs differ in whether the matrix of the object also transforms its clips.
			for _, ctm := range []string{"", e.Attr("CTM")} {
				inner := placed(placed(outer, e.Attr("Boundary"), ctm), "", a.Attr("CTM"))
				for _, l := range linesOf(path.Child("AbbreviatedData").Text(), placed(inner, path.Attr("Boundary"), path.Attr("CTM"))) {
					area = area.and(around(l.points...))
				}
			}
		}
		if area.stated {
			c = c.within(area)
		}
	}
	return c
}

// and returns the box around c and another box.
func (c clip) and(b page.Box) clip {
	if !c.stated {
		return clip{b, true}
	}
	return clip{page.Box{X0: min(c.X0, b.X0), Y0: min(c.Y0, b.Y0), X1: max(c.X1, b.X1), Y1: max(c.Y1, b.Y1)}, true}
}

// within returns the intersection of two clips.
func (c clip) within(other clip) clip {
	switch {
	case !c.stated:
		return other
	case !other.stated:
		return c
	}
	return clip{c.Within(other.Box), true}
}

// cuts reports whether a clip hides a character completely.
func (c clip) cuts(g *page.Glyph) bool {
	if !c.stated {
		return false
	}
	if least := leastClip * g.Size; c.X1-c.X0 < least || c.Y1-c.Y0 < least {
		return true
	}
	x, y, beside := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2, besideClip*g.Size
	return x < c.X0-beside || x > c.X1+beside || y < c.Y0-beside || y > c.Y1+beside
}
