package draft

import (
	"fmt"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/bidi"
)

// Turned is how a paragraph is set where letters may run another way than its own.
type Turned struct {
	Right  bool // the paragraph runs from right to left
	Marked bool // its text has marks of package bidi
}

// storedSample is how many code points of a text as it is stored its flag quotes: the
// text itself stands in the document, in the order in which it is read.
const storedSample = 60

// AsShown returns a paragraph in the order in which a reader of the page reads it, without
// marks that a format has made. stored is not empty where the file has it in another
// order, and is what a flag quotes.
func AsShown(s string, t Turned) (shown, stored string) {
	if !t.Right && !t.Marked && !bidi.MayTurn(s) {
		return s, ""
	}
	shown, turned := bidi.Shown(s, t.Right)
	if t.Marked {
		s = bidi.Unmarked(s)
	}
	if !turned {
		return s, ""
	}
	return shown, sampleOf(s)
}

// sampleOf quotes the beginning of a text with its marks of direction by their numbers, for
// else they would turn around the quotation too.
func sampleOf(s string) string {
	var out strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > storedSample {
			out.WriteRune('…')
			break
		}
		if unicode.Is(unicode.Cf, r) {
			fmt.Fprintf(&out, "⟨%U⟩", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// FlagTurned notes that the paragraph added last is stored in another order.
func (b *Draft) FlagTurned(stored string) {
	if n := len(b.Blocks); stored != "" && n > 0 {
		b.Flag(extract.Flag{Span: b.Blocks[n-1].Span, Kind: extract.Backwards, Text: stored})
	}
}
