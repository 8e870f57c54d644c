package extract

import "slices"

// Text may run up or down an upright page: wide tables set on their side, the
// labels of axes, stamps along the margin. What a page has most of is read as
// upright, with the page turned; the rest is turned line by line. Text at other
// angles is turned in the same way (pdf_angle.go).

// turn moves a box on a page of the given size along with the page, which is
// turned clockwise by quarters.
func (b box) turn(quarters int, width, height float32) box {
	switch quarters {
	case 1:
		return box{b.y0, width - b.x1, b.y1, width - b.x0}
	case 2:
		return box{width - b.x1, height - b.y1, width - b.x0, height - b.y0}
	case 3:
		return box{height - b.y1, b.x0, height - b.y0, b.x1}
	}
	return b
}

// even gives a character whose base line begins at x, y, and whose top is turned
// by quarters against the clock, a box of its size: fonts state heights from 1 to
// 3 times theirs, and even boxes make lines comparable.
func (b box) even(quarter int, x, y, size float32) box {
	switch {
	case quarter == 0 && y > b.y0:
		b.y0 = y - underLine*size
		b.y1 = b.y0 + size
	case quarter == 1 && x < b.x1:
		b.x1 = x + underLine*size
		b.x0 = b.x1 - size
	case quarter == 2 && y < b.y1:
		b.y1 = y + underLine*size
		b.y0 = b.y1 - size
	case quarter == 3 && x > b.x0:
		b.x0 = x - underLine*size
		b.x1 = b.x0 + size
	}
	return b
}

// underLine is the share of its size by which a character's box reaches below the
// base line.
const underLine = 0.2

// turned gives the page turned clockwise by a bearing: text that has it becomes
// level. Blanks and line ends, which pdfium has put in for the page as it was, are
// made anew; drawn lines stay with text that is turned by quarters.
func (p *pdfPage) turned(by bearing) *pdfPage {
	q := *p
	q.aside = true
	if by.quarter%2 == 1 {
		q.width, q.height = p.height, p.width
	}
	q.glyphs, q.fonts = make([]glyph, 0, len(p.glyphs)), map[int]string{}
	for i, line := range downwards(p.turnedLines(by)) {
		if i > 0 {
			q.glyphs = append(q.glyphs, glyph{r: '\n', generated: true})
		}
		for _, g := range line {
			if g.font != "" {
				q.fonts[len(q.glyphs)] = g.font
			}
			q.glyphs = append(q.glyphs, g.glyph)
		}
	}
	q.rules, q.uprights = nil, nil
	if by.slant != 0 {
		return &q
	}
	q.rules = make([]rule, len(p.rules))
	for i, r := range p.rules {
		q.rules[i] = rule{r.turn(by.quarter, p.width, p.height), r.upright != (by.quarter%2 == 1)}
		if q.rules[i].upright {
			q.uprights = append(q.uprights, q.rules[i])
		}
	}
	return &q
}

// turnedGlyph is a character with the name of its font, where that is known.
type turnedGlyph struct {
	glyph
	font string
}

// turnedLines gives the characters of the page turned by a bearing, line by line.
func (p *pdfPage) turnedLines(by bearing) [][]turnedGlyph {
	lines := [][]turnedGlyph{nil}
	var last *glyph
	turn := p.level(by.slant)
	for i, g := range p.glyphs {
		if g.generated {
			continue
		}
		turn(&g)
		b := g.box().turn(by.quarter, p.width, p.height)
		g.x0, g.y0, g.x1, g.y1 = b.x0, b.y0, b.x1, b.y1
		g.quarter = (g.quarter - by.quarter + 4) % 4
		n := len(lines) - 1
		if inked(&g) {
			if last != nil {
				switch breakBetween(last, &g) {
				case '\n':
					lines = append(lines, nil)
					n++
				case ' ':
					lines[n] = append(lines[n], turnedGlyph{glyph: glyph{r: ' ', generated: true}})
				}
			}
			last = &g
		}
		lines[n] = append(lines[n], turnedGlyph{g, p.fonts[i]})
	}
	if by.slant != 0 {
		lines = mended(lines)
	}
	return lines
}

// downwards turns the order of lines round that follow one another upwards:
// pdfium goes through a line of the page as it was from the left.
func downwards(lines [][]turnedGlyph) [][]turnedGlyph {
	for i := 0; i < len(lines); {
		from := i
		for i++; i < len(lines) && above(lines[i], lines[i-1]); i++ {
		}
		slices.Reverse(lines[from:i])
	}
	return lines
}

// above says whether line a stands over b, and has some of it below itself.
func above(a, b []turnedGlyph) bool {
	first, under := inkedOf(a), inkedOf(b)
	if first == nil || under == nil {
		return false
	}
	to, end := a[len(a)-1].x1, b[len(b)-1].x1
	return first.y0 > under.y0 && min(to, end) > max(first.x0, under.x0)
}

func inkedOf(line []turnedGlyph) *turnedGlyph {
	if i := slices.IndexFunc(line, func(g turnedGlyph) bool { return inked(&g.glyph) }); i >= 0 {
		return &line[i]
	}
	return nil
}

// breakBetween gives what stands between two neighbours of a turned page, of
// which b is the later: a line end, a blank or, being 0, nothing.
func breakBetween(a, b *glyph) rune {
	size := max(a.size, b.size, 1)
	switch {
	case a.quarter != b.quarter:
		return 0
	case abs(a.y0+a.y1-b.y0-b.y1)/2 > apartFrom*max(a.y1-a.y0, b.y1-b.y0, 1):
		return '\n'
	case b.x0-a.x1 > blankFrom*size && !(wide(a.r) && wide(b.r)):
		return ' '
	}
	return 0
}

// asideLines reads text that is turned otherwise than the page it stands on, all
// of it alike. The lines' places are those on the page.
func (p *pdfPage) asideLines(glyphs []glyph) []*line {
	quarter := glyphs[0].quarter
	q := *p
	q.glyphs, q.fonts = glyphs, nil
	upright := q.turned(bearing{quarter: quarter})
	lines := upright.lines()
	for _, l := range lines {
		b := box{l.x0, l.y0, l.x1, l.y1}.turn((4-quarter)%4, upright.width, upright.height)
		l.x0, l.y0, l.x1, l.y1 = b.x0, b.y0, b.x1, b.y1
		l.turned = true
	}
	return lines
}
