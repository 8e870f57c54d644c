package extract

import "strings"

// Drawing is a page as it is displayed, with the positions of its characters.
//
// It is not changed after it is made and may be read concurrently.
type Drawing struct {
	PNG    []byte `json:"png"`
	Width  int    `json:"width"`  // of the picture, in pixels
	Height int    `json:"height"` // of the picture, in pixels
	// Characters are the visible characters of the page in the order of the file, without white
	// space.
	Characters string `json:"characters,omitempty"`
	// Boxes holds left, top, right and bottom of each character, in pixels of the picture.
	Boxes [][4]int `json:"boxes,omitempty"`
}

// Drawable reports whether the pages of the document's file can be drawn, as those of a PDF can.
// OFD files are only read as far as needed to tell what is visible; other formats have no fixed
// pages.
func (d *Document) Drawable() bool { return strings.HasPrefix(d.Method, "pdf") }

// DrawingVersion changes with how pages are drawn and placed: stored drawings of another version
// are made again.
const DrawingVersion = 1

// The bounds of a Drawing.
const (
	// DrawingDPI is the resolution of drawn pages: two pixels per point, so that an A4 sheet is
	// sharp at the width of a large window. Large pages are drawn coarser.
	DrawingDPI = 144
	// DrawingPixels bounds the picture: A3 at DrawingDPI, and some room.
	DrawingPixels = 4 << 20
	// DrawingSide bounds its longer side, in pixels, to what browsers show of long and narrow pages.
	DrawingSide = 8192
	// FigureSide bounds the longer side of the picture of a figure: two are shown side by side,
	// each half as wide as a large window.
	FigureSide = 1000
	// DrawingCharacters bounds the characters: no sheet of paper has more. Further characters have
	// no position.
	DrawingCharacters = 50_000
)
