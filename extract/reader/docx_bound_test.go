package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// A content control shows the value that it is bound to.
func TestBoundControls(t *testing.T) {
	control := func(path, more, content string) string {
		return `<w:sdt><w:sdtPr><w:dataBinding w:xpath="` + path + `" w:storeItemID="{A}"/>` + more + `</w:sdtPr><w:sdtContent>` + content + `</w:sdtContent></w:sdt>`
	}
	for _, c := range []struct {
		name, body string
		want       []string
		hidden     string
	}{
		{"the same", control("/ns0:r[1]/ns0:p[2]", "<w:text/>", wordPara("第二 段")), []string{"body 第二 段"}, ""},
		{"another paragraph", control("/ns0:r[1]/ns0:p[2]", "<w:text/>", wordPara("掩护")), []string{"body 第二段"}, "掩护"},
		{"another run", `<w:p><w:r><w:t>前</w:t></w:r>` + control("/r/p", "", `<w:r><w:t>掩护</w:t></w:r>`) + `<w:r><w:t>后</w:t></w:r></w:p>`, []string{"body 前第一段后"}, "掩护"},
		{"a cell", `<w:tbl><w:tr><w:tc>` + wordPara("题目") + `</w:tc>` + control("/r/p", "", `<w:tc>`+wordPara("掩护")+`</w:tc>`) + `</w:tr></w:tbl>`, []string{"cell 题目", "cell 第一段"}, "掩护"},
		{"an attribute", control("/r/@a", "", wordPara("掩护")), []string{"body 属性"}, "掩护"},
		{"a date", control("/r/d", `<w:date/>`, wordPara("2025年1月1日")), []string{"body 2025年1月1日"}, ""},
		{"no value", control("/r/none", `<w:showingPlcHdr/>`, wordPara("单击此处输入")), []string{"body 单击此处输入"}, ""},
		{"another part", strings.Replace(control("/r/p", "", wordPara("正文")), "{A}", "{B}", 1), []string{"body 正文"}, ""},
	} {
		d := mustParse(t, linkedFile(t, c.body, map[string]string{"x": "/customXml/item1.xml"},
			part{"customXml/item1.xml", `<ns0:r xmlns:ns0="n" a="属性"><ns0:p>第一段</ns0:p><ns0:p>第二段</ns0:p><ns0:d>2025-01-01</ns0:d></ns0:r>`},
			part{"customXml/itemProps1.xml", `<ds:datastoreItem ds:itemID="{a}" xmlns:ds="d"/>`}))
		if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
			t.Errorf("%s: paragraphs (-want +got):\n%s", c.name, diff)
		}
		hidden := ""
		for _, f := range d.Flags {
			if f.Kind == extract.HiddenText {
				hidden += f.Text
			}
		}
		if hidden != c.hidden {
			t.Errorf("%s: hidden %q, want %q", c.name, hidden, c.hidden)
		}
	}
}
