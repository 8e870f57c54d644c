package checker

import (
	"strings"
	"testing"
	"unicode/utf8"

	"zhiwen/checker/internal/texttest"
)

// pieces are what documents are put together of that confuse citations, exclusion and alignment: marks,
// quotes, brackets, numbers, headings, entries of lists, prompts and prose.
var pieces = []string{
	"\n", "\n\n", "[1]", "[2-5]", "［3，7］", "[12:34]", "（张三等，2019）", "(Smith & Brown, 2020)", "张三（2018）", "Smith et al. (2019)", "《某地区土壤碳循环研究报告（2018）》",
	"（", "）", "(", ")", "[", "]", "“", "”", "‘", "’", "\"", "「", "」", "《", "》", "①", "²³", "文献2", "参考文献", "\n参考文献\n", "\nReferences\n", "\n[1] 张三, 李四. 土壤碳循环研究[J]. 地理学报, 2018, 3(2): 1-9.",
	"\n2. Smith J, Brown K. Soil carbon. Nature, 2019, 12: 3–4. https://doi.org/10.1000/1", "1.", "（一）", "\n一、立项依据\n", "\n二、研究内容\n", "\n3.2 技术路线\n", "\n目录\n", "………… 12", "......3",
	"：", ":", "；", "。", "？", "!", "，", "、", ". ", "您", "你的项目拟解决什么问题？", "本人承诺所提交材料真实有效。", "感谢导师的指导。", "填写说明：不超过800字。", "申请人：张三", "\t", "　", "\u200b", "\u202e",
	"2019", "a", "é", "0", "冻土退化过程中土壤有机碳分解的微生物调控机制尚不清楚", "the microbial regulation of soil organic carbon decomposition", "𠀀", "🙂",
}

// shaped puts a text together of pieces, one a byte.
func shaped(recipe []byte) string {
	var b strings.Builder
	for _, x := range recipe {
		b.WriteString(pieces[int(x)%len(pieces)])
	}
	return b.String()
}

// Whatever is written: the comparison of two texts panics at neither, and what it records lies within both.
func FuzzShapes(f *testing.F) {
	f.Add([]byte("（张三等[1]，2019）"), []byte{10, 2, 29, 30, 31})
	f.Add([]byte{62, 6, 2, 43, 28, 31, 32}, []byte{62, 10, 2, 43, 29, 30})
	f.Add([]byte{35, 62, 41, 36, 63, 48, 49, 50}, []byte{37, 38, 39, 62, 62, 62, 63})
	e, err := New(DefaultParameters(DefaultProfile), nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		const most = 300 // pieces: enough for any shape
		this, other := shaped(a[:min(len(a), most)]), shaped(b[:min(len(b), most)])
		source := texttest.Document(other)
		ev, err := e.Compare(t.Context(), input(this), &Source{ID: 1, Document: source, Units: e.Units(source)})
		if err != nil {
			t.Fatal(err)
		}
		if len(ev.Library.Uncompared) > 0 {
			t.Fatal("the source was left out")
		}
		here, there := utf8.RuneCountInString(this), utf8.RuneCountInString(other)
		for _, s := range ev.Sources {
			for _, m := range s.Matches {
				if m.This.Offset < 0 || m.This.Offset+m.This.Length > here || m.Source.Offset < 0 || m.Source.Offset+m.Source.Length > there {
					t.Errorf("match %d lies outside: [%d, +%d) of %d, [%d, +%d) of %d", m.ID, m.This.Offset, m.This.Length, here, m.Source.Offset, m.Source.Length, there)
				}
			}
		}
	})
}
