package finding_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
)

// staged are sixty applications in the order in which a person should look at them, most of which have nothing to be looked at.
func staged() (rows []struct {
	name  string
	facts finding.Facts
}) {
	addFacts := func(name string, facts finding.Facts) {
		rows = append(rows, struct {
			name  string
			facts finding.Facts
		}{name, facts})
	}
	add := func(name string, found ...finding.Finding) { addFacts(name, finding.Facts{Found: found}) }
	doubt := func(kind evidence.DoubtKind) []evidence.Doubt { return []evidence.Doubt{{Kind: kind}} }
	of := func(kind finding.Kind, share, count, longest int) finding.Finding {
		return finding.Finding{Kind: kind, Share: share, Count: count, Longest: longest}
	}
	several := func(share, count, longest, applications int) finding.Finding {
		return finding.Finding{Kind: finding.Several, Share: share, Count: count, Longest: longest, Applications: applications}
	}
	add("all of it, as three others have it", several(1000, 3190, 3190, 3))
	add("all of another's of 2024", of(finding.Others, 999, 3312, 3312))
	add("half, as eight others have it", several(520, 1722, 901, 8))
	add("ten passages of ten others", slices.Repeat([]finding.Finding{of(finding.Others, 30, 300, 300)}, 10)...)
	add("all of it, by people who know one another", of(finding.Applicants, 950, 3100, 3000))
	add("pages of a long one, of another", of(finding.Others, 100, 3000, 900))
	add("all of it was funded", of(finding.Funded, 767, 2540, 2540))
	add("all of it at another institution", of(finding.Institutions, 767, 2540, 2540))
	add("a third of another's", of(finding.Others, 347, 1150, 600))
	add("copied text that is disguised", of(finding.Disguised, 500, 1700, 0))
	add("a third, whose applicant was not read", of(finding.Unknown, 377, 1250, 1250))
	add("half of a page of the web", of(finding.OnWeb, 400, 1300, 700))
	add("a quarter of another's, and hidden text", of(finding.Others, 262, 421, 421), of(finding.Disguised, 0, 900, 0))
	for i := range 8 {
		n := 400 - 20*i
		add(fmt.Sprintf("%d characters of another", n), of(finding.Others, n/4, n, n))
	}
	add("hidden text alone", of(finding.Disguised, 0, 900, 0))
	add("a little hidden text", of(finding.Disguised, 0, 60, 0))
	addFacts("a check that failed", finding.Facts{Failed: true})
	add("hardly any text", of(finding.Little, 0, 30, 0))
	unread := []finding.Finding{of(finding.Unread, 0, 0, 0)}
	addFacts("pages that were not read", finding.Facts{Found: unread, Doubts: doubt(evidence.DoubtMissing), Reached: true})
	addFacts("a hidden word", finding.Facts{Doubts: doubt(evidence.DoubtFlagged)})
	add("hints at much", of(finding.Possible, 800, 2000, 0))
	add("hints at little", of(finding.Possible, 100, 200, 0))
	addFacts("a share above a threshold", finding.Facts{Reached: true})
	for len(rows) < 60 {
		add("nothing")
	}
	return rows
}

// Lists go by severity: however sixty applications arrive, the three gravest come first, the levels follow one another, and
// what has nothing to be looked at comes last.
func TestSeverityOfSixty(t *testing.T) {
	want := staged()
	rows := slices.Clone(want)
	rand.New(rand.NewPCG(1, 60)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	slices.SortStableFunc(rows, func(a, b struct {
		name  string
		facts finding.Facts
	}) int {
		return finding.Severity(b.facts) - finding.Severity(a.facts)
	})
	levels := map[finding.Level]int{}
	for i := range want {
		n := finding.Severity(rows[i].facts)
		levels[finding.LevelOf(n)]++
		if rows[i].name != want[i].name {
			t.Errorf("place %d: %q with %d, want %q with %d", i+1, rows[i].name, n, want[i].name, finding.Severity(want[i].facts))
		}
	}
	if levels[finding.Grave] != 13 || levels[finding.Look] != 17 || levels[finding.Nothing] != 30 {
		t.Errorf("levels %v", levels)
	}
}

// Every kind has a severity, which more text never makes smaller; who shares a text with nine is not safer than who shares it
// with one.
func TestSeverityGrows(t *testing.T) {
	for _, k := range finding.Kinds() {
		least := finding.Severity(finding.Facts{Found: []finding.Finding{{Kind: k}}})
		most := finding.Severity(finding.Facts{Found: []finding.Finding{{Kind: k, Share: 1000, Count: 5000, Longest: 1000, Applications: 2}}})
		if least <= 0 || most < least || finding.LevelOf(least) != finding.Look {
			t.Errorf("%s: %d to %d", k, least, most)
		}
		certain := k != finding.Little && k != finding.Unread && k != finding.Possible
		if hints := finding.Severity(finding.Facts{Found: []finding.Finding{{Kind: finding.Possible, Share: 1000}}}); certain && least <= hints {
			t.Errorf("%s: %d at the least, hints have %d", k, least, hints)
		}
	}
	last := 0
	for sharers := 1; sharers < 12; sharers++ {
		n := finding.Severity(finding.Facts{Found: []finding.Finding{{Kind: finding.Several, Share: 300, Count: 900, Longest: 400, Applications: sharers}}})
		if n < last {
			t.Errorf("shared with %d: %d, with one less %d", sharers, n, last)
		}
		last = n
	}
	if n := finding.Severity(finding.Facts{Doubts: []evidence.Doubt{{Kind: evidence.DoubtPassage}}}); n != 0 {
		t.Errorf("a long list of references has the severity %d", n)
	}
	if finding.Severity(finding.Facts{}) != 0 || finding.LevelOf(0) != finding.Nothing {
		t.Error("nothing is not nothing")
	}
}
