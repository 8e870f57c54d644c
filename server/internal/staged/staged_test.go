package staged_test

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/finding"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/server/installation"
	"zhiwen/server/internal/staged"
)

// The sixty stand in one order on both databases: what is grave, by how much of whose text it has; what is to be looked at, by
// findings, pages that were not read, some hidden text and shares above a threshold; and last what nobody has to look at.
func TestOrderOfSixty(t *testing.T) {
	engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		t.Fatal(err)
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		call := librarytest.Must(staged.Call(t.Context(), s, engine))(t)
		rows := librarytest.Work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{Call: call}, Descending: true}).Items
		var got []string
		for _, w := range rows {
			why := "nothing"
			switch found := finding.Decode(w.Findings); {
			case len(found) > 0:
				why = string(slices.MinFunc(found, finding.BySeverity).Kind)
			case w.Rank > 0:
				why = "share"
			}
			line := finding.LevelOf(w.Rank).String() + " " + why
			if n := len(got); n == 0 || !strings.HasPrefix(got[n-1], line+" ×") {
				got = append(got, line+" ×")
			}
			got[len(got)-1] += "I"
		}
		want := []string{
			"grave several ×I", "grave other-applicant ×I", "grave several ×I", "grave other-applicant ×III",
			"grave own-earlier ×I", "grave unknown-applicant ×I",
			"look other-applicant ×IIIIIII", "look disguised ×I", "look other-applicant ×IIII", "look disguised ×I",
			"look unread ×II", "look share ×IIII", "nothing nothing ×" + strings.Repeat("I", staged.Harmless),
		}
		if !slices.Equal(got, want) {
			t.Errorf("the order is\n%s", strings.Join(got, "\n"))
		}
		harmless := librarytest.Must(s.CountWork(t.Context(), record.WorkFilter{Call: call, NoFinding: true}))(t)
		found := librarytest.Must(s.CountWork(t.Context(), record.WorkFilter{Call: call, Found: true}))(t)
		if harmless != staged.Harmless || harmless+found != staged.Rows {
			t.Errorf("%d are harmless, %d to be looked at", harmless, found)
		}
	})
}
