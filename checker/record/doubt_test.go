package record_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

func TestDoubtsAreReadAsTheyWereWritten(t *testing.T) {
	doubts := []evidence.Doubt{
		{Kind: evidence.DoubtNothing}, {Kind: evidence.DoubtFew, Of: evidence.OfCharacters},
		{Kind: evidence.DoubtMissing, Of: evidence.OfPages, Count: 3}, {Kind: evidence.DoubtMissing, Of: evidence.OfParts, Count: 1},
		{Kind: evidence.DoubtFlagged, Of: evidence.OfCharacters, Count: 2000, Least: true},
		{Kind: evidence.DoubtExcluded, Of: evidence.OfCharacters, Count: 882, Reason: evidence.ReasonBibliography},
	}
	for n := range doubts {
		if diff := cmp.Diff(doubts[n:], record.ReadDoubts(record.JoinDoubts(doubts[n:]))); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	for text, want := range map[string][]evidence.Doubt{
		"": nil, "few,missing": {{Kind: evidence.DoubtFew}, {Kind: evidence.DoubtMissing}}, // of before there were counts
		"of-a-later-program,garbled": {{Kind: evidence.DoubtGarbled}},
	} {
		if diff := cmp.Diff(want, record.ReadDoubts(text)); diff != "" {
			t.Errorf("%q: -want +got\n%s", text, diff)
		}
	}
}

func TestShare(t *testing.T) {
	few, passage := []evidence.Doubt{{Kind: evidence.DoubtFew}}, []evidence.Doubt{{Kind: evidence.DoubtPassage}}
	for _, c := range []struct {
		name         string
		share        record.Share
		told, marked bool
	}{
		{"nothing in a text", record.Share{Part: 0, Whole: 9}, true, false},
		{"something in a text", record.Share{Part: 5, Whole: 9}, true, false},
		{"no text", record.Share{}, false, false},
		{"nothing in doubt", record.Share{Part: 0, Whole: 9, Doubts: few}, false, false},
		{"something in doubt", record.Share{Part: 5, Whole: 9, Doubts: few}, true, true},
		{"nothing beside a passage", record.Share{Part: 0, Whole: 9, Doubts: passage}, true, true},
		{"nothing beside a passage, in doubt", record.Share{Part: 0, Whole: 9, Doubts: append(few, passage...)}, false, false},
	} {
		if c.share.Told() != c.told || c.share.Marked() != c.marked {
			t.Errorf("%s: told %v, marked %v", c.name, c.share.Told(), c.share.Marked())
		}
	}
}
