package reader

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
)

const testStyles = `<?xml version="1.0"?><w:styles ` + wordNamespaces + `>
<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/></w:style>
<w:style w:type="paragraph" w:styleId="own"><w:name w:val="章标题"/><w:basedOn w:val="own2"/></w:style>
<w:style w:type="paragraph" w:styleId="own2"><w:name w:val="节"/><w:basedOn w:val="own"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="secret"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style>
</w:styles>`

const testNumbering = `<?xml version="1.0"?><w:numbering ` + wordNamespaces + `>
<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="（%1）"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%2."/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="%1、"/></w:lvl>
<w:lvl w:ilvl="1"><w:isLgl/><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
</w:numbering>`

func styled(id, text string) string {
	return `<w:p><w:pPr><w:pStyle w:val="` + id + `"/></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
}

func numbered(num, level int, text string) string {
	return fmt.Sprintf(`<w:p><w:pPr><w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr></w:pPr><w:r><w:t>%s</w:t></w:r></w:p>`, level, num, text)
}

func looks(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t>` + text + `</w:t></w:r>`
}

func TestWord(t *testing.T) {
	table := `<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr/>` + wordPara("姓名") + `</w:tc><w:tc>` + wordPara("张三") + `</w:tc></w:tr></w:tbl>`
	textBox := `<w:p><w:r><w:t>前</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + wordPara("框内") +
		`</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + wordPara("框内") +
		`</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>后</w:t></w:r></w:p>`
	for _, c := range []struct {
		name, body string
		want       []string
		flags      []extract.Flag
	}{
		{"paragraphs", wordPara("第一段。") + `<w:p/>` + wordPara("第二段。"), []string{"body 第一段。", "body 第二段。"}, nil},
		{"tabs, breaks, hyphens, symbols",
			`<w:p><w:r><w:t>甲</w:t><w:tab/><w:t>乙</w:t><w:br/><w:t>丙</w:t><w:noBreakHyphen/><w:t>丁</w:t><w:softHyphen/><w:sym w:font="Wingdings 2" w:char="F052"/></w:r></w:p>`,
			[]string{"body 甲\t乙\n丙-丁☑"}, nil},
		{"headings by style and by outline level of its base", styled("1", "研究内容") + styled("own", "研究目标") + styled("toc1", "一、目录行") + wordPara("正文。"),
			[]string{"h1 研究内容", "h2 研究目标", "body 一、目录行", "body 正文。"}, nil},
		{"headings by their numbers, on the level that styles give them", styled("1", "一、立项依据") + wordPara("正文。") + wordPara("二、研究内容") + wordPara("（一）目标") + wordPara("正文。"),
			[]string{"h1 一、立项依据", "body 正文。", "h1 二、研究内容", "h2 （一）目标", "body 正文。"}, nil},
		{"automatic numbers", numbered(1, 0, "甲") + numbered(1, 1, "子") + numbered(1, 1, "丑") + numbered(1, 0, "乙") + numbered(2, 0, "点") + numbered(3, 0, "立项") + numbered(3, 1, "背景") + numbered(4, 0, "再起"),
			[]string{"h2 （一）甲", "body 1. 子", "body 2. 丑", "h2 （二）乙", "body • 点", "h1 一、立项", "h3 1.1 背景", "h1 五、再起"}, nil},
		{"table cells", wordPara("表前") + table + wordPara("表后"), []string{"body 表前", "cell 姓名", "cell 张三", "body 表后"}, nil},
		{"a form's cell with a chapter in it", `<w:tbl><w:tr><w:tc>` + wordPara("一、立项依据") + wordPara("正文一。") + wordPara("正文二。") + wordPara("正文三。") + `</w:tc></w:tr></w:tbl>`,
			[]string{"h1 一、立项依据", "body 正文一。", "body 正文二。", "body 正文三。"}, nil},
		{"text boxes once", textBox, []string{"body 前后", "box 框内"}, nil},
		{"tracked changes", `<w:p><w:r><w:t>原文</w:t></w:r><w:ins><w:r><w:t>插入</w:t></w:r></w:ins><w:del><w:r><w:delText>删除</w:delText></w:r></w:del><w:r><w:t>结束</w:t></w:r></w:p>` +
			`<w:p><w:moveFrom><w:r><w:t>移走</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>移来</w:t></w:r></w:moveTo></w:p>`,
			[]string{"body 原文插入结束", "body 移来"},
			[]extract.Flag{{Span: extract.Span{Start: 4, End: 4}, Kind: extract.DeletedText, Text: "删除"}, {Span: extract.Span{Start: 7, End: 7}, Kind: extract.DeletedText, Text: "移走"}}},
		{"hidden, white and tiny runs", `<w:p>` + looks("", "见") + looks(`<w:vanish/>`, "隐") + looks(`<w:color w:val="FFFFFF"/>`, "白") + looks(`<w:sz w:val="2"/>`, "小") + looks(`<w:rStyle w:val="secret"/>`, "秘") +
			looks(`<w:vanish w:val="0"/>`, "见") + looks(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000000"/>`, "底") + `</w:p>`,
			[]string{"body 见见底"}, []extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "隐白小秘"}}},
		{"white on a coloured cell is seen", `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr><w:p>` + looks(`<w:color w:val="FFFFFF"/>`, "表头") + `</w:p></w:tc></w:tr></w:tbl>`,
			[]string{"cell 表头"}, nil},
		{"fields show their results", `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>内层</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>结果</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>之后</w:t></w:r></w:p>`,
			[]string{"body 结果之后"}, nil},
		{"notes follow their paragraph", `<w:p><w:r><w:t>正文</w:t><w:footnoteReference w:id="2"/><w:endnoteReference w:id="2"/></w:r></w:p>` + wordPara("下一段"),
			[]string{"body 正文", "footnote 脚注内容", "footnote 尾注内容", "body 下一段"}, nil},
		{"wrappers", `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent><w:p><w:hyperlink><w:r><w:t>链接</w:t></w:r></w:hyperlink><w:smartTag><w:r><w:t>标签</w:t></w:r></w:smartTag>` +
			`<m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath><w:r><w:ruby><w:rt><w:r><w:t>pin</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>拼</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p></w:sdtContent></w:sdt>`,
			[]string{"body 链接标签E=mc拼"}, nil},
		{"what XML cannot hold", wordPara("甲&#xFFFE;乙\x01丙&#1;丁\xFF戊"), []string{"body 甲 乙 丙 丁\uFFFD戊"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			note := func(kind, text string) string {
				return `<?xml version="1.0"?><w:` + kind + `s ` + wordNamespaces + `><w:` + kind + ` w:type="separator" w:id="0">` + wordPara("分隔") + `</w:` + kind + `><w:` + kind + ` w:id="2">` + wordPara(text) + `</w:` + kind + `></w:` + kind + `s>`
			}
			d := mustParse(t, wordFile(t, c.body, part{"word/styles.xml", testStyles}, part{"word/numbering.xml", testNumbering},
				part{"word/footnotes.xml", note("footnote", "脚注内容")}, part{"word/endnotes.xml", note("endnote", "尾注内容")},
				part{"word/header1.xml", `<?xml version="1.0"?><w:hdr ` + wordNamespaces + `>` + wordPara("页眉") + `</w:hdr>`}))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWordMainPartUnderAnyName(t *testing.T) {
	body := `<?xml version="1.0"?><w:document ` + wordNamespaces + `><w:body>` + wordPara("正文在别处。") + `</w:body></w:document>`
	data := zipOf(t, part{"[Content_Types].xml", contentTypes},
		part{"_rels/.rels", strings.ReplaceAll(topRelations, "word/document.xml", "word/document2.xml")}, part{"word/document2.xml", body})
	if d := mustParse(t, data); d.Text != "正文在别处。" {
		t.Errorf("text %q", d.Text)
	}
}

func TestWordMetadata(t *testing.T) {
	core := `<?xml version="1.0"?><cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>%s</dc:title><dc:creator>%s</dc:creator><cp:keywords>图；解释, 网络</cp:keywords></cp:coreProperties>`
	const first = "图神经网络的 可解释性研究" // the text's own, where the file says nothing useful
	for _, c := range []struct{ name, title, creator, wantTitle, wantApplicant string }{
		{"useful", "图神经网络的可解释性研究", "张三", "图神经网络的可解释性研究", "张三"},
		{"of tools", "Microsoft Word - 申请书.doc", "Administrator", first, ""},
		{"of another file", "某某大学论文管理", "李四", first, ""},
		{"of a form", "国家自然科学基金申请书", "微软用户", first, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, wordFile(t, wordPara(first)+wordPara("申请：张三")+wordPara("国家自然科学基金申请书"), part{"docProps/core.xml", fmt.Sprintf(core, c.title, c.creator)}))
			want := extract.Metadata{Title: c.wantTitle, Applicant: c.wantApplicant, Programme: "国家自然科学基金", Keywords: []string{"图", "解释", "网络"}}
			if diff := cmp.Diff(want, d.Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWordRefused(t *testing.T) {
	blank := strings.Repeat(" ", 64<<20)
	lie := wordFile(t, wordPara("正文"), part{"word/header1.xml", strings.Repeat("a", 1<<20)})
	// The central directory claims less than the part inflates to.
	i := bytes.LastIndex(lie, []byte("word/header1.xml")) - 46
	binary.LittleEndian.PutUint32(lie[i+24:], 10)
	encrypted := wordFile(t, wordPara("正文"))
	j := bytes.Index(encrypted, []byte("PK\x01\x02"))
	encrypted[j+8] |= 1
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"main part explodes", wordFile(t, `<w:p><w:r><w:t>`+blank+`</w:t></w:r></w:p>`), extract.ErrLimits},
		{"an entry named like a header explodes", wordFile(t, wordPara("正文"), part{"word/media/myheader.bin", blank}), extract.ErrLimits},
		{"nested too deep", wordFile(t, strings.Repeat(`<w:tbl><w:tr><w:tc>`, 1000)), extract.ErrLimits},
		{"deep in properties", wordFile(t, `<w:p><w:pPr>`+strings.Repeat(`<w:x>`, 20_000)+strings.Repeat(`</w:x>`, 20_000)+`</w:pPr></w:p>`), extract.ErrLimits},
		{"cut XML", wordFile(t, `<w:p><w:r><w:t>正文`), extract.ErrDamaged},
		{"no main part", zipOf(t, part{"[Content_Types].xml", contentTypes}, part{"word/styles.xml", testStyles}), extract.ErrDamaged},
		{"cut zip", wordFile(t, wordPara("正文"))[:200], extract.ErrDamaged},
		{"nothing but blanks", wordFile(t, wordPara(" ")+`<w:p/>`), extract.ErrNoText},
		{"encrypted entries", encrypted, extract.ErrEncrypted},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(context.Background(), "f.docx", c.data, extract.Options{})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	t.Run("a header that lies about its size costs nothing", func(t *testing.T) {
		d, err := Parse(context.Background(), "f.docx", lie, extract.Options{})
		if err == nil {
			checkDocument(t, d)
		} else if !errors.Is(err, extract.ErrDamaged) {
			t.Errorf("got %v, want ErrDamaged or a document", err)
		}
	})
}

func TestWordFlagsEntries(t *testing.T) {
	main := `<?xml version="1.0"?><w:document ` + wordNamespaces + `><w:body>` + wordPara("另一份正文。") + `</w:body></w:document>`
	d := mustParse(t, wordFile(t, wordPara("正文。"), part{"word/document.xml", main}, part{"word/vbaProject.bin", "x"}))
	want := []extract.Flag{{Kind: extract.Duplicate, Text: "word/document.xml"}, {Kind: extract.Macros, Text: "word/vbaProject.bin"}}
	if diff := cmp.Diff(want, d.Flags); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}

// How lists say which of the levels above begin a level anew.
func TestWordNumberingRestarts(t *testing.T) {
	level := func(k int, more string) string {
		return fmt.Sprintf(`<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="decimal"/>%s<w:lvlText w:val="%%%d."/></w:lvl>`, k, more, k+1)
	}
	for _, c := range []struct{ restart, want string }{
		{"", "1. 1. 1. 2. 1. 2. 1. 1."}, {`<w:lvlRestart w:val="0"/>`, "1. 1. 1. 2. 2. 2. 1. 3."}, {`<w:lvlRestart w:val="1"/>`, "1. 1. 1. 2. 2. 2. 1. 1."}, {`<w:lvlRestart w:val="3"/>`, "1. 1. 1. 2. 1. 2. 1. 1."},
	} {
		var body strings.Builder
		for _, k := range []int{0, 1, 2, 1, 2, 0, 1, 2} {
			body.WriteString(numbered(1, k, "x"))
		}
		d := mustParse(t, wordFile(t, body.String(), part{"word/numbering.xml", `<?xml version="1.0"?><w:numbering ` + wordNamespaces + `><w:abstractNum w:abstractNumId="0">` +
			level(0, "") + level(1, "") + level(2, c.restart) + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`}))
		if got := strings.Join(strings.Fields(strings.ReplaceAll(d.Text, "x", "")), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.restart, got, c.want)
		}
	}
}

func TestHanNumber(t *testing.T) {
	for n, want := range map[int]string{1: "一", 10: "十", 12: "十二", 20: "二十", 34: "三十四", 100: "一百", 105: "一百零五", 110: "一百一十", 1001: "一千零一", 2345: "二千三百四十五"} {
		if got := flow.FormatNumber(n, "chineseCounting"); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
	for _, c := range []struct {
		n            int
		format, want string
	}{
		{4, "upperRoman", "IV"}, {1994, "lowerRoman", "mcmxciv"}, {27, "lowerLetter", "aa"}, {3, "upperLetter", "C"}, {3, "ideographTraditional", "丙"},
		{7, "decimalEnclosedCircle", "⑦"}, {12, "decimalFullWidth", "１２"}, {21, "chineseLegalSimplified", "贰拾壹"}, {20, "ideographDigital", "二〇"}, {5, "decimalZero", "05"}, {9, "unknown", "9"},
		{3, "decimalEnclosedParen", "⑶"}, {20, "decimalEnclosedFullstop", "⒛"}, {10, "ideographEnclosedCircle", "㊉"}, {11, "ideographEnclosedCircle", "11"}, {2, "bullet", ""},
	} {
		if got := flow.FormatNumber(c.n, c.format); got != c.want {
			t.Errorf("%d as %s: got %s, want %s", c.n, c.format, got, c.want)
		}
	}
}

func FuzzWord(f *testing.F) {
	f.Add(wordPara("一、正文。"))
	f.Add(`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`)
	f.Add(numbered(1, 0, "甲") + numbered(4, 8, "乙") + styled("own", "x"))
	f.Add(`<w:p><w:del><w:r><w:t>x</w:t></w:r></w:del><w:r><w:fldChar w:fldCharType="end"/></w:r>`)
	f.Add(`<mc:AlternateContent><mc:Choice><w:p/></mc:Choice></mc:AlternateContent>`)
	f.Add(`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \f(\b\bc\[(1),2)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`)
	f.Fuzz(func(t *testing.T, body string) {
		data := wordFile(t, body, part{"word/styles.xml", testStyles}, part{"word/numbering.xml", testNumbering})
		d, err := Parse(context.Background(), "fuzz", data, extract.Options{})
		if err != nil {
			if extract.ErrorName(err) == "" {
				t.Errorf("untyped error: %v", err)
			}
			return
		}
		checkDocument(t, d)
	})
}

// A field without a result shows nothing until a word processor renews it: what it holds is
// named where it is more than names and switches.
func TestFieldsWithoutResult(t *testing.T) {
	field := func(instruction string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">` + instruction + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
	}
	for _, c := range []struct {
		instruction string
		want        int
	}{
		{` QUOTE "盐沼一旦被排干，土壤就会暴露在空气中。" `, 1},
		{` IF 1 = 1 "滨海湿地埋藏碳的速度远高于森林。" "" `, 1},
		{` DATE \@ "yyyy年M月d日" `, 0},
		{` HYPERLINK "https://www.example.org/a.html" `, 0},
		{` ADDIN ZOTERO_ITEM {"title":"湿地的碳。"} `, 0},
	} {
		d := mustParse(t, wordFile(t, `<w:p><w:r><w:t>正文在此。</w:t></w:r>`+field(c.instruction)+`</w:p>`))
		if len(d.Flags) != c.want || c.want > 0 && d.Flags[0].Kind != extract.HiddenText {
			t.Errorf("%s: flags %+v", c.instruction, d.Flags)
		}
	}
}
