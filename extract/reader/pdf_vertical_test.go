package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stacked writes a text downwards, of which each character is 12 high.
func stacked(x, y int, text string) string {
	var out strings.Builder
	for i, r := range []rune(text) {
		out.WriteString(showHan(12, x, y-12*i, string(r)))
	}
	return out.String()
}

func TestPDFVerticalWriting(t *testing.T) {
	needFont(t)
	columns := []string{
		"近年来随着国家重大战略需求的提出图神经网络的可解释性研究取得了重",
		"要进展但在样本不足的条件下仍有许多问题没有解决需要进一步研究这是",
		"本项目要解决的问题。",
	}
	next := "前期工作说明所提方法可行，并在公开数据上得到验证。"
	page := stacked(500, 700, columns[0]) + stacked(478, 700, columns[1]) + stacked(456, 700, columns[2]) + stacked(434, 676, next)
	if diff := cmp.Diff([]string{"body " + strings.Join(columns, ""), "body " + next}, paragraphTexts(mustParse(t, pdfFile("", page)))); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
}

// A narrow column of a form has one character a line; its page stays as it is.
func TestPDFStackedLabels(t *testing.T) {
	needFont(t)
	page := stacked(60, 700, "项目简介") + setLines("F1", 700, 24, lorem...) + showHan(12, 100, 500, "近年来随着国家重大战略需求的提出图神经网络的研究取得了进展")
	d := mustParse(t, pdfFile("", page))
	if !strings.Contains(d.Text, "近年来随着国家重大战略需求的提出图神经网络的研究取得了进展") || !strings.Contains(d.Text, lorem[0]) {
		t.Errorf("got %q", d.Text)
	}
}
