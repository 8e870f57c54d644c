package exclude_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	const words = "本项目拟结合遥感反演与地面观测数据"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"curly", "他写道：“" + words + "。”而所谓“图神经网络”不过是术语。", []string{"“" + words + "。”"}},
		{"straight", "He said \"this is a longer quotation of words\" and \"this\".", []string{"\"this is a longer quotation of words\""}},
		{"full width", "他写道：＂" + words + "＂", []string{"＂" + words + "＂"}},
		{"corners", "他写道：「" + words + "」『" + words + "』", []string{"「" + words + "」『" + words + "』"}},
		{"guillemets", "他写道：«" + words + "»", []string{"«" + words + "»"}},
		{"German", "„dies ist ein längeres Zitat“ folgt", []string{"„dies ist ein längeres Zitat“"}},
		{"single", "他写道：‘" + words + "’。", []string{"‘" + words + "’"}},
		{"single with an apostrophe", "She wrote ‘that we don’t know the answer’.", []string{"‘that we don’t know the answer’"}},
		{"straight single", "She wrote 'that we don't know the answer'.", []string{"'that we don't know the answer'"}},
		{"apostrophes alone", "It's the dog's bone, and the cats' food isn't here.", nil},
		{"closed twice", "他写道：”" + words + "”。", []string{"”" + words + "”"}},
		{"the wrong way round", "他写道：”" + words + "“。", []string{"”" + words + "“"}},
		{"a closing mark the wrong way round", "”甲乙“），但是所有这些系统都有问题。\n”丙丁“是方法。后来的观测数据也说明了这一点。", nil},
		{"a comma before the closing mark", "“前文，” 在后来的一年里他把这个项目分成两个部分，“后文”", nil},
		{"between two quotations", "“前文”，而后文所述的是另外的一件事情，“后文”", nil},
		{"never closed", "他写道：“" + words, nil},
		{"over paragraphs", "他写道：“" + words + "。\n" + words + "。”结语。", []string{"“" + words + "。\n" + words + "。”"}},
		{"opened in each paragraph", "“" + words + "。\n“" + words + "。”结语。", []string{"“" + words + "。\n“" + words + "。”"}},
		{"never closed before the next", "“" + words + "。\n后来“" + words + "”。", []string{"“" + words + "”"}},
		{"never closed before a heading", "“" + words + "。\n# 标题\n" + words + "。”", nil},
		{"not closed for long", "“" + words + "。\n" + strings.Repeat(words, 150) + "。\n”", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := texttest.Document(c.text)
			runes := []rune(d.Text)
			var got []string
			for _, s := range alone(d, evidence.ReasonQuotation) {
				got = append(got, string(runes[s.Start:s.End]))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Time is linear: a mark that nothing closes is looked for once.
func TestQuotationsNeverClosed(t *testing.T) {
	if got := alone(texttest.Document(strings.Repeat("“「『«‘'", 200_000)), evidence.ReasonQuotation); len(got) != 0 {
		t.Errorf("got %d", len(got))
	}
}

func TestMerge(t *testing.T) {
	got := exclude.Merge([]extract.Span{{Start: 5, End: 9}, {Start: 0, End: 2}, {Start: 2, End: 3}, {Start: 6, End: 7}, {Start: 9, End: 9}})
	if fmt.Sprint(got) != "[{0 3} {5 9}]" {
		t.Errorf("got %v", got)
	}
}

// alone returns the ranges of a reason that the document tells by itself.
func alone(d *extract.Document, reason evidence.Reason) (out []extract.Span) {
	for _, r := range exclude.New(d, evidence.Identity{}, nil).Alone() {
		if r.Reason == reason {
			out = append(out, extract.Span{Start: r.Start, End: r.End})
		}
	}
	return out
}
