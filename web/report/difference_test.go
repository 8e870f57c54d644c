package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// What a summary takes stays unmarked between long parts that it leaves out.
func TestDifferencesOfASummary(t *testing.T) {
	taken := []string{"湿地土壤有机碳随水位下降而减少。", "增温使其分解加快一倍以上。", "植物残体的输入只能补偿一小部分。"}
	left := "此外，野外观测在不同年份之间差别很大，仪器的更换和样地的扰动也带来了难以估计的误差，需要更长时间的记录才能回答。"
	var m evidence.Match
	m.This.Text = strings.Join(taken, "")
	m.Source.Text = left + strings.Join(taken, left) + left
	m.This.Length, m.Source.Length = len([]rune(m.This.Text)), len([]rune(m.Source.Text))
	this, source, _ := differences([]evidence.Match{m}, 0, time.Now)
	marked := 0
	for _, s := range source {
		marked += s.End - s.Start
	}
	if len(this) > 0 || marked != m.Source.Length-m.This.Length {
		t.Errorf("%v here and %d characters there are marked, want none and %d", this, marked, m.Source.Length-m.This.Length)
	}
}

func TestDifferencesAreBounded(t *testing.T) {
	m := evidence.Match{This: evidence.Passage{Offset: 5, Length: 2, Text: "甲乙"}, Source: evidence.Passage{Offset: 7, Length: 2, Text: "甲丙"}}
	this, source, _ := differences([]evidence.Match{m}, 0, time.Now)
	if diff := cmp.Diff([][]highlight.Edit{{{Span: extract.Span{Start: 6, End: 7}, Mark: "edited"}}, {{Span: extract.Span{Start: 8, End: 9}, Mark: "edited"}}}, [][]highlight.Edit{this, source}); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	m.This.Text, m.Source.Text = "a b\nc", "ab c"
	m.This.Length, m.Source.Length = 5, 4
	if this, source, _ := differences([]evidence.Match{m}, 0, time.Now); len(this)+len(source) != 0 {
		t.Errorf("white space is shown as a difference: %v %v", this, source)
	}
	clock := time.Now()
	slow := func() time.Time { clock = clock.Add(diffTime); return clock }
	var many []evidence.Match
	for id := range 100 {
		many = append(many, evidence.Match{ID: id + 1, This: evidence.Passage{Offset: id, Length: 1, Text: "a"}, Source: evidence.Passage{Length: 1, Text: "b"}})
	}
	this, _, late := differences(many, 30, slow)
	if diff := cmp.Diff([]highlight.Edit{{Span: extract.Span{Start: 29, End: 30}, Mark: "edited"}}, this); diff != "" {
		t.Errorf("looked at when the time was short (-want the chosen one, +got):\n%s", diff)
	}
	if len(late) != 99 || late[30] {
		t.Errorf("%d matches are late, want all but the chosen one", len(late))
	}
}
