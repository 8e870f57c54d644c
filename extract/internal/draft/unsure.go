package draft

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// FlagUnsure flags uncertain places in the recognised text of page n. read is the recognised text,
// with the lines of the page in some order, and unsure are places in it. A place over several lines
// is one flag if these lines follow one another in the page's text too. A line that the page's text
// does not contain unchanged, since words broken at line ends were joined, is flagged together with
// others or not at all.
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

// apartInFlag is the most characters between two uncertain lines of one flag: enough for the cells
// of a row between them, not for another column of the page.
const apartInFlag = 200

func (b *Draft) flagUnsure(own string, start int, x extract.Span) {
	b.flagQuoted(extract.Unsure, extract.Span{Start: start + x.Start, End: start + x.End}, string([]rune(own)[x.Start:x.End]))
}

// FlagGarbled flags a part of the text whose characters are not what is drawn. seen is the text of
// that part.
func (b *Draft) FlagGarbled(part extract.Span, seen string) {
	b.flagQuoted(extract.Garbled, part, seen)
}

// flagQuoted flags a part of the text and quotes the beginning of seen.
func (b *Draft) flagQuoted(kind extract.FlagKind, part extract.Span, seen string) {
	quote := []rune(char.OneLine(seen))
	b.Flag(extract.Flag{Span: part, Kind: kind, Text: string(quote[:min(len(quote), 4*sampleRunes)])})
}

// placedLine is a recognised line and its place in the page's text.
type placedLine struct {
	read  extract.Span // in the recognised text
	text  string
	place int // in bytes of the page's text; -1 if not found
}

const (
	shortLine = 4  // runes of a line that may occur in a text by chance
	shortJump = 60 // bytes after the line before it within which such a line is searched
)

// placeLines finds the recognised lines in a page's text, which has most of them in the same order.
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

// find returns the place of a line after from, or before it if it is nowhere else, or -1.
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
