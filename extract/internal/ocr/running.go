package ocr

import (
	"strings"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/picture"
)

// Measures of running text in a picture that is beside text. In a scan all recognised text counts,
// as on the pages of PDFs.
const (
	runningWidth = 0.5 // least share of the picture's width that a line of running text takes
	runningSigns = 30  // its least signs, a Chinese character counting as two; labels have fewer

	codeSigns = "{}[]()<>=_;*/\\|&#$@^~+"
	// most share of such signs; texts with citations and formulas have half as many, programs more
	mostCode = 0.08
)

// Running reports whether the text recognised in a picture of a width in points, beside text, is
// running text, and whether it was recognised well enough to be used. Labels of a figure and lines
// of a program are not running text.
func Running(text Text, width float32) (running, read bool) {
	if !longLines(text, width) || code(text.String()) {
		return false, false
	}
	return true, sensible(text)
}

// code reports whether a text is a piece of a program; Word files have many as screenshots.
func code(s string) bool {
	signs, all := 0, 0
	for _, c := range s {
		if char.Visible(c) {
			all++
		}
		if strings.ContainsRune(codeSigns, c) {
			signs++
		}
	}
	return float64(signs) > mostCode*float64(all)
}

// sensible reports whether recognised text makes sense.
func sensible(r Text) bool {
	return r.Confidence >= Trusted && char.Plausible(r.String()) >= char.PoorQuality
}

// longLines reports whether text recognised in a picture of a width in points has several long
// lines, like running text.
func longLines(r Text, width float32) bool {
	long := 0
	for _, l := range r.Lines {
		signs := 0
		for _, c := range l.Text {
			switch {
			case unicode.Is(unicode.Han, c):
				signs += 2
			case char.Visible(c):
				signs++
			}
		}
		if signs >= runningSigns && l.X1-l.X0 >= runningWidth*width {
			long++
		}
	}
	return long >= picture.LeastLines
}
