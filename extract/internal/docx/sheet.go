package docx

import (
	"math"
	"strconv"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// sheetOf returns the largest width and height of the pages stated in a main part.
func sheetOf(raw string) style.Sheet {
	var s style.Sheet
	for {
		// searching for a capital is faster than for a colon, which every tag has
		before, behind, found := strings.Cut(raw, "Sz ")
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
		if n, err := strconv.Atoi(e.Attr(inCharacters)); err == nil && n != 0 { // takes precedence
			*m = style.Points(sign * float64(n) / hundred * style.DefaultPoints)
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

// hundred is the unit of indents in characters: hundredths of a character.
const hundred = 100

// missesTable reports whether a table floats off the page or is indented that far.
func missesTable(s style.Sheet, tblPr markup.Element) bool {
	at := tblPr.Child("tblpPr")
	measure := func(e markup.Element, name string) float64 { return math.Abs(points(twips(e.Attr(name)))) }
	return s.Wide > 0 && (max(measure(tblPr.Child("tblInd"), "w"), measure(at, "tblpX")) >= s.Wide || measure(at, "tblpY") >= s.High)
}

// twips returns a measure in twips, its default unit, or 0 if it is invalid.
func twips(s string) int {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return int(n)
	}
	return int(float64(picture.Length(s)) / points(1))
}

// halfPoints returns a measure in half-points, its default unit, or 0 if it is invalid.
func halfPoints(s string) int {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return int(n)
	}
	return int(2 * picture.Length(s))
}

// points converts twips to points.
func points(twips int) float64 { return float64(twips) / 20 }

// lineHeight converts the line height in w:spacing of paragraph properties to the form of style.Look.
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
		return -single // the height of the font
	}
	return -max(line, 1)
}

// single is the height of a line that has the height of its font.
const single = 240
