package page

import (
	"slices"

	"zhiwen/extract/internal/char"
)

// Text may run up or down an upright page: wide tables set on their side, labels of axes, stamps
// along the margin. The page is turned so that the direction with most text is upright; other text
// is turned line by line. Text at other angles is treated in angle.go.

// Turn returns the box after a page of the given size is turned clockwise by quarters.
func (b Box) Turn(quarters int, width, height float32) Box {
	switch quarters {
	case 1:
		return Box{b.Y0, width - b.X1, b.Y1, width - b.X0}
	case 2:
		return Box{width - b.X1, height - b.Y1, width - b.X0, height - b.Y0}
	case 3:
		return Box{height - b.Y1, b.X0, height - b.Y0, b.X1}
	}
	return b
}

// Even returns the box of a character with its height set by its font size. Its base line begins at
// x, y and its top is turned counter-clockwise by quarters. Fonts state heights from 1 to 3 times
// their size; equal boxes make lines comparable.
func (b Box) Even(quarter int, x, y, size float32) Box {
	switch {
	case quarter == 0 && y > b.Y0:
		b.Y0 = y - underLine*size
		b.Y1 = b.Y0 + size
	case quarter == 1 && x < b.X1:
		b.X1 = x + underLine*size
		b.X0 = b.X1 - size
	case quarter == 2 && y < b.Y1:
		b.Y1 = y + underLine*size
		b.Y0 = b.Y1 - size
	case quarter == 3 && x > b.X0:
		b.X0 = x - underLine*size
		b.X1 = b.X0 + size
	}
	return b
}

// underLine is the share of its size by which a character's box reaches below the base line.
const underLine = 0.2

// turned returns the page turned clockwise by a bearing, so that text with that bearing becomes
// level. Blanks and line ends that pdfium added for the original page are made anew. Drawn rules
// are kept if the turn is by quarters.
func (p *Page) turned(by Bearing) *Page {
	q := *p
	q.Aside = true
	if by.Quarter%2 == 1 {
		q.Width, q.Height = p.Height, p.Width
	}
	q.Glyphs, q.Fonts = make([]Glyph, 0, len(p.Glyphs)), map[int]string{}
	for i, line := range downwards(p.turnedLines(by)) {
		if i > 0 {
			q.Glyphs = append(q.Glyphs, Glyph{Rune: '\n', Generated: true})
		}
		for _, g := range line {
			if g.font != "" {
				q.Fonts[len(q.Glyphs)] = g.font
			}
			q.Glyphs = append(q.Glyphs, g.Glyph)
		}
	}
	q.Rules, q.Uprights = nil, nil
	if by.Slant != 0 {
		return &q
	}
	q.Rules = make([]Rule, len(p.Rules))
	for i, r := range p.Rules {
		q.Rules[i] = Rule{r.Turn(by.Quarter, p.Width, p.Height), r.Upright != (by.Quarter%2 == 1)}
		if q.Rules[i].Upright {
			q.Uprights = append(q.Uprights, q.Rules[i])
		}
	}
	return &q
}

// turnedGlyph is a character with the name of its font, if that is known.
type turnedGlyph struct {
	Glyph
	font string
}

// turnedLines returns the characters of the page, turned by a bearing, line by line.
func (p *Page) turnedLines(by Bearing) [][]turnedGlyph {
	lines := [][]turnedGlyph{nil}
	var last *Glyph
	turn := p.level(by.Slant)
	for i, g := range p.Glyphs {
		if g.Generated {
			continue
		}
		turn(&g)
		b := g.Box().Turn(by.Quarter, p.Width, p.Height)
		g.X0, g.Y0, g.X1, g.Y1 = b.X0, b.Y0, b.X1, b.Y1
		g.Quarter = (g.Quarter - by.Quarter + 4) % 4
		n := len(lines) - 1
		if Inked(&g) {
			if last != nil {
				switch breakBetween(last, &g) {
				case '\n':
					lines = append(lines, nil)
					n++
				case ' ':
					lines[n] = append(lines[n], turnedGlyph{Glyph: Glyph{Rune: ' ', Generated: true}})
				}
			}
			last = &g
		}
		lines[n] = append(lines[n], turnedGlyph{g, p.Fonts[i]})
	}
	if by.Slant != 0 {
		lines = mended(lines)
	}
	return lines
}

// downwards reverses lines that follow one another upwards: pdfium read a line of the original page
// from the left.
func downwards(lines [][]turnedGlyph) [][]turnedGlyph {
	for i := 0; i < len(lines); {
		from := i
		for i++; i < len(lines) && above(lines[i], lines[i-1]); i++ {
		}
		slices.Reverse(lines[from:i])
	}
	return lines
}

// above reports whether line a is above b and overlaps it horizontally.
func above(a, b []turnedGlyph) bool {
	first, under := inkedOf(a), inkedOf(b)
	if first == nil || under == nil {
		return false
	}
	to, end := a[len(a)-1].X1, b[len(b)-1].X1
	return first.Y0 > under.Y0 && min(to, end) > max(first.X0, under.X0)
}

func inkedOf(line []turnedGlyph) *turnedGlyph {
	if i := slices.IndexFunc(line, func(g turnedGlyph) bool { return Inked(&g.Glyph) }); i >= 0 {
		return &line[i]
	}
	return nil
}

// breakBetween returns what stands between two neighbours of a turned page, a before b: a line end,
// a blank, or 0 for nothing.
func breakBetween(a, b *Glyph) rune {
	if between := gap(a, b); between != ' ' || !(char.Wide(a.Rune) && char.Wide(b.Rune)) {
		return between
	}
	return 0
}

// asideLines reads text in another direction than its page, all in the same one. The positions of
// the lines are those on the page.
func (p *Page) asideLines(glyphs []Glyph) []*Line {
	quarter := glyphs[0].Quarter
	q := *p
	q.Glyphs, q.Fonts = glyphs, nil
	upright := q.turned(Bearing{Quarter: quarter})
	lines := upright.Lines()
	for _, l := range lines {
		b := Box{l.X0, l.Y0, l.X1, l.Y1}.Turn((4-quarter)%4, upright.Width, upright.Height)
		l.X0, l.Y0, l.X1, l.Y1 = b.X0, b.Y0, b.X1, b.Y1
		l.Turned = true
	}
	return lines
}
