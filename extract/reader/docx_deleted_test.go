package reader

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where the mark of a paragraph was deleted, the next paragraph continues it, with its number.
func TestDeletedParagraphMarks(t *testing.T) {
	marked := func(mark, number, text string) string {
		return `<w:p><w:pPr>` + number + `<w:rPr><w:` + mark + ` w:id="1"/></w:rPr></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	const item = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>`
	gone := `<w:p><w:pPr>` + item + `<w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del><w:r><w:delText>旧</w:delText></w:r></w:del></w:p>`
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"two", marked("del", "", "前半句是") + wordPara("后半句。"), []string{"body 前半句是后半句。"}},
		{"three, with marks between", marked("del", "", "甲") + `<w:bookmarkStart w:id="0"/><w:bookmarkEnd w:id="0"/>` + marked("moveFrom", "", "乙") + wordPara("丙") + wordPara("丁"), []string{"body 甲乙丙", "body 丁"}},
		{"inserted marks stay", marked("ins", "", "甲") + wordPara("乙"), []string{"body 甲", "body 乙"}},
		{"before a table", marked("del", "", "甲") + `<w:tbl><w:tr><w:tc>` + marked("del", "", "乙") + wordPara("丙") + `</w:tc><w:tc>` + marked("del", "", "丁") + `</w:tc></w:tr></w:tbl>`,
			[]string{"body 甲", "cell 乙丙", "cell 丁"}},
		{"one number", marked("del", item, "甲") + numbered(1, 0, "乙") + numbered(1, 0, "丙"), []string{"h1 （一）甲乙", "h1 （二）丙"}},
		{"deleted items do not count", numbered(1, 0, "甲") + gone + gone + numbered(1, 0, "乙"), []string{"h1 （一）甲", "h1 （二）乙"}},
	} {
		d := mustParse(t, wordFile(t, c.body, part{"word/numbering.xml", testNumbering}))
		if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
