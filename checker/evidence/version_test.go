package evidence_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
)

// stored is evidence as a program of version 1 wrote it, without its signature.
func stored(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/version-1.xml")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// What was stored under version 1 is written again as it was, byte for byte.
func TestVersion1StaysAsItIs(t *testing.T) {
	file := stored(t)
	evidencetest.Validate(t, file)
	if err := evidence.Validate(file); err != nil {
		t.Error(err)
	}
	e, err := evidence.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if e.Version() != 1 {
		t.Errorf("version %d", e.Version())
	}
	var again bytes.Buffer
	if err := evidence.Encode(&again, e); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), again.String()); diff != "" {
		t.Errorf("written again it differs:\n%s", diff)
	}
}

// In memory version 1 has the words of now.
func TestVersion1InMemory(t *testing.T) {
	e, err := evidence.Decode(bytes.NewReader(stored(t)))
	if err != nil {
		t.Fatal(err)
	}
	form := 0
	for _, x := range e.Excluded {
		if x.Reason == evidence.ReasonForm {
			form++
		}
	}
	if form == 0 {
		t.Error("no range is excluded as a form's")
	}
	allotted := 0
	for _, s := range e.Sources {
		allotted += s.Allotted
		for _, m := range s.Matches {
			if got, want := m.Ranges(), []evidence.Range{{Start: m.This.Offset, End: m.This.Offset + m.This.Length}}; !cmp.Equal(got, want) {
				t.Errorf("match %d covers %v, want %v", m.ID, got, want)
			}
		}
	}
	if allotted == 0 || allotted != e.Scores.Covered {
		t.Errorf("sources are allotted %d characters, %d are covered", allotted, e.Scores.Covered)
	}
}

func TestRangesAreThoseOfCorrespondingRuns(t *testing.T) {
	m := evidence.Match{
		This: evidence.Passage{Offset: 10, Length: 20}, Source: evidence.Passage{Offset: 0, Length: 18},
		Runs: []evidence.Run{
			{Op: evidence.Equal, Offset: 10, Length: 5, SourceOffset: 0, SourceLength: 5},
			{Op: evidence.Changed, Way: evidence.WayHomophone, Offset: 15, Length: 2, SourceOffset: 5, SourceLength: 2},
			{Op: evidence.OnlyThis, Offset: 17, Length: 3, SourceOffset: 7},
			{Op: evidence.OnlySource, Offset: 20, SourceOffset: 7, SourceLength: 1},
			{Op: evidence.Moved, Offset: 20, Length: 10, SourceOffset: 8, SourceLength: 10},
		},
	}
	if diff := cmp.Diff([]evidence.Range{{Start: 10, End: 17}, {Start: 20, End: 30}}, m.Ranges()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]evidence.Range{{Start: 0, End: 7}, {Start: 8, End: 18}}, m.SourceRanges()); diff != "" {
		t.Error(diff)
	}
}

func TestSeen(t *testing.T) {
	for _, r := range "a中é—。\uFFFD" + "\uE000" + "ิ" + "်" { // vowels and marks of scripts that have them are characters of theirs
		if !evidence.Seen(r) {
			t.Errorf("%U is not seen", r)
		}
	}
	for _, r := range " \u3000\n\x7f\x01\u0085\u00ad\u200b\u2060\uFE0F\u0301\u0323\u20D0" {
		if evidence.Seen(r) {
			t.Errorf("%U is seen", r)
		}
	}
}
