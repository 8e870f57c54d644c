package ocr

import (
	"context"
	"image"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
)

// Tables and forms are read as blocks of running text, across their lines, and become
// nonsense of which the program is half sure. Looked for line by line anywhere on the
// page, they are read much better, and running text about as well. So pages of which
// much was not read surely are read again that way, and lines that two readings do not
// agree in are not sure either, whatever the program says. docs/extraction.md has the
// figures.
const (
	sureFrom     = 80.0 // of 100: of lines below it two thirds were wrong in tables and running text, at 120 and 200 dpi, of others one in ten
	sureWordFrom = 60.0 // of 100, of a word in a line that is sure as a whole: of words below it one in five was wrong, of those up to 80 one in eighteen
	unsurePart   = 0.15 // of a page's characters in such lines when it is read again: of tables it is a fifth to two thirds, of clean running text up to one in ten
	sureAgree    = 0.7  // of a line's pairs of characters that the other reading has; of lines below it two thirds were wrong, of others one in a hundred
	leastSparse  = 0.5  // of the characters of the first reading that the second must have to be taken: nonsense is longer than what it stands for
)

// unsure is the share of the characters that stand in lines not read surely.
func (r Text) unsure() float64 {
	all, doubted := 0, 0
	for _, l := range r.Lines {
		n := utf8.RuneCountInString(l.Text)
		all += n
		if l.Unsure {
			doubted += n
		}
	}
	if all == 0 {
		return 0
	}
	return float64(doubted) / float64(all)
}

// length is how many characters were read.
func (r Text) length() int {
	n := 0
	for _, l := range r.Lines {
		n += utf8.RuneCountInString(l.Text)
	}
	return n
}

// Unsure returns what was not read surely, as places in String, rising: lines, those in one
// place that have no more than a row of cells between them, and words of other lines.
func (r Text) Unsure() []extract.Span {
	const row = 6 // cells of a narrow table
	var lines, words []extract.Span
	sure, at := row+1, 0 // lines since the last one; where the line begins
	for _, l := range r.Lines {
		end := at + utf8.RuneCountInString(l.Text)
		switch {
		case !l.Unsure:
			sure++
			words = append(words, l.unsureWords(at)...)
		case sure <= row:
			lines[len(lines)-1].End, sure = end, 0
		default:
			lines, sure = append(lines, extract.Span{Start: at, End: end}), 0
		}
		at = end + 1
	}
	out := lines
	for _, w := range words {
		if !slices.ContainsFunc(lines, func(x extract.Span) bool { return x.Start <= w.Start && w.End <= x.End }) {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b extract.Span) int { return a.Start - b.Start })
	return out
}

// unsureWords returns the words of a line, which begins at a place, that were not read surely;
// those beside each other as one.
func (l Line) unsureWords(at int) []extract.Span {
	var out []extract.Span
	text, adjoins := l.Text, false
	for _, w := range l.Words {
		before, _, found := strings.Cut(text, w.Text)
		if !found {
			return out
		}
		start := at + utf8.RuneCountInString(before)
		end := start + utf8.RuneCountInString(w.Text)
		at, text = end, text[len(before)+len(w.Text):]
		unsure := w.Confidence < sureWordFrom && slices.ContainsFunc([]rune(w.Text), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
		switch {
		case unsure && adjoins:
			out[len(out)-1].End = end
		case unsure:
			out = append(out, extract.Span{Start: start, End: end})
		}
		adjoins = unsure
	}
	return out
}

// readAgain reads a picture line by line where much of it was not read surely, and
// gives the better text. read recognises it with more arguments.
//
// It takes as long as the first reading, so that one which took half of its time is kept.
func (r Recogniser) readAgain(ctx context.Context, p *image.RGBA, first Text, read func(p *image.RGBA, arguments ...string) (Text, error)) Text {
	end, limited := ctx.Deadline()
	if first.length() < FewCharacters || first.unsure() < unsurePart || limited && time.Until(end) < r.deadline/2 {
		return first
	}
	mode := "11" // lines anywhere
	if r.orients {
		mode = "12" // which also sees how they lie
	}
	second, err := read(p, "--psm", mode)
	if err != nil {
		return first
	}
	better, other := first, second
	if second.unsure() < first.unsure() && float64(second.length()) >= leastSparse*float64(first.length()) {
		better, other = second, first
	}
	better.Turned, better.Lines = first.Turned, slices.Clone(better.Lines)
	for i := range better.Lines {
		l := &better.Lines[i]
		l.Unsure = l.Unsure || utf8.RuneCountInString(l.Text) > 1 && Agreement(l.Text, other.String()) < sureAgree
	}
	return better
}
