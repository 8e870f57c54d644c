package ocr

import (
	"strings"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/picture"
)

// What is taken for running text in a picture beside text; in a scan all that
// is recognised is text, as on the pages of PDFs.
const (
	runningWidth = 0.5 // of the picture's that a line of running text takes
	runningSigns = 30  // that it has, a Chinese character counting for two: labels have fewer

	codeSigns = "{}[]()<>=_;*/\\|&#$@^~+"
	mostCode  = 0.08 // of the visible characters that are such signs: texts with citations and formulas have half as many, programs more
)

// Running reports whether what was recognised of a picture so wide, in points, that stands
// beside text is running text, and whether it was recognised well enough to be read. The
// labels of a figure and the lines of a program are none.
func Running(text Text, width float32) (running, read bool) {
	if !longLines(text, width) || code(text.String()) {
		return false, false
	}
	return true, sensible(text)
}

// code reports whether a text is a piece of a program, which Word files show as
// screenshots by the dozen.
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

// sensible reports whether what was recognised makes sense.
func sensible(r Text) bool {
	return r.Confidence >= Trusted && char.Plausible(r.String()) >= char.PoorQuality
}

// longLines reports whether what was recognised in a picture so wide is as running text is:
// several long lines.
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
