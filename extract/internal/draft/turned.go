package draft

import (
	"fmt"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// Turned describes the direction of a paragraph whose letters may run in both directions.
type Turned struct {
	Right  bool // the paragraph runs from right to left
	Marked bool // its text has marks of package bidi
}

// storedSample is the number of code points of a text in its stored order that a flag quotes: the
// text itself is in the document in reading order.
const storedSample = 60

// AsShown returns a paragraph in reading order, without direction marks that a format added. stored
// is the text that a flag quotes, or "" if the file has it in the same order.
func AsShown(s string, t Turned) (shown, stored string) {
	if !t.Right && !t.Marked && !char.MayTurn(s) {
		return s, ""
	}
	shown, turned := char.Shown(s, t.Right)
	if t.Marked {
		s = char.Unmarked(s)
	}
	if !turned {
		return s, ""
	}
	return shown, sampleOf(s)
}

// sampleOf quotes the beginning of a text with its direction marks as numbers, since they would
// reverse the quotation too.
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

// FlagTurned flags the paragraph added last as stored in another order.
func (b *Draft) FlagTurned(stored string) {
	if n := len(b.Blocks); stored != "" && n > 0 {
		b.Flag(extract.Flag{Span: b.Blocks[n-1].Span, Kind: extract.Backwards, Text: stored})
	}
}
