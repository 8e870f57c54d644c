package checker

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
)

// What is left out of the scores can be changed afterwards, and back.
func TestScoreWhere(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	long, short := texttest.Chinese(r, 12), texttest.Chinese(r, 2)
	document := texttest.Chinese(r, 20) + "\n" + long + "\n" + texttest.Chinese(r, 20) + "\n" + short + "\n" + texttest.Chinese(r, 20)
	e := newEngine(t, DefaultProfile)
	lib := library(e, texttest.Chinese(r, 10)+"\n"+long, texttest.Chinese(r, 10)+"\n"+short)
	ev, doc := check(t, e, input(document), lib), input(document).Document
	if len(ev.Sources) != 2 || ev.Sources[1].Full == 0 {
		t.Fatalf("%d sources: the texts of the test are not found", len(ev.Sources))
	}
	before := clone(ev)
	big, small := ev.Sources[0], ev.Sources[1]

	ScoreWhere(ev, doc, func(s *evidence.Source, _ *evidence.Match) bool { return s.ID != big.ID })
	if ev.Scores.Covered != small.Full || ev.Sources[0].ID != small.ID || ev.Sources[1].Full != 0 || ev.Sources[1].Matches[0].Counted != 0 {
		t.Errorf("without the first source: %+v", ev.Scores)
	}
	if ev.Sources[1].Matches[0].ID != big.Matches[0].ID {
		t.Error("a match has another number")
	}
	Score(ev, doc)
	if diff := cmp.Diff(before, ev); diff != "" {
		t.Errorf("not as it was: -want +got\n%s", diff)
	}

	// The smaller source covers just as much, and then a little less, than the least share.
	share := thousand * small.Full / ev.Scores.Countable
	for least, want := range map[int]int{share: small.Full, share + 1: 0} {
		ev.Set(LeastShare, least)
		Score(ev, doc)
		if i := ev.Sources[1]; i.Full != want || (i.Matches[0].Counted > 0) != (want > 0) || ev.Scores.Covered != big.Full+want {
			t.Errorf("with a least share of %d: %d characters, want %d", least, i.Full, want)
		}
	}
	ev.Set(LeastShare, 0)
	for least, want := range map[int]int{small.Full: 2, small.Full + 1: 1} {
		ev.Set(LeastLength, least)
		Score(ev, doc)
		got := 0
		for _, s := range ev.Sources {
			for _, m := range s.Matches {
				if m.Counted > 0 {
					got++
				}
			}
		}
		if len(small.Matches) == 1 && len(big.Matches) == 1 && got != want {
			t.Errorf("with a least length of %d: %d matches count, want %d", least, got, want)
		}
	}
}

// clone copies what Score changes.
func clone(ev *evidence.Evidence) *evidence.Evidence {
	out := *ev
	out.Sources = nil
	for _, s := range ev.Sources {
		s.Matches = append([]evidence.Match(nil), s.Matches...)
		out.Sources = append(out.Sources, s)
	}
	return &out
}
