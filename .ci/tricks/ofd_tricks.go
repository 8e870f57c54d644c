package main

import (
	"fmt"
	"slices"
	"strings"
)

// ofdUnseen are ways in which text of an OFD file is not seen.
var ofdUnseen = []struct {
	id, name string
	draw     func(p ofdPiece) string
}{
	{"alpha", "of an opacity of 0", func(p ofdPiece) string { p.more = ` Alpha="0"`; return p.object() }},
	{"alpha-low", "of an opacity of 2 %", func(p ofdPiece) string { p.more = ` Alpha="5"`; return p.object() }},
	{"fill-alpha", "of a colour of opacity 0", func(p ofdPiece) string {
		p.inner = `<ofd:FillColor Value="0 0 0" ` +
			`Alpha="0"/>`
		return p.object()
	}},
	{"no-fill", "neither filled nor outlined", func(p ofdPiece) string { p.more = ` Fill="false" Stroke="false"`; return p.object() }},
	{"covered", "covered by a white box", func(p ofdPiece) string {
		return p.object() + ofdBox(p.x-1, p.y-1, p.width()+2, p.size*1.6, "FFFFFF")
	}},
	{"same-ground", "dark blue on a dark blue box", func(p ofdPiece) string {
		p.look.color, p.look.back = "203864",
			"203864"
		return p.object()
	}},
	{"off", "off the page", func(p ofdPiece) string { p.x -= 900; return p.object() }},
	{"matrix", "scaled to nothing by its matrix", func(p ofdPiece) string { p.more = ` CTM="0.001 0 0 0.001 0 0"`; return p.object() }},
	{"matrix-flat", "of no height by its matrix", func(p ofdPiece) string { p.more = ` CTM="1 0 0 0.001 0 0"`; return p.object() }},
	{"boundary", "in a boundary of no size", func(p ofdPiece) string {
		return strings.Replace(p.object(), fmt.Sprintf(`%.2f %.2f"`, max(p.width(), 0.1)+1, p.size*1.4), `0.01 0.01"`, 1)
	}},
	{"clip", "clipped away", func(p ofdPiece) string {
		p.inner = `<ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 0.01 0.01"><ofd:AbbreviatedData>M 0 0 L 0.01 0 L 0.01 0.01 C` +
			`</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>`
		return p.object()
	}},
	{"glued", "with all letters at one place, nearly white", func(p ofdPiece) string {
		p.look.color = "F4F4F4"
		p.look.scale = 1
		return p.object()
	}},
}

// ofdMark is the tag of pieces that a trick is about.
const ofdMark = "marked"

// ofdWith returns a writer of paragraphs whose marked pieces are drawn by draw.
func ofdWith(paras func(c content) []para, draw func(p ofdPiece) string, change func(c content,
	f *ofdFile)) map[format]func(content) ([]byte, error) {
	return map[format]func(content) ([]byte, error){ofd: func(c content) ([]byte, error) {
		f := ofdSet(paras(c), func(p ofdPiece) string {
			if p.look.tag == "" || draw == nil {
				return p.object()
			}
			p.look.tag = ""
			return draw(p)
		})
		if change != nil {
			change(c, &f)
		}
		return f.bytes()
	}}
}

func marked(texts []string) []para {
	var out []para
	for _, t := range texts {
		out = append(out, styled(t, look{tag: ofdMark}))
	}
	return out
}

// letters draws a piece letter by letter in an order.
func (p ofdPiece) letters(order func(n int) []int) string {
	text := []rune(p.text)
	objects := make([]string, len(text))
	at := p.x
	for i, r := range text {
		one := p
		one.text, one.x = string(r), at
		objects[i] = one.object()
		at += advance(r) * p.size
	}
	var b strings.Builder
	for _, i := range order(len(text)) {
		b.WriteString(objects[i])
	}
	return b.String()
}

func ofdTricks() []*trick {
	var out []*trick
	for _, u := range ofdUnseen {
		out = append(out,
			&trick{id: "f-dilute-" + u.id, name: "thousands of characters " + u.name, kind: "Seen: OFD", way: dilute, needs: tool,
				make: ofdWith(func(c content) []para { return append(c.plain(), marked(c.filler)...) }, u.draw, nil)},
			&trick{id: "f-junk-" + u.id, name: "a character after every three " + u.name, kind: "Seen: OFD", way: hide, needs: tool,
				make: ofdWith(func(c content) []para { return every(c, look{tag: ofdMark}) }, u.draw, nil)})
	}
	copied := func(c content) []para { return c.paras(marked(c.copied)...) }
	add := func(id, name, needs string, make map[format]func(content) ([]byte, error)) {
		out = append(out, &trick{id: "f-" + id, name: name, kind: "Says other, and places: OFD", way: hide, needs: needs, make: make})
	}
	add("letters", "an object for each letter", tool, ofdWith(copied, func(p ofdPiece) string { return p.letters(order(nil)) }, nil))
	add("backwards", "letters from the last to the first, each at its place", tool, ofdWith(copied, func(p ofdPiece) string {
		return p.letters(order(slices.Reverse[[]int]))
	}, nil))
	add("shuffled", "letters of each line in any order, each at its place", tool, ofdWith(copied, func(p ofdPiece) string {
		return p.letters(order(shuffled))
	}, nil))
	add("delta", "stored backwards with negative steps", tool, ofdWith(copied, func(p ofdPiece) string {
		p.text = reversed(p.text)
		object := p.object()
		object = strings.Replace(object, `X="0"`, fmt.Sprintf(`X="%.2f"`, p.width()-p.size), 1)
		at := strings.Index(object, `DeltaX="`)
		if at < 0 {
			return object
		}
		return object[:at] + `DeltaX="-` + strings.ReplaceAll(object[at+8:strings.Index(object[at+8:], `"`)+at+8], " ", " -") +
			object[strings.Index(object[at+8:], `"`)+at+8:]
	}, nil))
	add("glyphs", "glyphs by number (CGTransform) beside another text", tool, ofdWith(copied, func(p ofdPiece) string {
		glyphs := ""
		for i := range []rune(p.text) {
			glyphs += fmt.Sprint(1000+i, " ")
		}
		n := len([]rune(p.text))
		p.text = string([]rune(strings.Join(ownProse, ""))[:n])
		p.inner = fmt.Sprintf(`<ofd:CGTransform CodePosition="0" CodeCount="%d" GlyphCount="%d"><ofd:Glyphs>%s</ofd:Glyphs>`+
			`</ofd:CGTransform>`, n, n, strings.TrimSpace(glyphs))
		return p.object()
	}, nil))
	add("template", "in a template of the pages", tool, ofdWith(func(c content) []para {
		return c.paras()
	}, nil, func(c content, f *ofdFile) {
		inner := ofdSet(plains(c.copied...), nil)
		f.common += `<ofd:TemplatePage ID="50" BaseLoc="Tpls/T.xml"/>`
		f.first = `<ofd:Template TemplateID="50"/>`
		f.parts = map[string]string{"Doc_0/Tpls/T.xml": xmlHead + `<ofd:Page ` + ofdNames + `><ofd:Content><ofd:Layer ID="5">` +
			inner.pages[0] + `</ofd:Layer></ofd:Content></ofd:Page>`}
	}))
	add("annotation", "in annotations on the page", byHand, ofdWith(func(c content) []para {
		return c.paras()
	}, nil, func(c content, f *ofdFile) {
		inner := ofdSet(plains(c.copied...), nil)
		f.pages = append([]string{""}, f.pages...)
		f.document += `<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>`
		f.parts = map[string]string{"Doc_0/Annots/Annotations.xml": xmlHead + `<ofd:Annotations ` + ofdNames +
			`><ofd:Page PageID="100"><ofd:FileLoc>A.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`,
			"Doc_0/Annots/A.xml": xmlHead + `<ofd:PageAnnot ` + ofdNames +
				`><ofd:Annot ID="60" Type="Stamp" Creator="a" LastModDate="2026-01-01"><ofd:Appearance Boundary="0 0 210 297">` +
				inner.pages[0] + `</ofd:Appearance></ofd:Annot></ofd:PageAnnot>`}
	}))
	add("attached", "in a file attached to it", byHand, ofdWith(func(c content) []para {
		return c.paras()
	}, nil, func(c content, f *ofdFile) {
		f.document += `<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>`
		f.parts = map[string]string{"Doc_0/Attachs/Attachments.xml": xmlHead + `<ofd:Attachments ` + ofdNames +
			`><ofd:Attachment ID="70" Name="a" Format="txt"><ofd:FileLoc>a.txt</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
			"Doc_0/Attachs/a.txt": strings.Join(c.copied, "\n")}
	}))
	add("second", "in a second document of the file", tool, ofdWith(func(c content) []para {
		return c.paras()
	}, nil, func(c content, f *ofdFile) {
		inner := ofdSet(plains(c.copied...), nil)
		f.entry = `</ofd:DocBody><ofd:DocBody><ofd:DocInfo></ofd:DocInfo><ofd:DocRoot>Doc_1/Document.xml</ofd:DocRoot>`
		f.parts = map[string]string{"Doc_1/Document.xml": xmlHead + `<ofd:Document ` + ofdNames + `><ofd:CommonData><ofd:PageArea>` +
			`<ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea></ofd:CommonData><ofd:Pages>` +
			`<ofd:Page ID="100" BaseLoc="P/C.xml"/></ofd:Pages></ofd:Document>`,
			"Doc_1/P/C.xml": xmlHead + `<ofd:Page ` + ofdNames + `><ofd:Content><ofd:Layer ID="9">` + inner.pages[0] + `</ofd:Layer>` +
				`</ofd:Content></ofd:Page>`}
	}))
	add("read-direction", "turned by 180 degrees", tool, ofdWith(copied, func(p ofdPiece) string {
		p.text = reversed(p.text)
		p.more = fmt.Sprintf(` CTM="-1 0 0 -1 %.2f %.2f"`, p.width(), p.size*1.4)
		return p.object()
	}, nil))
	return out
}
