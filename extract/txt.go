package extract

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const (
	// decodingSample is how many bytes decide between encodings that are not
	// valid UTF-8; what is in doubt after 256 KB stays in doubt.
	decodingSample = 256 << 10
	// maxControlShare of control characters is what terminal logs and old
	// printer files have; compressed or compiled data has 10 % and more.
	maxControlShare = 0.02
	// maxBadShare of undecodable sequences is tolerated in a text that was
	// cut or patched together.
	maxBadShare = 0.05
	// minPlausible is how much of a GBK text beyond ASCII must be usual
	// characters: real texts reach 0.95, other bytes read as GBK about 0.5.
	minPlausible = 0.7
	// minTraditional is the same of a Big5 text: usual characters are counted in
	// their simplified forms, which two thirds share.
	minTraditional = 0.5
	// clearlyMore is by how much more of it must make sense as Big5 than as GBK.
	clearlyMore = 0.1
)

// isText says whether data is text in an encoding that is read.
func isText(data []byte) bool { return decoding(data) != nil }

// readTXT takes plain text as it is: for UTF-8 every code point of the file is
// one of the Document, a byte order mark and carriage returns included.
func readTXT(b *builder, data []byte) error {
	b.method = "txt"
	decode := decoding(data)
	if decode == nil {
		return fmt.Errorf("%w: no known encoding", ErrUnsupported)
	}
	text, err := b.setText(decode(data))
	if err != nil {
		return err
	}
	return markLines(b, text)
}

// decoding gives the function that turns data into text, or nil when data is
// not text.
func decoding(data []byte) func([]byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return func(d []byte) string { return decodeUTF16(d[2:], false) }
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return func(d []byte) string { return decodeUTF16(d[2:], true) }
	}
	sample := data[:min(len(data), decodingSample)]
	if big, ok := unmarkedUTF16(sample); ok {
		return func(d []byte) string { return decodeUTF16(d, big) }
	}
	if controlShare(sample) > maxControlShare {
		return nil
	}
	if utf8.Valid(data) {
		return decodeUTF8
	}
	good, bad := utf8Sequences(sample)
	if float64(bad) <= maxBadShare*float64(good+bad) {
		return decodeUTF8
	}
	gbk, big5 := sense(decodeGB18030(sample)), sense(decodeBig5(sample))
	switch {
	case gbk >= minPlausible && gbk >= big5:
		return decodeGB18030
	case big5 >= minTraditional && big5 >= gbk+clearlyMore:
		return decodeBig5
	}
	if float64(bad) <= maxBadShare*float64(len(sample)) {
		return decodeUTF8 // Latin text of an 8-bit encoding: the accents are lost, the words are not
	}
	return nil
}

// leastZeros is how many zero bytes speak for UTF-16: a text has line ends.
const leastZeros = 2

// unmarkedUTF16 tells UTF-16 without a byte order mark by what it says in
// either order.
func unmarkedUTF16(sample []byte) (big, ok bool) {
	if bytes.Count(sample, []byte{0}) < leastZeros || utf8.Valid(sample) && beyondASCII(string(sample)) != "" {
		return false, false
	}
	var says [2]float64
	for i := range says {
		text := decodeUTF16(sample, i == 1)
		if controlShare([]byte(text)) <= maxControlShare {
			says[i] = sense(text)
		}
	}
	big = says[1] > says[0]
	return big, max(says[0], says[1]) >= minPlausible
}

// sense is the share of a decoded text beyond ASCII that are usual characters;
// 0 where too many bytes mean nothing.
func sense(text string) float64 {
	beyond := beyondASCII(text)
	if float64(strings.Count(text, string(utf8.RuneError))) > maxBadShare*float64(utf8.RuneCountInString(beyond)) {
		return 0
	}
	return plausible(beyond)
}

func decodeBig5(data []byte) string {
	out, _ := traditionalchinese.Big5.NewDecoder().Bytes(data) // the decoder replaces, it does not fail
	return string(out)
}

func decodeUTF8(data []byte) string { return string(data) } // cleaning makes U+FFFD of each invalid byte

// decodeGB18030 reads GBK, GB2312 and GB18030, of which the last holds the
// others. Bytes that mean nothing become U+FFFD.
func decodeGB18030(data []byte) string {
	out, _ := simplifiedchinese.GB18030.NewDecoder().Bytes(data) // the decoder replaces, it does not fail
	return string(out)
}

func decodeUTF16(data []byte, big bool) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		lo, hi := data[2*i], data[2*i+1]
		if big {
			lo, hi = hi, lo
		}
		units[i] = uint16(hi)<<8 | uint16(lo)
	}
	return fromUTF16(units)
}

// fromUTF16 makes U+FFFD of half pairs.
func fromUTF16(units []uint16) string {
	out := make([]byte, 0, 3*len(units))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			var next rune
			if i+1 < len(units) {
				next = rune(units[i+1])
			}
			if r = utf16.DecodeRune(r, next); r != utf8.RuneError {
				i++
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

func controlShare(data []byte) float64 {
	if len(data) == 0 {
		return 0
	}
	n := 0
	for _, c := range data {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B {
			n++
		}
	}
	return float64(n) / float64(len(data))
}

// utf8Sequences counts the valid and the invalid sequences beyond ASCII.
func utf8Sequences(data []byte) (good, bad int) {
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			if len(data) < utf8.UTFMax && !utf8.FullRune(data) {
				return good, bad // the sample ends within a character
			}
			bad++
		case size > 1:
			good++
		}
		data = data[size:]
	}
	return good, bad
}

// beyondASCII leaves what encodings differ in.
func beyondASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return -1
		}
		return r
	}, s)
}

// textLine is one line of a plain text, in code points.
type textLine struct {
	Span
	text   string // without line end
	width  int    // columns, wide characters counting two
	indent int    // columns of white space in front
	first  int    // columns of the first word, where a wide character is a word
}

// markLines finds the paragraphs of a text of lines.
//
// Two kinds of texts are common: one line a paragraph, and lines filled up to
// some width with blank lines or indents between paragraphs. The second kind
// is recognised by its lines being full: the next line's first word would not
// have fitted.
func markLines(b *builder, text string) error {
	lines := splitLines(text)
	width, comments := fillWidth(lines), hasComments(lines)
	for i := 0; i < len(lines); {
		if !hasVisible(lines[i].text) {
			i++
			continue
		}
		end := i + 1
		for width > 0 && end < len(lines) && continues(lines[end-1], lines[end], width) {
			end++
		}
		m := block{Span: trimmed(lines[i], lines[end-1]), kind: Body, prone: end == i+1}
		if level := markdownLevel(lines[i].text); level > 0 && end == i+1 && !comments && lines[i].indent <= maxMarkdownIndent {
			m.level = level
		}
		if err := b.mark(m); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// trimmed spans two lines and what is between, without outer white space.
func trimmed(first, last textLine) Span {
	lead := first.text[:len(first.text)-len(strings.TrimLeftFunc(first.text, blank))]
	tail := last.text[len(strings.TrimRightFunc(last.text, blank)):]
	return Span{
		Start: first.Start + utf8.RuneCountInString(lead),
		End:   last.End - utf8.RuneCountInString(tail),
	}
}

// blank is white space or a byte order mark.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// splitLines cuts at \n, \r\n, lone \r, form feeds' successors and the
// Unicode separators; the line ends belong to no line.
func splitLines(text string) []textLine {
	var lines []textLine
	from, start, at := 0, 0, 0 // byte and code point where the line starts, code point here
	flush := func(to int) {
		lines = append(lines, measure(text[from:to], start, at))
	}
	for i, r := range text {
		if r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			if r != '\n' || i == 0 || text[i-1] != '\r' {
				flush(i)
			}
			from, start = i+utf8.RuneLen(r), at+1
		}
		at++
	}
	flush(len(text))
	return lines
}

func measure(s string, start, end int) textLine {
	l := textLine{Span: Span{Start: start, End: end}, text: s}
	inIndent, inFirst := true, true
	for _, r := range s {
		w := columns(r)
		if inIndent && blank(r) {
			l.indent += w
			l.width += w
			continue
		}
		if inFirst {
			if !inIndent && (blank(r) || w == 2) {
				inFirst = false
			} else {
				l.first += w
				inFirst = w == 1
			}
		}
		inIndent = false
		l.width += w
	}
	return l
}

// columns is the width of r on a terminal, near enough for filled text.
func columns(r rune) int {
	switch {
	case r == '\t':
		return 4
	case r < 0x300:
		return 1
	case r >= 0x4E00 && r <= 0x9FFF:
		return 2
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		return 0
	case r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x20000 && r <= 0x3FFFD):
		return 2
	case r == '，', r == '—', r == '…', r == '“', r == '”', r == '‘', r == '’':
		return 2 // drawn wide in Chinese text
	}
	return 1
}

const (
	maxFillWidth  = 132 // columns; longer lines are paragraphs
	minFillWidth  = 24  // columns; shorter lines are titles, verses, items
	minFilledRuns = 3   // line pairs that must speak for filling
	filledShare   = 0.7 // of the pairs must
)

// fillWidth gives the columns a text is filled to, or 0 for a text of one line
// a paragraph.
func fillWidth(lines []textLine) int {
	counts := map[int]int{}
	total := 0
	for i := 0; i+1 < len(lines); i++ {
		if pair(lines[i], lines[i+1]) {
			counts[min(lines[i].width, maxFillWidth+1)]++
			total++
		}
	}
	if total < minFilledRuns {
		return 0
	}
	// The width below which 95 of 100 lines stay: single long lines (an
	// address, a table row) do not decide.
	width, below := 0, 0
	for w := 0; w <= maxFillWidth+1; w++ {
		below += counts[w]
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
		if pair(lines[i], lines[i+1]) && full(lines[i], lines[i+1], width) {
			filled++
		}
	}
	if filled < minFilledRuns || float64(filled) < filledShare*float64(total) {
		return 0
	}
	return width
}

// pair says whether the lines may belong to one paragraph at all.
func pair(a, b textLine) bool {
	return hasVisible(a.text) && hasVisible(b.text) && !startsItem(b.text) && !standsAlone(a.text)
}

// full says whether b's first word would not have fitted behind a.
func full(a, b textLine, width int) bool {
	return a.width+1+b.first > width && a.width*5 >= width*3
}

func continues(a, b textLine, width int) bool {
	if !pair(a, b) || !full(a, b, width) {
		return false
	}
	return b.indent <= a.indent || b.indent-a.indent < 2
}

// startsItem says whether a line opens a paragraph of its own by its first
// characters: a Markdown heading, a list item, a numbered heading.
func startsItem(s string) bool {
	s = strings.TrimLeftFunc(s, blank)
	if s == "" {
		return false
	}
	if markdownLevel(s) > 0 || strings.ContainsRune(bulletSigns, []rune(s)[0]) {
		return true
	}
	for _, p := range []string{"- ", "* ", "+ ", "> ", "```"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return numberClass(s) != noNumber
}

// standsAlone says whether nothing can be joined behind a line.
func standsAlone(s string) bool { return markdownLevel(s) > 0 }

// markdownLevel is the number of leading '#' of a Markdown heading, or 0.
func markdownLevel(s string) int {
	s = strings.TrimLeftFunc(s, blank)
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
	leastSigns        = 4 // lines with "#" that must be there to judge them
)

// hasComments says whether "#" begins the comments of a program rather than
// headings: most of these lines stand close to the one above, and it is no
// heading of a higher level.
func hasComments(lines []textLine) bool {
	all, close := 0, 0
	for i, l := range lines {
		level := markdownLevel(l.text)
		if level == 0 {
			continue
		}
		all++
		if i > 0 && hasVisible(lines[i-1].text) {
			if above := markdownLevel(lines[i-1].text); above == 0 || above >= level {
				close++
			}
		}
	}
	return all >= leastSigns && 2*close > all
}
