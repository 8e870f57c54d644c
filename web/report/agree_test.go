package report

import (
	"testing"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
)

// apartMatch returns a verbatim match of text that takes no part, of equal places.
func apartMatch(id, offset, length int, text string, why evidence.Reason) evidence.Match {
	p := evidence.Passage{Offset: offset, Length: length, Text: text}
	return evidence.Match{
		ID: id, Kind: evidence.Verbatim, Similarity: 1, This: p, Source: p, Reason: why,
		Runs: []evidence.Run{{Op: evidence.Equal, Offset: offset, Length: length, SourceOffset: offset, SourceLength: length}},
	}
}

// prompted returns a check whose document and source have the same prompt of a form, which also
// instructs, and the same sentence below it.
func prompted(t *testing.T, choice Choice) *Assessment {
	t.Helper()
	const text = "请在此处填写研究内容：\n冻土中有机碳的分解决定区域碳收支的方向。"
	d := evidencetest.Document(text, 0)
	e := &evidence.Evidence{
		Engine: evidence.Engine{Parameters: []evidence.Parameter{{Name: "exclude", Value: "form"}, {Name: "exclude", Value: "instruction"}}},
		Excluded: []evidence.Excluded{
			{Offset: 0, Length: 11, Reason: evidence.ReasonForm, Applied: true},
			{Offset: 0, Length: 6, Reason: evidence.ReasonInstruction, Applied: true},
		},
		Sources: []evidence.Source{{ID: 2, Relation: evidence.Other, Matches: []evidence.Match{
			apartMatch(1, 0, 11, "请在此处填写研究内容：", evidence.ReasonForm),
			apartMatch(2, 0, 6, "请在此处填写", evidence.ReasonInstruction),
			apartMatch(3, 12, 19, "冻土中有机碳的分解决定区域碳收支的方向。", ""),
		}}, {ID: 3, Relation: evidence.Other, Matches: []evidence.Match{apartMatch(4, 0, 11, "请在此处填写研究内容：", evidence.ReasonForm)}}},
	}
	if utf8.RuneCountInString(text) != 12+20 {
		t.Fatalf("the text has %d characters", utf8.RuneCountInString(text))
	}
	return Assess(record.Check{ID: 1}, e, d, choice, nil)
}

// A place that two reasons keep out is one place, and counted as one wherever places
// are counted; a source that has nothing else is none.
func TestPlacesAreCountedAlike(t *testing.T) {
	for name, test := range map[string]struct {
		choice                 func(*Choice)
		sources, counted, left int
	}{
		"as checked":      {func(*Choice) {}, 1, 1, 0},
		"with everything": {func(c *Choice) { c.exclude = []evidence.Reason{} }, 2, 3, 0},
		"forms count":     {func(c *Choice) { c.exclude = []evidence.Reason{evidence.ReasonInstruction} }, 2, 3, 0},
		"none long":       {func(c *Choice) { c.length = 500 }, 1, 0, 1},
	} {
		choice := AsChecked()
		choice.length = 0
		test.choice(&choice)
		a := prompted(t, choice)
		v := a.Report(0, 0)
		listed, counted, left := a.Listed(), 0, 0
		for _, s := range listed {
			counted, left = counted+s.Counted, left+s.Left
		}
		cards := 0
		for _, card := range v.Cards {
			cards += card.Matches
		}
		if len(listed) != test.sources || counted != test.counted || left != test.left {
			t.Errorf("%s: the table has %d sources, %d places and %d not counted, want %d, %d, %d", name, len(listed), counted, left, test.sources, test.counted, test.left)
		}
		if cards != counted || v.Uncounted.Total != left || v.Filter.LeftMatches != left || v.Filter.LeftSource != len(v.Uncounted.Sources) || len(a.Matches()) != counted+left {
			t.Errorf("%s: %d places on cards, %d and in the filter %d not counted (%d and %d sources), %d in the table of matches; the table of sources has %d and %d",
				name, cards, v.Uncounted.Total, v.Filter.LeftMatches, len(v.Uncounted.Sources), v.Filter.LeftSource, len(a.Matches()), counted, left)
		}
	}
}

// The filter says of what is left out the numbers that the totals say, and of what is
// not how many characters it would leave out more.
func TestReasonsAreCountedAlike(t *testing.T) {
	a := prompted(t, AsChecked())
	v := a.Report(0, 0)
	sum := 0
	for _, r := range v.Filter.Reasons {
		sum += r.Count
		for _, said := range v.Totals.Reasons {
			if string(said.Reason) == r.Value && said.Characters != r.Count {
				t.Errorf("%s: %d characters in the filter, %d beside it", r.Value, r.Count, said.Characters)
			}
		}
	}
	if len(v.Filter.Reasons) != 2 || sum != v.Totals.Excluded || sum != 11 {
		t.Errorf("%d characters in the filter's %d reasons, %d beside it, want 11", sum, len(v.Filter.Reasons), v.Totals.Excluded)
	}
	choice := AsChecked()
	choice.exclude = []evidence.Reason{evidence.ReasonInstruction}
	for _, r := range prompted(t, choice).Report(0, 0).Filter.Reasons {
		if want := map[string]int{"instruction": 6, "form": 5}[r.Value]; r.Count != want || r.On != (r.Value == "instruction") {
			t.Errorf("%s alone left out: %s has %d characters, want %d", evidence.ReasonInstruction, r.Value, r.Count, want)
		}
	}
}

// What takes no part is grey on both sides of a pair.
func TestPairIsGreyOnBothSides(t *testing.T) {
	a := prompted(t, AsChecked())
	v := a.Pair(a.Source(2), PairState{})
	v.SetTexts(a, a.Document)
	for name, pane := range map[string]Pane{"document": v.Left, "source": v.Right} {
		grey, counts := 0, 0
		for _, p := range pane.Text.Paragraphs {
			for _, r := range p.Runs {
				if r.Reason != "" {
					grey += r.Length()
				} else {
					counts += r.Length()
				}
			}
		}
		if grey != 11 || counts != 20 {
			t.Errorf("%s: %d characters are grey and %d are not, want 11 and 20", name, grey, counts)
		}
	}
	choice := AsChecked()
	choice.exclude = []evidence.Reason{}
	if out := prompted(t, choice).leftOutOf(2, a.Document); len(out) != 0 {
		t.Errorf("all counts, and of the source %v is grey", out)
	}
}

// A reason is named once in a row of cells, and again after text that counts.
func TestReasonsAreNamedOnce(t *testing.T) {
	d := evidencetest.Document("项目名称\n某某研究\n申请人\n张三\n本项目研究冻土。\n参考文献目录", 0)
	excluded := func(at int, why evidence.Reason) evidence.Excluded {
		p := d.Paragraphs[at]
		return evidence.Excluded{Offset: p.Start, Length: p.End - p.Start, Reason: why, Applied: true}
	}
	e := &evidence.Evidence{Excluded: []evidence.Excluded{
		excluded(0, evidence.ReasonForm), excluded(1, evidence.ReasonIdentity), excluded(2, evidence.ReasonForm), excluded(3, evidence.ReasonIdentity), excluded(5, evidence.ReasonForm),
	}}
	var named []int
	for i, p := range Assess(record.Check{ID: 1}, e, d, AsChecked(), nil).Text(0).Paragraphs {
		for _, r := range p.Runs {
			if r.Label {
				named = append(named, i)
			}
		}
	}
	if want := []int{0, 1, 5}; len(named) != 3 || named[0] != want[0] || named[1] != want[1] || named[2] != want[2] {
		t.Errorf("the reason is named in paragraphs %v, want %v", named, want)
	}
}
