package checker

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/score"
)

// What is left out of the scores can be changed afterwards, and back.
func TestScoresCanBeChanged(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	long, short := texttest.Chinese(r, 12), texttest.Chinese(r, 4)
	document := texttest.Chinese(r, 20) + "\n" + long + "\n" + texttest.Chinese(r, 20) + "\n" + short + "\n" + texttest.Chinese(r, 20)
	e := newEngine(t, DefaultProfile)
	lib := library(e, texttest.Chinese(r, 10)+"\n"+long, texttest.Chinese(r, 10)+"\n"+short)
	ev, doc := check(t, e, input(document), lib), input(document).Document
	if len(ev.Sources) != 2 || ev.Sources[1].Full == 0 {
		t.Fatalf("%d sources: the texts of the test are not found", len(ev.Sources))
	}
	before := score.Copy(ev)
	big, small := ev.Sources[0], ev.Sources[1]

	score.Choice{Accepts: func(s *evidence.Source, _ *evidence.Match) bool { return s.ID != big.ID }}.Apply(ev, doc)
	if ev.Scores.Covered != small.Full || ev.Sources[0].ID != small.ID || ev.Sources[1].Full != 0 || ev.Sources[1].Matches[0].Counted != 0 {
		t.Errorf("without the first source: %+v", ev.Scores)
	}
	if ev.Sources[1].Matches[0].ID != big.Matches[0].ID {
		t.Error("a match has another number")
	}
	score.Update(ev, doc)
	if diff := cmp.Diff(before, ev); diff != "" {
		t.Errorf("not as it was: -want +got\n%s", diff)
	}

	// The smaller source covers just as much, and then a little less, than the least share.
	share := score.Thousand * small.Full / ev.Scores.Countable
	for least, want := range map[int]int{share: small.Full, share + 1: 0} {
		ev.Set(score.LeastShare, least)
		score.Update(ev, doc)
		if i := ev.Sources[1]; i.Full != want || (i.Matches[0].Counted > 0) != (want > 0) || ev.Scores.Covered != big.Full+want {
			t.Errorf("with a least share of %d: %d characters, want %d", least, i.Full, want)
		}
	}
	ev.Set(score.LeastShare, 0)
	for least, want := range map[int]int{small.Full: 2, small.Full + 1: 1} {
		ev.Set(score.LeastLength, least)
		score.Update(ev, doc)
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
