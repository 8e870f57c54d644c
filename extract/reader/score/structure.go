package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// leastText is how many visible characters a reference has that is compared.
const leastText = 200

const (
	// shortest is how many visible characters both of two paragraphs have of which
	// the first is broken off for want of a mark at its end: list items, captions
	// and names have fewer.
	shortest = 15
	// oneLine is how many columns a line of a page holds at most, a Chinese character
	// taking two: a cell of more has several lines.
	oneLine = 100
)

// breaks counts visible characters by how they are put into paragraphs.
type breaks struct {
	all    int
	broken int // in paragraphs of running text that end within a sentence
	cells  int // in cells of tables with up to one line, as running text must not be
}

func (b *breaks) add(o breaks) {
	b.all += o.all
	b.broken += o.broken
	b.cells += o.cells
}

// share gives n as a share of all characters.
func (b breaks) share(n int) float64 { return float64(n) / float64(max(b.all, 1)) }

// breaksOf counts those of a document.
func breaksOf(d *extract.Document) breaks {
	var b breaks
	runes := []rune(d.Text)
	text := func(i int) string { return string(runes[d.Paragraphs[i].Start:d.Paragraphs[i].End]) }
	for i, p := range d.Paragraphs {
		s := text(i)
		n := visible(s)
		b.all += n
		switch {
		case p.Kind == extract.Cell && columns(s) <= oneLine:
			b.cells += n
		case p.Kind == extract.Body && i+1 < len(d.Paragraphs) && d.Paragraphs[i+1].Kind == extract.Body && brokenOff(s, text(i+1)):
			b.broken += n
		}
	}
	return b
}

// brokenOff says whether a sentence goes on from one paragraph to the next: a mark
// says so, a small letter, or that two long ones meet without any mark. The last
// counts lists without marks too, so that what is counted is rather too much.
func brokenOff(before, behind string) bool {
	before, behind = strings.TrimSpace(before), strings.TrimSpace(behind)
	last, first := char.Last(before), char.First(behind)
	if draft.NumberClass(behind) != draft.NoNumber || draft.DotLeader().MatchString(before) {
		return false
	}
	switch {
	case strings.ContainsRune("，、,-（(《“", last), strings.ContainsRune("，。、；）)》”,;", first):
		return true
	case unicode.IsLower(first) && unicode.IsLetter(last):
		return true
	}
	return visible(before) >= shortest && visible(behind) >= shortest && (unicode.IsLetter(last) || unicode.IsDigit(last)) && (unicode.Is(unicode.Han, first) || unicode.IsLower(first))
}

func visible(s string) int {
	n := 0
	for _, r := range s {
		if char.Visible(r) {
			n++
		}
	}
	return n
}

func columns(s string) int {
	n := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		n += char.Columns(r)
		s = s[size:]
	}
	return n
}
