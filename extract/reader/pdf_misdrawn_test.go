package reader

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

var (
	drawnLines = []string{
		"本研究提出一种面向异构数据的学习方法", "并在多个公开数据集上验证其有效可扩展", "结果表明该算法能够显著缩短训练时间和",
		"首先构建图神经网络模型然后分析误差", "最后讨论未来工作方向及其应用前景如何", "为后续相关领域提供可靠理论基础支撑",
	}
	statedLines = []string{
		"今天天气很好我们一起去公园散步吧吗呢", "路边花都开了孩子们在草地上奔跑着笑声", "傍晚时候下起小雨大家回家去了灯光亮起",
		"厨房里飘来饭菜香味奶奶叫我们吃饭了", "晚上爷爷讲了从前故事大家听得入迷极了", "夜深人静月光洒在窗台上明天又是晴天",
	}
)

// otherwiseStated makes a page of lines whose fonts, one a line, say that they draw others.
func otherwiseStated(drawn, stated []string) []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	var fonts, content strings.Builder
	for i := range drawn {
		fmt.Fprintf(&fonts, "/L%d %d 0 R ", i, 5+2*i)
	}
	b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << %s >> >> >>", fonts.String()))
	for i, s := range drawn {
		content.WriteString(strings.Replace(showHan(14, 72, 720-24*i, s), "/F3", fmt.Sprintf("/L%d", i), 1))
	}
	b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()))
	for i, s := range drawn {
		table := "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
		other := []rune(stated[i])
		for k, r := range []rune(s) {
			table += fmt.Sprintf("1 beginbfchar <%04X> <%04X> endbfchar\n", r, other[k%len(other)])
		}
		table += "endcmap end"
		b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /ToUnicode %d 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light "+
			"/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 "+
			"/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>", 6+2*i))
		b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(table), table))
	}
	return b.finish("/Root 1 0 R")
}

// Fonts that say of what they draw that it is another text, which is one too, are told by
// the shapes of the characters: the page is recognised or, where nothing does so, named.
func TestPDFDrawsOtherCharacters(t *testing.T) {
	needFont(t)
	unverified := func(d *extract.Document) bool {
		return slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.Unverified && slices.Equal(n.Pages, []int{1}) })
	}
	read := func(data []byte, o extract.Options) *extract.Document {
		t.Helper()
		d, err := Parse(context.Background(), "a.pdf", data, o)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	alone := extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract}
	if d := read(otherwiseStated(drawnLines, statedLines), alone); !unverified(d) {
		t.Errorf("other characters: %v of %q", d.Notices, d.Text)
	}
	for _, lines := range [][]string{drawnLines, statedLines} {
		d := read(otherwiseStated(lines, lines), alone)
		if got := strings.ReplaceAll(d.Text, "\n", ""); got != strings.Join(lines, "") || len(d.Notices) > 0 || len(d.Flags) > 0 {
			t.Errorf("the same characters: %q, %v, %v", got, d.Notices, d.Flags)
		}
	}
	needTesseract(t)
	d := read(otherwiseStated(drawnLines, statedLines), extract.Options{CacheDir: testCache, Deadline: 10 * extract.DefaultDeadline})
	if !strings.Contains(d.Text, "神经网络模型") || strings.Contains(d.Text, "公园散步") || len(d.Flags) == 0 || d.Flags[0].Kind != extract.Garbled {
		t.Errorf("recognised: %q, %v, %v", d.Text, d.Flags, d.Notices)
	}
}
