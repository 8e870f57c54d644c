package report

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// runsEvidence is evidence of one source with a match of every op: here 甲乙丙, then
// 丁戊 that was put in, 己 changed to 庚, and 辛壬癸 moved before all else there.
func runsEvidence() (e *evidence.Evidence, this, source *extract.Document) {
	this, source = evidencetest.Document("前甲乙丙丁戊己辛壬癸后", 0), evidencetest.Document("辛壬癸甲乙丙庚子", 0)
	m := evidence.Match{
		ID: 1, Kind: evidence.Near, Similarity: 0.7,
		This: evidence.Passage{Offset: 1, Length: 9, Text: "甲乙丙丁戊己辛壬癸"}, Source: evidence.Passage{Length: 8, Text: "辛壬癸甲乙丙庚子"},
		Runs: []evidence.Run{
			{Op: evidence.Equal, Offset: 1, Length: 3, SourceOffset: 3, SourceLength: 3},
			{Op: evidence.OnlyThis, Offset: 4, Length: 2, SourceOffset: 6},
			{Op: evidence.Changed, Way: evidence.WayHomophone, Offset: 6, Length: 1, SourceOffset: 6, SourceLength: 1},
			{Op: evidence.OnlySource, Offset: 7, SourceOffset: 7, SourceLength: 1},
			{Op: evidence.Moved, Offset: 7, Length: 3, SourceLength: 3},
		},
	}
	return &evidence.Evidence{Sources: []evidence.Source{{ID: 2, Matches: []evidence.Match{m}}}}, this, source
}

// look writes the runs of a text as "match:text", what stands on one side alone in
// parentheses, and the pieces that differ in the form "mark=text".
func look(t highlight.Text) (runs, marks []string) {
	for _, p := range t.Paragraphs {
		for _, r := range p.Runs {
			said := ""
			for _, piece := range r.Pieces {
				said += piece.Text
				if piece.Mark != "" {
					marks = append(marks, string(piece.Mark)+"="+piece.Text)
				}
			}
			if r.Alone {
				said = "(" + said + ")"
			}
			runs = append(runs, strconv.Itoa(r.Match)+":"+said)
		}
	}
	return runs, marks
}

// What was put in is not coloured as covered, and does not count.
func TestReportDrawsWhatCorresponds(t *testing.T) {
	e, this, _ := runsEvidence()
	a := Assess(record.Check{}, e, this, AsChecked(), nil)
	v := a.Report(0, 0)
	runs, marks := look(v.Text)
	if diff := cmp.Diff([]string{"0:前", "1:甲乙丙", "0:丁戊", "1:己辛壬癸", "0:后"}, runs); diff != "" || len(marks) > 0 {
		t.Errorf("marks %q; -want +got\n%s", marks, diff)
	}
	badges, begins, ends := 0, 0, 0
	for _, r := range v.Text.Paragraphs[0].Runs {
		if r.Badge {
			badges++
		}
		for _, p := range r.Pieces {
			begins += len(p.IDs)
			if p.Ends != "" {
				ends++
			}
		}
	}
	if badges != 1 || begins != 1 || ends != 1 {
		t.Errorf("a match of two parts begins %d times, ends %d times and has %d numbers", begins, ends, badges)
	}
	if a.Evidence.Sources[0].Matches[0].Counted != 7 {
		t.Errorf("%d characters count, want 7", a.Evidence.Sources[0].Matches[0].Counted)
	}
}

// The pair view draws every run on its side, also where the source is gone.
func TestPairDrawsRuns(t *testing.T) {
	for _, gone := range []bool{false, true} {
		e, this, source := runsEvidence()
		if gone {
			source = nil
		}
		a := Assess(record.Check{}, e, this, AsChecked(), nil)
		v := a.Pair(a.Source(2), PairState{})
		v.SetTexts(a, source)
		runs, marks := look(v.Left.Text)
		if diff := cmp.Diff([]string{"0:前", "1:甲乙丙", "1:(丁戊)", "1:己辛壬癸", "0:后"}, runs); diff != "" {
			t.Errorf("here: -want +got\n%s", diff)
		}
		if diff := cmp.Diff([]string{"only=丁戊", "homophone=己", "moved=辛壬癸"}, marks); diff != "" {
			t.Errorf("here: -want +got\n%s", diff)
		}
		runs, marks = look(v.Right.Text)
		if diff := cmp.Diff([]string{"1:辛壬癸甲乙丙庚", "1:(子)"}, runs); diff != "" {
			t.Errorf("there: -want +got\n%s", diff)
		}
		if diff := cmp.Diff([]string{"moved=辛壬癸", "homophone=庚", "only=子"}, marks); diff != "" {
			t.Errorf("there: -want +got\n%s", diff)
		}
	}
}

// Matches of text that takes no part are there only for a reader who has its reason
// counted, and leave the numbers of the others as they are.
func TestMatchesApart(t *testing.T) {
	build := func(exclude ...evidence.Reason) *Assessment {
		d := evidencetest.Document("一二三四五六七八九十", 0)
		match := func(id, offset int, reason evidence.Reason) evidence.Match {
			return evidence.Match{ID: id, Kind: evidence.Verbatim, Similarity: 1, Reason: reason, This: evidence.Passage{Offset: offset, Length: 2, Text: "一二"}}
		}
		e := &evidence.Evidence{
			Excluded: []evidence.Excluded{{Offset: 0, Length: 2, Reason: evidence.ReasonForm, Applied: true}, {Offset: 2, Length: 2, Reason: evidence.ReasonBibliography, Applied: true}},
			Sources: []evidence.Source{
				{ID: 1, Matches: []evidence.Match{match(1, 0, evidence.ReasonForm), match(2, 5, "")}},
				{ID: 2, Matches: []evidence.Match{match(3, 0, evidence.ReasonForm)}},
			},
		}
		chosen := AsChecked()
		chosen.exclude = exclude
		return Assess(record.Check{}, e, d, chosen, nil)
	}
	a := build()
	if v := a.Report(0, 0); v.Uncounted.Total != 0 || v.Filter.LeftMatches != 0 || len(v.Sources) != 1 || a.Decisions(DecideForm{}).Matches != 1 {
		t.Errorf("as checked: %d not counted, %d left out, %d sources, %d to decide", v.Uncounted.Total, v.Filter.LeftMatches, len(v.Sources), a.Decisions(DecideForm{}).Matches)
	}
	if v := a.Pair(a.Source(1), PairState{}); len(v.Matches) != 1 || v.Matches[0].Ordinal != 1 {
		t.Errorf("as checked: %d matches of the source", len(v.Matches))
	}
	on := build(evidence.ReasonBibliography)
	v := on.Report(0, 0)
	if len(v.Sources) != 2 || on.Evidence.Scores.Covered != a.Evidence.Scores.Covered+2 || on.Decisions(DecideForm{}).Matches != 3 {
		t.Errorf("with the form's text: %d sources, %d covered", len(v.Sources), on.Evidence.Scores.Covered)
	}
	if n := on.ordinals(1); n[2] != 1 || n[1] != 2 {
		t.Errorf("with the form's text the matches are numbered %v", n)
	}
}

func TestMeet(t *testing.T) {
	spans := func(at ...int) (out []extract.Span) {
		for pair := range slices.Chunk(at, 2) {
			out = append(out, extract.Span{Start: pair[0], End: pair[1]})
		}
		return out
	}
	for _, test := range []struct {
		name string
		a, b []extract.Span
		want bool
	}{
		{"apart", spans(0, 2, 6, 8), spans(2, 6), false},
		{"one place", spans(0, 2, 6, 8), spans(2, 6, 7, 8), true},
		{"within", spans(0, 9), spans(3, 4), true},
		{"nothing", nil, spans(3, 4), false},
	} {
		if got := meet(test.a, test.b); got != test.want || meet(test.b, test.a) != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// Of a changed run only the characters that differ are marked, on both sides.
func TestUnlike(t *testing.T) {
	for _, tc := range []struct{ a, b, only, there string }{
		{"研究方法", "研究办法", "方", "办"},
		{"相同", "相同", "", ""},
		{"全然不同", "另一句话", "全然不同", "另一句话"},
		{"", "多出来", "", "多出来"},
	} {
		for _, x := range [][3]string{{tc.a, tc.b, tc.only}, {tc.b, tc.a, tc.there}} {
			var got []rune
			for _, s := range unlike([]rune(x[0]), []rune(x[1])) {
				got = append(got, []rune(x[0])[s.Start:s.End]...)
			}
			if string(got) != x[2] {
				t.Errorf("of %q, beside %q: %q is marked, want %q", x[0], x[1], string(got), x[2])
			}
		}
	}
	long := []rune(strings.Repeat("甲乙丙丁", 300))
	other := []rune("头" + strings.Repeat("丁丙乙甲", 300) + "丁")
	if got := unlike(long, other); len(got) != 1 || got[0] != (extract.Span{End: len(long) - 1}) {
		t.Errorf("of long ones %v", got)
	}
}
