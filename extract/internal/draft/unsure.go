package draft

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// FlagUnsure flags what was not recognised surely of page n: places in what was read, which
// has the lines of the page in some order. A place over several lines is one flag where
// they follow one another in the page's text too. A line that the text does not have as it
// was read, since words broken at line ends were joined, is flagged with others or not at all.
func (b *Draft) FlagUnsure(text []rune, n int, read string, unsure []extract.Span) {
	if len(unsure) == 0 {
		return
	}
	page := b.Pages[n-1].Span
	own := string(text[page.Start:page.End])
	lines := placeLines(own, read)
	for _, x := range unsure {
		var open extract.Span // in runes of the page's text
		for _, l := range lines {
			if l.place < 0 || l.read.End <= x.Start || x.End <= l.read.Start {
				continue
			}
			length := utf8.RuneCountInString(l.text)
			from, to := max(x.Start-l.read.Start, 0), min(x.End-l.read.Start, length)
			if from >= to {
				continue
			}
			first := utf8.RuneCountInString(own[:l.place])
			here := extract.Span{Start: first + from, End: first + to}
			if open.End > 0 && (here.Start < open.End || here.Start-open.End > apartInFlag) {
				b.flagUnsure(own, page.Start, open)
				open = extract.Span{}
			}
			if open.End == 0 {
				open.Start = here.Start
			}
			open.End = here.End
		}
		if open.End > 0 {
			b.flagUnsure(own, page.Start, open)
		}
	}
}

// apartInFlag is how many characters at most stand between two unsure lines of one flag: the
// cells of a row between them, and not the other column of a page.
const apartInFlag = 200

func (b *Draft) flagUnsure(own string, start int, x extract.Span) {
	b.flagQuoted(extract.Unsure, extract.Span{Start: start + x.Start, End: start + x.End}, string([]rune(own)[x.Start:x.End]))
}

// FlagGarbled flags a part of the text whose characters are not what is drawn. seen is what
// stands there.
func (b *Draft) FlagGarbled(part extract.Span, seen string) {
	b.flagQuoted(extract.Garbled, part, seen)
}

// flagQuoted flags a part of the text with the beginning of what stands there.
func (b *Draft) flagQuoted(kind extract.FlagKind, part extract.Span, seen string) {
	quote := []rune(char.OneLine(seen))
	b.Flag(extract.Flag{Span: part, Kind: kind, Text: string(quote[:min(len(quote), 4*sampleRunes)])})
}

// placedLine is a line that was read, and where the page's text has it.
type placedLine struct {
	read  extract.Span // in what was read
	text  string
	place int // in bytes of the page's text; -1 where it is not found
}

const (
	shortLine = 4  // runes of a line that may stand in a text by chance
	shortJump = 60 // bytes up to which such a line is looked for behind the one before it
)

// placeLines finds the lines that were read in a page's text, which has most of them in the
// same order.
func placeLines(own, read string) []placedLine {
	var out []placedLine
	from, at := 0, 0
	for line := range strings.Lines(read) {
		line = strings.TrimSuffix(line, "\n")
		l := placedLine{read: extract.Span{Start: at, End: at + utf8.RuneCountInString(line)}, text: line, place: -1}
		at = l.read.End + 1
		for _, l.text = range []string{line, strings.TrimSuffix(line, "-")} {
			if l.place = find(own, l.text, from); l.place >= 0 {
				from = max(from, l.place+len(l.text))
				break
			}
		}
		out = append(out, l)
	}
	return out
}

// find returns the place of a line behind another, or before it where it is nowhere else.
func find(own, line string, from int) int {
	if line == "" {
		return -1
	}
	short := utf8.RuneCountInString(line) < shortLine
	if i := strings.Index(own[from:], line); i >= 0 && (!short || i <= shortJump) {
		return from + i
	}
	if short {
		return -1
	}
	return strings.LastIndex(own[:from], line)
}
