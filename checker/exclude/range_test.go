package exclude_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
)

// A line with the title of a bibliography must not take what follows out of the
// check.
func TestBibliographiesEndWithTheirEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	entries := "[1] 王某. 深度图神经网络的可解释性研究[J]. 计算机学报, 2024.\n续行没有年份\nSmith A. Explaining graph neural networks. Nature Methods, 2023."
	body := texttest.Chinese(r, 30)
	for name, test := range map[string]struct{ text, want string }{
		"text after entries":   {"参考文献\n" + entries + "\n" + body, "参考文献\n" + entries},
		"text without entries": {"参考文献\n" + body, ""},
		"text with years":      {"参考文献\n" + strings.ReplaceAll(body, "。", "2024年。"), ""},
		"title at the end":     {body + "\n参考文献", ""},
	} {
		d := texttest.Document(test.text)
		runes, got := []rune(d.Text), ""
		for _, s := range alone(d, evidence.ReasonBibliography) {
			got += string(runes[s.Start:s.End])
		}
		if got != test.want {
			t.Errorf("%s: left out %q, want %q", name, got, test.want)
		}
	}
}

func TestTitlesOfNoBibliography(t *testing.T) {
	for _, title := range []string{"参考文献的整理方法", "文献综述", "We refer to the references below", "国内外研究现状及参考文献分析与讨论"} {
		d := texttest.Document("# " + title + "\n正文。")
		if got := alone(d, evidence.ReasonBibliography); len(got) != 0 {
			t.Errorf("%q begins a bibliography", title)
		}
	}
}

func TestQuotations(t *testing.T) {
	d := texttest.Document("他写道：“本项目拟结合遥感反演与地面观测数据。”而所谓“图神经网络”不过是术语。\nHe said \"this is a longer quotation of words\" and “没有结束的引文在这一段里面")
	runes := []rune(d.Text)
	var got []string
	for _, s := range alone(d, evidence.ReasonQuotation) {
		got = append(got, string(runes[s.Start:s.End]))
	}
	want := []string{"“本项目拟结合遥感反演与地面观测数据。”", "\"this is a longer quotation of words\""}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMerge(t *testing.T) {
	got := exclude.Merge([]extract.Span{{Start: 5, End: 9}, {Start: 0, End: 2}, {Start: 2, End: 3}, {Start: 6, End: 7}, {Start: 9, End: 9}})
	if fmt.Sprint(got) != "[{0 3} {5 9}]" {
		t.Errorf("got %v", got)
	}
}

// alone gives the ranges of a reason that the document tells by itself.
func alone(d *extract.Document, reason evidence.Reason) (out []extract.Span) {
	for _, r := range exclude.New(d, evidence.Identity{}, nil).Alone() {
		if r.Reason == reason {
			out = append(out, extract.Span{Start: r.Start, End: r.End})
		}
	}
	return out
}
