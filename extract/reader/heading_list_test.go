package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is numbered like headings and is none, each with the headings that the
// text has all the same.
func TestNumberedButNoHeadings(t *testing.T) {
	const text = "本项目研究深度图神经网络的可解释性，建立统一的理论框架。"
	long := strings.Repeat(text, 5)
	items := func(n int, format, below string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, format+"\n"+below+"\n", i+1)
		}
		return out.String()
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a table of contents without leaders", "1.1 研究背景 3\n1.2 研究意义 - 12 -\n2.1 方案\t- 15 -\n1.1 研究背景\n" + text + "\n1.2 研究意义\n" + text, []string{"1.1 研究背景", "1.2 研究意义"}},
		{"items behind a sentence", "一、本表适用于创新项目。\n二、由负责人报所在学院初审\n一、立项依据\n" + text, []string{"一、立项依据"}},
		{"items with equations between them", "1.1 研究背景\n" + text + "\n1. 随机策略\n(2.6)\n2. 最优策略\n（2-7）\n3. 混合策略\n(8)\n" + text, []string{"1.1 研究背景"}},
		{"a chapter that ends as a sentence", "三、研究内容\n" + text + "\n四、关键技术和理论依据；\n" + text + "\n五、创新之处\n" + text + "\n六、参考文献。\n" + text, []string{"三、研究内容", "四、关键技术和理论依据；", "五、创新之处"}},
		{"two that may be the missing chapter", "一、研究内容\n" + text + "\n二、先做甲。\n" + text + "\n二、后做乙。\n" + text + "\n三、创新之处\n" + text, []string{"一、研究内容", "三、创新之处"}},
		{"a clause of a sentence", "三、本表由负责人报所在学院初审，学院签署意见后报送教务处实习与实验教学科（一式三份）\n" + text, nil},
		{"questions", "1.下列各项中正确的是（ ）\n" + text + "\n2. 关于业务流程改善错误的是（AB）。\n" + text + "\n3. 图神经网络是____\n" + text, nil},
		{"a prompt in brackets", "1．立项依据与研究内容（研究意义、国内外研究现状，需说明创新点；附主要参考文献）；\n" + text, []string{"1．立项依据与研究内容（研究意义、国内外研究现状，需说明创新点；附主要参考文献）；"}},
		{"numbers alone", "1.1 研究背景\n" + text + "\n2.2.\n" + text + "\n（三）\n" + text, []string{"1.1 研究背景"}},
		{"a list of more than 30, the most that chapters may be", items(35, "%d. 条目", long), nil},
		{"fewer than 30", items(25, "%d. 章节", long)[:len("1. 章节")], []string{"1. 章节"}},
		{"questions that begin anew", strings.Repeat(items(8, "%d. 题目", text), 5), nil},
		{"measurements, 20 of which the half are out of order", "1.1 研究背景\n" + text + "\n" + strings.Repeat("7.5 甲样品\n"+text+"\n3.2 乙样品\n"+text+"\n", 10), nil},
		{"numbers in order", "1.1 甲\n" + text + "\n1.2 乙\n" + text + "\n1.2.1 丙\n" + text + "\n2.1 丁\n" + text, []string{"1.1 甲", "1.2 乙", "1.2.1 丙", "2.1 丁"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range mustParse(t, []byte(c.text)).Sections {
				got = append(got, s.Title)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("headings (-want +got):\n%s", diff)
			}
		})
	}
}
