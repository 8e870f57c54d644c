package score_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// What sources cover together is the union of their characters, as a naive count of every
// character says, whatever overlaps; the groups together are given all that is covered.
func TestTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		const length = 400
		doc := &extract.Document{Text: strings.Repeat("甲乙 丙", length/4)}
		runes := []rune(doc.Text)
		ev := &evidence.Evidence{Excluded: []evidence.Excluded{{Reason: evidence.ReasonForm, Offset: random.IntN(200), Length: 30, Applied: true}}}
		ev.Set(score.LeastLength, 5)
		for id := range 6 {
			s := evidence.Source{ID: int64(id + 1), Relation: evidence.Other}
			for range random.IntN(5) {
				p := evidence.Passage{Offset: random.IntN(length - 60), Length: 3 + random.IntN(50)}
				p.Text = string(runes[p.Offset : p.Offset+p.Length])
				s.Matches = append(s.Matches, evidence.Match{Kind: evidence.Verbatim, Similarity: 1, This: p, Source: p})
			}
			ev.Sources = append(ev.Sources, s)
		}
		score.Update(ev, doc)
		groups := [][]int64{{1, 2, 3}, {4, 6, 99}, {5}, {98}}
		got := score.Together(ev, doc, groups)

		covers := func(id int64, at int) bool {
			for i := range ev.Sources {
				if ev.Sources[i].ID != id {
					continue
				}
				for _, m := range ev.Sources[i].Matches {
					if m.Counted > 0 && at >= m.This.Offset && at < m.This.Offset+m.This.Length {
						return true
					}
				}
			}
			return false
		}
		sum := 0
		for g, ids := range groups {
			want := score.Shared{}
			for _, s := range ev.Sources {
				if slices.Contains(ids, s.ID) {
					want.Allotted += s.Allotted
				}
			}
			for at, r := range runes {
				if x := ev.Excluded[0]; !evidence.Seen(r) || at >= x.Offset && at < x.Offset+x.Length {
					continue
				}
				in, out := false, false
				for id := int64(1); id <= 6; id++ {
					if covers(id, at) {
						in, out = in || slices.Contains(ids, id), out || !slices.Contains(ids, id)
					}
				}
				if in {
					want.Full++
					if !out {
						want.Exclusive++
					}
				}
			}
			if got[g] != want {
				t.Fatalf("sources %v together: %+v, want %+v", ids, got[g], want)
			}
			sum += got[g].Allotted
		}
		if sum != ev.Scores.Covered {
			t.Fatalf("the groups are given %d characters of %d", sum, ev.Scores.Covered)
		}
	}
}
