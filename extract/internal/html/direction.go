package html

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"zhiwen/extract/internal/char"
)

// direction is the writing direction of an element.
type direction struct {
	right bool   // right to left; inherited
	own   string // its own unicode-bidi, or ""
}

// begin applies the name and the attribute dir of an element, which its style may override. block
// means that it is a block element.
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

// mark returns the marks around the text of an element, or zeros.
func (d direction) mark() (before, behind rune) {
	switch d.own {
	case "bidi-override", "isolate-override":
		if d.right {
			return char.OverrideRight, char.Pop
		}
		return char.OverrideLeft, char.Pop
	case "embed":
		if d.right {
			return char.EmbedRight, char.Pop
		}
		return char.EmbedLeft, char.Pop
	case "isolate", "plaintext":
		if d.right {
			return char.IsolateRight, char.PopIsolate
		}
		return char.IsolateLeft, char.PopIsolate
	}
	return 0, 0
}
