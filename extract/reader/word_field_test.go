package reader

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestFieldsOfWord(t *testing.T) {
	char := func(kind, data string) string {
		return `<w:r><w:fldChar w:fldCharType="` + kind + `">` + data + `</w:fldChar></w:r>`
	}
	instruction := func(s string) string { return `<w:r><w:instrText>` + s + `</w:instrText></w:r>` }
	text := func(s string) string { return `<w:r><w:t>` + s + `</w:t></w:r>` }
	ticked := func(box string) string {
		return char("begin", `<w:ffData><w:checkBox>`+box+`</w:checkBox></w:ffData>`) + instruction(" FORMCHECKBOX ") + char("separate", "") + char("end", "")
	}
	for _, c := range []struct{ name, body, want string }{
		{"a number in a circle", text("见") + char("begin", "") + instruction(`eq \o\ac(`) + instruction(`○,3)`) + char("end", "") + text("处"), "见③处"},
		{"a button with a field in it", char("begin", "") + instruction(`MACROBUTTON MTPlaceRef \* MERGEFORMAT `) + char("begin", "") + instruction(`SEQ MTEqn \h`) + char("end", "") +
			instruction("(") + char("begin", "") + instruction("SEQ") + char("separate", "") + text("7") + char("end", "") + instruction(")") + char("end", "") + text("后"), "(7)后"},
		{"a hidden button", `<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:instrText>MACROBUTTON x Equation Chapter 1</w:instrText></w:r>` + char("end", "") + text("后"), "后"},
		{"within a result", char("begin", "") + instruction("TOC") + char("separate", "") + text("甲") + char("begin", "") + instruction(`EQ \o\ac(□,×)`) + char("end", "") + text("乙") + char("end", ""), "甲☒乙"},
		{"an instruction with a result", char("begin", "") + instruction(`SYMBOL 254 \f "Wingdings"`) + char("separate", "") + text("框") + char("end", ""), "框"},
		{"boxes", ticked(`<w:checked/>`) + text("是") + ticked(`<w:default w:val="1"/><w:checked w:val="0"/>`) + text("否") + ticked(`<w:default w:val="1"/>`) + ticked(""), "☑是□否☑□"},
		{"a list", char("begin", `<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="重点"/><w:listEntry w:val="面上"/></w:ddList></w:ffData>`) + instruction("FORMDROPDOWN") + char("separate", "") + char("end", "") +
			text("；") + char("begin", `<w:ffData><w:ddList><w:listEntry w:val="甲"/></w:ddList></w:ffData>`) + instruction("FORMDROPDOWN") + char("end", ""), "面上；甲"},
		{"what is typed into a form", char("begin", `<w:ffData><w:textInput><w:default w:val="姓名"/></w:textInput></w:ffData>`) + instruction("FORMTEXT") + char("separate", "") + text("张三") + char("end", ""), "张三"},
		{"over paragraphs", char("begin", "") + instruction(` IF 1 = 1 "真值首段`) + `</w:p><w:p>` + char("begin", "") + instruction(" MERGEFIELD 名 ") + char("separate", "") + text("嵌套") + char("end", "") +
			instruction(`" "假" `) + char("separate", "") + text("首段") + `</w:p><w:p>` + text("次段") + char("end", "") + text("后"), "首段\n次段后"},
		{"a note in an instruction", char("begin", "") + instruction(`IF 1=1 "`) + `<w:r><w:footnoteReference w:id="2"/></w:r>` + char("separate", "") + text("乙") + char("end", ""), "乙"},
		{"without an end", char("begin", "") + instruction(" IF ") + `</w:p><w:p>` + text("甲") + `</w:p><w:p>` + char("begin", "") + instruction("PAGE") + char("separate", "") + text("1") + char("end", ""), "甲\n1"},
		{"an equation once", char("begin", "") + instruction("QUOTE ") + `<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>` + char("separate", "") + `<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>` + char("end", ""), "x"},
		{"an equation taken out", text("留") + `<w:del><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:del>`, "留"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := mustParse(t, wordFile(t, `<w:p>`+c.body+`</w:p>`, part{"word/footnotes.xml", `<w:footnotes ` + wordNamespaces + `><w:footnote w:id="2">` + wordPara("注") + `</w:footnote></w:footnotes>`})); d.Text != c.want {
				t.Errorf("got %q, want %q", d.Text, c.want)
			}
		})
	}
}

// formRecord writes an FFData with the header that stands before it.
func formRecord(kind, chosen, preset int, entries ...string) []byte {
	text := func(s string) []byte {
		u := utf16.Encode([]rune(s))
		out := binary.LittleEndian.AppendUint16(nil, uint16(len(u)))
		for _, c := range u {
			out = binary.LittleEndian.AppendUint16(out, c)
		}
		return out
	}
	body := []byte{0xFF, 0xFF, 0xFF, 0xFF, byte(kind | chosen<<2), 0, 0, 0, 0, 0}
	body = append(append(body, text("名称")...), 0, 0)
	body = append(body, byte(preset), 0)
	body = append(body, make([]byte, 5*4)...)
	if len(entries) > 0 {
		body = append(body, 0xFF, 0xFF, byte(len(entries)), 0, 0, 0)
		for _, e := range entries {
			body = append(body, text(e)...)
		}
	}
	head := make([]byte, 68)
	binary.LittleEndian.PutUint32(head, uint32(len(head)+len(body)))
	binary.LittleEndian.PutUint16(head[4:], uint16(len(head)))
	return append(head, body...)
}

func TestFieldsOfOldWord(t *testing.T) {
	var data []byte
	field := func(instruction string, record []byte) []oldRun {
		at := sprm(sprmPicture, byte(len(data)), byte(len(data)>>8), 0, 0)
		data = append(data, record...)
		return []oldRun{{"\x13 " + instruction, nil}, {"\x01", at}, {"\x14\x15", nil}}
	}
	runs := []oldRun{{"见\x13 eq \\o\\ac(○,3)\x15处", nil}, {"\x13", nil}, {"MACROBUTTON x 隐藏", sprm(sprmHidden, 1)}, {"\x15", nil}}
	for _, f := range [][]oldRun{
		field("FORMCHECKBOX", formRecord(1, 1, 0)), field("FORMCHECKBOX", formRecord(1, 25, 1)), field("FORMCHECKBOX", formRecord(1, 0, 1)),
		field("FORMDROPDOWN", formRecord(2, 1, 0, "重点", "面上")), field("FORMTEXT", formRecord(0, 0, 0)), field("FORMCHECKBOX", []byte("broken")),
	} {
		runs = append(runs, f...)
	}
	o := oldText(oldPara{runs: append(runs, oldRun{"完\r", nil})})
	o.streams = []part{{"Data", string(data)}}
	d := mustParse(t, o.write(t))
	if want := "见③处☑☑□面上完"; d.Text != want {
		t.Errorf("got %q, want %q", d.Text, want)
	}
	if len(d.Flags) > 0 {
		t.Errorf("flags %v", d.Flags)
	}
}

func TestFieldsOfRTF(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a number in a circle", `a{\field{\*\fldinst eq \\o\\ac(\u9675?,3)}}b`, "a③b"},
		{"a button with a field in it", `{\field{\*\fldinst MACROBUTTON x \\* MERGEFORMAT ({\field{\*\fldinst SEQ y}{\fldrslt 7}})}{\fldrslt }}b`, "(7)b"},
		{"a hidden button", `{\field{\*\fldinst {\v MACROBUTTON x hidden}}}b`, "b"},
		{"boxes", `{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1{\*\ffname Check1}}}}{\fldrslt }}a{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres25\ffdefres0}}}}`, "☑a□"},
		{"a list", `{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl one}{\*\ffl two}}}}{\fldrslt }}`, "two"},
		{"what is typed into a form", `{\field{\*\fldinst FORMTEXT {\*\formfield{\fftype0{\*\ffdeftext name}}}}{\fldrslt Jane}}`, "Jane"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(rtfHead+c.body+`\par}`))
			if diff := cmp.Diff(c.want, d.Text); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
}
