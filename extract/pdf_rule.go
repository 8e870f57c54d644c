package extract

import "slices"

const (
	maxRules  = 4_000 // of a page; more are a drawing, not tables
	ruleThick = 3     // points up to which a path is a line
	ruleLong  = 8     // points from which it counts
)

// rule is a drawn line, such as the border of a table's cell.
type rule struct {
	box
	upright bool
}

// ruled notes a path as a line or as a frame.
func (r *pageReader) ruled(b box) {
	w, h := b.x1-b.x0, b.y1-b.y0
	switch {
	case len(r.rules)+4*len(r.frames) >= maxRules || w > 0.95*r.width && h > 0.8*r.height:
	case h <= ruleThick && w >= ruleLong:
		r.rules = append(r.rules, rule{b, false})
	case w <= ruleThick && h >= ruleLong:
		r.rules = append(r.rules, rule{b, true})
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
func (r *pageReader) rulesOf(glyphs []glyph) []rule {
	rules := r.rules
	rows := map[int][]*glyph{} // by height, to look through few
	for i := range glyphs {
		if g := &glyphs[i]; !g.generated && visible(g.r) {
			row := stripAt((g.y0 + g.y1) / 2)
			rows[row] = append(rows[row], g)
		}
	}
	for _, b := range r.frames {
		if behindWords(b, rows) {
			continue
		}
		rules = append(rules,
			rule{box{b.x0, b.y0, b.x1, b.y0}, false}, rule{box{b.x0, b.y1, b.x1, b.y1}, false},
			rule{box{b.x0, b.y0, b.x0, b.y1}, true}, rule{box{b.x1, b.y0, b.x1, b.y1}, true})
	}
	return slices.Clip(rules)
}

// behindWords says whether a box is drawn behind words of one line, from the first
// to the last of them.
func behindWords(b box, rows map[int][]*glyph) bool {
	from, to := b.x1, b.x0
	size := float32(0)
	for row := stripAt(b.y0); row <= stripAt(b.y1) && row <= stripAt(b.y0)+maxStrips; row++ {
		for _, g := range rows[row] {
			if b.holds((g.x0+g.x1)/2, (g.y0+g.y1)/2) {
				from, to, size = min(from, g.x0), max(to, g.x1), max(size, g.size)
			}
		}
	}
	return size > 0 && b.y1-b.y0 <= shadingHigh*size && from-b.x0 <= shadingNear && b.x1-to <= shadingNear
}
