package figure

import (
	"strings"
	"testing"

	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/picture"
)

func TestRunning(t *testing.T) {
	lines := func(text string, width float32) ocr.Text {
		r := ocr.Text{Confidence: 0.9}
		for range picture.LeastLines {
			r.Lines = append(r.Lines, ocr.Line{Text: text, X1: width})
		}
		return r
	}
	unsure := lines(strings.Repeat("研究", 10), 300)
	unsure.Confidence = 0.4
	for _, c := range []struct {
		name string
		text ocr.Text
		want bool
	}{
		{"Chinese", lines(strings.Repeat("研究", 10), 300), true},
		{"English", lines("the accuracy of all of these methods in use", 300), true},
		{"labels", lines("研究 步骤", 300), false},
		{"a program", lines("if err := read(f, &b); err != nil { return err }", 300), false},
		{"citations", lines("as others found (Smith et al., 2003; Jones, 2011a) for all of these", 300), true},
		{"narrow", lines(strings.Repeat("研究", 10), 150), false},
		{"read badly", unsure, false},
		{"what makes no sense", lines(strings.Repeat("靣盯甴诸", 10), 300), false},
		{"two lines", ocr.Text{Confidence: 0.9, Lines: lines(strings.Repeat("研究", 10), 300).Lines[:2]}, false},
	} {
		if got := runningText(c.text, 400); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
