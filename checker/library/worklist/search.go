package worklist

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/script"
)

// SearchText returns what the row of a document is found by: each part folded, parted by line ends,
// which no word holds.
func SearchText(i evidence.Identity, reference string) string {
	parts := []string{i.Title, i.Applicant, i.Institution, reference, i.Number, i.Filename}
	for n, p := range parts {
		parts[n] = foldWords(database.Storable(p))
	}
	return strings.Join(parts, "\n")
}

// foldWords makes texts alike that readers take for the same: width, case, script and
// spacing make no difference.
func foldWords(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return script.Simplified(unicode.ToLower(r))
	}, norm.NFKC.String(s))
	return strings.Join(strings.Fields(s), " ")
}
