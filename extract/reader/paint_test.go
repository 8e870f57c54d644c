package reader

import (
	"strings"
	"testing"

	"zhiwen/extract"
)

// What nobody sees is kept out and flagged, in every format that can say it;
// what only looks as if it were is text.
func TestUnseen(t *testing.T) {
	docx := func(properties string) string {
		return `<w:p><w:r><w:t>seen </w:t></w:r><w:r><w:rPr>` + properties + `</w:rPr><w:t>SECRET</w:t></w:r></w:p>`
	}
	cell := func(properties, run string) string {
		return `<w:tbl><w:tr><w:tc><w:tcPr>` + properties + `</w:tcPr>` + docx(run) + `</w:tc></w:tr></w:tbl>`
	}
	html := func(style string) string { return `<html><p>seen <span style="` + style + `">SECRET</span></p>` }
	rtf := func(words string) string {
		return `{\rtf1\ansi{\colortbl;\red255\green255\blue255;\red0\green0\blue128;\red254\green254\blue254;}\pard seen {` + words + ` SECRET}\par}`
	}
	odt := func(properties string) [2]string {
		return [2]string{`<style:style style:name="T"><style:text-properties ` + properties + `/></style:style>`, `<text:p>seen <text:span text:style-name="T">SECRET</text:span></text:p>`}
	}
	old := func(properties ...byte) []oldPara {
		return []oldPara{withRuns(oldRun{"seen ", nil}, oldRun{"SECRET", properties})}
	}
	var noOld []oldPara
	for _, c := range []struct {
		name   string
		docx   string
		doc    []oldPara
		rtf    string
		odt    [2]string
		html   string
		hidden bool
	}{
		{"marked hidden", docx(`<w:vanish/>`), old(sprm(sprmHidden, 1)...), rtf(`\v`), odt(`text:display="none"`), html("display:none"), true},
		{"not marked hidden", docx(`<w:vanish w:val="0"/>`), old(sprm(sprmHidden, 0)...), rtf(`\v0`), odt(`text:display="true"`), html("display:inline"), false},
		{"white", docx(`<w:color w:val="FFFFFF"/>`), old(sprm(sprmRGB, 255, 255, 255, 0)...), rtf(`\cf1`), odt(`fo:color="#ffffff"`), html("color:white"), true},
		{"white by number", "", old(sprm(sprmColour, 8)...), "", [2]string{}, html("color:rgb(255,255,255)"), true},
		{"all but white", docx(`<w:color w:val="FEFEFE"/>`), old(sprm(sprmRGB, 254, 254, 254, 0)...), rtf(`\cf3`), odt(`fo:color="#fefefe"`), html("color:#fefefe"), true},
		{"light grey", docx(`<w:color w:val="D9D9D9"/>`), old(sprm(sprmRGB, 0xD9, 0xD9, 0xD9, 0)...), "", odt(`fo:color="#d9d9d9"`), html("color:#d9d9d9"), false},
		{"colour of the program's choice", docx(`<w:color w:val="auto"/><w:shd w:val="clear" w:fill="000000"/>`), old(sprm(sprmRGB, 0, 0, 0, 255)...), rtf(`\cf0`), odt(`style:use-window-font-color="true"`), html("color:inherit"), false},
		{"transparent", docx(`<w14:textFill xmlns:w14="w14"><w14:noFill/></w14:textFill>`), noOld, "", [2]string{}, html("color:transparent"), true},
		{"all but transparent", docx(`<w14:textFill xmlns:w14="w14"><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill></w14:textFill>`), noOld, "", [2]string{}, html("opacity:0"), true},
		{"half transparent", docx(`<w14:textFill xmlns:w14="w14"><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="50000"/></w14:srgbClr></w14:solidFill></w14:textFill>`), noOld, "", [2]string{}, html("color:rgba(0,0,0,.5)"), false},
		{"white on dark", docx(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000080"/>`), old(append(sprm(sprmRGB, 255, 255, 255, 0), sprm(sprmHighlight, 2)...)...), rtf(`\cf1\chcbpat2`), odt(`fo:color="#ffffff" fo:background-color="#000080"`), html("color:#fff;background:#000080"), false},
		{"white on white", docx(`<w:color w:val="FFFFFF"/><w:highlight w:val="white"/>`), old(append(sprm(sprmRGB, 255, 255, 255, 0), sprm(sprmHighlight, 8)...)...), rtf(`\cf1\highlight1`), odt(`fo:color="#ffffff" fo:background-color="#ffffff"`), html("color:#fff;background:#ffffff"), true},
		{"dark on the same", docx(`<w:color w:val="000080"/><w:shd w:val="clear" w:fill="000080"/>`), old(append(sprm(sprmRGB, 0, 0, 128, 0), sprm(sprmHighlight, 9)...)...), rtf(`\cf2\chcbpat2`), odt(`fo:color="#000080" fo:background-color="#000080"`), html("color:#000080;background:#000080"), true},
		{"white on a pattern", docx(`<w:color w:val="FFFFFF"/><w:shd w:val="pct50" w:color="auto" w:fill="auto"/>`), noOld, "", [2]string{}, html("color:#fff;background:url(x.png)"), false},
		{"white and embossed", docx(`<w:color w:val="FFFFFF"/><w:emboss/>`), old(append(sprm(sprmRGB, 255, 255, 255, 0), sprm(sprmEmboss, 1)...)...), rtf(`\cf1\embo`), odt(`fo:color="#ffffff" style:font-relief="embossed"`), "", false},
		{"white, not embossed", docx(`<w:color w:val="FFFFFF"/><w:emboss w:val="0"/>`), old(append(sprm(sprmRGB, 255, 255, 255, 0), sprm(sprmEmboss, 0)...)...), rtf(`\cf1\embo0`), odt(`fo:color="#ffffff" style:font-relief="none"`), "", true},
		{"white with an outline", docx(`<w:color w:val="FFFFFF"/><w14:textOutline xmlns:w14="w14"><w14:solidFill><w14:srgbClr w14:val="000000"/></w14:solidFill></w14:textOutline>`), noOld, "", [2]string{}, html("color:#fff;text-shadow:0 0 2px #000"), false},
		{"outlined in white", docx(`<w:color w:val="FFFFFF"/><w:outline/>`), old(append(sprm(sprmRGB, 255, 255, 255, 0), sprm(sprmOutlined, 1)...)...), rtf(`\cf1\outl`), odt(`fo:color="#ffffff" style:text-outline="true"`), "", true},
		{"white with no outline", docx(`<w:color w:val="FFFFFF"/><w14:textOutline xmlns:w14="w14"><w14:noFill/></w14:textOutline>`), noOld, "", odt(`fo:color="#ffffff" fo:text-shadow="none"`), html("color:#fff;text-shadow:none"), true},
		{"tiny", docx(`<w:sz w:val="2"/>`), old(sprm(sprmSize, 2, 0)...), rtf(`\fs2`), odt(`fo:font-size="1pt"`), html("font-size:1px"), true},
		{"small", docx(`<w:sz w:val="8"/>`), old(sprm(sprmSize, 8, 0)...), rtf(`\fs8`), odt(`fo:font-size="4pt"`), html("font-size:4pt"), false},
		{"raised", docx(`<w:vertAlign w:val="superscript"/>`), noOld, rtf(`\super`), odt(`style:text-position="super 58%"`), html("vertical-align:super"), false},
		{"white in a dark cell", cell(`<w:shd w:val="clear" w:fill="1F3864"/>`, `<w:color w:val="FFFFFF"/>`), noOld,
			`{\rtf1\ansi{\colortbl;\red255\green255\blue255;\red0\green0\blue128;}\trowd\clcbpat2\cellx4000\pard\plain\intbl seen {\cf1 SECRET}\cell\row}`,
			[2]string{odtStyles, `<table:table><table:table-row><table:table-cell table:style-name="dark"><text:p>seen <text:span text:style-name="white">SECRET</text:span></text:p></table:table-cell></table:table-row></table:table>`},
			`<html><table><tr><td bgcolor="#1F3864">seen <font color="#FFFFFF">SECRET</font></table>`, false},
		{"white in a plain cell", cell(`<w:shd w:val="clear" w:fill="auto"/>`, `<w:color w:val="FFFFFF"/>`), noOld,
			`{\rtf1\ansi{\colortbl;\red255\green255\blue255;}\trowd\cellx4000\pard\plain\intbl seen {\cf1 SECRET}\cell\row}`, [2]string{},
			`<html><table><tr><td>seen <font color="#FFFFFF">SECRET</font></table>`, true},
		{"dark in a dark cell", cell(`<w:shd w:val="clear" w:fill="1F3864"/>`, `<w:color w:val="1F3864"/>`), noOld, "", [2]string{}, `<html><table><tr><td bgcolor="#1F3864">seen <font color="#1F3864">SECRET</font></table>`, true},
		{"far off", "", noOld, "", [2]string{}, html("position:absolute;left:-9999px"), true},
		{"a hanging indent", "", noOld, "", [2]string{}, html("text-indent:-21pt"), false},
		{"a hanging indent from far inside", "", noOld, "", [2]string{}, html("margin-left:136.0pt;text-indent:-136.0pt"), false},
		{"an indent off the page", "", noOld, "", [2]string{}, html("margin-left:20pt;text-indent:-9999px"), true},
		{"a link", `<w:p><w:r><w:t>seen </w:t></w:r><w:hyperlink><w:r><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr><w:t>SECRET</w:t></w:r></w:hyperlink></w:p>`, noOld, rtf(`\field{\*\fldinst HYPERLINK "x"}{\fldrslt`) + "}", [2]string{}, `<html><p>seen <a href="x">SECRET</a>`, false},
	} {
		files := map[string][]byte{}
		if c.docx != "" {
			files["docx"] = wordFile(t, c.docx)
		}
		if c.doc != nil {
			files["doc"] = oldFile{parts: [8][]oldPara{c.doc}}.write(t)
		}
		if c.rtf != "" {
			files["rtf"] = []byte(c.rtf)
		}
		if c.odt[1] != "" {
			files["odt"] = odtFile(t, c.odt[0], c.odt[1])
		}
		if c.html != "" {
			files["html"] = []byte(c.html)
		}
		for format, data := range files {
			t.Run(c.name+" "+format, func(t *testing.T) {
				d := mustParse(t, data)
				flagged := len(d.Flags) == 1 && d.Flags[0].Kind == extract.HiddenText && strings.Contains(d.Flags[0].Text, "SECRET")
				if read := strings.Contains(d.Text, "SECRET"); read == c.hidden || flagged != c.hidden || !strings.Contains(d.Text, "seen") {
					t.Errorf("text %q, flags %+v", d.Text, d.Flags)
				}
			})
		}
	}
}

func TestPageColour(t *testing.T) {
	body := `<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>white on a dark page</w:t></w:r></w:p>`
	data := zipOf(t, part{"[Content_Types].xml", contentTypes}, part{"_rels/.rels", topRelations}, part{"word/_rels/document.xml.rels", noRelations},
		part{"word/document.xml", `<w:document ` + wordNamespaces + `><w:background w:color="1F3864"/><w:body>` + body + `</w:body></w:document>`})
	if d := mustParse(t, data); len(d.Flags) != 0 || d.Text != "white on a dark page" {
		t.Errorf("text %q, flags %+v", d.Text, d.Flags)
	}
}
