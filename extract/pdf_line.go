package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line of a page, put together from glyphs.
type line struct {
	page     int
	text     string
	x0, x1   float32
	y0, y1   float32
	size     float32 // the size most of its characters have
	first    float32 // width of the first word, a wide character being a word
	font     string  // of its first character
	lastFont string  // of its last one
	bold     bool
	kept     string  // hidden text within it
	mark     bool    // what is kept of it is a watermark
	column   int     // from 0, or across
	filled   bool    // in a field of a form
	turned   bool    // otherwise than the page
	cell     bool    // others stand beside it
	rowLeft  float32 // where the leftmost of those begins
	framed   bool    // lines are drawn on both its sides
	chapter  bool    // it stands in a wide cell beside others
	left     float32
	right    float32 // margins of its column
	measure  float32 // width of its column, whatever block it stands in
	flush    bool    // lines of its column end at one place
	step     float32 // usual one from line to line around it; 0 where that is not known
}

func (l *line) height() float32 { return max(l.y1-l.y0, l.size, 1) }

// lines cuts a page into lines, in the order of the file, which is the order
// of reading in what word processors and TeX write.
func (p *pdfPage) lines() []*line {
	var out []*line
	p.gutters = gutters(p.glyphs)
	for _, row := range p.rows() {
		if row.aside {
			out = append(out, p.asideLines(row.glyphs)...)
			continue
		}
		parts, stretch := p.segments(row.glyphs)
		for _, part := range parts {
			if l := p.join(part, stretch); l != nil {
				l.font, l.lastFont = row.font, row.lastFont
				l.bold = boldFont(row.font)
				l.filled = part[0].filled
				out = append(out, l)
			}
		}
	}
	return p.mergeRows(placeFilled(out))
}

// jumps says whether b cannot stand on the line of a: it is set back to the
// left and stands higher or lower.
func jumps(a, b *glyph) bool {
	h := max(a.y1-a.y0, b.y1-b.y0, 1)
	apart := abs((a.y0+a.y1)/2-(b.y0+b.y1)/2) > apartFrom*h
	return apart && b.x0 < a.x1-h
}

// apartFrom is the share of their height by which the middles of two characters
// differ that do not stand on one line: the raised ones do.
const apartFrom = 0.6

const (
	// narrowGap is the share of the font size under which a gap between a
	// Chinese and another character is the typesetter's, not a blank.
	narrowGap = 0.4
	// wideGap is the share up to which Chinese characters are set apart by
	// justification.
	wideGap = 0.6
	// maxStretch, in font sizes, is how far apart the characters of a title are
	// set; what stands further apart is in cells.
	maxStretch = 4
	// evenBy, in font sizes, is by how much gaps differ that justification made;
	// evenGaps is how many of them say so whatever their width.
	evenBy   = 0.3
	evenGaps = 4
	// maxWordGap, in font sizes, is how far justification sets words apart.
	maxWordGap = 10
	// labelGap, in font sizes, is how far behind its number a heading may begin.
	labelGap = 5
	// borderSlack is how far, in points, a character may reach over the border
	// of its cell.
	borderSlack = 0.5
	// leastPadding, in points, is how far two texts stand apart at least that are
	// in cells side by side.
	leastPadding = 2.5
	// backJump, in font sizes, is how far to the left a text goes on that is of
	// another column.
	backJump = 3
	// leastBlank, in font sizes, is the narrowest blank that pdfium may find
	// between two letters of a font of type 3, before whose "j" it finds one too.
	leastBlank = 0.1
	// cellGap, in font sizes, parts the cells of a table's row.
	cellGap = 1.8
)

// segments cuts a row of glyphs where cells of a table or fields of a form
// stand apart, and tells how far its Chinese characters are set apart when the
// whole row is stretched, else 0.
func (p *pdfPage) segments(row []glyph) ([][]glyph, float32) {
	var parts [][]glyph
	stretch, justified := stretchOf(row)
	var prev *glyph
	from, leader := 0, false // the dots that lead to a page number
	for i := range row {
		g := &row[i]
		if !visible(g.r) {
			continue
		}
		if prev != nil { // hidden characters fill their place too
			gap := (g.x0 - prev.x1) / max(prev.size, g.size, 1)
			apart := gap > cellGap && gap > 2.5*stretch && !(justified && gap < maxWordGap) && !leader && (gap > labelGap || !label(row[from:i], g.r))
			if apart || p.parted(prev.x1, g.x0, (g.y0+g.y1)/2) || gap >= gutterGap && p.overGutter(prev.x1, g.x0) || g.x1 < prev.x0-backJump*max(prev.size, g.size, 1) {
				parts = append(parts, row[from:i])
				from = i
			}
			leader = prev.r == g.r && (g.r == '.' || g.r == '·') || g.r == '…'
		}
		prev = g
	}
	return append(parts, row[from:]), stretch
}

// stretchOf tells how far the Chinese characters of a row are set apart, 0 for
// not at all, and whether its words are, evenly, as the last line of a narrow
// column is justified. Cells of a table stand unevenly apart or further.
func stretchOf(row []glyph) (stretch float32, justified bool) {
	var gaps, blanks []float32
	var prev *glyph
	words, letters, inWord := 0, 0, false
	for i := range row {
		g := &row[i]
		if !inked(g) {
			continue
		}
		gap := float32(0)
		if prev != nil {
			gap = (g.x0 - prev.x1) / max(prev.size, g.size, 1)
			switch {
			case wide(prev.r) && wide(g.r):
				gaps = append(gaps, gap)
			case gap > blankFrom:
				blanks = append(blanks, gap)
			}
		}
		if prev == nil || gap > blankFrom {
			words++
			inWord = false
		}
		if !inWord && unicode.IsLower(g.r) {
			letters++
			inWord = true
		}
		prev = g
	}
	if n := len(gaps); n > 0 {
		slices.SortFunc(gaps, cmp.Compare)
		m := gaps[n/2]
		even := n >= evenGaps && gaps[n-1]-gaps[0] < evenBy
		if m > 0.25 && (m < maxStretch || even) {
			stretch = m
		}
	}
	if n := len(blanks); n >= 2 && 2*letters > words {
		slices.SortFunc(blanks, cmp.Compare)
		justified = blanks[n-1]-blanks[0] < evenBy
	}
	return stretch, justified
}

// parted says whether an upright line is drawn between two places at a height:
// the border of two cells. The edge of a shading behind words touches them; a
// cell keeps its text off its border.
func (p *pdfPage) parted(from, to, y float32) bool {
	if to-from < leastPadding {
		return false
	}
	for _, r := range p.uprights {
		if r.x0 >= from-borderSlack && r.x1 <= to+borderSlack && y >= r.y0 && y <= r.y1 {
			return true
		}
	}
	return false
}

func (p *pdfPage) overGutter(from, to float32) bool {
	return slices.ContainsFunc(p.gutters, func(x float32) bool { return from <= x && x <= to })
}

func inked(g *glyph) bool { return !g.hidden && visible(g.r) }

// itemStart is how an entry of a list of references begins.
var itemStart = pattern(`^\[\d{1,3}\](?:\s|\p{Lu}|\p{Han})`)

var numberLabel = pattern(`^[（(]?\d{1,3}[.)）、．]$`)

// label says whether glyphs are the number of a heading or a list item, which
// is set apart from its text, beginning with next, by a tab.
func label(row []glyph, next rune) bool {
	var s strings.Builder
	for i := range row {
		if inked(&row[i]) {
			s.WriteRune(row[i].r)
		}
	}
	t := s.String()
	return utf8.RuneCountInString(t) <= 2 && !wide(firstRune(t)) || numberLabel().MatchString(t) || utf8.RuneCountInString(t) <= 8 && numberClass(t+" X") != noNumber && (numberClass(t) != noNumber || unicode.Is(unicode.Han, next)) ||
		utf8.RuneCountInString(t) <= 5 && itemStart().MatchString(t+" X")
}

// join makes a line of glyphs, nil if nothing of it is seen.
func (p *pdfPage) join(row []glyph, stretch float32) *line {
	l := &line{page: p.number}
	var text, kept strings.Builder
	var prev *glyph
	sizes := map[float32]int{}
	space, written, unseen := false, false, false
	firstDone := false
	for i := range row {
		g := &row[i]
		if g.hidden || unseen && unicode.IsSpace(g.r) {
			kept.WriteRune(g.r)
			unseen = true
			continue
		}
		unseen = false
		if g.r == '\u00AD' { // soft hyphen
			continue
		}
		if unicode.IsSpace(g.r) {
			space, written = true, written || !g.generated
			firstDone = firstDone || prev != nil
			continue
		}
		if space && prev != nil && keepSpace(prev, g, stretch, written) {
			text.WriteByte(' ')
		}
		space, written = false, false
		if prev == nil {
			l.x0, l.x1, l.y0, l.y1 = g.x0, g.x1, g.y0, g.y1
		} else {
			l.x0, l.x1 = min(l.x0, g.x0), max(l.x1, g.x1)
			l.y0, l.y1 = min(l.y0, g.y0), max(l.y1, g.y1)
		}
		if !firstDone {
			if prev != nil && (wide(g.r) || wide(prev.r)) && !closing(g.r) {
				firstDone = true
			} else {
				l.first = l.x1 - l.x0
			}
		}
		text.WriteRune(g.r)
		sizes[g.size]++
		prev = g
	}
	l.text, l.kept = text.String(), kept.String()
	l.size = mostSize(sizes)
	if l.text == "" && l.kept == "" {
		return nil
	}
	return l
}

// keepSpace says whether a blank between a and b is one of the text; written says
// that the file has it, and it is not pdfium's.
func keepSpace(a, b *glyph, stretch float32, written bool) bool {
	gap := (b.x0 - a.x1) / max(a.size, b.size, 1)
	if gap < -1 {
		return true // not on one line
	}
	switch {
	case wide(a.r) && wide(b.r):
		return gap > max(wideGap, 2*stretch)
	case wide(a.r) || wide(b.r):
		return gap > max(narrowGap, 2*stretch)
	}
	return written || !b.drawn || gap >= leastBlank
}

// wide says whether r fills a square, as Han characters and their punctuation
// do.
func wide(r rune) bool { return r >= 0x1100 && columns(r) == 2 }

// closing is punctuation that may not begin a line.
func closing(r rune) bool {
	return strings.ContainsRune("，。、；：？！）》」』】〕”’…—,.;:?!)]}%", r)
}

func mostSize(sizes map[float32]int) float32 {
	var best float32
	for s, n := range sizes {
		if n > sizes[best] || n == sizes[best] && s > best {
			best = s
		}
	}
	return best
}

// boldFont knows fonts that stand out by their names: bold cuts, and the
// black-letter faces Chinese headings are set in.
func boldFont(name string) bool {
	name = strings.ToLower(name)
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	for _, part := range []string{"bold", "black", "heavy", "simhei", "heiti", "stheiti", "xihei", "fandolhei", "黑体", "dengxian-b", "cmbx", "sfbx", "nimbusromno9l-medi", "-medi", "xbsong", "小标宋"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// mergeRows joins neighbours that stand beside each other on one line: a
// raised number, a label and its value, the cells of a table's row.
func (p *pdfPage) mergeRows(lines []*line) []*line {
	out := lines[:0]
	for _, l := range lines {
		if n := len(out); n > 0 && l.text != "" && out[n-1].text != "" && beside(out[n-1], l) && !p.overGutter(out[n-1].x1, l.x0) && !p.parted(out[n-1].x1, l.x0, (l.y0+l.y1)/2) {
			p := out[n-1]
			gap := ""
			last := lastRune(p.text)
			if l.x0-p.x1 > narrowGap*max(p.size, l.size) || !wide(last) && !wide(firstRune(l.text)) && l.x0-p.x1 > 0.15*max(p.size, l.size) {
				gap = " "
			}
			if len(l.text) > len(p.text) {
				p.size, p.font, p.bold = l.size, l.font, l.bold
			}
			p.lastFont = l.lastFont
			p.text += gap + l.text
			p.kept += l.kept
			p.x1 = max(p.x1, l.x1)
			p.y0, p.y1 = min(p.y0, l.y0), max(p.y1, l.y1)
			continue
		}
		out = append(out, l)
	}
	return out
}

func beside(a, b *line) bool {
	if a.turned || b.turned {
		return false
	}
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	small := max(min(a.y1-a.y0, b.y1-b.y0), 1)
	gap := b.x0 - a.x1
	// An index under an exponent begins again where the exponent did.
	return overlap > 0.5*small && gap > -2*max(a.size, b.size) && b.x1 > a.x1 && gap < 1.2*max(a.size, b.size)
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) rune {
	r := []rune(s)
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

// seen is the page's text as the file has it.
func (p *pdfPage) seen() string {
	var s strings.Builder
	for _, g := range p.glyphs {
		if !g.hidden {
			s.WriteRune(g.r)
		}
	}
	return s.String()
}

// placeFilled puts lines that were filled in, which the file has behind all
// others, where they stand on the page: behind the label on their left, else
// before the first line below them.
func placeFilled(lines []*line) []*line {
	var out, late []*line
	for _, l := range lines {
		if l.filled && l.text != "" {
			late = append(late, l)
		} else {
			out = append(out, l)
		}
	}
	for _, x := range late {
		at := slices.IndexFunc(out, func(l *line) bool { return l.text != "" && l.y1 <= (x.y0+x.y1)/2 })
		if at < 0 {
			at = len(out)
		}
		for i, l := range out {
			if sameRow(l, x) && l.x0 < x.x0 {
				at = i + 1
			}
		}
		out = slices.Insert(out, at, x)
	}
	return out
}

func sameRow(a, b *line) bool {
	if a.text == "" || b.text == "" || a.turned || b.turned {
		return false
	}
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	return overlap > 0.5*min(a.y1-a.y0, b.y1-b.y0) && (a.x1 <= b.x0+1 || b.x1 <= a.x0+1)
}
