package docx

import (
	"strconv"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// sheet is the largest page of a document, in points: what stands beyond its edges is on
// no page.
type sheet struct{ wide, high float64 }

// a4 is the page where a file states none.
var a4 = sheet{595, 842}

// beyondMargin is how far left of or above its column, in points, what is placed by the
// column still may be on the page: the widest margins are those of theses, 2 inches.
const beyondMargin = 144

// sheetOf finds the largest width and height among the pages that a main part states.
func sheetOf(raw string) sheet {
	var s sheet
	for {
		at := strings.Index(raw, ":pgSz ")
		if at < 0 {
			break
		}
		raw = raw[at:]
		tag, rest, _ := strings.Cut(raw, ">")
		attributes := markup.Attributes(strings.TrimSuffix(tag[len(":pgSz "):], "/"))
		if strings.Count(string(attributes), `"`)%2 == 0 && strings.Contains(string(attributes), "=") {
			s.wide, s.high = max(s.wide, points(twips(attributes.Of("w")))), max(s.high, points(twips(attributes.Of("h"))))
		}
		raw = rest
	}
	if s.wide <= 0 || s.high <= 0 {
		return a4
	}
	return s
}

// missesX reports whether what is wide points wide and begins at x is left or right of
// the page. fromEdge says that x counts from the edge of the page, not of a column.
func (s sheet) missesX(x, wide float64, fromEdge bool) bool { return misses(x, wide, s.wide, fromEdge) }

// missesY is missesX from the top down.
func (s sheet) missesY(y, high float64, fromEdge bool) bool { return misses(y, high, s.high, fromEdge) }

func misses(at, size, page float64, fromEdge bool) bool {
	if page <= 0 { // of a part without pages
		return false
	}
	before := 0.0
	if !fromEdge {
		before = -beyondMargin
	}
	return at >= page || at+size <= before
}

// frame returns the room of a paragraph by its properties: the room around it, or what
// its frame and its indents leave of it.
func (s sheet) frame(pPr markup.Element, around *style.Room) *style.Room {
	for c := range pPr.Children() {
		switch c.Name() {
		case "framePr":
			x, y, wide, high := points(twips(c.Attr("x"))), points(twips(c.Attr("y"))), points(twips(c.Attr("w"))), points(twips(c.Attr("h")))
			if s.missesX(x, wide, c.Attr("hAnchor") == "page") && wide > 0 || s.missesY(y, high, c.Attr("vAnchor") == "page") && high > 0 {
				return style.Shut
			}
			if c.Attr("hRule") == "exact" && high > 0 {
				return style.NewRoom(wide, high)
			}
		case "ind":
			left, right := twips(either(c, "left", "start")), twips(either(c, "right", "end"))
			if s.wide <= 0 {
				continue
			}
			// Text begins at left of the margin and ends at right before the other one.
			if l, r := points(left), points(right); l >= s.wide || r >= s.wide && l <= -beyondMargin {
				return style.Shut
			}
		}
	}
	return around
}

// missesTable reports whether a table floats where no page is.
func (s sheet) missesTable(tblpPr markup.Element) bool {
	x, y := points(twips(tblpPr.Attr("tblpX"))), points(twips(tblpPr.Attr("tblpY")))
	return x >= s.wide && x > 0 || y >= s.high && y > 0 || x <= -s.wide && x < 0 || y <= -s.high && y < 0
}

func either(e markup.Element, name, other string) string {
	if v := e.Attr(name); v != "" {
		return v
	}
	return e.Attr(other)
}

// twips reads a measure, which is in twips where it names no unit; 0 for none.
func twips(s string) int {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return int(n)
	}
	return int(float64(picture.Length(s)) / points(1))
}

// points is how many points so many twips are.
func points(twips int) float64 { return float64(twips) / 20 }

// lineHeight reads the height of lines from w:spacing of paragraph properties, as
// style.Look has it.
func lineHeight(pPr markup.Element) int {
	spacing := pPr.Child("spacing")
	line := twips(spacing.Attr("line"))
	if line == 0 {
		return 0
	}
	switch spacing.Attr("lineRule") {
	case "exact":
		return max(line, 1)
	case "atLeast":
		return -single // as high as the font
	}
	return -max(line, 1)
}

// single is the height of a line that is as high as its font.
const single = 240
