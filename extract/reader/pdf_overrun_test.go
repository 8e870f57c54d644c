package reader

import (
	"strings"
	"testing"

	"zhiwen/extract"
)

// A line of a program that begins on the page and goes on past its edge disguises nothing; what
// is wholly off the page does, and what is farther off than such a line goes.
func TestPDFOverrun(t *testing.T) {
	t.Parallel()
	const code = "    result := append(result, transform(entries[index].Name, options.Separator, options.Width))"
	words := setLines("F1", 780, 0, lorem...)
	long := show("F1", 10, 72, 600, code[:40]) + show("F1", 10, 300, 600, code) // two pieces, of which the second runs over the edge
	for _, c := range []struct {
		name, page, hidden string
	}{
		{"one line", words + show("F1", 12, 100, 600, code), ""},
		{"several lines", words + show("F1", 12, 100, 600, code) + show("F1", 12, 100, 586, code) + show("F1", 12, 160, 572, code), ""},
		{"a word at a time", words + show("F1", 12, 500, 600, "transform") + show("F1", 12, 560, 600, "entries") + show("F1", 12, 604, 600, "wholly") + show("F1", 12, 644, 600, "options"), ""},
		{"behind another piece", words + long, ""},
		{"wholly off the page", words + show("F1", 12, 620, 600, "SECRET WORDS"), "SECRET WORDS"},
		{"beside a line that ends on the page", words + show("F1", 12, 72, 600, "It ends here.") + show("F1", 12, 620, 600, "SECRET WORDS"), "SECRET WORDS"},
		{"above the page", words + show("F1", 12, 500, 860, code), code},
		{"white behind a line", words + show("F1", 12, 560, 600, "seen") + "1 g " + show("F1", 12, 604, 600, "SECRET WORDS") + "0 g ", "SECRET WORDS"},
		{"tiny behind a line", words + show("F1", 12, 560, 600, "seen") + show("F1", 2, 604, 600, "SECRET WORDS"), "SECRET WORDS"},
		{"farther than the line is long", words + show("F1", 12, 560, 600, "seen") + show("F1", 12, 604, 600, "SECRET WORDS BEHIND FOUR LETTERS"), "WORDS BEHIND FOUR LETTERS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", c.page))
			var hidden []string
			for _, f := range d.Flags {
				if f.Kind == extract.HiddenText {
					hidden = append(hidden, f.Text)
				}
			}
			if got := strings.Join(hidden, "|"); c.hidden == "" && got != "" || !strings.Contains(got, strings.TrimSpace(c.hidden)) {
				t.Errorf("hidden is %q, want %q", got, c.hidden)
			}
			if !strings.Contains(d.Text, lorem[0]) {
				t.Errorf("text %q", d.Text)
			}
		})
	}
}
