package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
)

// What is cited stays so where another source has it too, and the split by citation says
// what the figure without quotations says.
func TestCitationsAddUp(t *testing.T) {
	e, text := firstEvidence()
	m := &e.Sources[2].Matches[0] // 35–45, cited; 30–35 of it stand in source 2 too, uncited
	m.This.Offset, m.This.Length, m.This.Text = 30, 15, string([]rune(text)[30:45])
	a := Assess(record.Check{}, e, evidencetest.Document(text, 0), AsChecked(), nil)
	want := []evidence.Count{{Name: string(evidence.Cited), Characters: 15}, {Name: string(evidence.NotCited), Characters: 35}}
	if diff := cmp.Diff(want, a.citations()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	scores := a.Evidence.Scores
	if scores.WithoutQuoted != 35 || scores.Covered != 50 {
		t.Errorf("%d of %d characters are left without quotations", scores.WithoutQuoted, scores.Covered)
	}
	if got := a.Cited(a.Source(4)); got != 15 {
		t.Errorf("%d characters of source 4 are cited there", got)
	}
}
