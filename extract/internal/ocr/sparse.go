package ocr

import (
	"context"
	"image"
	"slices"
	"time"
	"unicode/utf8"
)

// Tables and forms are read as blocks of running text, across their lines, and become
// nonsense of which the program is half sure. Looked for line by line anywhere on the
// page, they are read much better, and running text about as well. So pages of which
// much was not read surely are read again that way, and lines that two readings do not
// agree in are not sure either, whatever the program says. docs/extraction.md has the
// figures.
const (
	sureFrom    = 80.0 // of 100: of lines below it two thirds were wrong in tables and running text, at 120 and 200 dpi, of others one in ten
	unsurePart  = 0.15 // of a page's characters in such lines when it is read again: of tables it is a fifth to two thirds, of clean running text up to one in ten
	sureAgree   = 0.7  // of a line's pairs of characters that the other reading has; of lines below it two thirds were wrong, of others one in a hundred
	leastSparse = 0.5  // of the characters of the first reading that the second must have to be taken: nonsense is longer than what it stands for
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

// Unsure gives the lines that were not read surely, in order, those in one part that
// have no more than a row of cells between them.
func (r Text) Unsure() [][]string {
	const row = 6 // cells of a narrow table
	var out [][]string
	sure := row + 1 // lines since the last one
	for _, l := range r.Lines {
		switch {
		case !l.Unsure:
			sure++
			continue
		case sure <= row:
			out[len(out)-1] = append(out[len(out)-1], l.Text)
		default:
			out = append(out, []string{l.Text})
		}
		sure = 0
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
