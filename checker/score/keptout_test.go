package score_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestNamedKeptOut(t *testing.T) {
	const (
		thanks  = evidence.ReasonAcknowledgement
		entries = evidence.ReasonBibliography
		form    = evidence.ReasonForm
	)
	at := func(reason evidence.Reason, offset, length int) evidence.Excluded {
		return evidence.Excluded{Offset: offset, Length: length, Reason: reason, Applied: true}
	}
	for _, c := range []struct {
		name       string
		characters int
		excluded   []evidence.Excluded
		want       []score.KeptOut
	}{
		{"nothing", 1_000, nil, nil},
		{"a fifth is not more than a fifth", 1_000, []evidence.Excluded{at(thanks, 0, 200)}, nil},
		{"more than a fifth", 1_000, []evidence.Excluded{at(thanks, 0, 201)}, []score.KeptOut{{Reason: thanks, Characters: 201, Longest: 201}}},
		{"more than a fifth in pieces", 1_000, []evidence.Excluded{at(thanks, 0, 101), at(thanks, 500, 100)}, []score.KeptOut{{Reason: thanks, Characters: 201, Longest: 101}}},
		{"a fifth for two reasons", 1_000, []evidence.Excluded{at(thanks, 0, 150), at(entries, 200, 150)}, nil},
		{"499 consecutive", 100_000, []evidence.Excluded{at(thanks, 7, 499)}, nil},
		{"500 consecutive", 100_000, []evidence.Excluded{at(thanks, 7, 500)}, []score.KeptOut{{Reason: thanks, Characters: 500, Longest: 500}}},
		{"paragraphs with line breaks between", 100_000, []evidence.Excluded{at(thanks, 7, 300), at(thanks, 308, 299)}, []score.KeptOut{{Reason: thanks, Characters: 599, Longest: 600}}},
		{"a sentence between", 100_000, []evidence.Excluded{at(thanks, 0, 300), at(thanks, 320, 300)}, nil},
		{"another reason between", 100_000, []evidence.Excluded{at(thanks, 0, 300), at(entries, 300, 10), at(thanks, 310, 300)}, []score.KeptOut{{Reason: thanks, Characters: 600, Longest: 610}}},
		{"overlapping ranges count once", 100_000, []evidence.Excluded{at(thanks, 0, 400), at(thanks, 100, 100), at(thanks, 300, 199)}, nil},
		{"out of order", 100_000, []evidence.Excluded{at(thanks, 308, 299), at(thanks, 7, 300)}, []score.KeptOut{{Reason: thanks, Characters: 599, Longest: 600}}},
		{"counted all the same", 1_000, []evidence.Excluded{{Offset: 0, Length: 900, Reason: thanks}}, nil},
		{"a form that was given", 1_000, []evidence.Excluded{at(form, 0, 900)}, nil},
		{"what was learned to be a form's", 1_000, []evidence.Excluded{at(form, 0, 300), at(evidence.ReasonLearned, 300, 500)}, []score.KeptOut{{Reason: evidence.ReasonLearned, Characters: 500, Longest: 500}}},
		{"most first, then by name", 100_000, []evidence.Excluded{at(thanks, 0, 600), at(entries, 700, 900), at(evidence.ReasonGarbled, 2_000, 600)},
			[]score.KeptOut{{Reason: entries, Characters: 900, Longest: 900}, {Reason: thanks, Characters: 600, Longest: 600}, {Reason: evidence.ReasonGarbled, Characters: 600, Longest: 600}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := &evidence.Evidence{Document: evidence.Document{Characters: c.characters}, Excluded: c.excluded}
			if diff := cmp.Diff(c.want, score.NamedKeptOut(e)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
