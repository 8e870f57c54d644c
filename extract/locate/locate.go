// Package locate finds the positions of a text's characters on a drawn page.
//
// Its input is the text read from a page, and the visible characters of the page with their boxes
// (extract.Drawing). Its output is the box of each character that was found (Page), and the areas
// to mark for ranges. The two inputs contain the same characters in different orders: the text is
// in reading order, without running heads, doubles and hyphens; the drawing is in the order of the
// file. They are matched by equality, so texts stored long ago work too. The package knows no
// format and draws nothing.
package locate

import (
	"image"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract"
)

// Page holds the positions of a page's text. It is not changed after Find and may be read
// concurrently.
type Page struct {
	drawing *extract.Drawing
	text    []rune
	at      []int // for each character of the text, its index in the drawing, or nowhere
}

const nowhere = -1

// seeds are the lengths of the pieces by which the two texts are aligned, long ones first: eight
// characters seldom occur twice on a page, two are a cell of a table, and shorter text is found by
// its neighbours.
var seeds = []int{8, 4, 2}

// Find locates the characters of a text, which was read from the page, on its drawing.
func Find(text []rune, d *extract.Drawing) *Page {
	p := &Page{drawing: d, text: text, at: make([]int, len(text))}
	var letters []rune // the visible ones of the text
	var places []int   // their indexes in it
	for i, r := range text {
		p.at[i] = nowhere
		if seen(r) {
			letters, places = append(letters, folded(r)), append(places, i)
		}
	}
	var drawn []rune
	for _, r := range d.Characters {
		drawn = append(drawn, folded(r))
	}
	if len(drawn) != len(d.Boxes) || len(letters) > extract.DrawingCharacters {
		return p
	}
	begins := make([]bool, len(drawn))
	for i := range drawn {
		begins[i] = i == 0 || !neighbours(boxOf(d, i-1), boxOf(d, i))
	}
	t := newTiling(letters, drawn, begins)
	for _, length := range seeds {
		t.tile(length)
		t.fill()
	}
	for k, i := range places {
		p.at[i] = t.at[k]
	}
	return p
}

// boxOf returns the box of character i of a drawing.
func boxOf(d *extract.Drawing, i int) image.Rectangle {
	b := d.Boxes[i]
	return image.Rect(b[0], b[1], b[2], b[3])
}

// seen reports whether a character is visible.
func seen(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.IsSpace(r)
}

// folded returns one character for all that look and read alike: full-width letters, compatibility
// forms, the various hyphens.
func folded(r rune) rune {
	switch r {
	case '\u00AD', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212':
		return '-'
	}
	if r < 0x80 || r >= 0x4E00 && r <= 0x9FFF { // most text
		return r
	}
	var buffer [16]byte
	out := norm.NFKC.AppendString(buffer[:0], string(r))
	if first := []rune(string(out)); len(first) == 1 {
		return first[0]
	}
	return r
}
