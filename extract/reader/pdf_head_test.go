package reader

import (
	"fmt"
	"strings"
	"testing"
)

// A small page on large paper has its running head further inside than others; its number
// stands beside it or in the same words.
func TestPDFHeadsOfASmallPage(t *testing.T) {
	for _, c := range []struct {
		name string
		head func(page int) string
	}{
		{"number and chapter apart", func(i int) string {
			return show("F1", 9, 90, 700, fmt.Sprint(100+i)) + show("F1", 9, 260, 700, "Approximation of Functions")
		}},
		{"number before the chapter", func(i int) string {
			return show("F1", 9, 90, 700, fmt.Sprintf("%d  Approximation of Functions", 100+i))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pages []string
			for i := range 6 {
				content := c.head(i)
				for k := range 34 {
					content += show("F1", 10, 90, 676-14*k, fullLine)
				}
				pages = append(pages, content)
			}
			d := mustParse(t, pdfFile("", pages...))
			if strings.Contains(d.Text, "Approximation") || strings.Contains(d.Text, "10") {
				t.Errorf("the running head is text: %q", d.Text[:300])
			}
			if len(d.Paragraphs) != 1 {
				t.Errorf("%d paragraphs, want the one that runs through the pages", len(d.Paragraphs))
			}
		})
	}
	// The last lines of short pages are no running feet, though they say the same.
	var pages []string
	for i := range 4 {
		content, _ := englishBlock(90, 780-14*i, 8)
		pages = append(pages, content+show("F1", 10, 90, 480, "Nothing to report."))
	}
	if got := strings.Count(mustParse(t, pdfFile("", pages...)).Text, "Nothing to report."); got != 4 {
		t.Errorf("the last line of four half pages is there %d times", got)
	}
}
