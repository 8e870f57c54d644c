package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	noteStart = pattern(`^(?:[①-⑳*†‡]|\d{1,3}(?:[^\d.,%年月]|$))`)
	// Items of lists by letters, and by dashes, which may also be within a sentence.
	letterStart = pattern(`^[（(]?[a-zA-Z][)）](?:\s|\p{Han})`)
	dashStart   = pattern(`^[-–—·](?:\s|\p{Han})`)
)

const bulletSigns = "•◦●○■□◆◇▪▫‣⁃➢✓☑"

// sentenceEnds are marks behind which a paragraph may end.
const sentenceEnds = "。；！？：.;:"

// pdfParagraph is a paragraph as lines that belong together.
type pdfParagraph struct {
	lines []*line
	kind  ParagraphKind
	cell  *gridCell // of a table
}

// layPages makes paragraphs of the pages' lines and hands them to the builder
// with exact page bounds. instead and texts hold what replaces pages.
func layPages(b *builder, pages []*pdfPage, instead map[int]string, texts map[int]recognised) error {
	rows, slanted := make([][]*line, len(pages)), make([][]slantedText, len(pages))
	pages = slices.Clone(pages)
	for i, p := range pages {
		if text, ok := instead[p.number]; ok {
			rows[i] = plainLines(p.number, text)
			continue
		}
		if t, ok := texts[p.number]; ok {
			rows[i] = recognisedLines(p.number, t)
			continue
		}
		pages[i], slanted[i] = p.upright()
		if pages[i].vertical() {
			pages[i] = pages[i].onItsSide()
		}
		rows[i] = pages[i].lines()
	}
	settleSlanted(rows, pages, slanted)
	rules := map[int][]rule{}
	for _, p := range pages {
		rules[p.number] = p.rules
	}
	dropEdges(rows, pages)
	margins(rows)
	for i, p := range pages {
		findCells(rows[i], p.rules)
		findSteps(rows[i])
		findFlush(rows[i])
	}
	l := newLayout(rows)
	l.rules = rules
	l.slanted = slantedRows(slanted)
	w := &pageWriter{b: b, count: len(pages), body: l.body, bold: l.bold}
	for _, p := range l.tables(l.paragraphs(rows)) {
		if err := w.paragraph(p); err != nil {
			return err
		}
	}
	w.finish()
	return nil
}

// plainLines makes lines without places of a text read by the second reader.
func plainLines(page int, text string) []*line {
	var out []*line
	for s := range strings.Lines(text) {
		if s = strings.TrimSpace(s); hasVisible(s) {
			out = append(out, &line{page: page, text: s})
		}
	}
	return out
}

// recognisedLines gives the lines of a page that was recognised.
func recognisedLines(page int, t recognised) []*line {
	out := make([]*line, len(t.lines))
	for i, l := range t.lines {
		out[i] = &line{page: page, text: l.text, x0: l.x0, y0: l.y0, x1: l.x1, y1: l.y1, size: l.size, first: l.first}
	}
	return out
}

// layout knows what is usual in a document, to see what is not.
type layout struct {
	body    float32 // font size of running text
	leading float32 // from one line of a paragraph to the next
	bold    bool    // running text itself counts as bold
	rules   map[int][]rule
	slanted [][][]*line // of each page: what is on the slant, angle by angle
}

// bodySize is the font size of running text, which most of it has.
func bodySize(rows [][]*line) float32 {
	sizes := map[float32]int{}
	for _, lines := range rows {
		for _, x := range lines {
			sizes[x.size] += utf8.RuneCountInString(x.text)
		}
	}
	return mostSize(sizes)
}

func newLayout(rows [][]*line) layout {
	l := layout{body: bodySize(rows)}
	steps := map[float32]int{}
	bold, all := 0, 0
	for _, lines := range rows {
		var prev *line
		for _, x := range lines {
			if x.turned {
				continue
			}
			n := utf8.RuneCountInString(x.text)
			all += n
			if x.bold {
				bold += n
			}
			if prev != nil && prev.size == x.size && prev.y0 > x.y0 {
				steps[float32(int((prev.y0-x.y0)*2))/2]++
			}
			prev = x
		}
	}
	l.leading = mostSize(steps)
	l.bold = bold*2 > all
	return l
}

// openCells is how many paragraphs back the cell is looked for that a line goes
// on with: the cells of one row.
const openCells = 12

// paragraphs goes through the lines in order and decides at each whether it
// goes on with what was before.
func (l layout) paragraphs(rows [][]*line) []*pdfParagraph {
	var out []*pdfParagraph
	var open *pdfParagraph
	for i, lines := range rows {
		body, aside := asides(lines)
		body, notes := l.footnotes(body)
		first := len(out) // of this page
		for _, x := range body {
			if x.cell || open != nil && open.kind == Cell {
				if c := l.cellOf(out[max(first, len(out)-openCells):], x); c != nil {
					c.lines = append(c.lines, x)
					continue
				}
			}
			if !x.cell && open != nil && open.kind != Cell && l.continues(open, x) {
				open.lines = append(open.lines, x)
				continue
			}
			open = &pdfParagraph{lines: []*line{x}, kind: Body}
			if x.cell {
				open.kind = Cell
			}
			out = append(out, open)
		}
		// Notes at the foot and what is turned go before the last paragraph of
		// the page, which may run on: so each page's text stays together.
		var feet []*pdfParagraph
		for _, x := range aside {
			feet = append(feet, &pdfParagraph{lines: []*line{x}, kind: Box})
		}
		for _, lines := range l.slanted[i] {
			feet = append(feet, l.boxes(lines)...)
		}
		boxes := len(feet)
		for _, x := range notes {
			if n := len(feet); n > boxes && !noteStart().MatchString(x.text) {
				feet[n-1].lines = append(feet[n-1].lines, x)
				continue
			}
			feet = append(feet, &pdfParagraph{lines: []*line{x}, kind: Footnote})
		}
		if len(feet) > 0 {
			at := max(len(out)-1, first)
			if at == len(out) {
				open = nil // nothing began on this page; what ran on ends here
			}
			for at > first && at < len(out) && out[at].kind == Cell && out[at-1].kind == Cell {
				at-- // nor do they part the rows of a table
			}
			out = slices.Insert(out, at, feet...)
		}
	}
	return out
}

// asides parts the lines of a page from those that are turned and in no cell.
func asides(lines []*line) (body, aside []*line) {
	for _, x := range lines {
		if x.turned && !x.cell {
			aside = append(aside, x)
		} else {
			body = append(body, x)
		}
	}
	return body, aside
}

// boxes makes paragraphs of text that stands by itself.
func (l layout) boxes(lines []*line) []*pdfParagraph {
	var out []*pdfParagraph
	for _, x := range lines {
		if n := len(out); n > 0 && l.continues(out[n-1], x) {
			out[n-1].lines = append(out[n-1].lines, x)
			continue
		}
		out = append(out, &pdfParagraph{lines: []*line{x}, kind: Box})
	}
	return out
}

// footnotes parts the lines of a page from the notes at its foot: smaller than
// the text and below all of it, the first beginning with a mark.
func (l layout) footnotes(lines []*line) (body, notes []*line) {
	small := func(x *line) bool { return x.size > 0 && x.size < 0.93*l.body }
	floor := float32(-1)
	for _, x := range lines {
		if !small(x) && x.size > 0 && !x.turned && (floor < 0 || x.y0 < floor) {
			floor = x.y0
		}
	}
	for _, x := range lines {
		if small(x) && floor >= 0 && (x.y0+x.y1)/2 < floor {
			notes = append(notes, x)
		} else {
			body = append(body, x)
		}
	}
	if len(notes) == 0 || !noteStart().MatchString(notes[0].text) {
		return lines, nil
	}
	return body, notes
}

// continues says whether line x belongs to paragraph p.
func (l layout) continues(p *pdfParagraph, x *line) bool {
	prev := p.lines[len(p.lines)-1]
	if prev.text == "" || x.text == "" {
		return false // hidden text on its own
	}
	if prev.size == 0 || x.size == 0 {
		return false // no places known
	}
	if prev.chapter != x.chapter || x.chapter && prev.page == x.page && l.ruledOff(prev, x) {
		return false
	}
	em := max(min(prev.size, x.size), 4)
	samePlace := x.page == prev.page && x.column == prev.column
	drop := prev.y0 - x.y0
	if samePlace && drop < 0.3*em {
		return false // beside or above: another cell or box
	}
	if !samePlace && !l.flows(prev, x) {
		return false
	}
	if diff := abs(prev.size - x.size); diff > 0.12*max(prev.size, x.size) {
		return false
	}
	if dotLeader().MatchString(prev.text) {
		return false
	}
	if samePlace && drop > l.gap(p, em) {
		return false
	}
	if x.bold != prev.bold && prev.lastFont != x.font && (len(p.lines) == 1 && prev.bold || headingClass(x.text, x.bold && !l.bold) != noNumber) {
		return false
	}
	if l.opens(p, prev, x) {
		return false
	}
	slack := prev.right - prev.x1
	if centred(x, em) && abs((prev.x0+prev.x1)-(x.x0+x.x1)) < em {
		return prev.x0-prev.left+slack <= x.first+1.2*em // half the room is in front
	}
	if slack > x.first+1.2*em {
		return false // the next word would have fitted
	}
	if prev.flush && (slack > em || slack > 0.5*em && strings.ContainsRune(sentenceEnds, lastRune(prev.text))) {
		return false // justified text ends at the margin but for its last line
	}
	indent := x.x0 - x.left
	if indent > 0.9*em && x.x0-(prev.x0-prev.left+x.left) > 0.9*em && !hanging(p, x, em) {
		return false
	}
	return true
}

// centred says whether x stands in the middle of its column.
func centred(x *line, em float32) bool {
	front, back := x.x0-x.left, x.right-x.x1
	return front > 2*em && abs(front-back) < em
}

// flows says whether x is where a paragraph goes on that reaches the end of a
// page or column: the top of the next.
func (l layout) flows(prev, x *line) bool {
	if x.page == prev.page {
		return x.column > prev.column
	}
	return x.page > prev.page
}

// gap is the largest step between lines of one paragraph.
func (l layout) gap(p *pdfParagraph, em float32) float32 {
	if n := len(p.lines); n > 1 && p.lines[n-1].page == p.lines[n-2].page {
		if own := p.lines[n-2].y0 - p.lines[n-1].y0; own > 0 {
			return 1.3*own + 1
		}
	}
	if x := p.lines[len(p.lines)-1]; x.step > 0 {
		return 1.3*x.step + 1
	}
	if l.leading > 0 && l.leading < rhythmMost*em && abs(em-l.body) < 0.1*l.body {
		return 1.35*l.leading + 1
	}
	return 2.2 * em
}

// opens says whether x begins a paragraph by its words: a numbered heading, an
// item of a list.
func (l layout) opens(p *pdfParagraph, prev, x *line) bool {
	if strings.ContainsRune(bulletSigns, firstRune(x.text)) || letterStart().MatchString(x.text) {
		return true
	}
	if m := itemStart().FindString(x.text); m != "" {
		return true
	}
	c := numberClass(x.text)
	if c == noNumber {
		return dashStart().MatchString(x.text) && strings.ContainsRune(sentenceEnds, lastRune(prev.text))
	}
	if headingClass(x.text, x.bold) != noNumber && c != arabic && c < paren {
		return true
	}
	// A number at the start of a line may be part of the sentence; after the
	// end of a sentence it is not.
	return strings.ContainsRune(sentenceEnds, lastRune(prev.text))
}

// hanging says whether the paragraph is set with a hanging indent: its first
// line begins with a mark and the others begin behind the mark.
func hanging(p *pdfParagraph, x *line, em float32) bool {
	first := p.lines[0]
	if len(p.lines) > 1 {
		return abs(p.lines[len(p.lines)-1].x0-x.x0) < 0.5*em
	}
	return x.x0-first.x0 < 4*em && (itemStart().MatchString(first.text) || numberClass(first.text) != noNumber ||
		letterStart().MatchString(first.text) || dashStart().MatchString(first.text) || strings.ContainsRune(bulletSigns, firstRune(first.text)))
}

// pageWriter hands paragraphs to the builder and notes where pages begin.
type pageWriter struct {
	b      *builder
	count  int
	body   float32
	bold   bool  // running text itself counts as bold
	starts []int // of the pages seen so far
}

// paragraph joins the lines; a blank stands between lines only where the
// script uses blanks.
func (w *pageWriter) paragraph(p *pdfParagraph) error {
	var text strings.Builder
	runes := 0
	type turn struct{ page, at int }
	var turns []turn
	bold, size := true, float32(0)
	var kept []keptOut
	last := rune(0)
	for i, l := range p.lines {
		if l.kept != "" {
			kind := HiddenText
			if l.mark {
				kind = Watermark
			}
			kept = append(kept, keptOut{at: runes, kind: kind, text: l.kept})
		}
		s := strings.TrimSpace(l.text)
		if s == "" {
			turns = append(turns, turn{l.page, runes})
			continue
		}
		if i > 0 && last != 0 {
			switch lineGlue(last, firstRune(s), text.String()) {
			case dropHyphen:
				t := strings.TrimSuffix(text.String(), "-")
				text.Reset()
				text.WriteString(t)
				runes--
			case blankGlue:
				text.WriteByte(' ')
				runes++
			case noGlue:
			}
		}
		turns = append(turns, turn{l.page, runes})
		text.WriteString(s)
		runes += utf8.RuneCountInString(s)
		last = lastRune(s)
		bold = bold && l.bold
		size = max(size, l.size)
	}
	before := w.b.length
	m := block{kind: p.kind, cell: p.cell, prone: p.kind == Body && len(p.lines) <= 3, bold: bold && len(p.lines) > 0 || w.body > 0 && size > 1.15*w.body}
	m.apart = len(p.lines) == 1 && (bold && !w.bold || w.body > 0 && size > 1.15*w.body)
	skipped, err := w.b.add(text.String(), m)
	if err != nil {
		return err
	}
	start := before
	if w.b.length > before && before > 0 {
		start++
	}
	for _, t := range turns {
		w.reach(t.page, min(max(start+t.at-skipped, start), w.b.length))
	}
	for _, k := range kept {
		if evident(k.kind, k.text) {
			at := min(max(start+k.at-skipped, start), w.b.length)
			w.b.flag(Flag{Span: Span{Start: at, End: at}, Kind: k.kind, Text: strings.TrimSpace(k.text)})
		}
	}
	return nil
}

// reach notes that page begins at or before code point at.
func (w *pageWriter) reach(page, at int) {
	for len(w.starts) < page {
		w.starts = append(w.starts, at)
	}
}

func (w *pageWriter) finish() {
	w.reach(w.count, w.b.length)
	if len(w.starts) > 0 {
		w.starts[0] = 0
	}
	for i, start := range w.starts {
		end := w.b.length
		if i+1 < len(w.starts) {
			end = w.starts[i+1]
		}
		w.b.pages = append(w.b.pages, Page{Span: Span{Start: start, End: end}, Number: i + 1})
	}
}

type glue int

const (
	noGlue glue = iota
	blankGlue
	dropHyphen
)

// lineGlue says what joins two lines of which one ends with a and the other
// begins with b.
func lineGlue(a, b rune, before string) glue {
	switch {
	case a == '-' && unicode.IsLower(b):
		if r, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(before, "-")); unicode.IsLetter(r) {
			return dropHyphen
		}
		return noGlue
	case a == '-' || a == '/':
		return noGlue
	case wide(a) || wide(b):
		return noGlue
	}
	return blankGlue
}
