package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
)

// firstEvidence is of a document of 60 characters: 0–20 stand in source 2 and stood
// first in the applicant's own source 3 of 2024, 20–35 stand in source 2 alone, 35–45 in
// source 4 and are cited, 45–50 in source 4 and stood first in source 2. Source 5 is the
// applicant's own and has nothing.
func firstEvidence() (*evidence.Evidence, string) {
	text := strings.Repeat("一二三四五六七八九十", 6)
	match := func(id, offset, length int, kind evidence.Kind, cited evidence.Citation) evidence.Match {
		return evidence.Match{ID: id, Kind: kind, Similarity: 1, Counted: length, Citation: cited,
			This: evidence.Passage{Offset: offset, Length: length, Text: string([]rune(text)[offset : offset+length])}}
	}
	return &evidence.Evidence{
		Library: evidence.Snapshot{Documents: 4},
		Origins: []evidence.Origin{{Offset: 0, Length: 20, Source: 3, Own: true}, {Offset: 20, Length: 15, Source: 2}, {Offset: 45, Length: 5, Source: 2}},
		Sources: []evidence.Source{
			{ID: 2, Relation: evidence.Other, Full: 35, Identity: evidence.Identity{Title: "他人", Year: 2025}, Matches: []evidence.Match{
				match(1, 0, 20, evidence.Near, evidence.NotCited), match(2, 20, 15, evidence.Verbatim, evidence.NotCited)}},
			{ID: 3, Relation: evidence.SameApplicant, Full: 20, Identity: evidence.Identity{Title: "本人", Year: 2024}, Matches: []evidence.Match{
				match(3, 0, 20, evidence.Verbatim, evidence.NotCited)}},
			{ID: 4, Relation: evidence.SharesPerson, Full: 15, Identity: evidence.Identity{Title: "第三人", Year: 2026}, Matches: []evidence.Match{
				match(4, 35, 10, evidence.Verbatim, evidence.Cited), match(5, 45, 5, evidence.Verbatim, evidence.NotCited)}},
			{ID: 5, Relation: evidence.SameApplicant, Identity: evidence.Identity{Title: "本人另一份", Year: 2020}, References: &evidence.References{This: 3, Source: 2}},
		},
	}, text
}

func TestPrecedences(t *testing.T) {
	e, text := firstEvidence()
	a := Assess(record.Check{}, e, evidencetest.Document(text, 0), AsChecked(), nil)
	own := Precedence{Own: true, Dated: true, Year: 2024, Rank: 2, Name: "本人", Characters: 20}
	whole := own
	whole.Whole = true
	other := Precedence{Dated: true, Year: 2025, Rank: 1, Name: "他人", Characters: 5, Whole: true}
	for id, want := range map[int][]Precedence{1: {whole}, 2: nil, 3: nil, 4: nil, 5: {other}} {
		for i := range a.All {
			for j := range a.All[i].Matches {
				if m := &a.All[i].Matches[j]; m.ID == id {
					if diff := cmp.Diff(want, a.firstOf(a.All[i].ID, m)); diff != "" {
						t.Errorf("match %d: -want +got\n%s", id, diff)
					}
				}
			}
		}
	}
	if diff := cmp.Diff([]Precedence{own}, a.firstOfSource(a.Source(2))); diff != "" {
		t.Errorf("source 2: -want +got\n%s", diff)
	}
}

// What stood first in the applicant's own, or is cited, is read after all else, and the
// applicant's applications are listed whatever they have in common.
func TestReportOfOwnWork(t *testing.T) {
	e, text := firstEvidence()
	v := Assess(record.Check{}, e, evidencetest.Document(text, 0), AsChecked(), nil).Report(0, 0)
	var worst []int
	for _, w := range v.Worst {
		worst = append(worst, w.Match.ID)
	}
	if diff := cmp.Diff([]int{2, 5, 1, 4}, worst); diff != "" { // 3 lies in 1
		t.Errorf("read first: -want +got\n%s", diff)
	}
	var cards []int64
	for _, c := range v.Cards {
		cards = append(cards, c.ID)
		if c.Opens != (c.ID == 3) {
			t.Errorf("the group of the applicant's own opens with source %d: %v", c.ID, c.Opens)
		}
	}
	if diff := cmp.Diff([]int64{2, 4, 3, 5}, cards); diff != "" || len(v.Own) != 2 || len(v.Sources) != 3 || v.Uncounted.Total != 0 {
		t.Errorf("%d of the applicant's own, %d sources; cards: -want +got\n%s", len(v.Own), len(v.Sources), diff)
	}
	want := []Figure{{figureOverall, 50, 60}, {figureWithoutOwn, 30, 60}, {figureWithoutQuoted, 40, 60}, {figureLargest, 35, 60}}
	if diff := cmp.Diff(want, v.Totals.Figures); diff != "" {
		t.Errorf("figures: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]evidence.Count{{Name: "cited", Characters: 10}, {Name: "neither", Characters: 40}}, v.Totals.Citations); diff != "" {
		t.Errorf("by citation: -want +got\n%s", diff)
	}
	if len(v.Doubts) != 1 || v.Doubts[0].Kind != evidence.DoubtFew {
		t.Errorf("doubts %v", v.Doubts)
	}
}

// What is to be read first does not change with what a reader chooses to count: the
// text below it stays where it is.
func TestWorstStays(t *testing.T) {
	e, text := firstEvidence()
	chosen := AsChecked()
	chosen.kinds = []evidence.Kind{evidence.Near}
	v := Assess(record.Check{}, e, evidencetest.Document(text, 0), chosen, nil).Report(0, 0)
	if len(v.Worst) != 4 || v.Worst[0].Why != causeKind || v.Worst[2].Why != "" {
		t.Errorf("%d passages: %+v", len(v.Worst), v.Worst)
	}
}

func TestBestOf(t *testing.T) {
	verbatim := evidence.Match{Kind: evidence.Verbatim, This: evidence.Passage{Text: "三个字", Length: 3}}
	near := evidence.Match{Kind: evidence.Near, This: evidence.Passage{Text: "五个字改了", Length: 5}}
	const equal = "一二三四五六七八九十甲乙丙丁戊己"
	runs := func(equal string) evidence.Match {
		n := len([]rune(equal))
		return evidence.Match{Kind: evidence.Near, This: evidence.Passage{Offset: 7, Text: "改" + equal + "改", Length: n + 2}, Runs: []evidence.Run{
			{Op: evidence.Changed, Way: evidence.WayEdited, Offset: 7, Length: 1}, {Op: evidence.Equal, Offset: 8, Length: n}, {Op: evidence.Changed, Way: evidence.WayEdited, Offset: 8 + n, Length: 1}}}
	}
	for _, test := range []struct {
		name    string
		matches []evidence.Match
		want    string
	}{
		{"the longest of what is not verbatim", []evidence.Match{near}, "五个字改了"},
		{"verbatim before longer", []evidence.Match{near, verbatim}, "三个字"},
		{"the longest equal run", []evidence.Match{near, verbatim, runs(equal)}, equal},
		{"of single words the whole match", []evidence.Match{near, runs("一二三四")}, "改一二三四改"},
		{"nothing", nil, ""},
	} {
		if got := bestOf(test.matches); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Sections hold their subsections, in evidence of version 1 without their text.
func TestSectionTree(t *testing.T) {
	sections := []evidence.SectionScore{{Level: 1, Length: 10}, {Level: 2, Offset: 2, Length: 4}, {Level: 3, Offset: 3, Length: 3}, {Level: 2, Offset: 6, Length: 4}, {Level: 1, Offset: 10, Length: 5}, {Level: 3, Offset: 11, Length: 2}}
	if diff := cmp.Diff([]int{-1, 0, 1, 0, -1, 4}, holders(sections)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
