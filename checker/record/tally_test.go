package record_test

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// What stood in the document first is counted once, without what takes no part, does not
// count, cannot be seen, or stands on one side alone.
func TestTallyOfWhoWasFirst(t *testing.T) {
	const text = "甲乙丙 丁戊己庚辛壬癸"
	match := func(id, offset, length, counted int, runs ...evidence.Run) evidence.Match {
		return evidence.Match{ID: id, Counted: counted, This: evidence.Passage{Offset: offset, Length: length, Text: string([]rune(text)[offset : offset+length])}, Runs: runs}
	}
	equal := func(offset, length int) evidence.Run {
		return evidence.Run{Op: evidence.Equal, Offset: offset, Length: length, SourceOffset: offset, SourceLength: length}
	}
	e := func(origins ...evidence.Origin) *evidence.Evidence {
		return &evidence.Evidence{
			Document: evidence.Document{Characters: 11},
			Scores:   evidence.Scores{Countable: 9, Covered: 8, WithoutOwn: 8},
			Excluded: []evidence.Excluded{{Offset: 10, Length: 1, Applied: true}, {Offset: 0, Length: 1}},
			Origins:  origins,
			Sources: []evidence.Source{
				{ID: 2, Full: 8, Matches: []evidence.Match{
					match(1, 0, 7, 5, equal(0, 5), evidence.Run{Op: evidence.OnlyThis, Offset: 5, Length: 1}, equal(6, 1)),
					match(2, 8, 3, 2, equal(8, 3)),
				}},
				{ID: 3, Full: 2, Matches: []evidence.Match{match(3, 1, 2, 2, equal(1, 2)), match(4, 7, 1, 0, equal(7, 1))}},
			},
		}
	}
	for name, test := range map[string]struct {
		origins []evidence.Origin
		want    int
	}{
		"nothing is known":        {nil, 0},
		"a source was first":      {[]evidence.Origin{{Offset: 0, Length: 11, Source: 2}}, 0},
		"all of it":               {[]evidence.Origin{{Offset: 0, Length: 11}}, 7},
		"a part":                  {[]evidence.Origin{{Offset: 1, Length: 2}, {Offset: 3, Length: 8, Source: 2}}, 2},
		"a part of what is there": {[]evidence.Origin{{Offset: 7, Length: 2}}, 1},
	} {
		if got := record.TallyOf(e(test.origins...)); got.Here != test.want || got.Sources != 2 || got.Covered != 8 {
			t.Errorf("%s: %+v, want %d characters", name, got, test.want)
		}
	}
}
