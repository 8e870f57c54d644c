package score_test

import (
	"encoding/xml"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// counted is evidence of two sources: the first covers places 0 to 6 of a text, of
// which 2 are white space or cannot be seen, the second 4 to 10.
func counted(namespace string) (*evidence.Evidence, *extract.Document) {
	doc := &extract.Document{Text: "甲\u200b乙 丙丁戊己庚辛"}
	match := func(offset, length int, text string) []evidence.Match {
		return []evidence.Match{{
			Kind: evidence.Verbatim, This: evidence.Passage{Offset: offset, Length: length, Text: text}, Source: evidence.Passage{Length: length, Text: text},
		}}
	}
	return &evidence.Evidence{
		XMLName: xml.Name{Space: namespace, Local: "evidence"},
		Sources: []evidence.Source{
			{ID: 1, Relation: evidence.Other, Matches: match(0, 6, "甲\u200b乙 丙丁")},
			{ID: 2, Relation: evidence.Other, Matches: match(4, 6, "丙丁戊己庚辛")},
		},
	}, doc
}

func TestUpdate(t *testing.T) {
	for _, test := range []struct {
		namespace                              string
		countable, covered, full, alone, other int
	}{
		{evidence.Namespace, 8, 8, 6, 4, 2},
		{evidence.Namespace1, 9, 9, 6, 4, 3}, // what cannot be seen counts
	} {
		ev, doc := counted(test.namespace)
		score.Update(ev, doc)
		first, second := ev.Sources[0], ev.Sources[1]
		if ev.Scores.Countable != test.countable || ev.Scores.Covered != test.covered || ev.Scores.LargestFull != test.full {
			t.Errorf("%s: scores %+v", test.namespace, ev.Scores)
		}
		if first.ID != 2 || first.Allotted != test.full || first.Exclusive != test.alone || second.Allotted != test.other || second.Exclusive != test.other {
			t.Errorf("%s: %d is allotted %d, alone %d; %d is allotted %d, alone %d", test.namespace,
				first.ID, first.Allotted, first.Exclusive, second.ID, second.Allotted, second.Exclusive)
		}
	}
}

// What stood first in the applicant's own application is neither another's nor in
// the figure without own work.
func TestOwnFirst(t *testing.T) {
	ev, doc := counted(evidence.Namespace)
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
