package score_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func TestDecide(t *testing.T) {
	match := func(id int64, v evidence.Verdict) evidence.Decision {
		return evidence.Decision{Subject: evidence.SubjectMatch, ID: id, Verdict: v}
	}
	source := func(id int64, v evidence.Verdict) evidence.Decision {
		return evidence.Decision{Subject: evidence.SubjectSource, ID: id, Verdict: v}
	}
	d := score.Decide([]evidence.Decision{
		match(1, evidence.Dismissed), match(2, evidence.Dismissed), match(1, evidence.Confirmed),
		source(1, evidence.SetAside), source(2, evidence.SetAside), source(2, evidence.Withdrawn),
		match(3, evidence.Dismissed), match(3, evidence.Withdrawn), match(3, evidence.Dismissed),
		{Subject: evidence.SubjectCheck, Verdict: evidence.Explain},
	})
	for _, test := range []struct {
		source int64
		match  int
		want   bool
	}{
		{1, 9, false}, // set aside
		{2, 9, true},  // no longer
		{3, 9, true},
		{2, 1, true}, // dismissed first, confirmed then
		{2, 2, false},
		{2, 3, false}, // dismissed again
		{1, 1, false}, // confirmed, but of a source that is set aside
	} {
		if got := d.Counts(&evidence.Source{ID: test.source}, &evidence.Match{ID: test.match}); got != test.want {
			t.Errorf("match %d of source %d counts: %v, want %v", test.match, test.source, got, test.want)
		}
	}
	if v := d.Check(); v == nil || v.Verdict != evidence.Explain {
		t.Errorf("about the check: %v", v)
	}
	if d.Source(2) != nil || d.Match(9) != nil || d.Match(1).Verdict != evidence.Confirmed {
		t.Errorf("got %v", d)
	}
}

// A step stands if none about its subject comes later, and it takes nothing back.
func TestStandingEqualsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	verdicts := []evidence.Verdict{evidence.Withdrawn, evidence.Confirmed, evidence.Dismissed}
	for range 200 {
		steps := make([]evidence.Decision, r.IntN(20))
		for i := range steps {
			steps[i] = evidence.Decision{Subject: evidence.SubjectMatch, ID: r.Int64N(5), Verdict: verdicts[r.IntN(len(verdicts))]}
		}
		for i, got := range score.Standing(steps) {
			later := slices.ContainsFunc(steps[i+1:], func(d evidence.Decision) bool { return d.ID == steps[i].ID })
			if want := !later && steps[i].Verdict != evidence.Withdrawn; got != want {
				t.Fatalf("step %d of %v stands: %v", i, steps, got)
			}
		}
	}
}
