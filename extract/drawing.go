package extract

import "strings"

// Drawing is a page as it looks, with the places of its characters.
//
// It is not changed after it was made and may be read concurrently.
type Drawing struct {
	PNG        []byte   `json:"png"`
	Width      int      `json:"width"`                // of the picture, in pixels
	Height     int      `json:"height"`               // likewise
	Characters string   `json:"characters,omitempty"` // that are seen on the page, in the order of the file; no white space
	Boxes      [][4]int `json:"boxes,omitempty"`      // of each of the characters: left, top, right, bottom, in pixels of the picture
}

// Drawable reports whether the pages of the document's file can be drawn: those of a
// PDF. What OFD files refer to for their looks is read as far as it tells what is
// seen of a text; other formats have no fixed pages.
func (d *Document) Drawable() bool { return strings.HasPrefix(d.Method, "pdf") }

// DrawingVersion changes with how pages are drawn and placed: what was kept of
// another one is drawn anew.
const DrawingVersion = 1

// The bounds of a Drawing.
const (
	// DrawingDPI is at what resolution pages are drawn: two pixels a point, so
	// that a sheet of A4 is sharp at the width of a large window. Large pages are
	// drawn coarser.
	DrawingDPI = 144
	// DrawingPixels bounds the picture: A3 at DrawingDPI, and some room.
	DrawingPixels = 4 << 20
	// DrawingSide bounds its longer side, in pixels: what browsers show of pages
	// that are long and narrow.
	DrawingSide = 8192
	// FigureSide bounds the longer side of the picture of a figure: two are shown side by
	// side, each half as wide as a large window.
	FigureSide = 1000
	// DrawingCharacters bounds the characters: more than any sheet of paper has.
	// Of a page that has more, none is placed.
	DrawingCharacters = 50_000
)
