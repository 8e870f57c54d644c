package score_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// hinted returns a document of 100 characters that count. A match covers [10, 20) of them; hints
// cover [15, 35), [30, 50) and, too weak to be looked at, [60, 70).
func hinted() (*evidence.Evidence, *extract.Document) {
	d := &extract.Document{Text: strings.Repeat("字", 100)}
	passage := func(start, end int) evidence.Passage {
		return evidence.Passage{Offset: start, Length: end - start, Text: strings.Repeat("字", end-start)}
	}
	return &evidence.Evidence{
		Document: evidence.Document{Characters: 100},
		Sources: []evidence.Source{{ID: 4, Characters: 50, Relation: evidence.Other, Matches: []evidence.Match{
			{Kind: evidence.Verbatim, Similarity: 1, This: passage(10, 20), Source: passage(0, 10), Runs: []evidence.Run{{Op: evidence.Equal, Offset: 10, Length: 10, SourceLength: 10}}},
		}}},
		Hints: &evidence.Hints{
			Level: 0.1,
			Hints: []evidence.Hint{
				{Kind: evidence.HintTranslation, Source: 9, FalseAlarms: 0.2, This: passage(60, 70), From: passage(20, 50)},
				{Kind: evidence.HintRewriting, Source: 4, FalseAlarms: 0.05, This: passage(30, 50), From: passage(20, 40)},
				{Kind: evidence.HintSummary, Source: 9, FalseAlarms: 0.01, This: passage(15, 35), From: passage(0, 50)},
			},
			Sources: []evidence.HintSource{{ID: 9, Characters: 50, Relation: evidence.SameInstitution}},
		},
	}, d
}

// The characters under hints are those that no counted match covers, each once, given to the
// strongest hint; no share changes by them.
func TestHintsAreCountedApart(t *testing.T) {
	ev, d := hinted()
	score.Update(ev, d)
	// The summary: [20, 35), since the match covers [15, 20). The rewriting: [35, 50).
	if diff := cmp.Diff([]evidence.Count{{Name: "rewriting", Characters: 15}, {Name: "summary", Characters: 15}}, ev.Hints.ByKind); diff != "" {
		t.Error(diff)
	}
	if got := [...]int{ev.Scores.Covered, ev.Scores.WithoutOwn, ev.Hints.Characters}; got != [...]int{10, 10, 30} {
		t.Errorf("covered, without own, hinted: %v", got)
	}
	var ids, counted []int
	for _, h := range ev.Hints.Hints {
		ids, counted = append(ids, h.ID), append(counted, h.Counted)
	}
	if diff := cmp.Diff([]int{2, 3, 4}, ids); diff != "" {
		t.Errorf("numbers: %s", diff)
	}
	if diff := cmp.Diff([]int{20, 20, 0}, counted); diff != "" {
		t.Errorf("counted: %s", diff)
	}
}

// At another level others are looked at.
func TestLevelOfHints(t *testing.T) {
	ev, d := hinted()
	for level, want := range map[evidence.Decimal]int{0: 0, 0.01: 15, 0.05: 30, 0.3: 40} {
		again := score.Copy(ev)
		score.Choice{FalseAlarms: &level}.Apply(again, d)
		if again.Hints.Characters != want || again.Hints.Level != level {
			t.Errorf("at %v: %d characters of level %v, want %d", level, again.Hints.Characters, again.Hints.Level, want)
		}
	}
	none := evidence.Decimal(0)
	score.Choice{FalseAlarms: &none}.Settle(ev, d)
	if ev.Hints != nil {
		t.Error("hints that were not asked for are kept")
	}
}

// A confirmed hint is a part of the share, as its own kind, and no hint any more; a dismissed
// one is neither. Sums stay sums.
func TestDecidedHints(t *testing.T) {
	stored, d := hinted()
	score.Update(stored, d)
	verdicts := map[int]evidence.Verdict{}
	apply := func() *evidence.Evidence {
		ev := score.Copy(stored)
		score.Choice{Decided: func(h *evidence.Hint) evidence.Verdict { return verdicts[h.ID] }}.Apply(ev, d)
		allotted, kinds, relations := 0, 0, 0
		for _, s := range ev.Sources {
			allotted += s.Allotted
		}
		for _, c := range ev.Scores.ByKind {
			kinds += c.Characters
		}
		for _, c := range ev.Scores.ByRelation {
			relations += c.Characters
		}
		if allotted != ev.Scores.Covered || kinds != ev.Scores.Covered || relations != ev.Scores.Covered {
			t.Errorf("%d covered, sources have %d, kinds %d, relations %d", ev.Scores.Covered, allotted, kinds, relations)
		}
		return ev
	}
	before := score.Copy(stored)
	verdicts[2] = evidence.Confirmed // the summary, of a document that shares no text
	ev := apply()
	// [15, 35) by source 9 as the larger of the two, [10, 15) by source 4.
	if diff := cmp.Diff([]evidence.Count{{Name: "confirmed-summary", Characters: 20}, {Name: "verbatim", Characters: 5}}, ev.Scores.ByKind); diff != "" {
		t.Error(diff)
	}
	if got := [...]int{ev.Scores.Covered, ev.Hints.Characters, len(ev.Sources)}; got != [...]int{25, 15, 2} {
		t.Errorf("covered, hinted, sources: %v", got)
	}
	verdicts[4] = evidence.Confirmed // too weak to be shown, but somebody has looked
	verdicts[3] = evidence.Dismissed
	ev = apply()
	if got := [...]int{ev.Scores.Covered, ev.Hints.Characters}; got != [...]int{35, 0} {
		t.Errorf("covered, hinted: %v", got)
	}
	if diff := cmp.Diff(before, stored); diff != "" {
		t.Errorf("what is stored was changed: %s", diff)
	}
}
