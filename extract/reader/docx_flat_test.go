package reader

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// flatWord returns a Word file as one package of XML.
func flatWord(body string) string {
	wrap := func(name, content string) string {
		return `<pkg:part pkg:name="` + name + `"><pkg:xmlData>` + content + `</pkg:xmlData></pkg:part>`
	}
	return `<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="` + flatNamespace + `">` +
		wrap("/_rels/.rels", topRelations[strings.Index(topRelations, "<Rel"):]) +
		wrap("/word/document.xml", `<w:document `+wordNamespaces+`><w:body>`+body+`</w:body></w:document>`) +
		wrap("/word/styles.xml", testStyles[strings.Index(testStyles, "<w:styles"):]) +
		`<pkg:part pkg:name="/word/media/a.png"><pkg:binaryData>iVBO</pkg:binaryData></pkg:part></pkg:package>`
}

// word2003 returns a file of Word 2003's XML.
func word2003(body string) string {
	return `<?xml version="1.0"?><?mso-application progid="Word.Document"?>` +
		`<w:wordDocument xmlns:w="` + word2003Namespace + `" xmlns:wx="wx" xmlns:aml="aml" xmlns:o="o">` +
		`<o:DocumentProperties><o:Title>深度图神经网络研究</o:Title><o:Author>张三</o:Author></o:DocumentProperties>` +
		`<w:styles><w:style w:type="paragraph" w:default="on" w:styleId="a"><w:name w:val="Normal"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 2"/><w:basedOn w:val="a"/></w:style></w:styles>` +
		`<w:body><wx:sect>` + body + `</wx:sect></w:body></w:wordDocument>`
}

// declared states an encoding in the declaration of XML.
func declared(encoding, xml string) string {
	return strings.Replace(xml, `<?xml version="1.0"?>`, "<?xml version='1.0' encoding = '"+encoding+"' standalone='yes'?>", 1)
}

func flatODT(body string) string {
	return `<?xml version="1.0"?><office:document ` + odtNamespaces + ` office:mimetype="application/vnd.oasis.opendocument.text">` +
		`<office:meta><dc:title>深度图神经网络研究</dc:title></office:meta><office:automatic-styles>` + odtStyles + `</office:automatic-styles>` +
		`<office:body><office:text>` + body + `</office:text></office:body></office:document>`
}

func TestFlatFiles(t *testing.T) {
	note := func(kind, text string) string { return `<w:` + kind + `>` + wordPara(text) + `</w:` + kind + `>` }
	change := func(kind, text string) string {
		return `<aml:annotation w:type="` + kind + `"><aml:content>` + text + `</aml:content></aml:annotation>`
	}
	number := func(number, font string) string {
		return `<w:p><w:pPr><w:listPr><wx:t wx:val="` + number + `"/><wx:font wx:val="` + font + `"/></w:listPr></w:pPr><w:r><w:t>项</w:t></w:r></w:p>`
	}
	for _, c := range []struct {
		name, data string
		method     string
		want       []string
		flags      []extract.Flag
	}{
		{"one package", flatWord(styled("1", "立项依据") + wordPara("正文。")), "docx", []string{"h1 立项依据", "body 正文。"}, nil},
		{"one package in UTF-16", "\xFF\xFE" + utf16Bytes(flatWord(wordPara("正文。")), false), "docx", []string{"body 正文。"}, nil},
		{"one package in UTF-16 without a mark", utf16Bytes(flatWord(wordPara("正文。")), true), "docx", []string{"body 正文。"}, nil},
		{"one package in GB 18030", declared("gb2312", gbk(t, flatWord(wordPara("本项目研究㐂与€。")))), "docx", []string{"body 本项目研究㐂与€。"}, nil},
		{"a false declaration", declared("GBK", flatWord(wordPara("本项目研究深度图神经网络。"))), "docx", []string{"body 本项目研究深度图神经网络。"}, nil},
		{"Word 2003 in GBK", declared("GBK", gbk(t, word2003(wordPara("本项目研究图神经网络。")))), "docx", []string{"body 本项目研究图神经网络。"}, nil},
		{"OpenDocument in GBK", declared("gbk", gbk(t, flatODT(`<text:p>深度图神经网络研究</text:p>`))), "odt", []string{"body 深度图神经网络研究"}, nil},
		{"Word 2003", word2003(styled("2", "立项依据") + wordPara("本项目为深度图神经网络研究。") + number("1.", "Arial") + number("l", "Wingdings")), "docx",
			[]string{"h2 立项依据", "body 本项目为深度图神经网络研究。", "h1 1. 项", "body • 项"}, nil},
		{"Word 2003: a table", word2003(`<w:tbl><w:tr><w:tc><w:tcPr><w:vmerge w:val="restart"/></w:tcPr>` + wordPara("甲") + `</w:tc><w:tc>` + wordPara("乙") + `</w:tc></w:tr></w:tbl>`), "docx",
			[]string{"cell 甲", "cell 乙"}, nil},
		{"Word 2003: notes and changes", word2003(`<w:p><w:r><w:t>甲</w:t></w:r><w:r>` + note("footnote", "注") + `</w:r>` +
			change(deletion2003, `<w:r><w:delText>删</w:delText></w:r>`) + change("Word.Insertion", `<w:r><w:t>乙</w:t></w:r>`) +
			`<w:r>` + change(comment2003, wordPara("批")) + `</w:r></w:p>` + change(deletion2003, wordPara("整段")) + change(comment2003, wordPara("批"))), "docx",
			[]string{"body 甲乙", "footnote 注"}, []extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.DeletedText, Text: "删"}}},
		{"OpenDocument", flatODT(`<text:h text:outline-level="2">一</text:h><text:p>深度图神经网络研究<text:span text:style-name="hid">隐</text:span></text:p>`), "odt",
			[]string{"h2 1.1 一", "body 深度图神经网络研究"}, []extract.Flag{{Span: extract.Span{Start: 15, End: 15}, Kind: extract.HiddenText, Text: "隐"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(c.data))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" || d.Method != c.method {
				t.Errorf("%s: paragraphs (-want +got):\n%s", d.Method, diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			if c.name == "Word 2003" || c.name == "OpenDocument" {
				if d.Metadata.Title != "深度图神经网络研究" {
					t.Errorf("title %q", d.Metadata.Title)
				}
			}
		})
	}
}

func TestFlatRefused(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       error
	}{
		{"another package", `<?xml version="1.0"?><pkg:package xmlns:pkg="` + flatNamespace + `"/>`, extract.ErrDamaged},
		{"another OpenDocument", strings.ReplaceAll(flatODT(""), "opendocument.text", "opendocument.spreadsheet"), extract.ErrUnsupported},
		{"another namespace", strings.ReplaceAll(word2003(wordPara("a")), word2003Namespace, "urn:x"), extract.ErrUnsupported},
		{"cut off", word2003(wordPara("a"))[:580], extract.ErrDamaged},
		{"deep", flatWord(strings.Repeat("<w:x>", 5000)), extract.ErrLimits},
		{"deep in Word 2003", word2003(strings.Repeat("<w:x>", 5000)), extract.ErrLimits},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Parse(context.Background(), "f", []byte(c.data), extract.Options{}); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func FuzzFlat(f *testing.F) {
	f.Add(flatWord(styled("1", "一") + wordPara("甲")))
	f.Add(word2003(styled("2", "一") + `<aml:annotation w:type="Word.Deletion"><aml:content>` + wordPara("甲") + `</aml:content></aml:annotation>`))
	f.Add(flatODT("<text:p>甲</text:p>"))
	f.Fuzz(func(t *testing.T, data string) { checkFuzzed(t, []byte(data)) })
}
