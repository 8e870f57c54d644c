package reader

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

func oldText(list ...oldPara) oldFile {
	var o oldFile
	o.parts[mainPart] = list
	return o
}

// withRuns returns a paragraph of several runs.
func withRuns(runs ...oldRun) oldPara {
	return oldPara{runs: append(runs, oldRun{"\r", nil})}
}

func TestOldWord(t *testing.T) {
	levels := func(texts ...string) (out []byte) {
		for _, s := range texts {
			l := make([]byte, listEntry)
			l[0], l[4], l[15] = 1, 37, 2 // from 1, Chinese numbers, nothing behind
			u := utf16.Encode([]rune(s))
			l = binary.LittleEndian.AppendUint16(l, uint16(len(u)))
			for _, c := range u {
				l = binary.LittleEndian.AppendUint16(l, c)
			}
			out = append(out, l...)
		}
		return out
	}
	list := make([]byte, 2+listEntry)
	list[0], list[2], list[2+26] = 1, 7, 1 // one list, number 7, of one level
	use := make([]byte, 4+overrideEntry+4)
	use[0], use[4] = 1, 7
	numbered := func(s string) oldPara {
		p := old(s)
		p.properties = append(sprm(sprmList, 1, 0), sprm(sprmListLevel, 0)...)
		return p
	}
	for _, c := range []struct {
		name string
		file oldFile
		want []string
	}{
		{"paragraphs", oldText(old("第一段。"), old(""), old("第二段\v第二行\t后。")), []string{"body 第一段。", "body 第二段\n第二行\t后。"}},
		{"one byte a character", func() oldFile {
			o := oldText(old("Caf\u00e9 \u0093quoted\u0094"))
			o.western = true
			return o
		}(), []string{"body Café “quoted”"}},
		{"headings by style, by outline level and by number", oldText(
			oldPara{runs: []oldRun{{"研究背景\r", nil}}, style: oldHeading},
			oldPara{runs: []oldRun{{"大纲标题\r", nil}}, properties: sprm(sprmOutline, 0)},
			oldPara{runs: []oldRun{{"一、目录中的行\r", nil}}, style: oldTOC},
			old("一、立项依据"), old("正文。")),
			[]string{"h2 研究背景", "h1 大纲标题", "body 一、目录中的行", "h1 一、立项依据", "body 正文。"}},
		{"numbers of lists", func() oldFile {
			o := oldText(numbered("甲"), old("正文"), numbered("乙"))
			o.spans = map[int][]byte{fibLists: list, fibOverrides: use}
			o.behind = levels("（\x00）")
			return o
		}(), []string{"h1 （一）甲", "body 正文", "h1 （二）乙"}},
		{"a table", oldText(old("前"), oldCell("姓名"), oldCell("张三"), oldRow(), oldCell("单位"), oldCell(""), oldRow(), old("后")),
			[]string{"body 前", "cell 姓名", "cell 张三", "cell 单位", "body 后"}},
		{"a form with a chapter in a cell", oldText(oldCell(strings.Repeat("很长的正文。", 60)), oldRow(), old("后")),
			[]string{"body " + strings.Repeat("很长的正文。", 60), "body 后"}},
		{"results of fields", oldText(
			old("见 \x13 HYPERLINK \"http://example.org\" \x14链接\x15 与 \x13 PAGE \x15页"),
			old("外 \x13 IF \x13 DATE \x14今天\x15 = 1 \x14内\x15 完"),
			old("和 \x14\x15 后"), old("孤立的 \x13 标记")),
			[]string{"body 见 链接 与 页", "body 外 内 完", "body 和  后", "body 孤立的  标记"}},
		{"readings over characters", oldText(withRuns(oldRun{"汉\x13EQ \\* jc2 \\* \"Font:宋体\" \\* hps10 \\o\\ad(\\s\\up 9(zi),字)\x15典", nil})), []string{"body 汉字典"}},
		{"page breaks part paragraphs", oldText(old("甲\f乙")), []string{"body 甲", "body 乙"}},
		{"symbols and hyphens", func() oldFile {
			font := make([]byte, 4+40)
			font[0], font[4] = 1, 40+18-1 // bytes of the entry but this one: WINGDINGS needs 18
			for _, c := range "Wingding" {
				font = append(font, byte(c), 0)
			}
			font = append(font, 's', 0)
			o := oldText(withRuns(oldRun{"A\x1EB\x1FC", nil}, oldRun{"(", sprm(sprmSymbol, 0, 0, 0xFE, 0xF0)}, oldRun{"\uF0A8", sprm(sprmFont, 0, 0)}))
			o.spans = map[int][]byte{fibFonts: font}
			return o
		}(), []string{"body A-BC☑□"}},
		{"notes behind their paragraph", func() oldFile {
			o := oldText(old("正文\x02继续\x02。"), old("下一段"))
			o.parts[footnotePart] = []oldPara{old("\x02 脚注内容")}
			o.parts[endnotePart] = []oldPara{old("\x02 尾注内容")}
			o.spans = map[int][]byte{
				fibFootnoteRefs: positions(2, 2, 11), fibFootnoteTexts: positions(0, 0, 7, 7),
				fibEndnoteRefs: positions(2, 5, 11), fibEndnoteTexts: positions(0, 0, 7, 7),
			}
			return o
		}(), []string{"body 正文继续。", "footnote 脚注内容", "footnote 尾注内容", "body 下一段"}},
		{"a text box behind its anchor", func() oldFile {
			o := oldText(old("锚点\b"), old("下一段"))
			o.parts[boxPart] = []oldPara{old("框内"), old("组内")}
			shapes := positions(26, 2, 8)
			shapes[8] = 42
			boxes := positions(22, 0, 3, 6)
			boxes[12+14], boxes[12+22+14] = 42, 43
			o.spans = map[int][]byte{fibShapes: shapes, fibBoxes: boxes}
			return o
		}(), []string{"body 锚点", "box 框内", "body 下一段", "box 组内"}},
		{"headers and comments stay out", func() oldFile {
			o := oldText(old("正文"))
			o.parts[headerPart], o.parts[commentPart] = []oldPara{old("页眉")}, []oldPara{old("批注")}
			return o
		}(), []string{"body 正文"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, c.file.write(t))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
}

func TestOldWordFlags(t *testing.T) {
	white, black := sprm(sprmColour, 8), sprm(sprmRGB, 255, 255, 255, 0)
	shadedRow := append(sprm(sprmCells80, 2), 0, 0x44) // a pattern
	for _, c := range []struct {
		name  string
		paras []oldPara
		text  string
		want  []extract.Flag
	}{
		{"hidden, white and tiny", []oldPara{withRuns(oldRun{"甲", nil}, oldRun{"隐", sprm(sprmHidden, 1)}, oldRun{"乙", nil}, oldRun{"白", white}, oldRun{"丙", nil}, oldRun{"也白", black}, oldRun{"小", sprm(sprmSize, 2, 0)}, oldRun{"丁", nil})}, "甲乙丙丁",
			[]extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "隐"}, {Span: extract.Span{Start: 2, End: 2}, Kind: extract.HiddenText, Text: "白"}, {Span: extract.Span{Start: 3, End: 3}, Kind: extract.HiddenText, Text: "也白小"}}},
		{"by a character style, and not", []oldPara{withRuns(oldRun{"甲", nil}, oldRun{"隐", sprm(sprmCharStyle, oldHidden, 0)}, oldRun{"显", append(sprm(sprmCharStyle, oldHidden, 0), sprm(sprmHidden, 0)...)})}, "甲显",
			[]extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "隐"}}},
		{"white on a background", []oldPara{withRuns(oldRun{"白", append(sprm(sprmHighlight, 6), white...)})}, "白", nil},
		{"white in a shaded row, and not", []oldPara{
			{runs: []oldRun{{"见", white}, {"\a", nil}}, properties: sprm(sprmInTable, 1)}, oldRow(shadedRow...),
			{runs: []oldRun{{"不见", white}, {"了\a", nil}}, properties: sprm(sprmInTable, 1)}, oldRow()}, "见\n了",
			[]extract.Flag{{Span: extract.Span{Start: 2, End: 2}, Kind: extract.HiddenText, Text: "不见"}}},
		{"deleted and inserted", []oldPara{withRuns(oldRun{"甲", nil}, oldRun{"删", sprm(sprmDeleted, 1)}, oldRun{"增", sprm(0x0801, 1)})}, "甲增",
			[]extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.DeletedText, Text: "删"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, oldText(c.paras...).write(t))
			if d.Text != c.text {
				t.Errorf("text: got %q, want %q", d.Text, c.text)
			}
			if diff := cmp.Diff(c.want, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("macros", func(t *testing.T) {
		o := oldText(old("正文"))
		o.streams = []part{{"VBA", ""}}
		if d := mustParse(t, o.write(t)); len(d.Flags) != 1 || d.Flags[0].Kind != extract.Macros {
			t.Errorf("flags: %+v", d.Flags)
		}
	})
}

// Names of streams are the same in capitals.
func TestOldWordStreamNames(t *testing.T) {
	streams := streamsOf(t, oldText(old("正文")).write(t))
	d := mustParse(t, compoundFile(t, part{"WORDDOCUMENT", string(streams["WordDocument"])}, part{"1TABLE", string(streams["1Table"])}))
	if d.Text != "正文" {
		t.Errorf("text %q", d.Text)
	}
}

func TestOldWordRefused(t *testing.T) {
	file := func(change func(*oldFile)) []byte {
		o := oldText(old("正文"))
		change(&o)
		return o.write(t)
	}
	huge := file(func(*oldFile) {})
	binary.LittleEndian.PutUint32(huge[512+fibLengths:], 1<<31)
	whole := file(func(*oldFile) {})
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"password", file(func(o *oldFile) { o.flags = encrypted }), extract.ErrEncrypted},
		{"an Office file under a password", compoundFile(t, part{"EncryptedPackage", "x"}), extract.ErrEncrypted},
		{"Excel", compoundFile(t, part{"Workbook", "x"}), extract.ErrUnsupported},
		{"no text", file(func(o *oldFile) { o.parts[mainPart] = []oldPara{old(" ")} }), extract.ErrNoText},
		{"text without end", huge, extract.ErrLimits},
		{"no piece table", file(func(o *oldFile) { o.spans = map[int][]byte{fibText: {9, 9, 9}} }), extract.ErrDamaged},
		{"cut off", whole[:len(whole)-512], extract.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(context.Background(), "f.doc", c.data, extract.Options{})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestOldWordMetadata(t *testing.T) {
	var set []byte
	values := map[int]string{2: gbk(t, "深度图神经网络研究"), 4: gbk(t, "张三"), 5: gbk(t, "图；网络")}
	ids := []int{1, 2, 4, 5}
	at := 8 + 8*len(ids)
	var body []byte
	for _, id := range ids {
		set = binary.LittleEndian.AppendUint32(set, uint32(id))
		set = binary.LittleEndian.AppendUint32(set, uint32(at+len(body)))
		if id == 1 {
			body = append(body, 2, 0, 0, 0, 0xA8, 3, 0, 0) // code page 936
			continue
		}
		body = append(body, 30, 0, 0, 0)
		body = binary.LittleEndian.AppendUint32(body, uint32(len(values[id])+1))
		body = append(body, values[id]+"\x00"...)
	}
	head := make([]byte, 48)
	head[44] = 48
	section := binary.LittleEndian.AppendUint32(nil, uint32(at+len(body)))
	section = binary.LittleEndian.AppendUint32(section, uint32(len(ids)))
	stream := string(head) + string(section) + string(set) + string(body)
	o := oldText(old("深度图神经网络研究"), old("张三"))
	o.streams = []part{{"\x05SummaryInformation", stream}}
	want := extract.Metadata{Title: "深度图神经网络研究", Applicant: "张三", Keywords: []string{"图", "网络"}}
	if diff := cmp.Diff(want, mustParse(t, o.write(t)).Metadata, apartFromPlaces); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}

// FuzzOldWord damages the streams of a Word file, behind the compound file.
func FuzzOldWord(f *testing.F) {
	o := oldText(old("一、正文\x02。"), oldCell("甲"), oldRow(), withRuns(oldRun{"\x13 A \x14乙\x15", sprm(sprmHidden, 1)}))
	o.parts[footnotePart] = []oldPara{old("\x02 注")}
	o.spans = map[int][]byte{fibFootnoteRefs: positions(2, 4, 11), fibFootnoteTexts: positions(0, 0, 4, 4)}
	streams := streamsOf(f, o.write(f))
	f.Add(streams["WordDocument"], streams["1Table"], []byte{})
	f.Fuzz(func(t *testing.T, main, table, data []byte) {
		if len(main) == 0 || len(table) == 0 || len(main)+len(table)+len(data) > 1<<20 {
			return
		}
		file := []part{{"WordDocument", string(main)}, {"1Table", string(table)}}
		if len(data) > 0 {
			file = append(file, part{"Data", string(data)})
		}
		checkFuzzed(t, compoundFile(t, file...))
	})
}

// WPS writes the version of no Word.
func TestDOCOfWPS(t *testing.T) {
	word := oldText(old("一、正文"), old("近年来研究取得进展。")).write(t)
	wps := bytes.Replace(word, []byte{0xEC, 0xA5, 0xC1, 0}, []byte{0xEC, 0xA5, 0xBF, 0}, 1)
	if bytes.Equal(word, wps) {
		t.Fatal("no version found")
	}
	if diff := cmp.Diff(paragraphTexts(mustParse(t, word)), paragraphTexts(mustParse(t, wps))); diff != "" {
		t.Errorf("paragraphs (-Word +WPS):\n%s", diff)
	}
}
