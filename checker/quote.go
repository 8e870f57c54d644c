package checker

import (
	"strings"

	"zhiwen/checker/align"
)

// The marks that open and close a quotation; straight ones do both.
const (
	openingQuotes = "“‘「『《〈\""
	closingQuotes = "”’」』》〉\""
)

// evenQuotes leaves out, at the ends of a match, the quotation marks that one side alone
// has: who puts a passage between marks has written the marks, and not taken them.
func evenQuotes(mine, theirs []rune, m *align.Match) {
	q, s := m.Query, m.Source
	opening := func(runes []rune, at align.Span) (n int) {
		for at.Start+n < at.End && strings.ContainsRune(openingQuotes, runes[at.Start+n]) {
			n++
		}
		return n
	}
	closing := func(runes []rune, at align.Span) (n int) {
		for at.Start < at.End-n && strings.ContainsRune(closingQuotes, runes[at.End-n-1]) {
			n++
		}
		return n
	}
	a, b := opening(mine, q), opening(theirs, s)
	both := min(a, b)
	q.Start, s.Start = q.Start+a-both, s.Start+b-both
	a, b = closing(mine, q), closing(theirs, s)
	both = min(a, b)
	q.End, s.End = q.End-a+both, s.End-b+both
	if q == m.Query && s == m.Source {
		return
	}
	m.Query, m.Source = q, s
	within := func(x, of align.Span) align.Span {
		return align.Span{Start: min(max(x.Start, of.Start), of.End), End: min(max(x.End, of.Start), of.End)}
	}
	for i := range m.Runs {
		r := &m.Runs[i]
		r.Query, r.Source = within(r.Query, q), within(r.Source, s)
	}
}
