package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What stands above a text says how it is read, and is left out, or is text of its own.
func TestRuby(t *testing.T) {
	ruby := func(above, below string) string {
		return `<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>` + above + `</w:t></w:r></w:rt><w:rubyBase><w:r><w:t xml:space="preserve">` + below + `</w:t></w:r></w:rubyBase></w:ruby></w:r>`
	}
	for _, c := range []struct {
		name, runs string
		want       []string
	}{
		{"pinyin", ruby("zhuāng", "装") + ruby("zhì", "置"), []string{"body 装置"}},
		{"kana", ruby("うけたまわ", "承") + `<w:r><w:t>る</w:t></w:r>`, []string{"body 承る"}},
		{"bopomofo", ruby("ㄓㄨㄤ", "装"), []string{"body 装"}},
		{"a term in another language", ruby("deep learning", "深度学习"), []string{"body 深度学习"}},
		{"above blanks", ruby("本项目研究", "　　") + ruby("土壤", "　"), []string{"body 本项目研究土壤"}},
		{"above nothing", ruby("本项目研究", "") + ruby("土壤", ""), []string{"body 本项目研究土壤"}},
		{"Chinese above Chinese", ruby("本项目", "一二三") + ruby("研究", "四五"), []string{"body 一二三四五", "box 本项目研究"}},
		{"a sentence above a sign", ruby("this project studies soil", "。"), []string{"body 。", "box this project studies soil"}},
	} {
		d := mustParse(t, wordFile(t, `<w:p>`+c.runs+`</w:p>`))
		got := paragraphTexts(d)
		for i := range got {
			got[i] = strings.TrimSpace(got[i])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: paragraphs (-want +got):\n%s", c.name, diff)
		}
	}
}

// The same in other formats.
func TestRubies(t *testing.T) {
	want := []string{"body 装　本项目研究", "box 本项目"}
	odt := func(below, above string) string {
		return `<text:ruby><text:ruby-base>` + below + `</text:ruby-base><text:ruby-text>` + above + `</text:ruby-text></text:ruby>`
	}
	page := func(below, above string) string { return `<ruby>` + below + `<rt>` + above + `</rt></ruby>` }
	for name, data := range map[string][]byte{
		"odt":  odtFile(t, "", `<text:p>`+odt("装", "zhuāng")+odt("　", "")+odt("", "本项目")+odt("研究", "本项目")+`</text:p>`),
		"html": []byte(`<html><p>` + page("装", "zhuāng") + page("　", "") + page("", "本项目") + page("研究", "本项目")),
	} {
		if diff := cmp.Diff(want, paragraphTexts(mustParse(t, data))); diff != "" {
			t.Errorf("%s: paragraphs (-want +got):\n%s", name, diff)
		}
	}
}
