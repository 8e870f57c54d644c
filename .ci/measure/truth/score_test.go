package main

import (
	"strings"
	"testing"

	"zhiwen/checker/evidence"
)

// An application of two copied paragraphs, of which one is found whole, with the
// half of an own one, and the other not at all.
func TestCompare(t *testing.T) {
	doc := newDocument("甲乙丙丁\n自己的话\n戊己庚辛\n填写说明\n")
	s := newScorer("", "", "")
	s.library["a.docx"] = newDocument("前文甲乙丙丁后文")
	s.library["b.docx"] = newDocument("戊己庚辛")
	a := application{File: "s.docx", Form: []string{"填写说明"}}
	for _, p := range [][3]string{{"甲乙丙丁", "a.docx", "verbatim"}, {"戊己庚辛", "b.docx", "near"}} {
		a.Passages = append(a.Passages, struct{ Kind, Text, Source, SourceText, Relation string }{p[2], p[0], p[1], p[0], "other"})
	}
	e := &evidence.Evidence{
		Scores: evidence.Scores{Countable: 12, Covered: 6, WithoutOwn: 6},
		Sources: []evidence.Source{{Identity: evidence.Identity{Filename: "a.docx"}, Matches: []evidence.Match{{
			Kind: evidence.Near, Counted: 6,
			Runs: []evidence.Run{
				{Op: evidence.Equal, Offset: 0, Length: 4, SourceOffset: 2, SourceLength: 4},
				{Op: evidence.OnlySource, Offset: 4, SourceOffset: 0, SourceLength: 2},
				{Op: evidence.Changed, Way: evidence.WayEdited, Offset: 5, Length: 2, SourceOffset: 6, SourceLength: 2},
			},
		}}}},
	}
	if err := s.compare(a, doc, e); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	s.print(&b)
	for _, want := range []string{
		"passages 2, not in their file 0, not in their source 0, matches 1",
		"this side: precision 66.7 %, recall 50.0 %, right source 100.0 %",
		"source side: precision 66.7 %",
		"sources: named 1, of them true 1, in truth 2",
		"counted though the form's 0, the institution's 0, references 0, own words 2",
		"overall share, error in points: mean 16.67, worst 16.67",
		"share of a source, error in percent: mean 66.67, worst 100.00",
		"verbatim, named so: 0.0 %",
		"named near, are so: 0.0 %",
	} {
		if !strings.Contains(b.String(), want+"\n") {
			t.Errorf("lacks %q in\n%s", want, b.String())
		}
	}
}
