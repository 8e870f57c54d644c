// Package locate finds where on a drawn page the characters of a text stand.
//
// In go the text that was read of a page and the characters that are seen on it with
// their boxes (extract.Drawing); out comes the box of each character of the text
// that was found (Page), and of ranges the areas to be marked. The two lists hold
// the same characters in another order: the text has the order of reading, with
// running heads, doubles and hyphens left out, the drawing that of the file. It is
// found by what is equal, so it holds for texts that were stored long ago, too. The
// package knows no format and draws nothing.
package locate

import (
	"image"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract"
)

// Page knows where the characters of a page's text stand. It is not changed after
// Find and may be read concurrently.
type Page struct {
	drawing *extract.Drawing
	text    []rune
	at      []int // of each character of the text: which of the drawing's it is, or nowhere
}

const nowhere = -1

// seeds are the lengths of the pieces by which the two texts are brought together,
// long ones first: eight characters seldom stand twice on a page, two are a cell of a
// table, and what is shorter is found by its neighbours.
var seeds = []int{8, 4, 2}

// Find finds where the characters of a text, which is what was read of the page,
// stand on its drawing.
func Find(text []rune, d *extract.Drawing) *Page {
	p := &Page{drawing: d, text: text, at: make([]int, len(text))}
	var letters []rune // of the text: those that are seen
	var places []int   // where they stand in it
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

// seen reports whether a character leaves something on a page.
func seen(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.IsSpace(r)
}

// folded is one character for all that look alike and are read alike: a letter of
// full width, a form for compatibility, one of the many hyphens.
func folded(r rune) rune {
	switch r {
	case '\u00AD', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212':
		return '-'
	}
	if r < 0x80 || r >= 0x4E00 && r <= 0x9FFF { // most of every text
		return r
	}
	var buffer [16]byte
	out := norm.NFKC.AppendString(buffer[:0], string(r))
	if first := []rune(string(out)); len(first) == 1 {
		return first[0]
	}
	return r
}
