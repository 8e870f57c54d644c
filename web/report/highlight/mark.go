package highlight

import (
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Mark says how a piece of a match differs from its other side. It is a class of the
// page.
type Mark string

// The marks: the ways of changed runs, and
const (
	Moved Mark = "moved" // stands in another order
	Only  Mark = "only"  // stands on this side alone
)

// Marks returns all of them, in the order of a legend.
func Marks() []Mark {
	return []Mark{Mark(evidence.WayEdited), Mark(evidence.WayHomophone), Mark(evidence.WayScript), Mark(evidence.WayDisguised), Moved, Only}
}

// Edit is a piece of a text that differs from the other side of its match.
type Edit struct {
	extract.Span
	Mark Mark
}

// Colour returns the class of a colour of the palette.
func Colour(hue int) string { return "c" + strconv.Itoa(hue) }

// Style returns the class of a kind of match, which tells copied text from edited text by more than its
// shade.
func Style(k evidence.Kind) string {
	if k == evidence.Verbatim {
		return "solid"
	}
	if _, hint := k.ConfirmedHint(); hint {
		return "dashed reworded"
	}
	return "dashed"
}
