package reader

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// places lists the paragraphs of tables as "table/row/column text", with
// "+rows+columns" where a cell covers more than one.
func places(d *extract.Document) []string {
	runes := []rune(d.Text)
	var out []string
	for _, p := range d.Paragraphs {
		if p.Place.Table == 0 {
			continue
		}
		s := fmt.Sprintf("%d/%d/%d", p.Place.Table, p.Place.Row, p.Place.Column)
		if p.Place.Rows > 1 || p.Place.Columns > 1 {
			s += fmt.Sprintf("+%d+%d", p.Place.Rows, p.Place.Columns)
		}
		out = append(out, s+" "+string(runes[p.Start:p.End]))
	}
	return out
}

// One table in every format: a cell over two columns, one over two rows, an
// empty one, one with two paragraphs, text behind it and a second table.
var wantPlaces = []string{"1/1/1+1+2 甲", "1/1/3 乙", "1/2/1+2+1 丙", "1/2/2 丁", "1/2/3 戊", "1/2/3 己", "1/3/3 庚", "2/1/1 辛"}

func TestTablePlaces(t *testing.T) {
	cell := func(properties string, texts ...string) string {
		s := "<w:tc><w:tcPr>" + properties + "</w:tcPr>"
		for _, text := range texts {
			s += wordPara(text)
		}
		return s + "</w:tc>"
	}
	word := "<w:tbl><w:tr>" + cell(`<w:gridSpan w:val="2"/>`, "甲") + cell("", "乙") + "</w:tr>" +
		"<w:sdt><w:sdtContent><w:tr>" + cell(`<w:vMerge w:val="restart"/>`, "丙") + "<w:sdt><w:sdtContent>" + cell("", "丁") + "</w:sdtContent></w:sdt>" + cell("", "戊", "己") + "</w:tr></w:sdtContent></w:sdt>" +
		"<w:tr>" + cell("<w:vMerge/>", "") + cell("", "") + cell("", "庚") + "</w:tr></w:tbl>" + wordPara("后") + "<w:tbl><w:tr>" + cell("", "辛") + "</w:tr></w:tbl>"
	odt := func(attrs string, texts ...string) string {
		return "<table:table-cell " + attrs + "><text:p>" + strings.Join(texts, "</text:p><text:p>") + "</text:p></table:table-cell>"
	}
	open := "<table:table><table:table-header-rows><table:table-row>" + odt(`table:number-columns-spanned="2"`, "甲") + "<table:covered-table-cell/>" + odt("", "乙") + "</table:table-row></table:table-header-rows>" +
		"<table:table-row>" + odt(`table:number-rows-spanned="2"`, "丙") + odt("", "丁") + odt("", "戊", "己") + "</table:table-row>" +
		"<table:table-row><table:covered-table-cell/>" + odt("", "") + odt("", "庚") + "</table:table-row></table:table><text:p>后</text:p><table:table><table:table-row>" + odt("", "辛") + "</table:table-row></table:table>"
	rtf := `{\rtf1\ansi \trowd\cellx2000\cellx3000 \pard\intbl \u30002?\cell \u20057?\cell\row ` +
		`\trowd\clvmgf\cellx1000\cellx2000\cellx3000 \u19993?\cell \u19969?\cell \u25098?\par \u24049?\cell\row ` +
		`\trowd\clvmrg\cellx1000\cellx2000\cellx3000 \cell\cell \u24218?\cell\row \pard \u21518?\par \trowd\cellx3000\intbl \u36763?\cell\row}`
	html := `<html><body><table><tr><td colspan=2>甲<td>乙<tr><td rowspan="2"><p>丙</p></td><td>丁</td><td><p>戊<p>己</td></tr><tr><td></td><td>庚</td></tr></table><p>后<table><tr><td>辛</table></body></html>`
	old := oldText(oldCell("甲"), oldCell("乙"), oldRow(oldRowShape(0, 2000, 0, 3000)...),
		oldCell("丙"), oldCell("丁"), oldPara{runs: []oldRun{{"戊\r", nil}}, properties: sprm(sprmInTable, 1)}, oldCell("己"), oldRow(oldRowShape(0, 1000, 0, 2000, 0, 3000)...),
		oldCell(""), oldCell(""), oldCell("庚"), oldRow(oldRowShape(1, 1000, 0, 2000, 0, 3000)...), old("后"), oldCell("辛"), oldRow())
	for name, data := range map[string][]byte{
		"docx": wordFile(t, word), "odt": odtFile(t, "", open), "rtf": []byte(rtf), "html": []byte(html), "doc": old.write(t),
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse(context.Background(), name, data, extract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			if diff := cmp.Diff(wantPlaces, places(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A frame around a chapter is no table; a table in it is one. In a cell beside
// others it is text of that cell, as notes and boxes are.
func TestTablesWithinCells(t *testing.T) {
	cell := func(content string) string { return "<w:tc>" + content + "</w:tc>" }
	row := func(cells ...string) string { return "<w:tr>" + strings.Join(cells, "") + "</w:tr>" }
	inner := "<w:tbl>" + row(cell(wordPara("甲")), cell(wordPara("乙"))) + "</w:tbl>"
	chapter := wordPara(strings.Repeat("很长的正文。", 60))
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"in a frame", "<w:tbl>" + row(cell(wordPara("题目")), cell(wordPara("图网络"))) + row(cell(chapter+inner+wordPara("后"))) + row(cell(wordPara("日期")), cell(wordPara("今天"))) + "</w:tbl>",
			[]string{"1/1/1 题目", "1/1/2 图网络", "2/1/1 甲", "2/1/2 乙", "3/1/1 日期", "3/1/2 今天"}},
		{"beside others", "<w:tbl>" + row(cell(wordPara("表")), cell(wordPara("前")+inner+wordPara("后"))) + "</w:tbl>",
			[]string{"1/1/1 表", "1/1/2 前", "1/1/2 甲", "1/1/2 乙", "1/1/2 后"}},
		{"a box on a cell", "<w:tbl>" + row(cell(`<w:p><w:r><w:t>字</w:t></w:r><w:r><w:pict><v:shape><v:textbox><w:txbxContent>`+wordPara("框")+`</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`), cell(wordPara("乙"))) + "</w:tbl>",
			[]string{"1/1/1 字", "1/1/1 框", "1/1/2 乙"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, places(mustParse(t, wordFile(t, c.body)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// oldRowShape returns the definition of a row of a .doc whose first cell begins
// at 0: for each cell 1 if it goes on with the one above, and its right edge in
// twentieths of a point.
func oldRowShape(cells ...int) []byte {
	n := len(cells) / 2
	v := []byte{byte(n), 0, 0}
	for i := range n {
		v = binary.LittleEndian.AppendUint16(v, uint16(cells[2*i+1]))
	}
	for i := range n {
		v = binary.LittleEndian.AppendUint16(v, uint16(cells[2*i]<<5))
		v = append(v, make([]byte, 18)...)
	}
	out := binary.LittleEndian.AppendUint16(nil, sprmTable)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(v)+1))
	return append(out, v...)
}
