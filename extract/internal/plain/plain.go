// Package plain reads plain text and Markdown in UTF-8, UTF-16 with or without a byte order mark,
// GB 18030 or Big5.
//
// Its input is the bytes of a file. Its output is its text, unchanged, in a draft.
package plain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// Is reports whether data is text in a supported encoding.
func Is(data []byte) bool { return char.Decoder(data) != nil }

// Read reads plain text unchanged: for UTF-8 every code point of the file is in the Document,
// including a byte order mark and carriage returns. Only lines stored in another order than shown
// are reordered.
func Read(b *draft.Draft, data []byte) error {
	b.Method = "txt"
	decode := char.Decoder(data)
	if decode == nil {
		return fmt.Errorf("%w: no known encoding", extract.ErrUnsupported)
	}
	text, err := b.SetText(asShown(b, decode(data)))
	if err != nil {
		return err
	}
	return markLines(b, text)
}

// asShown returns a text with its lines in reading order. Direction marks end with the line.
func asShown(b *draft.Draft, text string) string {
	if !char.MayTurn(text) {
		return text
	}
	var out strings.Builder
	at := 0
	for line := range strings.Lines(text) {
		end := len(strings.TrimRight(line, "\r\n"))
		shown, stored := draft.AsShown(line[:end], draft.Turned{})
		n := utf8.RuneCountInString(shown)
		if stored != "" {
			b.Flag(extract.Flag{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Backwards, Text: stored})
		}
		out.WriteString(shown)
		out.WriteString(line[end:])
		at += n + len(line) - end
	}
	return out.String()
}

// textLine is one line of a plain text, in code points.
type textLine struct {
	extract.Span
	text   string // without the line end
	width  int    // columns; a wide character counts as two
	indent int    // columns of leading white space
	first  int    // columns of the first word; a wide character is a word
}

// markLines finds the paragraphs of a text of lines.
//
// Two kinds of texts are common: one line per paragraph, and lines filled up to some width with
// blank lines or indents between paragraphs. The second kind is recognised by full lines: the next
// line's first word would not have fitted.
func markLines(b *draft.Draft, text string) error {
	lines := splitLines(text)
	width, comments := fillWidth(lines), hasComments(lines)
	for i := 0; i < len(lines); {
		if !char.HasVisible(lines[i].text) {
			i++
			continue
		}
		end := i + 1
		for width > 0 && end < len(lines) && continues(lines[end-1], lines[end], width) {
			end++
		}
		m := draft.Block{Span: trimmed(lines[i], lines[end-1]), Kind: extract.Body, MayHead: end == i+1}
		if level := markdownLevel(lines[i].text); level > 0 && end == i+1 && !comments && lines[i].indent <= maxMarkdownIndent {
			m.Level = level
		}
		if err := b.Mark(m); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// trimmed returns the range from first to last without outer white space.
func trimmed(first, last textLine) extract.Span {
	lead := first.text[:len(first.text)-len(strings.TrimLeftFunc(first.text, char.Blank))]
	tail := last.text[len(strings.TrimRightFunc(last.text, char.Blank)):]
	return extract.Span{
		Start: first.Start + utf8.RuneCountInString(lead),
		End:   last.End - utf8.RuneCountInString(tail),
	}
}

// splitLines splits a text at \n, \r\n, a single \r, U+0085 and the Unicode separators. The line
// ends belong to no line.
func splitLines(text string) []textLine {
	lines := make([]textLine, 0, strings.Count(text, "\n")+1)
	m := newMeasure(0)
	from, at := 0, 0 // start of the line in bytes, current code point
	flush := func(to int) {
		m.line.text, m.line.End = text[from:to], at
		lines = append(lines, m.line)
	}
	for i := 0; i < len(text); at++ {
		if n := char.HanRun(text[i:]); n > 0 && !m.inFirst { // most text
			m.line.width += 2 * n
			i += n * len("中")
			at += n - 1
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch r {
		case '\n', '\r', '\u2028', '\u2029', '\u0085':
			if r != '\n' || i == 0 || text[i-1] != '\r' {
				flush(i)
			}
			from, m = i+size, newMeasure(at+1)
		default:
			m.add(r)
		}
		i += size
	}
	flush(len(text))
	return lines
}

// measure measures a line character by character.
type measure struct {
	line              textLine
	inIndent, inFirst bool
}

func newMeasure(start int) measure {
	return measure{line: textLine{Span: extract.Span{Start: start}}, inIndent: true, inFirst: true}
}

func (m *measure) add(r rune) {
	w := char.Columns(r)
	m.line.width += w
	if m.inIndent && char.Blank(r) {
		m.line.indent += w
		return
	}
	if m.inFirst {
		if !m.inIndent && (char.Blank(r) || w == 2) {
			m.inFirst = false
		} else {
			m.line.first += w
			m.inFirst = w == 1
		}
	}
	m.inIndent = false
}

const (
	maxFillWidth  = 132 // columns; longer lines are paragraphs
	minFillWidth  = 24  // columns; shorter lines are titles, verses, items
	minFilledRuns = 3   // least line pairs that must show filling
	filledShare   = 0.7 // least share of such pairs
)

// fillWidth returns the width in columns to which a text is filled, or 0 for a text with one line
// per paragraph.
func fillWidth(lines []textLine) int {
	var counts [maxFillWidth + 2]int // by width; the last is for all wider lines
	total := 0
	for i := 0; i+1 < len(lines); i++ {
		if mayJoin(lines[i], lines[i+1]) {
			counts[min(lines[i].width, maxFillWidth+1)]++
			total++
		}
	}
	if total < minFilledRuns {
		return 0
	}
	// The width that 95 of 100 lines do not exceed: single long lines, such as an address or a
	// table row, do not decide.
	width, below := 0, 0
	for w, n := range counts {
		below += n
		width = w
		if below*100 >= total*95 {
			break
		}
	}
	if width > maxFillWidth || width < minFillWidth {
		return 0
	}
	filled := 0
	for i := 0; i+1 < len(lines); i++ {
		if mayJoin(lines[i], lines[i+1]) && fillsLine(lines[i], lines[i+1], width) {
			filled++
		}
	}
	if filled < minFilledRuns || float64(filled) < filledShare*float64(total) {
		return 0
	}
	return width
}

// mayJoin reports whether two lines may belong to one paragraph at all.
func mayJoin(a, b textLine) bool {
	return char.HasVisible(a.text) && char.HasVisible(b.text) && !startsItem(b.text) && !standsAlone(a.text)
}

// fillsLine reports whether b's first word would not have fitted after a.
func fillsLine(a, b textLine, width int) bool {
	return a.width+1+b.first > width && a.width*5 >= width*3
}

func continues(a, b textLine, width int) bool {
	if !mayJoin(a, b) || !fillsLine(a, b, width) {
		return false
	}
	return b.indent <= a.indent || b.indent-a.indent < 2
}

// startsItem reports whether the first characters of a line begin a paragraph: a Markdown heading,
// a list item, a numbered heading.
func startsItem(s string) bool {
	s = strings.TrimLeftFunc(s, char.Blank)
	first := char.First(s)
	switch {
	case s == "":
		return false
	case first >= 0x4E00 && first <= 0x9FFF: // as in most lines, and no sign
		return draft.NumberClass(s) != draft.NoNumber
	}
	if markdownLevel(s) > 0 || strings.ContainsRune(char.BulletSigns, first) {
		return true
	}
	for _, p := range []string{"- ", "* ", "+ ", "> ", "```"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return draft.NumberClass(s) != draft.NoNumber
}

// standsAlone reports whether nothing can follow a line in its paragraph.
func standsAlone(s string) bool { return markdownLevel(s) > 0 }

// markdownLevel returns the number of leading '#' of a Markdown heading, or 0.
func markdownLevel(s string) int {
	s = strings.TrimLeftFunc(s, char.Blank)
	n := 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(s) || s[n] != ' ' {
		return 0
	}
	return n
}

const (
	maxMarkdownIndent = 3 // columns before a Markdown heading; more makes code of it
	leastSigns        = 4 // least lines with "#" that allow a decision
)

// hasComments reports whether "#" begins comments of a program rather than headings: most of these
// lines directly follow another line that is no heading of a higher level.
func hasComments(lines []textLine) bool {
	all, close := 0, 0
	for i, l := range lines {
		level := markdownLevel(l.text)
		if level == 0 {
			continue
		}
		all++
		if i > 0 && char.HasVisible(lines[i-1].text) {
			if above := markdownLevel(lines[i-1].text); above == 0 || above >= level {
				close++
			}
		}
	}
	return all >= leastSigns && 2*close > all
}
