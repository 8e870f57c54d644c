package reader

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Word shows the first choice whose namespaces it understands, else the fallback: of
// paragraphs, of what is in a run, of its properties, of the rows of a table.
func TestWordShowsWhatItUnderstands(t *testing.T) {
	alternate := func(requires, choice, fallback string) string {
		return `<mc:AlternateContent xmlns:zz="urn:zz" xmlns:w16se="http://schemas.microsoft.com/office/word/2015/wordml/symex"><mc:Choice Requires="` + requires + `">` + choice +
			`</mc:Choice><mc:Fallback>` + fallback + `</mc:Fallback></mc:AlternateContent>`
	}
	row := func(s string) string { return `<w:tr><w:tc>` + wordPara(s) + `</w:tc></w:tr>` }
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"paragraphs", wordPara("甲") + alternate("zz", wordPara("无"), wordPara("乙")), []string{"body 甲", "body 乙"}},
		{"paragraphs that are understood", alternate("wps", wordPara("甲"), wordPara("无")), []string{"body 甲"}},
		{"runs", `<w:p>` + alternate("zz", looks("", "无"), looks("", "甲")) + `</w:p>`, []string{"body 甲"}},
		{"a sign", `<w:p><w:r><w:t>方法</w:t></w:r><w:r>` + alternate("w16se", `<w16se:symEx w16se:font="宋体" w16se:char="2460"/>`, `<w:t>②</w:t>`) + `</w:r></w:p>`, []string{"body 方法①"}},
		{"properties", `<w:p>` + looks("", "甲") + looks(alternate("zz", ``, `<w:vanish/>`), "隐") + looks(alternate("zz", `<w:vanish/>`, ``), "乙") + `</w:p>`, []string{"body 甲乙"}},
		{"a sign beside nothing", `<w:p><w:r><w:rPr>` + alternate("w16se", ``, `<w:rFonts w:ascii="Segoe UI Emoji"/>`) + `</w:rPr>` + alternate("w16se", ``, `<w:t>★</w:t>`) + `<w:t>重点</w:t></w:r></w:p>`, []string{"body ★重点"}},
		{"a text beside nothing", `<w:p><w:r>` + alternate("w16se", ``, `<w:t>不显示的文字</w:t>`) + `<w:t>重点</w:t></w:r></w:p>`, []string{"body 重点"}},
		{"rows", `<w:tbl>` + row("甲") + alternate("zz", row("无"), row("乙")) + `</w:tbl>`, []string{"cell 甲", "cell 乙"}},
		{"cells", `<w:tbl><w:tr>` + alternate("zz", ``, `<w:tc>`+wordPara("甲")+`</w:tc>`) + `</w:tr></w:tbl>`, []string{"cell 甲"}},
	} {
		if diff := cmp.Diff(c.want, paragraphTexts(mustParse(t, wordFile(t, c.body)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
