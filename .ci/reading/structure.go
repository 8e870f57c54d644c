package main

import (
	"fmt"
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
	listed int // of these in or before listings, whose lines end where they end
	stated int // of these in paragraphs that end there in the file too, as the reference says
	cells  int // in cells of tables with up to one line, as running text must not be
}

func (b *breaks) add(o breaks) {
	b.all += o.all
	b.broken += o.broken
	b.listed += o.listed
	b.stated += o.stated
	b.cells += o.cells
}

// share returns n as a share of all characters.
func (b breaks) share(n int) float64 { return float64(n) / float64(max(b.all, 1)) }

// endRunes is how many visible characters tell the end of a paragraph from others.
const endRunes = 8

// ending returns the last visible characters of a paragraph.
func ending(s string) string {
	r := []rune(char.Closed(s))
	return string(r[max(0, len(r)-endRunes):])
}

// breaksOf counts those of a document, and quotes what is broken off and what is in cells. The
// lines of the reference are the paragraphs of the file, or "" if it has none.
func breaksOf(d *extract.Document, reference string) (b breaks, faults []string) {
	runes := []rune(d.Text)
	stated := map[string]bool{}
	for line := range strings.Lines(reference) {
		stated[ending(line)] = true
	}
	text := func(i int) string { return string(runes[d.Paragraphs[i].Start:d.Paragraphs[i].End]) }
	for i, p := range d.Paragraphs {
		s := text(i)
		n := visible(s)
		b.all += n
		switch {
		case p.Kind == extract.Cell && columns(s) <= oneLine:
			b.cells += n
			faults = append(faults, fmt.Sprintf("p. %d, cell: %s", pageOf(d, p.Start), s))
		case p.Kind == extract.Body && i+1 < len(d.Paragraphs) && d.Paragraphs[i+1].Kind == extract.Body && brokenOff(s, text(i+1)):
			b.broken += n
			if strings.ContainsRune(s+text(i+1), '\n') { // which no other paragraph of a PDF has
				b.listed += n
			}
			if stated[ending(s)] {
				b.stated += n
				continue
			}
			faults = append(faults, fmt.Sprintf("p. %d, %d broken off: %s | %s", pageOf(d, p.Start), n, tail(s), head(text(i+1))))
		}
	}
	return b, faults
}

// itemLetter is how an item of a list begins that is counted in letters.
var itemLetter = char.Pattern(`^[（(]?[A-Za-z][)）]`)

var (
	// captionStart begins the words below a figure or above a table, which end without a mark.
	captionStart = char.Pattern(`^(?:[图表]|(?:Fig(?:ure|\.)?|Table|Tab\.|TABLE|FIGURE)\s)\s?[\dIVX]`)
	// dashItem begins an item of a list by a dash, which may also be within a sentence.
	dashItem = char.Pattern(`^[-–—]\s`)
)

// ofList reports whether a paragraph begins with the sign of a list: one that only lists have, or a
// dash behind a mark.
func ofList(before, behind string) bool {
	return strings.ContainsRune(char.BulletSigns, char.First(behind)) ||
		dashItem().MatchString(behind) && strings.ContainsRune(",，;；、:：", char.Last(before))
}

// brokenOff reports whether a sentence goes on from one paragraph to the next: a mark
// says so, a small letter, or that two long ones meet without any mark. The last
// counts lists without marks too, so that what is counted is rather too much.
func brokenOff(before, behind string) bool {
	before, behind = strings.TrimSpace(before), strings.TrimSpace(behind)
	last, first := char.Last(before), char.First(behind)
	if draft.NumberClass(behind) != draft.NoNumber || itemLetter().MatchString(behind) || ofList(before, behind) ||
		draft.DotLeader().MatchString(before) {
		return false
	}
	switch {
	case strings.ContainsRune("，、,-（(《“", last), strings.ContainsRune("，。、；）)》”,;", first):
		return true
	case unicode.IsLower(first) && unicode.IsLetter(last):
		return true
	}
	return !captionStart().MatchString(before) && visible(before) >= shortest && visible(behind) >= shortest &&
		(unicode.IsLetter(last) || unicode.IsDigit(last)) && (unicode.Is(unicode.Han, first) || unicode.IsLower(first))
}

// shownRunes is how much of a paragraph is printed of each side of a break.
const shownRunes = 60

func tail(s string) string { r := []rune(s); return string(r[max(0, len(r)-shownRunes):]) }
func head(s string) string { r := []rune(s); return string(r[:min(len(r), shownRunes)]) }

// pageOf returns the page on which a place of the text is; 0 where there are no pages.
func pageOf(d *extract.Document, at int) int {
	for _, p := range d.Pages {
		if at < p.End {
			return p.Number
		}
	}
	return 0
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
