package page

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// Line is one line of a page, assembled from glyphs.
type Line struct {
	Page     int
	Text     string
	X0, X1   float32
	Y0, Y1   float32
	Size     float32 // the size of most of its characters
	First    float32 // width of the first word; a wide character is a word
	Font     string  // of its first character
	LastFont string  // of its last character
	Bold     bool
	Turns    []int    // code points of the text at which its font or colour changes
	Kept     string   // hidden text within it
	Struck   string   // text within it that is struck out
	Mark     bool     // Kept is a watermark
	Indexed  []string // words with letters of an index, as of the temperature T with the index crit
	Column   int      // from 0, or across
	filled   bool     // in a field of a form
	Turned   bool     // in another direction than the page
	Cell     bool     // other lines stand beside it
	RowLeft  float32  // start of the leftmost of those
	Framed   bool     // rules are drawn on both sides of it
	Chapter  bool     // in a wide cell beside others
	Listing  bool     // of a program: its line end is part of the text
	Left     float32
	Right    float32 // margins of its column
	Measure  float32 // width of its column, even if its block is narrower
	Flush    bool    // lines of its column end at one place
	Drop     float32 // distance to the next line, if that has the same size and is below it
	Step     float32 // usual distance between the lines around it; 0 if unknown
}

// Height returns the line's height in points, at least the size of its letters and 1.
func (l *Line) Height() float32 { return max(l.Y1-l.Y0, l.Size, 1) }

// EndsBold reports whether the last character is bold. If only the start of a line is bold, that is
// a label.
func (l *Line) EndsBold() bool { return boldFont(l.LastFont) }

// Lines splits a page into lines in the order of the file, which is the reading order in the output
// of word processors and TeX.
func (p *Page) Lines() []*Line {
	var out []*Line
	level := levelRows(p.Glyphs)
	p.gutters = gutters(level)
	if p.Number <= coverPages {
		p.aligned = append(alignedCells(level), latinCells(level)...)
	}
	if r, ok := numberBorder(level); ok {
		p.aligned = append(p.aligned, r)
	}
	for _, row := range p.rows() {
		if row.aside {
			out = append(out, p.asideLines(row.glyphs)...)
			continue
		}
		parts, stretch := p.segments(row.glyphs)
		for _, part := range parts {
			if l := p.join(part, stretch); l != nil {
				l.Font, l.LastFont = row.font, row.lastFont
				l.Bold = boldFont(row.font)
				l.filled = part[0].Filled
				if &part[0] == &row.glyphs[0] {
					l.Text = bulletOf(row.font, l.Text)
				}
				out = append(out, l)
			}
		}
	}
	return p.fillHoles(p.mergeRows(placeFilled(downward(out))))
}

// bulletOf returns text with a single letter at its start replaced by the sign that a symbol font
// draws for it.
func bulletOf(font, text string) string {
	font = strings.ToLower(font)
	letter, size := utf8.DecodeRuneInString(text)
	if letter <= ' ' || letter >= 0x7F || size < len(text) && text[size] != ' ' {
		return text
	}
	for _, name := range []string{"dingbats", "wingdings"} {
		if strings.Contains(font, name) {
			return cmp.Or(char.Symbol(name, char.SymbolCode(name, letter)), "•") + text[size:]
		}
	}
	return text
}

// jumps reports whether b cannot stand on the line of a: it is further left and at another height.
func jumps(a, b *Glyph) bool {
	h := max(a.Y1-a.Y0, b.Y1-b.Y0, 1)
	off := Abs((a.Y0+a.Y1)/2 - (b.Y0+b.Y1)/2)
	if low := max(min(a.Y1-a.Y0, b.Y1-b.Y0), 1); b.X0 < a.X1-farBack*h && off > apartFrom*low &&
		(b.Y1 <= a.Y0+low/4 || b.Y0 >= a.Y1-low/4) {
		return true // a small line right below a large one
	}
	return off > apartFrom*h && b.X0 < a.X1-h
}

// farBack, in heights of characters, is how far back a new line begins, further than a bound of a
// sum.
const farBack = 3

// apartFrom is the share of their height by which the middles of two characters on different lines
// differ. Raised characters differ less.
const apartFrom = 0.6

const (
	// narrowGap, in font sizes, is the gap between a Chinese and another character below which it
	// is the typesetter's spacing, not a blank.
	narrowGap = 0.4
	// wideGap, in font sizes, is the largest gap between Chinese characters that justification makes.
	wideGap = 0.6
	// maxStretch, in font sizes, is how far apart the characters of a title may be set. Characters
	// further apart are in different cells.
	maxStretch = 4
	// evenBy, in font sizes, is how much the gaps made by justification may differ; with at least
	// evenGaps of them any width counts.
	evenBy   = 0.3
	evenGaps = 4
	// maxWordGap, in font sizes, is how far apart justification sets words at most.
	maxWordGap = 10
	// labelGap, in font sizes, is how far after its number a heading may begin.
	labelGap = 5
	// borderSlack, in points, is how far a character may reach over the border of its cell.
	borderSlack = 0.5
	// leastPadding, in points, is the least distance of texts in cells side by side.
	leastPadding = 2.5
	// backJump, in font sizes, is how far to the left the next character must be to belong to
	// another column.
	backJump = 3
	// leastBlank, in font sizes, is the narrowest blank that pdfium may report between letters of a
	// type 3 font. It also reports one before "j".
	leastBlank = 0.1
	// cellGap, in font sizes, separates the cells of a table's row.
	cellGap = 1.8
)

// lineMarks are marks that begin no cell: something is missing before them, such as a sign without
// a character.
const lineMarks = "。，、；："

// segments splits a row of glyphs at gaps between cells of a table or fields of a form. It also
// returns how far the Chinese characters are set apart if the whole row is stretched, else 0.
func (p *Page) segments(row []Glyph) ([][]Glyph, float32) {
	var parts [][]Glyph
	stretch, justified := stretchOf(row)
	var prev *Glyph
	from, leader := 0, false // the dots that lead to a page number
	for i := range row {
		g := &row[i]
		if !char.Visible(g.Rune) {
			continue
		}
		if prev != nil { // hidden characters fill their place too
			gap := (g.X0 - prev.X1) / max(prev.Size, g.Size, 1)
			wide := gap > maxWordGap
			apart := gap > cellGap && gap > 2.5*stretch && !leader && (gap >= maxWordGap || !justified)
			apart = apart && (gap > labelGap || !label(row[from:i], g.Rune)) && (wide || !stepLabel().MatchString(inkOf(row[from:i])))
			apart = apart && !p.spacedLabel(row[from:]) && (wide || !strings.ContainsRune(lineMarks, g.Rune))
			if apart || p.parted(prev.X1, g.X0, (g.Y0+g.Y1)/2) || gap >= gutterGap && p.overGutter(prev.X1, g.X0) ||
				g.X1 < prev.X0-backJump*max(prev.Size, g.Size, 1) {
				parts = append(parts, row[from:i])
				from = i
			}
			leader = prev.Rune == g.Rune && (g.Rune == '.' || g.Rune == '·') || g.Rune == '…'
		}
		prev = g
	}
	return append(parts, row[from:]), stretch
}

// stretchOf returns how far the Chinese characters of a row are set apart, or 0. justified reports
// whether the gaps between words are even, as in a justified last line of a narrow column. Cells of
// a table have uneven or wider gaps.
func stretchOf(row []Glyph) (stretch float32, justified bool) {
	var gaps, blanks []float32
	var prev *Glyph
	words, letters, inWord := 0, 0, false
	for i := range row {
		g := &row[i]
		if !Inked(g) {
			continue
		}
		gap := float32(0)
		if prev != nil {
			gap = (g.X0 - prev.X1) / max(prev.Size, g.Size, 1)
			switch {
			case char.Wide(prev.Rune) && char.Wide(g.Rune):
				gaps = append(gaps, gap)
			case gap > blankFrom:
				blanks = append(blanks, gap)
			}
		}
		if prev == nil || gap > blankFrom {
			words++
			inWord = false
		}
		if !inWord && unicode.IsLower(g.Rune) {
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

// parted reports whether the border of two cells, drawn or inferred, stands between two positions
// at a height. The edge of a shading behind words touches them, whereas a cell keeps its text off
// its border.
func (p *Page) parted(from, to, y float32) bool {
	if to-from < leastPadding {
		return false
	}
	between := func(r Rule) bool {
		return r.X0 >= from-borderSlack && r.X1 <= to+borderSlack && y >= r.Y0 && y <= r.Y1
	}
	return slices.ContainsFunc(p.Uprights, between) || slices.ContainsFunc(p.aligned, between)
}

func (p *Page) overGutter(from, to float32) bool {
	return slices.ContainsFunc(p.gutters, func(x float32) bool { return from <= x && x <= to })
}

// Inked reports whether a character is visible on the page.
func Inked(g *Glyph) bool { return !g.Hidden && char.Visible(g.Rune) }

// ItemStart matches the start of an entry of a list of references.
var ItemStart = char.Pattern(`^[\[［][\d０-９]{1,3}[\]］](?:\s|\p{Lu}|\p{Han})`)

var numberLabel = char.Pattern(`^[（(]?\d{1,3}[.)）、．]$`)

// stepLabel matches the number of a step of an algorithm; nested steps are indented far behind it.
var stepLabel = char.Pattern(`^\d{1,3}:$`)

// inkOf returns the visible characters of a row.
func inkOf(row []Glyph) string {
	var s strings.Builder
	for i := range row {
		if Inked(&row[i]) {
			s.WriteRune(row[i].Rune)
		}
	}
	return s.String()
}

// label reports whether glyphs are the number of a heading or a list item, which a tab separates
// from its text, beginning with next.
func label(row []Glyph, next rune) bool {
	t := inkOf(row)
	n := utf8.RuneCountInString(t)
	if n <= 2 && !char.Wide(char.First(t)) || numberLabel().MatchString(t) || n <= 5 && ItemStart().MatchString(t+" X") {
		return true
	}
	return n <= 8 && draft.NumberClass(t+" X") != draft.NoNumber &&
		(draft.NumberClass(t) != draft.NoNumber || unicode.Is(unicode.Han, next))
}

// blankWithin, in font sizes, is how far before the end of a character a blank must begin to be
// part of it.
const blankWithin = 0.2

// join makes a line of glyphs, or returns nil if it would be empty.
func (p *Page) join(row []Glyph, stretch float32) *Line {
	l := &Line{Page: p.Number}
	var text, kept, struck strings.Builder
	var prev *Glyph
	sizes, signs := map[float32]int{}, map[float32]int{} // of letters, and of numbers and marks
	space, written, unseen, han := false, false, false, false
	firstDone := false
	for i := range row {
		g := &row[i]
		if g.Hidden || unseen && unicode.IsSpace(g.Rune) {
			kept.WriteRune(g.Rune)
			unseen = true
			continue
		}
		unseen = false
		if g.Struck {
			struck.WriteRune(g.Rune)
			continue
		}
		if g.Rune == noAccent || g.Rune == '\u00AD' && (g.X1 <= g.X0 || lastInked(row[i+1:]) == nil) { // at the end of a line
			continue
		}
		if unicode.IsSpace(g.Rune) {
			if prev != nil && !g.Generated && g.X1 > g.X0 && g.X0 < prev.X1-blankWithin*g.Size && g.X1 <= prev.X1 {
				continue // within a ligature: not visible
			}
			space, written = true, written || !g.Generated
			firstDone = firstDone || prev != nil
			continue
		}
		if space && prev != nil && keepSpace(prev, g, stretch, written) {
			text.WriteByte(' ')
		}
		space, written = false, false
		if prev != nil && !prev.looksAs(g) {
			l.Turns = append(l.Turns, char.Count(text.String()))
		}
		if prev == nil {
			l.X0, l.X1, l.Y0, l.Y1 = g.X0, g.X1, g.Y0, g.Y1
		} else {
			l.X0, l.X1 = min(l.X0, g.X0), max(l.X1, g.X1)
			l.Y0, l.Y1 = min(l.Y0, g.Y0), max(l.Y1, g.Y1)
		}
		if !firstDone {
			if prev != nil && (char.Wide(g.Rune) || char.Wide(prev.Rune)) && !closing(g.Rune) {
				firstDone = true
			} else {
				l.First = l.X1 - l.X0
			}
		}
		if g.Rune == '\u00AD' { // fonts may have no other hyphen
			text.WriteByte('-')
		} else {
			text.WriteRune(g.Rune)
		}
		if unicode.IsLetter(g.Rune) {
			sizes[g.Size] += char.Columns(g.Rune)
			han = han || char.Wide(g.Rune)
		} else {
			signs[g.Size] += char.Columns(g.Rune)
		}
		prev = g
	}
	l.Text, l.Kept, l.Struck = text.String(), kept.String(), struck.String()
	if !han { // in Chinese, raised numbers of references may outnumber the words of a line
		for size, n := range signs {
			sizes[size] += n
		}
	}
	l.Size = MostSize(sizes)
	if l.Text == "" && l.Kept == "" && l.Struck == "" {
		return nil
	}
	l.Indexed = indexed(row, l.Size)
	return l
}

// keepSpace reports whether a blank between a and b belongs to the text. written means that the
// file has it and pdfium did not add it.
func keepSpace(a, b *Glyph, stretch float32, written bool) bool {
	gap := (b.X0 - a.X1) / max(a.Size, b.Size, 1)
	if gap < -1 {
		return true // not on the same line
	}
	switch {
	case unicode.Is(unicode.Latin, a.Rune) && unicode.Is(unicode.Latin, b.Rune): // full-width letters too
		return written || !b.Drawn || gap >= leastBlank
	case char.Wide(a.Rune) && char.Wide(b.Rune):
		return gap > max(wideGap, 2*stretch)
	case char.Wide(a.Rune) || char.Wide(b.Rune):
		return gap > max(narrowGap, 2*stretch)
	}
	return written || !b.Drawn || gap >= leastBlank
}

// closing reports whether r is punctuation that may not begin a line.
func closing(r rune) bool {
	return strings.ContainsRune("，。、；：？！）》」』】〕”’…—,.;:?!)]}%", r)
}

// MostSize returns the most frequent size, given the counts; of equal ones the largest.
func MostSize(sizes map[float32]int) float32 {
	var best float32
	for s, n := range sizes {
		if n > sizes[best] || n == sizes[best] && s > best {
			best = s
		}
	}
	return best
}

// boldFont recognises fonts that stand out by their names: bold cuts, and the black typefaces of
// Chinese headings.
func boldFont(name string) bool {
	name = strings.ToLower(name)
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	for _, part := range []string{"bold", "black", "heavy", "simhei", "heiti", "stheiti", "xihei", "fandolhei", "黑体", "dengxian-b", "cmbx",
		"sfbx", "nimbusromno9l-medi", "-medi", "xbsong", "小标宋"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// mergeRows joins lines that stand beside each other in one row: a raised number, a label and its
// value, the cells of a table's row.
func (p *Page) mergeRows(lines []*Line) []*Line {
	out := lines[:0]
	for _, l := range lines {
		if n := len(out); n > 0 && l.Text != "" && out[n-1].Text != "" && beside(out[n-1], l) && !p.overGutter(out[n-1].X1, l.X0) &&
			!p.parted(out[n-1].X1, l.X0, (l.Y0+l.Y1)/2) {
			p := out[n-1]
			gap := ""
			last := char.Last(p.Text)
			if l.X0-p.X1 > narrowGap*max(p.Size, l.Size) ||
				!char.Wide(last) && !char.Wide(char.First(l.Text)) && l.X0-p.X1 > 0.15*max(p.Size, l.Size) {
				gap = " "
			}
			if utf8.RuneCountInString(l.Text) > utf8.RuneCountInString(p.Text) {
				p.Size, p.Font, p.Bold = l.Size, l.Font, l.Bold
			}
			p.LastFont = l.LastFont
			p.Indexed = append(p.Indexed, indexedAcross(p, l, gap)...)
			behind := utf8.RuneCountInString(p.Text + gap)
			for _, at := range append([]int{0}, l.Turns...) {
				p.Turns = append(p.Turns, behind+at)
			}
			p.Text += gap + l.Text
			p.Kept += l.Kept
			p.Struck += l.Struck
			p.X1 = max(p.X1, l.X1)
			p.Y0, p.Y1 = min(p.Y0, l.Y0), max(p.Y1, l.Y1)
			continue
		}
		out = append(out, l)
	}
	return out
}

// smallIndex is the share of the line's size below which a letter is an index or a denominator,
// which may stand below something wider.
const smallIndex = 0.85

func beside(a, b *Line) bool {
	if a.Turned || b.Turned {
		return false
	}
	overlap := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	small := max(min(a.Y1-a.Y0, b.Y1-b.Y0), 1)
	gap := b.X0 - a.X1
	most := float32(1.2)
	switch {
	case strings.ContainsRune(lineMarks, char.First(b.Text)):
		most = maxWordGap
	// the number of a reference
	case utf8.RuneCountInString(a.Text) <= 5 && ItemStart().MatchString(a.Text+" X"):
		most = labelGap
	}
	// An index below an exponent begins where the exponent did, and a denominator where its
	// numerator did.
	below := b.Size < smallIndex*a.Size && b.Y0+b.Y1 < a.Y0+a.Y1
	return overlap > 0.5*small && gap > -2*max(a.Size, b.Size) && (b.X1 > a.X1 || below) && gap < most*max(a.Size, b.Size)
}

// Seen returns the visible text of the page in the order of the file.
func (p *Page) Seen() string {
	var s strings.Builder
	for _, g := range p.Glyphs {
		if !g.Hidden {
			s.WriteRune(g.Rune)
		}
	}
	return s.String()
}

// placeFilled moves lines that were filled in, which come last in the file, to where they stand on
// the page: after the label on their left, or else before the first line below them.
func placeFilled(lines []*Line) []*Line {
	var out, late []*Line
	for _, l := range lines {
		if l.filled && l.Text != "" {
			late = append(late, l)
		} else {
			out = append(out, l)
		}
	}
	for _, x := range late {
		at := slices.IndexFunc(out, func(l *Line) bool { return l.Text != "" && l.Y1 <= (x.Y0+x.Y1)/2 })
		if at < 0 {
			at = len(out)
		}
		for i, l := range out {
			if SameRow(l, x) && l.X0 < x.X0 {
				at = i + 1
			}
		}
		out = slices.Insert(out, at, x)
	}
	return out
}

// SameRow reports whether two lines stand side by side.
func SameRow(a, b *Line) bool {
	if a.Text == "" || b.Text == "" || a.Turned || b.Turned {
		return false
	}
	overlap := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	return overlap > 0.5*min(a.Y1-a.Y0, b.Y1-b.Y0) && (a.X1 <= b.X0+1 || b.X1 <= a.X0+1)
}
