package main

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

func TestBrokenOff(t *testing.T) {
	for _, c := range []struct {
		name, before, behind string
		want                 bool
	}{
		{"two sentences", "本项目研究图神经网络的鲁棒性。", "其结果可用于推荐系统。", false},
		{"a comma at the end", "本项目研究图神经网络，", "其结果可用于推荐系统。", true},
		{"a full stop at the beginning", "本项目研究图神经网络", "。其结果", true},
		{"no mark between long lines", "近年来图神经网络在推荐系统生物信息和交通预", "测等领域得到了广泛应用但是其预测结果容易受", true},
		{"short items", "张三", "李四", false},
		{"a heading behind", "近年来图神经网络在推荐系统生物信息和交通预测", "一、立项依据与研究内容及其他需要说明的", false},
		{"an item in letters behind", "应用层：处理应用进程之间发送和接收的数据", "b) 表示层：在两个应用层之间表示数据", false},
		{"an item behind a comma", "the size of the tournament among all of them,", "• the number of generations,", false},
		{"an item by a dash", "for each of the composable maps we have,", "– the identity is what it was", false},
		{"a dash within a sentence", "the identity of both of them", "– as was said", false},
		{"a caption in two languages", "Fig. 3 Statistics of academic papers on images", "图3 学术论文统计以及其他需要说明的图像", false},
		{"a sentence that a caption cuts", "近年来图神经网络在推荐系统生物信息和交通预测的原因在", "图3 学术论文统计以及其他需要说明的图像", true},
		{"a caption that goes on", "Fig. 3 Statistics of academic papers", "on images of two kinds", true},
		{"an English word goes on", "The robustness of graph", "neural networks is studied.", true},
		{"an English sentence begins", "It is studied here", "The method is new.", false},
		{"a table of contents", "研究内容与研究目标及关键科学问题........12", "研究方案及可行性分析与年度研究计划说明", false},
	} {
		if got := brokenOff(c.before, c.behind); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestBreaksOf(t *testing.T) {
	d := &extract.Document{}
	at := 0
	for _, p := range []struct {
		kind extract.ParagraphKind
		text string
	}{
		{extract.Body, "本项目研究图，"}, {extract.Body, "其结果可用。"}, {extract.Cell, "姓名"}, {extract.Cell, strings.Repeat("长", 51)}, {extract.Heading, "结论，"}, {extract.Body, "完。"}, {extract.Body, "f(a,\nb)"}, {extract.Body, "其中a"}, {extract.Body, "，是"},
	} {
		n := len([]rune(p.text))
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: p.kind})
		d.Text += p.text + "\n"
		at += n + 1
	}
	got, faults := breaksOf(d, "")
	if want := (breaks{all: 7 + 6 + 2 + 51 + 3 + 2 + 6 + 3 + 2, broken: 7 + 3, cells: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if want := []string{"p. 0, 7 broken off: 本项目研究图， | 其结果可用。", "p. 0, cell: 姓名", "p. 0, 3 broken off: 其中a | ，是"}; !slices.Equal(faults, want) {
		t.Errorf("quoted %q, want %q", faults, want)
	}
	got, faults = breaksOf(d, "本项目研究图，其结果可用。\n其中a\n，是\n")
	if got.broken != 7+3 || got.stated != 3 || len(faults) != 2 {
		t.Errorf("with the file's paragraphs: got %+v, quoted %q", got, faults)
	}
}
