package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
)

// What is found of versions of one application is one line, that of the version with the
// most, with the others beside it: they are not several applications.
func TestFindingsOfVersions(t *testing.T) {
	text := strings.Repeat("一二三四五六七八九十", 90)
	runes := []rune(text)
	source := func(id int64, applicant string, offset, length int) evidence.Source {
		return evidence.Source{ID: id, Relation: evidence.Other, Identity: evidence.Identity{Applicant: applicant}, Full: length, Matches: []evidence.Match{
			{ID: int(id), Kind: evidence.Verbatim, Similarity: 1, Citation: evidence.NotCited, This: evidence.Passage{Offset: offset, Length: length, Text: string(runes[offset : offset+length])}}}}
	}
	e := &evidence.Evidence{
		Document: evidence.Document{Characters: len(runes), Identity: evidence.Identity{Applicant: "张三"}},
		Scores:   evidence.Scores{Countable: len(runes)},
		Sources:  []evidence.Source{source(2, "李四", 0, 300), source(3, "李四", 0, 250), source(4, "王五", 400, 200)},
	}
	kinds := func(versions ...[]int64) (out []finding.Kind) {
		a := Assess(record.Check{}, e, evidencetest.Document(text, 0), AsChecked(), nil)
		a.Versions = versions
		return finding.KindsOf(a.Findings())
	}
	if diff := cmp.Diff([]finding.Kind{finding.Others}, kinds()); diff != "" {
		t.Errorf("two of one applicant are not several: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]finding.Kind{finding.Others}, kinds([]int64{2, 3})); diff != "" {
		t.Errorf("versions: -want +got\n%s", diff)
	}
	lines := func(versions ...[]int64) (out [][]int64) {
		a := Assess(record.Check{}, e, evidencetest.Document(text, 0), AsChecked(), nil)
		a.Versions = versions
		for _, l := range a.Report(0, 0).Look {
			if l.Finding == nil || l.With == nil {
				continue
			}
			ids := []int64{l.With.ID}
			for _, v := range l.Versions {
				ids = append(ids, v.ID)
			}
			out = append(out, ids)
		}
		return out
	}
	if diff := cmp.Diff([][]int64{{2}, {3}, {4}}, lines()); diff != "" {
		t.Errorf("each by itself: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([][]int64{{2, 3}, {4}}, lines([]int64{2, 3})); diff != "" {
		t.Errorf("versions: -want +got\n%s", diff)
	}
}

func TestLevel(t *testing.T) {
	twice := LookLine{Finding: &finding.Finding{Kind: finding.Twice, Share: 999, Count: 4488, Longest: 1030}}
	little := LookLine{Finding: &finding.Finding{Kind: finding.Others, Share: 75, Count: 197, Longest: 197}}
	for _, x := range []struct {
		lines []LookLine
		want  finding.Level
	}{
		{nil, finding.Nothing},
		{[]LookLine{{Hint: &Hint{}}}, finding.Look},
		{[]LookLine{little}, finding.Look},
		{[]LookLine{twice}, finding.Grave},
		{[]LookLine{twice, little}, finding.Grave},
	} {
		if got := (View{Look: x.lines}).Level(); got != x.want {
			t.Errorf("%d lines: %s, not %s", len(x.lines), got, x.want)
		}
	}
}
