package pdf

import (
	"slices"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
)

const (
	maxRules  = 4_000 // of a page; more are a drawing, not tables
	ruleThick = 3     // points up to which a path is a line
	ruleLong  = 8     // points from which it counts
)

// ruled notes a path as a line or as a frame.
func (r *pageReader) ruled(b page.Box) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	switch {
	case len(r.rules)+4*len(r.frames) >= maxRules || w > 0.95*r.width && h > 0.8*r.height:
	case h <= ruleThick && w >= ruleLong:
		r.rules = append(r.rules, page.Rule{Box: b, Upright: false})
	case w <= ruleThick && h >= ruleLong:
		r.rules = append(r.rules, page.Rule{Box: b, Upright: true})
	case w >= ruleLong && h >= ruleLong:
		r.frames = append(r.frames, b)
	}
}

const (
	shadingHigh = 2   // font sizes up to which a box is as high as one line
	shadingNear = 1.5 // points within which a shading begins and ends with its words; cells keep text off their borders
)

// rulesOf gives the drawn lines of a page: the edges of frames are lines too,
// but for those of the shading behind some words.
func (r *pageReader) rulesOf(glyphs []page.Glyph) []page.Rule {
	rules := r.rules
	rows := map[int][]*page.Glyph{} // by height, to look through few
	for i := range glyphs {
		if g := &glyphs[i]; !g.Generated && char.Visible(g.Rune) {
			row := stripAt((g.Y0 + g.Y1) / 2)
			rows[row] = append(rows[row], g)
		}
	}
	for _, b := range r.frames {
		if behindWords(b, rows) {
			continue
		}
		rules = append(rules,
			page.Rule{Box: page.Box{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0}, Upright: false}, page.Rule{Box: page.Box{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1}, Upright: false},
			page.Rule{Box: page.Box{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1}, Upright: true}, page.Rule{Box: page.Box{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1}, Upright: true})
	}
	return slices.Clip(rules)
}

// behindWords says whether a box is drawn behind words of one line, from the first
// to the last of them.
func behindWords(b page.Box, rows map[int][]*page.Glyph) bool {
	from, to := b.X1, b.X0
	size := float32(0)
	for row := stripAt(b.Y0); row <= stripAt(b.Y1) && row <= stripAt(b.Y0)+maxStrips; row++ {
		for _, g := range rows[row] {
			if b.Holds((g.X0+g.X1)/2, (g.Y0+g.Y1)/2) {
				from, to, size = min(from, g.X0), max(to, g.X1), max(size, g.Size)
			}
		}
	}
	return size > 0 && b.Y1-b.Y0 <= shadingHigh*size && from-b.X0 <= shadingNear && b.X1-to <= shadingNear
}
