package reader

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// wordWithHeaders makes a Word file with headers: kind of the page → body of the part.
func wordWithHeaders(t *testing.T, body, section string, headers map[string]string, more ...part) []byte {
	t.Helper()
	relations := strings.TrimSuffix(noRelations, "/>") + ">"
	references := ""
	for i, kind := range []string{"default", "first", "even"} {
		if headers[kind] == "" {
			continue
		}
		id := strconv.Itoa(i)
		relations += `<Relationship Id="h` + id + `" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header` + id + `.xml"/>`
		references += `<w:headerReference w:type="` + kind + `" r:id="h` + id + `"/>`
		more = append(more, part{"word/header" + id + ".xml", `<?xml version="1.0"?><w:hdr ` + wordNamespaces + `>` + headers[kind] + `</w:hdr>`})
	}
	return zipOf(t, append([]part{
		{"[Content_Types].xml", contentTypes}, {"_rels/.rels", topRelations}, {"word/_rels/document.xml.rels", relations + `</Relationships>`},
		{"word/document.xml", `<?xml version="1.0"?><w:document ` + wordNamespaces + `><w:body>` + body + `<w:sectPr>` + references + section + `</w:sectPr></w:body></w:document>`},
	}, more...)...)
}

// What stands in headers, footers and comments is text from some length on, each paragraph once; a
// running title is none.
func TestHeaders(t *testing.T) {
	const (
		title = "国家自然科学基金申请书"
		prose = "本研究提出一种面向大规模异构图数据的自适应表示学习方法，通过对节点邻域的动态采样降低计算开销，并在多个公开数据集上验证其有效性和可扩展性。" +
			"实验结果表明，该方法在保持精度的同时将训练时间缩短了一半以上，为后续研究提供了可靠的基础。"
		address = "某某省某某市某某区某某路一百二十三号某某大厦二十层"
	)
	letterhead := ""
	for i := range 5 {
		letterhead += wordPara(address + strconv.Itoa(i))
	}
	body := wordPara("一、研究内容") + wordPara("正文一段。")
	text := []string{"h1 一、研究内容", "body 正文一段。"}
	withProse := append(text[:2:2], "running "+prose)
	for _, c := range []struct {
		name  string
		data  []byte
		want  []string
		count int // of characters that are named as not compared
	}{
		{"a running title", wordWithHeaders(t, body, "", map[string]string{"default": wordPara(title)}), text, 0},
		{"prose", wordWithHeaders(t, body, "", map[string]string{"default": wordPara(title) + wordPara(prose)}), withProse, 0},
		{"prose, in a box", wordWithHeaders(t, body, "", map[string]string{"default": `<w:p><w:r><w:pict><v:textbox><w:txbxContent>` + wordPara(prose) + `</w:txbxContent></v:textbox></w:pict></w:r></w:p>`}), withProse, 0},
		{"prose that stands in the text", wordWithHeaders(t, body+wordPara(prose), "", map[string]string{"default": wordPara(prose)}), append(text[:2:2], "body "+prose), 0},
		{"a letterhead of many lines", wordWithHeaders(t, body, "", map[string]string{"default": letterhead}), text, 130},
		{"of a first page that is none", wordWithHeaders(t, body, "", map[string]string{"first": wordPara(prose)}), text, 0},
		{"of a first page", wordWithHeaders(t, body, `<w:titlePg/>`, map[string]string{"first": wordPara(prose)}), withProse, 0},
		{"of even pages that are as all", wordWithHeaders(t, body, "", map[string]string{"even": wordPara(prose)}), text, 0},
		{"of even pages", wordWithHeaders(t, body, "", map[string]string{"even": wordPara(prose)}, part{"word/settings.xml", `<w:settings ` + wordNamespaces + `><w:evenAndOddHeaders/></w:settings>`}), withProse, 0},
		{"that no section has", wordFile(t, body, part{"word/header1.xml", `<w:hdr ` + wordNamespaces + `>` + wordPara(prose) + `</w:hdr>`}), text, 0},
		{"the same on three kinds of pages", wordWithHeaders(t, body, `<w:titlePg/>`, map[string]string{"default": wordPara(prose), "first": wordPara(prose)}), withProse, 0},
		{"comments", wordWithComments(t, body+`<w:p><w:r><w:commentReference w:id="1"/></w:r></w:p>`, prose), withProse, 0},
		{"remarks that are no sentences", wordWithComments(t, body+`<w:p><w:r><w:commentReference w:id="1"/></w:r></w:p>`, strings.Repeat("此处需要补充参考文献和数据来源", 8)),
			append(text[:2:2], "running "+strings.Repeat("此处需要补充参考文献和数据来源", 8)), 0},
		{"a few remarks", wordWithComments(t, body+`<w:p><w:r><w:commentReference w:id="1"/></w:r></w:p>`, "这一段请改得短一些。"), text, 0},
		{"comments that the text has no more", wordWithComments(t, body, prose), text, 0},
		{"comments of Word 2003", []byte(word2003(wordPara("正文一段。") + `<w:p><w:r><aml:annotation w:type="Word.Comment"><aml:content>` + wordPara(prose) + `</aml:content></aml:annotation></w:r></w:p>`)),
			[]string{"body 正文一段。", "running " + prose}, 0},
		{"comments of an old Word file", oldFile{parts: [8][]oldPara{mainPart: {old("正文一段。")}, commentPart: {old("\x05" + prose), old("")}}}.write(t),
			[]string{"body 正文一段。", "running " + prose}, 0},
		{"a box in the header of an old Word file", oldBoxed(t, oldShape{right: 8000, bottom: 9000, header: true, text: old(prose)}), []string{"body seen", "running " + prose}, 0},
		{"RTF", []byte(`{\rtf1\ansi {\header ` + rtfUnicode(title) + `\par ` + rtfUnicode(prose) + `\par}` + rtfUnicode("一、研究内容") + `\par ` + rtfUnicode("正文一段。") + `\par}`), withProse, 0},
		{"RTF, first pages that are none", []byte(`{\rtf1\ansi {\headerf ` + rtfUnicode(prose) + `\par}` + rtfUnicode("一、研究内容") + `\par ` + rtfUnicode("正文一段。") + `\par}`), text, 0},
		{"comments in RTF", []byte(`{\rtf1\ansi ` + rtfUnicode("一、研究内容") + `\par ` + rtfUnicode("正文一段。") + `{\*\atnid a}{\*\atnauthor a}\chatn{\*\annotation{\*\atndate 1}\pard ` + rtfUnicode(prose) + `\par}\par}`), withProse, 0},
		{"comments in OpenDocument", odtFile(t, "", `<text:p>一、研究内容</text:p><text:p>正文一段。<office:annotation><dc:creator>a</dc:creator><dc:date>2024</dc:date><text:p>`+prose+`</text:p></office:annotation></text:p>`), withProse, 0},
		{"OpenDocument", odtWithHeader(t, `<text:p>`+prose+`</text:p>`), withProse, 0},
		{"OpenDocument, a title", odtWithHeader(t, `<text:p>`+title+`</text:p>`), text, 0},
	} {
		d := mustParse(t, c.data)
		if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
			t.Errorf("%s: paragraphs (-want +got):\n%s", c.name, diff)
		}
		count := 0
		for _, n := range d.Notices {
			if n.Kind == extract.RunningUnread {
				count += n.Count
			}
		}
		if count != c.count {
			t.Errorf("%s: %d characters are named as not compared, want %d", c.name, count, c.count)
		}
		for _, s := range d.Sections {
			if strings.Contains(string([]rune(d.Text)[s.Start:s.End]), "自适应") && !strings.Contains(c.name, "stands in the text") {
				t.Errorf("%s: the section %q has what is in no section", c.name, s.Title)
			}
		}
	}
}

// wordWithComments makes a Word file with a comment.
func wordWithComments(t *testing.T, body, comment string) []byte {
	t.Helper()
	return wordFile(t, body, part{"word/comments.xml", `<?xml version="1.0"?><w:comments ` + wordNamespaces + `><w:comment w:id="1">` + wordPara(comment) + `</w:comment></w:comments>`})
}

func odtWithHeader(t *testing.T, header string) []byte {
	t.Helper()
	const spaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"`
	return zipOf(t, part{"mimetype", "application/vnd.oasis.opendocument.text"},
		part{"content.xml", `<office:document-content ` + spaces + `><office:body><office:text><text:h text:outline-level="1">一、研究内容</text:h><text:p>正文一段。</text:p></office:text></office:body></office:document-content>`},
		part{"styles.xml", `<office:document-styles ` + spaces + `><office:master-styles><style:master-page style:name="Standard"><style:header>` + header + `</style:header></style:master-page>` +
			`<style:master-page style:name="Other"><style:header><text:p>` + strings.Repeat("没有一页是这样的，所以没有人看见。", 10) + `</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`})
}

// Prose at the head of each page of a PDF is read once; a running title is not.
func TestPDFHeaders(t *testing.T) {
	needFont(t)
	head := []string{"本研究提出一种面向大规模异构图数据的自适应表示学习方法，通过对节点", "邻域的动态采样降低计算开销，并在多个公开数据集上验证其有效性。实验", "结果表明，该方法在保持精度的同时将训练时间缩短了一半以上，十分可靠。"}
	body := func(n int) string {
		out := ""
		for i := range 20 {
			out += showHan(12, 72, 700-24*i, strings.Repeat(string(rune('甲'+i)), 3)+"第"+strconv.Itoa(n)+"页的正文在这里一行一行地写下去，说的都是别的事情，")
		}
		return out
	}
	for _, c := range []struct {
		name string
		head []string
		want int // times that it is read
	}{{"prose", head, 1}, {"a title", []string{"国家自然科学基金申请书（面上项目）正文"}, 0}} {
		var pages []string
		for n := range 5 {
			content := body(n)
			for i, s := range c.head {
				content += showHan(10, 72, 810-16*i, s)
			}
			pages = append(pages, content)
		}
		d := mustParse(t, pdfFile("", pages...))
		if got := strings.Count(strings.ReplaceAll(d.Text, "\n", ""), strings.Join(c.head, "")); got != c.want {
			t.Errorf("%s: read %d times in %q", c.name, got, d.Text)
		}
	}
}
