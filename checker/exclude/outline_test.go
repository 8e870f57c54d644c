package exclude_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// document makes a document of paragraphs; those that begin with "#" are
// headings of as many levels.
func outlined(paragraphs ...string) *extract.Document {
	d := &extract.Document{}
	var b strings.Builder
	at := 0
	for _, p := range paragraphs {
		title := strings.TrimLeft(p, "#")
		level := len(p) - len(title)
		title = strings.TrimSpace(title)
		n := len([]rune(title))
		kind := extract.Body
		if level > 0 {
			kind = extract.Heading
			d.Sections = append(d.Sections, extract.Section{Span: extract.Span{Start: at, End: at + n}, Title: title, Level: level})
		}
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: kind, Level: level})
		b.WriteString(title + "\n")
		at += n + 1
	}
	d.Text = strings.TrimSuffix(b.String(), "\n")
	return d
}

const (
	prose = "本项目拟从数据结构、训练目标和评价方法三个方面展开研究，并在真实场景中加以验证，预期形成一套可以推广的方法。"
	entry = "[1] 李明, 王强. 基于深度学习的图像识别方法综述[J]. 计算机学报, 2021, 44(5): 901-920."
)

func TestOutlined(t *testing.T) {
	for _, test := range []struct {
		name string
		d    *extract.Document
		want []string // level, role, title, and how many paragraphs
	}{
		{
			"references within a part, and a prompt in the style of running text behind them",
			outlined("# （一）立项依据与研究内容", "## 1．项目的立项依据（研究意义、国内外研究现状及发展动态分析）；", prose,
				"# 参考文献", entry, entry, "2．项目的研究内容、研究目标，以及拟解决的关键科学问题；", prose,
				"## 3．拟采取的研究方案及可行性分析；", prose, "# （二）研究基础与工作条件", prose),
			[]string{"1 rationale （一） 10", "2 rationale 1． 5", "3 references 参考文 3", "2 content 2． 2", "2 method 3． 2", "1 basis （二） 2"},
		},
		{
			"references with a number",
			outlined("# 一、立项依据", prose, "# 二、研究内容", prose, "# 三、参考文献", entry, entry),
			[]string{"1 rationale 一、 2", "1 content 二、 2", "1 references 三、 3"},
		},
		{"nothing", outlined(prose), nil},
	} {
		got, roles := exclude.New(test.d, evidence.Identity{}, nil).Outlined()
		var lines []string
		for i, s := range got.Sections {
			n := 0
			for _, p := range got.Paragraphs {
				if p.Start >= s.Start && p.End <= s.End {
					n++
				}
			}
			head := []rune(s.Title)
			lines = append(lines, fmt.Sprintf("%d %s %s %d", s.Level, roles[i], string(head[:min(len(head), map[bool]int{true: 2, false: 3}[head[1] == '．' || head[1] == '、'])]), n))
		}
		if diff := cmp.Diff(test.want, lines); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
	}
}
