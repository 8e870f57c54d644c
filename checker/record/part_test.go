package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
)

// The share of a role counts each character once, though sections hold their subsections; that of basic information is of
// the most similar source.
func TestPartsOf(t *testing.T) {
	e := &evidence.Evidence{
		Sections: []evidence.SectionScore{
			{Offset: 0, Length: 5, Countable: 5},
			{Role: "rationale", Offset: 5, Length: 100, Countable: 100, Covered: 30},
			{Role: "rationale", Offset: 20, Length: 40, Countable: 40, Covered: 30},
			{Role: "content", Offset: 60, Length: 20, Countable: 20},
			{Role: "rationale", Offset: 105, Length: 100, Countable: 100, Covered: 70},
			{Role: "budget", Offset: 205, Length: 10},
		},
		Sources: []evidence.Source{
			{Similar: []evidence.Similarity{{Field: "title", Value: 0.2}, {Field: "applicant", Value: 1}}},
			{Similar: []evidence.Similarity{{Field: "title", Value: 0.9}}},
			{},
		},
	}
	want := map[PartName]int{PartBasic: 9000, "rationale": 5000, "content": 0}
	if diff := cmp.Diff(want, partsOf(e)); diff != "" {
		t.Error(diff)
	}
}
