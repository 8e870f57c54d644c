package ocr

import (
	"image"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/internal/each"
)

// Tables and forms are read as blocks of running text across their lines and become nonsense with
// middling confidence. In the mode that searches for lines anywhere on the page they are read much
// better, and running text about as well. So pages with much uncertain text are read again in that
// mode, and lines in which the two readings disagree count as uncertain too, whatever confidence
// the program reports. docs/extraction.md has the figures.
const (
	// of 100; below it two thirds of lines in tables and running text were wrong, at 120 and 200
	// dpi, above it one in ten
	sureFrom = 80.0
	// of 100, for a word in a certain line; below it one word in five was wrong, up to 80 one in
	// eighteen
	sureWordFrom = 60.0
	// share of uncertain characters from which a page is read again; tables have a fifth to two
	// thirds, clean running text up to one in ten
	unsurePart = 0.15
	// share of a line's character pairs that the other reading must have; below it two thirds of
	// lines were wrong, above it one in a hundred
	sureAgree = 0.7
	// least length of the second reading relative to the first; nonsense is longer than the real
	// text
	leastSparse = 0.5
)

// unsure returns the share of characters in uncertain lines.
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

// length returns how many characters were read.
func (r Text) length() int {
	return each.Sum(r.Lines, func(l Line) int { return utf8.RuneCountInString(l.Text) })
}

// Unsure returns the uncertain places of String in order: lines, merged unless more than a row of
// cells is between them, and words of other lines.
func (r Text) Unsure() []extract.Span {
	const row = 6 // cells of a narrow table
	var lines, words []extract.Span
	sure, at := row+1, 0 // certain lines since the last uncertain one; start of the line
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

// unsureWords returns the uncertain words of a line that begins at a place; adjacent ones are merged.
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
		unsure := w.Confidence < sureWordFrom &&
			slices.ContainsFunc([]rune(w.Text), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
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

// readAgain reads a picture line by line if much of the first reading is uncertain, and returns the
// better text. read recognises the picture with additional arguments.
//
// It takes as long as the first reading, so a first reading that took half of its time is kept.
func (r Recogniser) readAgain(p *image.RGBA, first Text, read func(p *image.RGBA, arguments ...string) (Text, error)) Text {
	if first.length() < FewCharacters || first.unsure() < unsurePart || *r.left < r.deadline/2 {
		return first
	}
	mode := "11" // lines anywhere
	if r.orients {
		mode = "12" // also determines their orientation
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
