package sample

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// Fonts by language; both may be embedded in documents (SIL Open Font License).
var fonts = map[string]string{"zh": "Noto Serif CJK SC", "en": "Liberation Serif"}

// labels of the table, by language.
var labels = map[string][]string{
	"zh": {"项目名称", "申请人", "依托单位", "资助类别", "申请年度", "关键词"},
	"en": {"Project title", "Applicant", "Host institution", "Scheme", "Year", "Keywords"},
}

// The little of WordprocessingML that is needed.
type (
	document struct {
		XMLName xml.Name `xml:"w:document"`
		Space   string   `xml:"xmlns:w,attr"`
		Body    body     `xml:"w:body"`
	}
	body struct {
		Content []any
		Section section `xml:"w:sectPr"`
	}
	section struct {
		Size struct {
			Width  int `xml:"w:w,attr"`
			Height int `xml:"w:h,attr"`
		} `xml:"w:pgSz"`
		Margin struct {
			Top    int `xml:"w:top,attr"`
			Right  int `xml:"w:right,attr"`
			Bottom int `xml:"w:bottom,attr"`
			Left   int `xml:"w:left,attr"`
		} `xml:"w:pgMar"`
	}
	paragraph struct {
		XMLName xml.Name `xml:"w:p"`
		Style   *value   `xml:"w:pPr>w:pStyle"`
		Text    text     `xml:"w:r>w:t"`
	}
	text struct {
		Space string `xml:"xml:space,attr"`
		Text  string `xml:",chardata"`
	}
	value struct {
		Value string `xml:"w:val,attr"`
	}
	table struct {
		XMLName xml.Name `xml:"w:tbl"`
		Style   value    `xml:"w:tblPr>w:tblStyle"`
		Width   width    `xml:"w:tblPr>w:tblW"`
		Grid    []width  `xml:"w:tblGrid>w:gridCol"`
		Rows    []row    `xml:"w:tr"`
	}
	row struct {
		Cells []cell `xml:"w:tc"`
	}
	cell struct {
		Width     width     `xml:"w:tcPr>w:tcW"`
		Paragraph paragraph `xml:"w:p"`
	}
	width struct {
		Twips int    `xml:"w:w,attr"`
		Type  string `xml:"w:type,attr,omitempty"`
	}
)

const (
	wordSpace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	header    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

	// A4 with margins of 2.5 cm, in twips; the table's columns fill its width.
	pageWidth, pageHeight, margin = 11906, 16838, 1417
	labelWidth                    = 2000
	valueWidth                    = pageWidth - 2*margin - labelWidth
)

const contentTypes = header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
	`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
	`<Default Extension="xml" ContentType="application/xml"/>` +
	`<Override PartName="/word/document.xml" ` +
	`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
	`<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>` +
	`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`

const relationships = header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
	`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ` +
	`Target="word/document.xml"/>` +
	`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" ` +
	`Target="docProps/core.xml"/></Relationships>`

const documentRelationships = header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
	`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" ` +
	`Target="styles.xml"/></Relationships>`

// styles has two places for the font and two for the language.
const styles = header + `<w:styles xmlns:w="` + wordSpace + `"><w:docDefaults><w:rPrDefault><w:rPr>` +
	`<w:rFonts w:ascii="%[1]s" w:hAnsi="%[1]s" w:eastAsia="%[1]s" w:cs="%[1]s"/><w:sz w:val="24"/><w:lang w:val="%[2]s" ` +
	`w:eastAsia="%[2]s"/></w:rPr></w:rPrDefault></w:docDefaults>` +
	`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120" w:line="340" ` +
	`w:lineRule="auto"/><w:jc w:val="both"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/><w:pPr><w:ind ` +
	`w:firstLine="480"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:before="240" ` +
	`w:after="360"/><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next ` +
	`w:val="BodyText"/><w:pPr><w:keepNext/><w:spacing w:before="360" w:after="160"/><w:jc w:val="left"/><w:outlineLvl ` +
	`w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:next ` +
	`w:val="BodyText"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:jc w:val="left"/><w:outlineLvl ` +
	`w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="26"/></w:rPr></w:style>` +
	`<w:style w:type="table" w:styleId="Cover"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>` +
	`<w:top w:val="single" w:sz="4" w:color="auto"/><w:left w:val="single" w:sz="4" w:color="auto"/><w:bottom w:val="single" w:sz="4" ` +
	`w:color="auto"/><w:right w:val="single" w:sz="4" w:color="auto"/>` +
	`<w:insideH w:val="single" w:sz="4" w:color="auto"/><w:insideV w:val="single" w:sz="4" ` +
	`w:color="auto"/></w:tblBorders></w:tblPr></w:style></w:styles>`

// locales are the language tags of the text.
var locales = map[string]string{"zh": "zh-CN", "en": "en-GB"}

// Encode returns the Word file of a source. The language must be one of fonts.
func Encode(s Source) ([]byte, error) {
	font, ok := fonts[s.Language]
	if !ok {
		return nil, fmt.Errorf("no font for language %q", s.Language)
	}
	main, err := mainPart(s)
	if err != nil {
		return nil, err
	}
	core, err := coreProperties(s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range []struct{ name, data string }{
		{"[Content_Types].xml", contentTypes},
		{"_rels/.rels", relationships},
		{"docProps/core.xml", core},
		{"word/_rels/document.xml.rels", documentRelationships},
		{"word/document.xml", main},
		{"word/styles.xml", fmt.Sprintf(styles, font, locales[s.Language])},
	} {
		// Without a time, so that the bytes are the same every time.
		w, err := z.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Deflate})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(part.data)); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func mainPart(s Source) (string, error) {
	d := document{Space: wordSpace}
	d.Body.Section.Size.Width, d.Body.Section.Size.Height = pageWidth, pageHeight
	m := &d.Body.Section.Margin
	m.Top, m.Right, m.Bottom, m.Left = margin, margin, margin, margin

	id := s.Identity
	separator := map[string]string{"zh": "；", "en": "; "}[s.Language]
	t := table{Style: value{"Cover"}, Width: width{labelWidth + valueWidth, "dxa"},
		Grid: []width{{Twips: labelWidth}, {Twips: valueWidth}}}
	for i, v := range []string{
		id.Title, id.Applicant, id.Institution, id.Programme, strconv.Itoa(id.Year), strings.Join(id.Keywords, separator),
	} {
		t.Rows = append(t.Rows, row{Cells: []cell{
			{width{labelWidth, "dxa"}, styled("Normal", labels[s.Language][i])},
			{width{valueWidth, "dxa"}, styled("Normal", v)},
		}})
	}
	d.Body.Content = append(d.Body.Content, styled("Title", id.Title), t)
	for _, p := range s.Paragraphs {
		style := "BodyText"
		switch {
		case p.Level > 0:
			style = fmt.Sprintf("Heading%d", p.Level)
		case strings.HasPrefix(p.Text, "["): // of the references
			style = "Normal"
		}
		d.Body.Content = append(d.Body.Content, styled(style, p.Text))
	}
	data, err := xml.Marshal(d)
	return header + string(data), err
}

func styled(style, s string) paragraph {
	return paragraph{Style: &value{style}, Text: text{Space: "preserve", Text: s}}
}

func coreProperties(s Source) (string, error) {
	type properties struct {
		XMLName  xml.Name `xml:"cp:coreProperties"`
		Core     string   `xml:"xmlns:cp,attr"`
		Dublin   string   `xml:"xmlns:dc,attr"`
		Title    string   `xml:"dc:title"`
		Creator  string   `xml:"dc:creator"`
		Keywords string   `xml:"cp:keywords"`
	}
	data, err := xml.Marshal(properties{
		Core:     "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
		Dublin:   "http://purl.org/dc/elements/1.1/",
		Title:    s.Identity.Title,
		Creator:  s.Identity.Applicant,
		Keywords: strings.Join(s.Identity.Keywords, "; "),
	})
	return header + string(data), err
}
