package score_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func source(id int64, year int, date string, relation evidence.Relation, ranges ...[2]int) evidence.Source {
	s := evidence.Source{ID: id, Relation: relation, Identity: evidence.Identity{Year: year, Date: date}}
	for _, r := range ranges {
		s.Matches = append(s.Matches, evidence.Match{This: evidence.Passage{Offset: r[0], Length: r[1] - r[0]}})
	}
	return s
}

func TestOf(t *testing.T) {
	this := evidence.Identity{Year: 2026, Date: "2026-03"}
	for _, test := range []struct {
		name      string
		inLibrary bool
		this      evidence.Identity
		sources   []evidence.Source
		want      []evidence.Origin
	}{
		{"nothing", false, this, nil, nil},
		{"the applicant's own text, which another copied in between", false, this,
			[]evidence.Source{source(1, 2025, "", evidence.Other, [2]int{10, 30}), source(2, 2024, "", evidence.SameApplicant, [2]int{0, 20})},
			[]evidence.Origin{{Offset: 0, Length: 20, Source: 2, Own: true}, {Offset: 20, Length: 10, Source: 1}}},
		{"another's text, which the applicant took before", false, this,
			[]evidence.Source{source(1, 2023, "", evidence.Other, [2]int{0, 9}), source(2, 2024, "", evidence.SameApplicant, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 1}}},
		{"dates within a year", false, this,
			[]evidence.Source{source(1, 2024, "2024-05", evidence.Other, [2]int{0, 9}), source(2, 2024, "2024-03-01", evidence.SameApplicant, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 2, Own: true}}},
		{"an unknown date is later", false, this,
			[]evidence.Source{source(1, 2024, "2024", evidence.Other, [2]int{0, 9}), source(2, 2024, "2024-05", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 2}}},
		{"equal as far as is known: the order of arrival", false, this,
			[]evidence.Source{source(8, 2024, "2024", evidence.Other, [2]int{0, 9}), source(7, 2024, "2024", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 7}}},
		{"an unknown year is later", false, this,
			[]evidence.Source{source(1, 0, "", evidence.Other, [2]int{0, 9}), source(2, 2024, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 2}}},
		{"all came later than the document", false, this,
			[]evidence.Source{source(1, 2027, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9}}},
		{"all came later than the document, which is in the library", true, this,
			[]evidence.Source{source(6, 2027, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Own: true}}},
		{"it is in the library, but came there after its source", true, this,
			[]evidence.Source{source(1, 2027, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9}}},
		{"of the same year nobody was first but the library", false, evidence.Identity{Year: 2026},
			[]evidence.Source{source(1, 2026, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 1}}},
		{"the document's year is unknown", false, evidence.Identity{},
			[]evidence.Source{source(1, 2027, "", evidence.Other, [2]int{0, 9})},
			[]evidence.Origin{{Offset: 0, Length: 9, Source: 1}}},
	} {
		if diff := cmp.Diff(test.want, score.Origins(evidence.Document{ID: 5, InLibrary: test.inLibrary, Identity: test.this}, test.sources)); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
	}
}

func TestOfLeavesOutWhatTakesNoPart(t *testing.T) {
	s := source(1, 2024, "", evidence.Other, [2]int{0, 9})
	s.Matches[0].Reason = evidence.ReasonForm
	if got := score.Origins(evidence.Document{}, []evidence.Source{s}); got != nil {
		t.Errorf("%+v", got)
	}
}
