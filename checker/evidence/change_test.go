package evidence_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
)

func TestCompare(t *testing.T) {
	of := func(covered int, sources ...evidence.Source) *evidence.Evidence {
		return &evidence.Evidence{Scores: evidence.Scores{Countable: 1000, Covered: covered}, Sources: sources}
	}
	source := func(id int64, full int) evidence.Source { return evidence.Source{ID: id, Full: full} }
	before := of(300, source(1, 200), source(2, 100), source(3, 50), source(4, 0))
	after := of(420, source(5, 20), source(1, 200), source(2, 90), source(6, 120), source(4, 0))
	got := evidence.Compare(before, after)
	want := evidence.Change{
		Before: before.Scores, After: after.Scores, New: []evidence.Source{source(6, 120), source(5, 20)}, Gone: []evidence.Source{source(3, 50)},
		Changed: []evidence.SourceChange{{Before: source(2, 100), After: source(2, 90)}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.None() || !evidence.Compare(before, before).None() {
		t.Error("None is wrong")
	}
}

// A passage is new where it stands at another place, and gone where it counts no more.
func TestCompareMatches(t *testing.T) {
	match := func(id, offset, counted int) evidence.Match {
		return evidence.Match{ID: id, Counted: counted, This: evidence.Passage{Offset: offset, Length: 50}, Source: evidence.Passage{Offset: 10, Length: 50}}
	}
	of := func(matches ...evidence.Match) *evidence.Evidence {
		return &evidence.Evidence{Sources: []evidence.Source{{ID: 1, Full: 100, Matches: matches}}}
	}
	got := evidence.Compare(of(match(1, 0, 50), match(2, 100, 50), match(3, 200, 0)), of(match(1, 100, 50), match(2, 300, 50), match(3, 0, 0)))
	if len(got.Changed) != 1 {
		t.Fatalf("changed %+v", got.Changed)
	}
	x := got.Changed[0]
	if len(x.New) != 1 || x.New[0].This.Offset != 300 || len(x.Gone) != 1 || x.Gone[0].This.Offset != 0 {
		t.Errorf("new %+v, gone %+v", x.New, x.Gone)
	}
	if c := evidence.Compare(of(match(1, 0, 50)), of(match(7, 0, 50))); !c.None() {
		t.Errorf("numbers alone are other: %+v", c)
	}
}
