package reader

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
)

// linked makes the relations of a main part: id to target.
func linked(targets map[string]string) part {
	var out strings.Builder
	for id, target := range targets {
		out.WriteString(`<Relationship Id="` + id + `" Type="http://schemas.openxmlformats.org/x/` + id + `" Target="` + target + `"/>`)
	}
	return part{"word/_rels/document.xml.rels", `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + out.String() + `</Relationships>`}
}

// linkedFile makes a Word file whose main part has relations.
func linkedFile(t testing.TB, body string, targets map[string]string, more ...part) []byte {
	return zipOf(t, append([]part{{"[Content_Types].xml", contentTypes}, {"_rels/.rels", topRelations}, linked(targets),
		{"word/document.xml", `<?xml version="1.0"?><w:document ` + wordNamespaces + `><w:body>` + body + `</w:body></w:document>`}}, more...)...)
}

const drawingNamespaces = `xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`

func TestWordDrawings(t *testing.T) {
	text := func(runs ...string) string {
		return `<a:p><a:r><a:t>` + strings.Join(runs, `</a:t></a:r><a:r><a:t>`) + `</a:t></a:r></a:p>`
	}
	point := func(id, kind, text string) string {
		return `<dgm:pt modelId="` + id + `" type="` + kind + `"><dgm:prSet/><dgm:t><a:bodyPr/>` + text + `</dgm:t></dgm:pt>`
	}
	link := func(from, to, order, sign string) string {
		return `<dgm:cxn modelId="x" srcId="` + from + `" destId="` + to + `" srcOrd="` + order + `" sibTransId="` + sign + `"/>`
	}
	// Edited, so that the points stand in another order than the drawing's.
	diagram := `<dgm:dataModel ` + drawingNamespaces + `><dgm:ptLst>` + point("3", "node", text("第三", "步")) + point("0", "doc", "") + point("1", "node", text("第一步")+text("其次")) +
		point("1a", "node", text("细节")) + point("2", "", text("第二步")) + point("s", "sibTrans", text("然后")) + point("9", "pres", "") + point("8", "node", text("无关联")) + `</dgm:ptLst><dgm:cxnLst>` +
		link("0", "3", "10", "") + link("0", "2", "9", "") + link("0", "1", "0", "s") + link("1", "1a", "0", "") + link("1a", "0", "0", "") +
		`<dgm:cxn modelId="y" type="presOf" srcId="3" destId="9" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`
	chart := `<c:chartSpace ` + drawingNamespaces + `><c:title><c:tx><c:rich>` + text("精度", "对比") + `</c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>本方法</c:v></c:pt></c:strCache></c:strRef></c:tx>` +
		`<c:cat><c:strCache><c:pt idx="0"><c:v>甲类</c:v></c:pt><c:pt idx="1"><c:v>2024</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:pt><c:v>0.5</c:v></c:pt></c:numCache></c:val></c:ser>` +
		`<c:ser><c:cat><c:strCache><c:pt idx="0"><c:v>甲类</c:v></c:pt></c:strCache></c:cat></c:ser></c:chartSpace>`
	drawing := func(inner string) string {
		return `<w:p><w:r><w:t>见图</w:t></w:r><w:r><w:drawing>` + inner + `</w:drawing></w:r><w:r><w:t>所示。</w:t></w:r></w:p>` + wordPara("之后")
	}
	around := func(inner ...string) []string {
		return append(append([]string{"body 见图所示。"}, inner...), "body 之后")
	}
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"SmartArt in the order of its outline", drawing(`<dgm:relIds xmlns:dgm="x" r:dm="d1" r:lo="d2"/>`), around("box 第一步", "box 其次", "box 细节", "box 然后", "box 第二步", "box 第三步", "box 无关联")},
		{"SmartArt that is missing or broken", drawing(`<dgm:relIds xmlns:dgm="x" r:dm="no"/><dgm:relIds xmlns:dgm="x" r:dm="d3"/>`), around()},
		{"the words of a chart", drawing(`<c:chart xmlns:c="x" r:id="c1"/>`), around("box 精度对比\t本方法\t甲类")},
		{"shapes of another program", drawing(`<lc:lockedCanvas xmlns:lc="x" xmlns:a="y"><a:txSp><a:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:sym typeface="Symbol"/></a:rPr><a:t>开` + "\uF061" + `</a:t></a:r><a:br/><a:r><a:t>始</a:t></a:r></a:p><a:p/></a:txBody></a:txSp></lc:lockedCanvas>`), around("box 开α\n始")},
		{"WordArt", drawing(`<v:shape><v:textpath string="艺术字"/></v:shape>`), around("box 艺术字")},
		{"taken out", `<w:p><w:r><w:t>见图所示。</w:t></w:r><w:del><w:r><w:drawing><dgm:relIds xmlns:dgm="x" r:dm="d1"/></w:drawing></w:r></w:del></w:p>` + wordPara("之后"), around()},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, linkedFile(t, c.body, map[string]string{"d1": "diagrams/data1.xml", "d3": "/word/diagrams/data3.xml", "c1": "../word/charts/chart1.xml"},
				part{"word/diagrams/data1.xml", diagram}, part{"word/diagrams/data3.xml", "<broken"}, part{"word/charts/chart1.xml", chart}))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
}

func TestWordWithin(t *testing.T) {
	ids := map[string]string{"a1": "chunk.docx", "a2": "chunk.mht", "a3": "chunk.htm", "a4": "chunk.rtf", "a5": "chunk.bin", "a6": "old.bin"}
	chunk := func(id string) string { return `<w:altChunk r:id="` + id + `"><w:altChunkPr/></w:altChunk>` }
	object := func(program, shown string) string {
		return `<w:p><w:r><w:t>附文</w:t></w:r><w:r><w:object><v:shape/><o:OLEObject xmlns:o="x" Type="Embed" ProgID="` + program + `" DrawAspect="` + shown + `" r:id="a1"/></w:object></w:r></w:p>`
	}
	// It takes itself in: only the first time counts.
	inner := string(linkedFile(t, styled("1", "研究内容")+`<w:p>`+looks("", "见")+looks(`<w:vanish/>`, "隐")+`</w:p><w:tbl><w:tr><w:tc>`+wordPara("格")+`</w:tc></w:tr></w:tbl>`+chunk("a1"),
		map[string]string{"a1": "chunk.docx"}, part{"word/styles.xml", testStyles}, part{"word/chunk.docx", "PK"}))
	web := "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>网页一段</p></body></html>"
	unread := []extract.Notice{{Kind: extract.ObjectUnread, Count: 1}}
	twice := []extract.Notice{{Kind: extract.ObjectUnread, Count: 2}}
	for _, c := range []struct {
		name, body string
		want       []string
		notices    []extract.Notice
		flags      []extract.Flag
	}{
		{"a Word file", wordPara("前") + chunk("a1") + wordPara("后"), []string{"body 前", "h1 研究内容", "body 见", "cell 格", "body 后"}, unread, []extract.Flag{{Span: extract.Span{Start: 8, End: 8}, Kind: extract.HiddenText, Text: "隐"}}},
		{"in a cell", `<w:tbl><w:tr><w:tc>` + wordPara("前") + `</w:tc><w:tc>` + chunk("a4") + `</w:tc></w:tr></w:tbl>`, []string{"cell 前", "cell rich text"}, nil, nil},
		{"web pages", chunk("a2") + chunk("a3"), []string{"body 网页一段", "body 片段"}, nil, nil},
		{"what cannot be read, or is missing", wordPara("前") + chunk("a5") + chunk("none"), []string{"body 前"}, twice, nil},
		{"an object that is seen", object("Word.Document.12", "Content") + wordPara("后"), []string{"body 附文", "box 研究内容", "box 见", "cell 格", "body 后"}, unread, []extract.Flag{{Span: extract.Span{Start: 9, End: 9}, Kind: extract.HiddenText, Text: "隐"}}},
		{"an attachment", object("Word.Document.12", "Icon") + wordPara("后"), []string{"body 附文", "body 后"}, unread, nil},
		{"an object of another kind", object("Equation.3", "Content") + wordPara("后"), []string{"body 附文", "body 后"}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, linkedFile(t, c.body, ids, part{"word/chunk.docx", inner}, part{"word/chunk.mht", web}, part{"word/chunk.htm", "<p>片段</p>"},
				part{"word/chunk.rtf", `{\rtf1 rich text\par}`}, part{"word/chunk.bin", "\x00\x01\x02"}))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.notices, d.Notices, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
	t.Run("an old Word file", func(t *testing.T) {
		d := mustParse(t, linkedFile(t, chunk("a6"), ids, part{"word/old.bin", string(oldText(old("旧文件")).write(t))}))
		if d.Text != "旧文件" {
			t.Errorf("text %q", d.Text)
		}
	})
	t.Run("the page that an object shows", func(t *testing.T) {
		pages := string(wordFile(t, strings.Repeat(wordPara(strings.Repeat("文", 900)), 3)))
		d := mustParse(t, linkedFile(t, object("Word.Document.12", "Content"), ids, part{"word/chunk.docx", pages}))
		if got := strings.Count(d.Text, "文"); got != 1800+1 || len(d.Notices) != 1 || d.Notices[0].Kind != extract.ObjectPart || d.Notices[0].Count != 1 {
			t.Errorf("%d characters, notices %v", got, d.Notices)
		}
	})
	t.Run("one that explodes", func(t *testing.T) {
		bomb := string(wordFile(t, wordPara(strings.Repeat(" ", 64<<20))))
		if _, err := Parse(context.Background(), "f", linkedFile(t, wordPara("前")+chunk("a1"), ids, part{"word/chunk.docx", bomb}), extract.Options{}); !errors.Is(err, extract.ErrLimits) {
			t.Errorf("got %v, want ErrLimits", err)
		}
	})
	t.Run("one with too many characters", func(t *testing.T) {
		long := string(wordFile(t, wordPara(strings.Repeat("文", 80))))
		if _, err := Parse(context.Background(), "f", linkedFile(t, wordPara(strings.Repeat("文", 30))+chunk("a1"), ids, part{"word/chunk.docx", long}), extract.Options{MaxCharacters: 100}); !errors.Is(err, extract.ErrLimits) {
			t.Errorf("got %v, want ErrLimits", err)
		}
	})
}
