package report

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

func TestExclusionsThatDoNotApply(t *testing.T) {
	d := evidencetest.Document("一二 三四五六七八", 0)
	e := &evidence.Evidence{Excluded: []evidence.Excluded{
		{Offset: 0, Length: 4, Reason: evidence.ReasonQuotation, Applied: true},
		{Offset: 2, Length: 4, Reason: evidence.ReasonForm, Applied: true},
		{Offset: 7, Length: 2, Reason: evidence.ReasonCommon},
	}}
	v := Assess(record.Check{}, e, d, AsChecked(), nil).Report(0, 0)
	if diff := cmp.Diff([]score.ReasonCount{{Reason: evidence.ReasonQuotation, Characters: 3}, {Reason: evidence.ReasonForm, Characters: 2}}, v.Totals.Reasons); diff != "" || v.Totals.Excluded != 5 {
		t.Errorf("%d excluded: -want +got\n%s", v.Totals.Excluded, diff)
	}
	runs := v.Text.Paragraphs[0].Runs
	if last := runs[len(runs)-1]; last.Reason != "" {
		t.Errorf("text that counts is shown as %s", last.Reason)
	}
}

func TestOverlapGoesToTheSourceThatCoversMost(t *testing.T) {
	d := evidencetest.Document("一二三四五六七八九十", 0)
	match := func(id, offset, length int) evidence.Match {
		return evidence.Match{ID: id, Kind: evidence.Verbatim, Similarity: 1, This: evidence.Passage{Offset: offset, Length: length}}
	}
	// By exclusive characters the third source comes second, but what it shares
	// with the second one is the second one's.
	e := &evidence.Evidence{Sources: []evidence.Source{
		{ID: 1, Full: 5, Allotted: 5, Matches: []evidence.Match{match(1, 0, 5)}},
		{ID: 3, Full: 3, Allotted: 2, Matches: []evidence.Match{match(3, 5, 3)}},
		{ID: 2, Full: 4, Allotted: 1, Matches: []evidence.Match{match(2, 2, 4)}},
	}}
	var got []string
	for _, run := range Assess(record.Check{}, e, d, AsChecked(), nil).Report(0, 0).Text.Paragraphs[0].Runs {
		got = append(got, strconv.Itoa(run.Match)+":"+strconv.Itoa(run.Length()))
	}
	if diff := cmp.Diff([]string{"1:5", "2:1", "3:2", "0:2"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSectionBarsAddUp(t *testing.T) {
	e, texts := evidencetest.Application()
	a := Assess(record.Check{ID: 1}, e, texts[1], AsChecked(), nil)
	v := a.Report(0, 0)
	if len(v.Sections) != 4 { // the references do not count
		t.Fatalf("%d sections", len(v.Sections))
	}
	for _, section := range v.Sections {
		sum := 0.0
		for _, b := range section.Bars {
			w, err := strconv.ParseFloat(b.Width, 64)
			if err != nil || w <= 0 {
				t.Fatalf("%s: width %q", section.Title, b.Width)
			}
			sum += w
		}
		want := barWidth * float64(section.Covered) / float64(section.Countable)
		if sum < want-1 || sum > want+1 {
			t.Errorf("%s: bars of %.1f in all, want %.1f", section.Title, sum, want)
		}
	}
	for i, b := range v.Strip {
		y, _ := strconv.ParseFloat(b.Y, 64)
		h, _ := strconv.ParseFloat(b.Height, 64)
		if y < 0 || h <= 0 || y+h > stripHeight+2 {
			t.Errorf("bar %d of the strip: %+v", i, b)
		}
	}
	if !slices.ContainsFunc(v.Strip, func(b StripBar) bool { return b.Rank == 0 }) || len(v.Strip) != 9 {
		t.Errorf("strip of %d bars: %+v", len(v.Strip), v.Strip)
	}
}

// The scores of a choice are those of the engine.
func TestAssessIsScore(t *testing.T) {
	e, texts := evidencetest.Application()
	a := Assess(record.Check{ID: 1}, e, texts[1], AsChecked(), nil)
	again := *a.Evidence
	score.Update(&again, texts[1])
	if diff := cmp.Diff(again.Scores, a.Evidence.Scores); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	least := AsChecked()
	least.length = 70
	a = Assess(record.Check{ID: 1}, a.Evidence, texts[1], least, nil)
	for _, source := range a.All {
		for _, m := range source.Matches {
			if why := a.causes[m.ID]; (a.charactersOf(&m) < 70) != (why == causeShort) || (m.Counted == 0) != (why != "") {
				t.Errorf("match %d of %d characters: %d counted, %q", m.ID, m.This.Length, m.Counted, why)
			}
		}
	}
}
