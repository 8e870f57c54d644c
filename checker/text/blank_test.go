package text_test

import (
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// Places to fill in make a section long that has hardly a letter.
func TestOverlappingOfBlanks(t *testing.T) {
	for _, s := range []string{
		strings.Repeat(" ", 400) + "无",
		"姓名" + strings.Repeat("_", 300) + "日期" + strings.Repeat("…", 300),
		"无。" + strings.Repeat(" ", 300) + "有。",
		strings.Repeat(strings.Repeat(" ", 90)+"一", 9),
	} {
		for _, u := range text.New(texttest.Document(s)).Overlapping(150) {
			if u.First >= u.Last || u.Start >= u.End {
				t.Errorf("%q: unit %+v", s, u)
			}
		}
	}
}
