package html

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"zhiwen/extract/internal/bidi"
)

// direction is what an element says of the way in which its letters run.
type direction struct {
	right bool   // from right to left; elements in it inherit that
	own   string // its unicode-bidi; "" for none
}

// begin takes what the name and the attribute dir of an element say; its style may say
// otherwise. block says that it is a paragraph or holds some.
func (d *direction) begin(t html.Token, block bool) {
	d.own = ""
	dir := attribute(t, "dir")
	switch dir {
	case "rtl", "RTL":
		d.right = true
	case "ltr", "LTR":
		d.right = false
	}
	switch {
	case t.DataAtom == atom.Bdo:
		d.own = "isolate-override"
	case t.DataAtom == atom.Bdi, dir != "" && !block:
		d.own = "isolate"
	}
}

// mark returns the marks around the text of an element; 0 for none.
func (d direction) mark() (before, behind rune) {
	switch d.own {
	case "bidi-override", "isolate-override":
		if d.right {
			return bidi.OverrideRight, bidi.Pop
		}
		return bidi.OverrideLeft, bidi.Pop
	case "embed":
		if d.right {
			return bidi.EmbedRight, bidi.Pop
		}
		return bidi.EmbedLeft, bidi.Pop
	case "isolate", "plaintext":
		if d.right {
			return bidi.IsolateRight, bidi.PopIsolate
		}
		return bidi.IsolateLeft, bidi.PopIsolate
	}
	return 0, 0
}
