package score_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// counted is evidence of two sources: the first covers places 0 to 6 of a text, of
// which 2 are white space or cannot be seen, the second 4 to 10.
func counted() (*evidence.Evidence, *extract.Document) {
	doc := &extract.Document{Text: "甲\u200b乙 丙丁戊己庚辛"}
	match := func(offset, length int, text string) []evidence.Match {
		return []evidence.Match{{
			Kind: evidence.Verbatim, This: evidence.Passage{Offset: offset, Length: length, Text: text}, Source: evidence.Passage{Length: length, Text: text},
		}}
	}
	return &evidence.Evidence{
		Sources: []evidence.Source{
			{ID: 1, Relation: evidence.Other, Matches: match(0, 6, "甲\u200b乙 丙丁")},
			{ID: 2, Relation: evidence.Other, Matches: match(4, 6, "丙丁戊己庚辛")},
		},
	}, doc
}

func TestUpdate(t *testing.T) {
	ev, doc := counted()
	score.Update(ev, doc)
	first, second := ev.Sources[0], ev.Sources[1]
	if ev.Scores.Countable != 8 || ev.Scores.Covered != 8 || ev.Scores.LargestFull != 6 {
		t.Errorf("scores %+v", ev.Scores)
	}
	if first.ID != 2 || first.Allotted != 6 || first.Exclusive != 4 || second.Allotted != 2 || second.Exclusive != 2 {
		t.Errorf("%d is allotted %d, alone %d; %d is allotted %d, alone %d",
			first.ID, first.Allotted, first.Exclusive, second.ID, second.Allotted, second.Exclusive)
	}
}

// What stood first in the applicant's own application is neither another's nor in
// the figure without own work.
func TestOwnFirst(t *testing.T) {
	ev, doc := counted()
	ev.Sources[1].Relation = evidence.SameApplicant
	ev.Origins = []evidence.Origin{{Offset: 0, Length: 4, Source: 1}, {Offset: 4, Length: 6, Source: 2, Own: true}}
	score.Update(ev, doc)
	if ev.Scores.WithoutOwn != 2 {
		t.Errorf("%d characters without own work, want 2", ev.Scores.WithoutOwn)
	}
	for _, s := range ev.Sources {
		if want := map[int64]int{1: 2, 2: 6}[s.ID]; s.OwnFirst != want {
			t.Errorf("of source %d stood %d characters first in own work, want %d", s.ID, s.OwnFirst, want)
		}
	}
	for _, c := range ev.Scores.ByRelation {
		if want := map[string]int{"same-applicant": 6, "other": 2}[c.Name]; c.Characters != want {
			t.Errorf("%s: %d", c.Name, c.Characters)
		}
	}
}
