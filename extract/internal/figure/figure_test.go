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
		want bool // it is read
		said bool // else it is said that something was not
	}{
		{"Chinese", lines(strings.Repeat("研究", 10), 300), true, false},
		{"English", lines("the accuracy of all of these methods in use", 300), true, false},
		{"labels", lines("研究 步骤", 300), false, false},
		{"a program", lines("if err := read(f, &b); err != nil { return err }", 300), false, false},
		{"citations", lines("as others found (Smith et al., 2003; Jones, 2011a) for all of these", 300), true, false},
		{"narrow", lines(strings.Repeat("研究", 10), 150), false, false},
		{"read badly", unsure, false, true},
		{"what makes no sense", lines(strings.Repeat("靣盯甴诸", 10), 300), false, true},
		{"two lines", ocr.Text{Confidence: 0.9, Lines: lines(strings.Repeat("研究", 10), 300).Lines[:2]}, false, false},
	} {
		got, err := pictureReader{}.settled(c.text, &picture.Picture{Width: 400})
		if read := len(got.Lines) > 0; read != c.want || (err != nil) != c.said {
			t.Errorf("%s: read %v, error %v", c.name, read, err)
		}
	}
}
