package field

import (
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

const (
	formLines     = 200 // lines compared at the start of a form: its cover and tables
	leastFormLine = 4   // code points; shorter lines stand in every form
)

// Likeness returns the share of the lines of a blank form that occur in a document, from 0 to 1:
// the printed text stays when a form is filled in.
func Likeness(form, d *extract.Document) float64 {
	text := char.Squeezed(d.Text)
	seen, found := map[string]bool{}, 0
	for line := range strings.SplitSeq(form.Text, "\n") {
		// The part of a line before blanks to fill in.
		for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("_＿:：\t", r) }) {
			if part = char.Squeezed(part); utf8.RuneCountInString(part) < leastFormLine || seen[part] {
				continue
			}
			seen[part] = true
			if strings.Contains(text, part) {
				found++
			}
		}
		if len(seen) >= formLines {
			break
		}
	}
	if len(seen) == 0 {
		return 0
	}
	return float64(found) / float64(len(seen))
}

// Says reports whether a paragraph of a document contains s, not counting blanks.
func Says(d *extract.Document, s string) bool {
	s = char.Squeezed(s)
	return s != "" && slices.ContainsFunc(paragraphTexts(d, len(d.Paragraphs)),
		func(p string) bool { return strings.Contains(char.Squeezed(p), s) })
}
