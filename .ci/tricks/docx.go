package main

import (
	"fmt"
	"strings"
)

// wordFile is a .docx file: the inside of its body, and what it needs beside.
type wordFile struct {
	body     string
	section  string            // inside w:sectPr
	styles   string            // further styles
	settings string            // inside w:settings
	ground   string            // of the page
	links    string            // further relations of the document part
	parts    map[string]string // further parts
	types    string            // their content types
}

const wordNames = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
	`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
	`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
	`xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
	`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
	`xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ` +
	`xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ` +
	`xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"`

const (
	xmlHead     = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	officeLink  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	packageLink = "http://schemas.openxmlformats.org/package/2006/"
	wordType    = "application/vnd.openxmlformats-officedocument.wordprocessingml."
)

func (w wordFile) bytes() ([]byte, error) {
	ground := ""
	if w.ground != "" {
		ground = `<w:background w:color="` + w.ground + `"/>`
		w.settings += `<w:displayBackgroundShape/>`
	}
	parts := map[string]string{
		"[Content_Types].xml": xmlHead + `<Types xmlns="` + packageLink + `content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>` +
			`<Override PartName="/word/document.xml" ContentType="` + wordType + `document.main+xml"/>` +
			`<Override PartName="/word/styles.xml" ContentType="` + wordType + `styles+xml"/>` +
			`<Override PartName="/word/settings.xml" ContentType="` + wordType + `settings+xml"/>` + w.types + `</Types>`,
		"_rels/.rels": xmlHead + `<Relationships xmlns="` + packageLink + `relationships"><Relationship Id="rId1" Type="` + officeLink +
			`officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels": xmlHead + `<Relationships xmlns="` + packageLink + `relationships">` +
			`<Relationship Id="rId1" Type="` + officeLink + `styles" Target="styles.xml"/>` +
			`<Relationship Id="rId2" Type="` + officeLink + `settings" Target="settings.xml"/>` + w.links + `</Relationships>`,
		"word/settings.xml": xmlHead + `<w:settings ` + wordNames + `>` + w.settings + `</w:settings>`,
		"word/styles.xml": xmlHead + `<w:styles ` + wordNames + `><w:docDefaults><w:rPrDefault><w:rPr>` +
			`<w:rFonts w:ascii="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>` +
			`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr>` +
			`<w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>` + w.styles + `</w:styles>`,
		"word/document.xml": xmlHead + `<w:document ` + wordNames + `>` + ground + `<w:body>` + w.body + `<w:sectPr>` + w.section +
			`<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" ` +
			`w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`,
	}
	for name, part := range w.parts {
		parts[name] = part
	}
	return zipped(parts, "[Content_Types].xml")
}

// wordRun returns a run with the properties of rpr.
func wordRun(rpr, text string) string {
	if rpr != "" {
		rpr = "<w:rPr>" + rpr + "</w:rPr>"
	}
	return `<w:r>` + rpr + `<w:t xml:space="preserve">` + esc(text) + `</w:t></w:r>`
}

// wordPara returns a paragraph of runs with the properties of ppr.
func wordPara(ppr string, runs ...string) string {
	if ppr != "" {
		ppr = "<w:pPr>" + ppr + "</w:pPr>"
	}
	return "<w:p>" + ppr + strings.Join(runs, "") + "</w:p>"
}

// wordLook writes a look as properties of a run, in the order of the schema.
func wordLook(l look) string {
	var b strings.Builder
	if l.bold {
		b.WriteString("<w:b/>")
	}
	if l.slanted {
		b.WriteString("<w:i/>")
	}
	if l.struck {
		b.WriteString("<w:strike/>")
	}
	if l.embossed {
		b.WriteString("<w:emboss/>")
	}
	if l.hidden {
		b.WriteString("<w:vanish/>")
	}
	if l.color != "" {
		b.WriteString(`<w:color w:val="` + l.color + `"/>`)
	}
	if l.scale != 0 {
		fmt.Fprintf(&b, `<w:w w:val="%d"/>`, l.scale)
	}
	if l.size != 0 {
		fmt.Fprintf(&b, `<w:sz w:val="%d"/>`, int(l.size*2))
	}
	if l.back != "" {
		b.WriteString(`<w:shd w:val="clear" w:color="auto" w:fill="` + l.back + `"/>`)
	}
	return b.String()
}

// wordParas writes paragraphs as the inside of a body.
func wordParas(paras []para) string {
	var b strings.Builder
	for _, p := range paras {
		ppr := ""
		if p.heading {
			ppr = `<w:pStyle w:val="Heading1"/>`
		}
		var runs []string
		for _, r := range p.runs {
			runs = append(runs, wordRun(wordLook(r.look), r.text))
		}
		b.WriteString(wordPara(ppr, runs...))
	}
	return b.String()
}

// wordWith returns a .docx writer of the document with body XML in the middle, made of the copied paragraphs, and with
// what the file needs beside.
func wordWith(middle func(c content, copied []string) (string, wordFile)) func(content) ([]byte, error) {
	return func(c content) ([]byte, error) {
		body, w := middle(c, c.copied)
		all := c.paras()
		w.body = wordParas(all[:4]) + body + wordParas(all[4:])
		return w.bytes()
	}
}

// junk returns the ith of some usual characters that make no sense in a row.
func junk(i int) string {
	marks := []rune("的乎其了之者也与")
	return string(marks[i%len(marks)])
}

// pieces cuts a text every n characters.
func pieces(text string, n int) []string {
	var out []string
	runes := []rune(text)
	for len(runes) > 0 {
		k := min(n, len(runes))
		out = append(out, string(runes[:k]))
		runes = runes[k:]
	}
	return out
}
