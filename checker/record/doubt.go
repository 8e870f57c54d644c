package record

import (
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Doubt is a reason why a share of little or nothing does not say that a document
// has nothing in common with the library. The values are stable: databases keep them.
type Doubt string

// The doubts, the gravest first.
const (
	DoubtFew     Doubt = "few"     // there is hardly any text that counts
	DoubtMissing Doubt = "missing" // parts of the file were not compared
	DoubtGarbled Doubt = "garbled" // some of the text may not be what a reader sees
	DoubtFlagged Doubt = "flagged" // extraction has found something odd, such as hidden text
)

// Doubts is all of them.
func Doubts() []Doubt { return []Doubt{DoubtFew, DoubtMissing, DoubtGarbled, DoubtFlagged} }

// leastText is how many characters must count so that a share says something: less
// than two units of text, where an application has thousands of characters, were not
// filled in or not read.
const leastText = 300

// doubtful are the notices of text that may be other than what a reader sees.
var doubtful = []extract.NoticeKind{extract.NoLayout, extract.Implausible, extract.Recognised, extract.PictureRead, extract.Unverified}

// DoubtsOf gives what speaks against taking a document for clean; notices are those of
// the document.
func DoubtsOf(e *evidence.Evidence, notices []extract.Notice) []Doubt {
	var out []Doubt
	if e.Scores.Countable < leastText {
		out = append(out, DoubtFew)
	}
	if slices.ContainsFunc(notices, extract.Notice.Missing) {
		out = append(out, DoubtMissing)
	}
	garbled := func(f evidence.Flag) bool {
		return f.Kind == string(extract.Garbled) || f.Kind == string(extract.Unsure)
	}
	if slices.ContainsFunc(e.Document.Flags, garbled) || slices.ContainsFunc(notices, func(n extract.Notice) bool { return slices.Contains(doubtful, n.Kind) }) {
		out = append(out, DoubtGarbled)
	}
	if slices.ContainsFunc(e.Document.Flags, func(f evidence.Flag) bool { return !garbled(f) }) || slices.ContainsFunc(notices, func(n extract.Notice) bool { return n.Kind == extract.FlagsLeft }) {
		out = append(out, DoubtFlagged)
	}
	return out
}

// JoinDoubts writes doubts as ReadDoubts reads them.
func JoinDoubts(doubts []Doubt) string {
	names := make([]string, len(doubts))
	for i, d := range doubts {
		names[i] = string(d)
	}
	return strings.Join(names, ",")
}

// ReadDoubts reads doubts parted by commas; unknown ones are left out.
func ReadDoubts(text string) []Doubt {
	var out []Doubt
	for _, d := range Doubts() {
		if slices.Contains(strings.Split(text, ","), string(d)) {
			out = append(out, d)
		}
	}
	return out
}
