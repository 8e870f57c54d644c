package reader

import (
	"strings"
	"testing"

	"zhiwen/extract"
)

// Text that stands in the instruction of a field and not in its result is kept out, and named.
func TestFieldsUnshown(t *testing.T) {
	const text = "滨海湿地埋藏碳的速度远高于森林"
	field := func(instruction, result string) string {
		return `<w:p><w:r><w:t>前</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>` + instruction +
			`</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>` + result + `</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	for name, c := range map[string]struct {
		file         []byte
		kept, unread bool
	}{
		"QUOTE":                {wordFile(t, field(` QUOTE "`+text+`" `, "")), true, false},
		"QUOTE and its result": {wordFile(t, field(` QUOTE "`+text+`" `, text)), false, false},
		"an old result":        {wordFile(t, field(` QUOTE "`+text+`" `, "甲")), true, false},
		"FILLIN":               {wordFile(t, field(` FILLIN "" \d "`+text+`" `, "")), true, false},
		"IF":                   {wordFile(t, field(` IF 1 = 1 "`+text+`" "无" `, "无")), true, false},
		"a simple field":       {wordFile(t, `<w:p><w:fldSimple w:instr=' QUOTE "`+text+`" '><w:r><w:t>甲</w:t></w:r></w:fldSimple></w:p>`), true, false},
		"a bookmark":           {wordFile(t, field(` REF _Ref12345678 \h `, "图1")), false, false},
		"a link":               {wordFile(t, field(` HYPERLINK "http://example.org" \o "`+text+`" `, "链接")), false, false},
		"INCLUDETEXT":          {wordFile(t, field(` INCLUDETEXT "C:\\a.docx" `, "")), false, true},
		"its result":           {wordFile(t, field(` INCLUDETEXT "C:\\a.docx" `, "甲")), false, false},
		"a part document":      {wordFile(t, wordPara("前")+`<w:subDoc r:id="rId9"/>`), false, true},
		"one in a paragraph":   {wordFile(t, wordPara("前")+`<w:p><w:subDoc r:id="rId9"/></w:p>`), false, true},
		"a spreadsheet":        {wordFile(t, `<w:p><w:r><w:t>前</w:t></w:r><w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12" DrawAspect="Content" r:id="rId9"/></w:object></w:r></w:p>`), false, true},
		"a formula":            {wordFile(t, `<w:p><w:r><w:t>前</w:t></w:r><w:r><w:object><o:OLEObject ProgID="Equation.3" DrawAspect="Content" r:id="rId9"/></w:object></w:r></w:p>`), false, false},
		"RTF":                  {[]byte(rtfHead + `\uc0 \u21069 {\field{\*\fldinst QUOTE "` + strings.Repeat(`\u28392 `, 12) + `"}{\fldrslt \u30002 }}}`), true, false},
		"RTF and its result":   {[]byte(rtfHead + `\uc0 \u21069 {\field{\*\fldinst QUOTE "` + strings.Repeat(`\u28392 `, 12) + `"}{\fldrslt ` + strings.Repeat(`\u28392 `, 12) + `}}}`), false, false},
		".doc":                 {oldText(old("前\x13 QUOTE \"" + text + "\" \x14甲\x15")).write(t), true, false},
		".doc and its result":  {oldText(old("前\x13 QUOTE \"" + text + "\" \x14" + text + "\x15")).write(t), false, false},
	} {
		d := mustParse(t, c.file)
		kept := len(d.Flags) > 0 && d.Flags[0].Kind == extract.HiddenText
		if kept != c.kept || notes(d, extract.ObjectUnread) != c.unread {
			t.Errorf("%s: %q, flags %v, notices %v", name, d.Text, d.Flags, d.Notices)
		}
	}
}
