package docx

import (
	"math"
	"strconv"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// sheetOf finds the largest width and height among the pages that a main part states.
func sheetOf(raw string) style.Sheet {
	var s style.Sheet
	for {
		before, behind, found := strings.Cut(raw, "Sz ") // a capital is found faster than a colon, of which each tag has one
		if !found {
			break
		}
		raw = behind
		if !strings.HasSuffix(before, ":pg") {
			continue
		}
		tag, rest, _ := strings.Cut(raw, ">")
		attributes := markup.Attributes(strings.TrimSuffix(tag, "/"))
		if strings.Count(string(attributes), `"`)%2 == 0 && strings.Contains(string(attributes), "=") {
			s.Wide, s.High = max(s.Wide, points(twips(attributes.Of("w")))), max(s.High, points(twips(attributes.Of("h"))))
		}
		raw = rest
	}
	if s.Wide <= 0 || s.High <= 0 {
		return style.A4
	}
	return s
}

// frameOf reads w:framePr.
func frameOf(e markup.Element) style.Frame {
	measure := func(name string) float64 { return points(twips(e.Attr(name))) }
	f := style.Frame{X: measure("x"), Y: measure("y"), Wide: measure("w"), High: measure("h"),
		PageX: e.Attr("hAnchor") == "page", PageY: e.Attr("vAnchor") == "page", Exact: e.Attr("hRule") == "exact"}
	if e.Attr("xAlign") != "" {
		f.X = 0
	}
	if e.Attr("yAlign") != "" {
		f.Y = 0
	}
	return f
}

// indentsOf reads w:ind of paragraph properties.
func indentsOf(pPr markup.Element) (i style.Indents) {
	e := pPr.Child("ind")
	if e == nil {
		return i
	}
	set := func(m *style.Measure, sign float64, inTwips, inCharacters string) {
		if v := e.Attr(inTwips); v != "" {
			*m = style.Points(sign * points(twips(v)))
		}
		if n, err := strconv.Atoi(e.Attr(inCharacters)); err == nil && n != 0 { // goes before it
			*m = style.Points(sign * float64(n) / hundred * style.UsualPoints)
		}
	}
	set(&i.Left, 1, "start", "startChars")
	set(&i.Left, 1, "left", "leftChars")
	set(&i.Right, 1, "end", "endChars")
	set(&i.Right, 1, "right", "rightChars")
	set(&i.First, 1, "firstLine", "firstLineChars")
	set(&i.First, -1, "hanging", "hangingChars")
	return i
}

// hundred is one character in what indents in characters are counted in.
const hundred = 100

// missesTable reports whether a table floats where no page is, or is indented so far.
func missesTable(s style.Sheet, tblPr markup.Element) bool {
	at := tblPr.Child("tblpPr")
	measure := func(e markup.Element, name string) float64 { return math.Abs(points(twips(e.Attr(name)))) }
	return s.Wide > 0 && (max(measure(tblPr.Child("tblInd"), "w"), measure(at, "tblpX")) >= s.Wide || measure(at, "tblpY") >= s.High)
}

// twips reads a measure, which is in twips where it names no unit; 0 for none.
func twips(s string) int {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return int(n)
	}
	return int(float64(picture.Length(s)) / points(1))
}

// halfPoints reads a measure that is in half-points where it names no unit; 0 for none.
func halfPoints(s string) int {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return int(n)
	}
	return int(2 * picture.Length(s))
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
