// Package layout turns the lines of pages into paragraphs. It handles columns, margins, running
// heads and feet, watermarks, tables over several pages, and notes.
//
// Its input is all pages of a document, because only the whole document shows what is usual in it.
// Its output is paragraphs in a draft, with the places where pages begin. It knows no PDF.
//
// It keeps the order of the file, which is the reading order in the output of word processors, TeX
// and page makers, except for columns that a file stores row by row.
package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

var (
	noteStart = char.Pattern(`^(?:[①-⑳*∗†‡]|注\s?\d{0,2}(?:\s|[：:])|\d{1,3}(?:[^\d.,%年月]|$)|[\[［]?(?:收稿日期|基金项目|资助项目|作者简介|通讯作者|通信作者|` +
		`责任编[委辑]|Manuscript received|Received |This work (?:was|is) |Corresponding author|Supported by|Foundation item|` +
		`Permission to make))`)
	// List items with letters, and with dashes, which may also occur within a sentence.
	letterStart = char.Pattern(`^[（(]?[a-zA-Z][)）](?:\s|\p{Han})`)
	labelStart  = char.Pattern(`^(?:\p{Han}[\p{Han}\s]{1,8}[：:]|[A-Z][A-Za-z ]{2,24}:\s)`)
	itemNumber  = char.Pattern(`^([（(]?)(\d{1,3})([.．、)）:])(?:\D|$)`)
	entryStart  = char.Pattern(`^\d{1,3}[.．]\p{L}`) // of a list of references without blanks
	// citationsEnd matches reference numbers within a sentence that continue in the next line.
	// citationStart matches a reference number that cannot begin an entry of a list.
	citationsEnd  = char.Pattern(`[\]］][,，、;；]$`)
	citationStart = char.Pattern(`^[\[［]\d{1,3}[\]］](?:[,，、.;]|\s\p{Ll})`)
	// citations matches a line of nothing but reference numbers at the end of a sentence.
	citations = char.Pattern(`^(?:[\[［]\d{1,3}(?:\s?[,，\-–]\s?\d{1,3})*[\]］][,，、\s]{0,2})+[.。;；]?$`)
	dashStart = char.Pattern(`^[-–—·](?:\s|\p{Han})`)
)

// sentenceEnds are the marks after which a paragraph may end.
const sentenceEnds = "。；！？：.;:"

// pdfParagraph is a paragraph as the lines that belong to it.
type pdfParagraph struct {
	lines []*page.Line
	kind  extract.ParagraphKind
	cell  *draft.Cell // of a table
	loose bool        // part of a figure or a formula
	lined bool        // a listing, which keeps its line ends
}

// running reports whether the paragraph is running text outside tables.
func (p *pdfParagraph) running() bool { return p.kind == extract.Body && p.cell == nil }

// Write turns the lines of pages into paragraphs and adds them to b with exact page bounds. instead
// and texts replace the text of pages, by page number: with the text of another reader and with
// recognised text.
func Write(b *draft.Draft, pages []*page.Page, instead map[int]string, texts map[int]ocr.Text) error {
	rows, slanted := make([][]*page.Line, len(pages)), make([][]page.Slanted, len(pages))
	pages = slices.Clone(pages)
	for i, p := range pages {
		if text, ok := instead[p.Number]; ok {
			rows[i] = plainLines(p.Number, text)
			continue
		}
		if t, ok := texts[p.Number]; ok {
			rows[i] = recognisedLines(p.Number, t)
			continue
		}
		pages[i], slanted[i] = p.Upright()
		if pages[i].Vertical() {
			pages[i] = pages[i].OnItsSide()
		}
		rows[i] = pages[i].Lines()
	}
	dropLineNumbers(rows)
	settleSizes(rows, pages)
	settleSlanted(rows, pages, slanted)
	rules := each.Map(pages, func(p *page.Page) (int, []page.Rule) { return p.Number, p.Rules })
	dropEdges(rows, pages)
	dropPushed(rows)
	margins(rows, func(i int) []page.Rule { return pages[i].Rules })
	prose := map[int]bool{}
	for i, p := range pages {
		findCells(rows[i], p.Rules)
		findSteps(rows[i])
		if prose[p.Number] = runsText(rows[i]); prose[p.Number] {
			rows[i] = mendLines(rows[i], p.Rules)
		}
		rows[i] = findListings(joinEntries(rows[i]))
		findFlush(rows[i])
	}
	l := newLayout(rows)
	l.prose = prose
	l.rules = rules
	l.slanted = slantedRows(slanted)
	w := &pageWriter{b: b, count: len(pages), body: l.body, bold: l.bold}
	for _, p := range l.joinFormulas(l.joinFloats(l.tables(l.paragraphs(rows)))) {
		if err := w.paragraph(p); err != nil {
			return err
		}
	}
	w.finish()
	return nil
}

// plainLines returns the lines, without positions, of a text read by the second reader.
func plainLines(number int, text string) []*page.Line {
	var out []*page.Line
	for s := range strings.Lines(text) {
		if s = strings.TrimSpace(s); char.HasVisible(s) {
			out = append(out, &page.Line{Page: number, Text: s})
		}
	}
	return out
}

// recognisedLines returns the lines of a recognised page.
func recognisedLines(number int, t ocr.Text) []*page.Line {
	out := make([]*page.Line, len(t.Lines))
	for i, l := range t.Lines {
		out[i] = &page.Line{Page: number, Text: l.Text, X0: l.X0, Y0: l.Y0, X1: l.X1, Y1: l.Y1, Size: l.Size, First: l.First}
	}
	return out
}

// layout holds the usual measures of a document, so that exceptions can be seen.
type layout struct {
	body    float32 // font size of running text
	leading float32 // from one line of a paragraph to the next
	bold    bool    // running text itself counts as bold
	rules   map[int][]page.Rule
	prose   map[int]bool     // pages of mostly running text
	slanted [][][]*page.Line // text on the slant by page and angle
}

// bodySize returns the font size of most of the text, measured by width: in a Chinese document,
// English references have more characters but narrower ones.
func bodySize(rows [][]*page.Line) float32 {
	sizes := map[float32]int{}
	for _, lines := range rows {
		for _, x := range lines {
			for _, r := range x.Text {
				sizes[x.Size] += char.Columns(r)
			}
		}
	}
	return page.MostSize(sizes)
}

func newLayout(rows [][]*page.Line) layout {
	l := layout{body: bodySize(rows)}
	steps := map[float32]int{}
	bold, all := 0, 0
	for _, lines := range rows {
		var prev *page.Line
		for _, x := range lines {
			if x.Turned {
				continue
			}
			n := utf8.RuneCountInString(x.Text)
			all += n
			if x.Bold {
				bold += n
			}
			if prev != nil && prev.Size == x.Size && prev.Y0 > x.Y0 {
				steps[float32(int((prev.Y0-x.Y0)*2))/2]++
			}
			prev = x
		}
	}
	l.leading = page.MostSize(steps)
	l.bold = bold*2 > all
	return l
}

// openCells is the number of recent paragraphs, the cells of one row, that are searched for the
// cell that a line continues.
const openCells = 12

// paragraphs goes through the lines in order and decides for each whether it continues a paragraph.
func (l layout) paragraphs(rows [][]*page.Line) []*pdfParagraph {
	var out []*pdfParagraph
	var open *pdfParagraph
	for i, lines := range rows {
		body, aside := asides(lines)
		body, notes := l.footnotes(body)
		first := len(out) // of this page
		for _, x := range body {
			if x.Cell || open != nil && open.kind == extract.Cell {
				if c := l.cellOf(out[max(first, len(out)-openCells):], x); c != nil {
					c.lines = append(c.lines, x)
					continue
				}
			}
			if open != nil && len(out) > first && indexOf(open.lines[len(open.lines)-1], x) {
				// At the end it would separate the last word of the line from its continuation.
				open.lines = slices.Insert(open.lines, len(open.lines)-1, x)
				continue
			}
			if !x.Cell && open != nil && open.kind != extract.Cell &&
				(open.lined && x.Listing || l.continues(open, x) && !resumes(out, x)) {
				open.lines = append(open.lines, x)
				continue
			}
			open = &pdfParagraph{lines: []*page.Line{x}, kind: extract.Body, lined: x.Listing}
			if x.Cell {
				open.kind = extract.Cell
			}
			out = append(out, open)
		}
		// Footnotes and turned text go before the last paragraph of the page, which may run on, so
		// that the text of each page stays together.
		feet := each.Of(aside, func(x *page.Line) *pdfParagraph { return &pdfParagraph{lines: []*page.Line{x}, kind: extract.Box} })
		for _, lines := range l.slanted[i] {
			feet = append(feet, l.boxes(lines)...)
		}
		boxes := len(feet)
		for _, x := range notes {
			if n := len(feet); n > boxes && !noteStart().MatchString(x.Text) {
				feet[n-1].lines = append(feet[n-1].lines, x)
				continue
			}
			feet = append(feet, &pdfParagraph{lines: []*page.Line{x}, kind: extract.Footnote})
		}
		if len(feet) > 0 {
			at := max(len(out)-1, first)
			if at == len(out) {
				open = nil // no paragraph began on this page, so the open one ends here
			}
			for at > first && at < len(out) && out[at].kind == extract.Cell && out[at-1].kind == extract.Cell {
				at-- // they must not split a row of a table either
			}
			out = slices.Insert(out, at, feet...)
		}
	}
	return out
}

// resumes reports whether x, at the top of a column, continues a word that breaks off before the
// last paragraph of the column before it. That paragraph is then a notice at its foot.
func resumes(out []*pdfParagraph, x *page.Line) bool {
	if len(out) < 2 {
		return false
	}
	before, notice := out[len(out)-2].lines, out[len(out)-1].lines
	last, end := before[len(before)-1], notice[len(notice)-1]
	return (end.Page != x.Page || end.Column != x.Column) && last.Page == end.Page && last.Column == end.Column &&
		inWord(last.Text, x.Text) && strings.ContainsRune(sentenceEnds, char.Last(end.Text))
}

// continues reports whether line x belongs to paragraph p.
func (l layout) continues(p *pdfParagraph, x *page.Line) bool {
	prev := p.lines[len(p.lines)-1]
	if prev.Text == "" || x.Text == "" {
		return false // hidden text stands alone
	}
	if prev.Size == 0 || x.Size == 0 {
		return false // positions are unknown
	}
	if prev.Listing || x.Listing {
		return false
	}
	if prev.Chapter != x.Chapter && !l.inOneChapter(prev, x) || (prev.Chapter || x.Chapter) && prev.Page == x.Page && l.ruledOff(prev, x) {
		return false
	}
	if len(p.lines) == 1 && equationNumber().MatchString(prev.Text) {
		return false // the number of a formula ends it
	}
	em := max(min(prev.Size, x.Size), 4)
	samePlace := x.Page == prev.Page && (x.Column == prev.Column || l.hangsOut(p, prev, x, em))
	drop := prev.Y0 - x.Y0
	if samePlace && drop < 0.3*em {
		return false // beside or above: another cell or box
	}
	if !samePlace && !l.flows(prev, x) {
		return false
	}
	if samePlace && drop <= l.gap(p, em) && citations().MatchString(x.Text) && !strings.ContainsRune(sentenceEnds, char.Last(prev.Text)) {
		return true // the last line of a sentence; its numbers may be smaller
	}
	if diff, larger := page.Abs(prev.Size-x.Size), max(prev.Size, x.Size); diff > sizeSpread*larger &&
		!(diff < wordSpread*larger && samePlace && page.Abs(prev.X0-x.X0) < 0.5*em && unicode.IsLower(char.First(x.Text)) &&
			inSentence(prev.Text, x.Text)) {
		return false
	}
	if (x.Page != prev.Page || x.Y0 > prev.Y1) && x.X1-x.X0 < blockWidth*x.Measure &&
		(page.Abs(prev.Size-x.Size) > placeSpread*max(prev.Size, x.Size) ||
			x.X0-x.Left > 0.9*em && !strings.ContainsRune(sentenceEnds, char.Last(x.Text))) {
		return false // part of a figure at the head of a page
	}
	if draft.DotLeader().MatchString(prev.Text) {
		return false
	}
	if samePlace && drop > l.gap(p, em) && !ownRhythm(prev, x, drop, em) {
		if drop > pictureGap*l.gap(p, em) || !inWord(prev.Text, x.Text) && !l.goesOnBelow(prev, x, em) {
			return false
		}
	}
	if strings.ContainsRune("。，、；", char.First(x.Text)) {
		return true // no paragraph begins with these
	}
	if x.Bold != prev.Bold && prev.LastFont != x.Font {
		heading := len(p.lines) == 1 && prev.Bold && prev.EndsBold() && !inSentence(prev.Text, x.Text)
		if heading || draft.HeadingClass(x.Text, x.Bold && !l.bold) != draft.NoNumber {
			return false
		}
	}
	if l.opens(p, prev, x) {
		return false
	}
	slack := prev.Right - prev.X1
	if centred(x, em) && page.Abs((prev.X0+prev.X1)-(x.X0+x.X1)) < em {
		// Half of the free room is in front. Authors break titles where they like.
		return prev.X0-prev.Left+slack <= x.First+1.2*em ||
			prev.Size > largeTitle*l.body && prev.Bold == x.Bold && inSentence(prev.Text, x.Text)
	}
	if inWord(prev.Text, x.Text) || inset(prev, x, em) {
		return true
	}
	fits := slack > x.First+1.2*em // the next word would have fitted on the line before
	if inSentence(prev.Text, x.Text) && (!fits || prev.X1-prev.X0 >= blockWidth*prev.Measure) {
		return true // whatever the indent: in lists and references all lines but the first are indented
	}
	if fits {
		return false
	}
	if prev.Flush && (slack > em || slack > 0.5*em && strings.ContainsRune(sentenceEnds, char.Last(prev.Text))) {
		return false // in justified text only the last line ends before the margin
	}
	indent := x.X0 - x.Left
	if indent > 0.9*em && x.X0-(prev.X0-prev.Left+x.Left) > 0.9*em && !hanging(p, x, em) && !outdented(p, x, em) {
		return false
	}
	return true
}

// pictureGap is the most usual steps between two lines of a sentence whose formula is a picture.
const pictureGap = 3

// goesOnBelow reports whether a sentence continues at the margin below a gap without text.
func (l layout) goesOnBelow(prev, x *page.Line, em float32) bool {
	alike, atMargin := prev.Bold == x.Bold && prev.Font == x.Font, page.Abs(x.X0-x.Left) < 0.5*em
	wide := x.X1-x.X0 >= blockWidth*x.Measure
	return l.prose[x.Page] && alike && atMargin && wide && unicode.IsLower(char.First(x.Text)) && inSentence(prev.Text, x.Text)
}

// inWord reports whether a line ends within a word that next continues.
func inWord(line, next string) bool {
	before, broken := strings.CutSuffix(line, "-")
	return broken && unicode.IsLower(char.Last(before)) && unicode.IsLower(char.First(next))
}

// inSentence reports whether a line ends within a sentence that next continues: with a comma, or
// between small letters. Chinese without a comma does not show it.
func inSentence(line, next string) bool {
	last := char.Last(line)
	return strings.ContainsRune("，、,", last) ||
		unicode.IsLower(last) && unicode.IsLower(char.First(next)) && strings.ContainsRune(line, ' ')
}

// inset reports whether x continues a block that is as far from the right margin as from the left
// one, as quotations are.
func inset(prev, x *page.Line, em float32) bool {
	in := prev.X0 - prev.Left
	return in > 0.9*em && prev.X1-prev.X0 > blockWidth*prev.Measure && page.Abs(in-(prev.Right-prev.X1)) < 0.5*em &&
		page.Abs(x.X0-prev.X0) < 0.3*em && x.X1 <= prev.X1+0.5*em &&
		!strings.ContainsRune(sentenceEnds, char.Last(prev.Text))
}

// centred reports whether x stands in the middle of its column.
func centred(x *page.Line, em float32) bool {
	front, back := x.X0-x.Left, x.Right-x.X1
	return front > 2*em && page.Abs(front-back) < em
}

// largeTitle is how many times as large as running text the lines of a title are at least.
const largeTitle = 1.15

// flows reports whether x is on a later page or in a later column than prev, where a paragraph may
// run on.
func (l layout) flows(prev, x *page.Line) bool {
	if x.Page == prev.Page {
		return x.Column > prev.Column
	}
	return x.Page > prev.Page
}

// hangsOut reports whether one of two lines, one below the other, spans columns only because
// something hangs over its end, such as a long word, a formula or a note in the margin.
func (l layout) hangsOut(p *pdfParagraph, prev, x *page.Line, em float32) bool {
	if prev.Column != across && x.Column != across {
		return false
	}
	drop := prev.Y0 - x.Y0
	return drop > 0.3*em && drop <= l.gap(p, em) && page.Abs(prev.X0-x.X0) <= 3*em
}

// gap returns the largest step between lines of one paragraph.
func (l layout) gap(p *pdfParagraph, em float32) float32 {
	if n := len(p.lines); n > 1 && p.lines[n-1].Page == p.lines[n-2].Page {
		if own := p.lines[n-2].Y0 - p.lines[n-1].Y0; own > 0 {
			return 1.3*max(own, p.lines[n-1].Step) + 1 // a raised character shortens a step
		}
	}
	if x := p.lines[len(p.lines)-1]; x.Step > 0 {
		return 1.3*x.Step + 1
	}
	if l.leading > 0 && l.leading < rhythmMost*em && page.Abs(em-l.body) < 0.1*l.body {
		return 1.35*l.leading + 1
	}
	return 2.2 * em
}

// ownRhythm reports whether x, drop points below prev, continues a full line of text whose lines
// are further apart than those above, as x and the line below it show.
func ownRhythm(prev, x *page.Line, drop, em float32) bool {
	return x.Drop > 0 && page.Abs(x.Drop-drop) < 0.1*em && drop < rhythmMost*em && prev.Font == x.Font && prev.Right-prev.X1 < em &&
		page.Abs(x.X0-x.Left) < 0.5*em && !strings.ContainsRune(sentenceEnds, char.Last(prev.Text))
}

// opens reports whether the words of x begin a paragraph: a numbered heading, an item of a list.
func (l layout) opens(p *pdfParagraph, prev, x *page.Line) bool {
	if bulleted(x.Text) || letterStart().MatchString(x.Text) || labelStart().MatchString(x.Text) && labelStart().MatchString(prev.Text) {
		return true
	}
	if page.ItemStart().MatchString(x.Text) && !cites(prev, x) || nextItem(p.lines[0], x) {
		return true
	}
	c := draft.NumberClass(x.Text)
	if c == draft.NoNumber {
		return dashStart().MatchString(x.Text) && strings.ContainsRune(sentenceEnds, char.Last(prev.Text))
	}
	if draft.HeadingClass(x.Text, x.Bold) != draft.NoNumber && c != draft.Arabic && c < draft.Paren {
		return true
	}
	// A number at the start of a line may belong to the sentence, but not after the end of a
	// sentence.
	return strings.ContainsRune(sentenceEnds, char.Last(prev.Text))
}

// cites reports whether x begins with a reference number that belongs to the sentence of the line
// before it.
func cites(prev, x *page.Line) bool {
	return citationsEnd().MatchString(prev.Text) && !page.ItemStart().MatchString(prev.Text) ||
		citationStart().MatchString(x.Text) && !strings.ContainsRune(sentenceEnds, char.Last(prev.Text))
}

// nextItem reports whether x begins with the number after that of a paragraph's first line, in the
// same form and at the same indent.
func nextItem(first, x *page.Line) bool {
	a, b := itemNumber().FindStringSubmatch(first.Text), itemNumber().FindStringSubmatch(x.Text)
	if a == nil || b == nil || a[1] != b[1] || a[3] != b[3] || page.Abs(first.X0-x.X0) > x.Size {
		return false
	}
	n, _ := strconv.Atoi(a[2])
	next, _ := strconv.Atoi(b[2])
	return next == n+1
}

// hanging reports whether the paragraph has a hanging indent: its first line begins with a mark and
// the others begin behind that mark.
func hanging(p *pdfParagraph, x *page.Line, em float32) bool {
	first := p.lines[0]
	if len(p.lines) > 1 {
		return page.Abs(p.lines[len(p.lines)-1].X0-x.X0) < 0.5*em
	}
	if x.X0-first.X0 >= 4*em {
		return false
	}
	s := first.Text
	return page.ItemStart().MatchString(s) || draft.NumberClass(s) != draft.NoNumber || letterStart().MatchString(s) ||
		entryStart().MatchString(s) || dashStart().MatchString(s) || bulleted(s)
}

// outdented reports whether x, whose first word would not have fitted on the line before it, is the
// second line of a paragraph whose first line alone begins at the margin, whatever its mark: a full
// line that begins there and has no end of a sentence is no paragraph of its own.
func outdented(p *pdfParagraph, x *page.Line, em float32) bool {
	first := p.lines[0]
	return len(p.lines) == 1 && page.Abs(first.X0-first.Left) < 0.5*em && first.X1-first.X0 >= blockWidth*first.Measure &&
		x.X0-first.X0 < 4*em && !strings.ContainsRune(sentenceEnds, char.Last(first.Text)) && first.Bold == x.Bold
}

// bulleted reports whether a line begins with a list sign, which may be one that only its font
// defines.
func bulleted(line string) bool {
	first, size := utf8.DecodeRuneInString(line)
	return strings.ContainsRune(char.BulletSigns, first) || unicode.Is(unicode.Co, first) && strings.HasPrefix(line[size:], " ")
}
