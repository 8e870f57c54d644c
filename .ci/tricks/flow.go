package main

import (
	"fmt"
	"strings"
)

// htmlStyle writes a look as CSS; HTML has no width of letters.
func htmlStyle(l look) (string, error) {
	if l.scale != 0 || l.embossed {
		return "", errCannot
	}
	var b strings.Builder
	if l.color != "" {
		b.WriteString("color:#" + l.color + ";")
	}
	if l.back != "" {
		b.WriteString("background-color:#" + l.back + ";")
	}
	if l.size != 0 {
		fmt.Fprintf(&b, "font-size:%gpt;", l.size)
	}
	if l.hidden {
		b.WriteString("display:none;")
	}
	if l.bold {
		b.WriteString("font-weight:bold;")
	}
	if l.slanted {
		b.WriteString("font-style:italic;")
	}
	if l.struck {
		b.WriteString("text-decoration:line-through;")
	}
	return b.String(), nil
}

// htmlBody writes paragraphs as the inside of a body.
func htmlBody(paras []para) (string, error) {
	var b strings.Builder
	for _, p := range paras {
		tag := "p"
		if p.heading {
			tag = "h1"
		}
		b.WriteString("<" + tag + ">")
		for _, r := range p.runs {
			style, err := htmlStyle(r.look)
			switch {
			case err != nil:
				return "", err
			case style != "":
				b.WriteString(`<span style="` + style + `">` + esc(r.text) + `</span>`)
			default:
				b.WriteString(esc(r.text))
			}
		}
		b.WriteString("</" + tag + ">\n")
	}
	return b.String(), nil
}

func htmlOf(paras []para) ([]byte, error) {
	body, err := htmlBody(paras)
	return htmlPage("", body), err
}

// htmlPage returns a page with something more in its head.
func htmlPage(head, body string) []byte {
	return []byte("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>申请书</title>" + head + "</head><body>\n" + body +
		"</body></html>\n")
}

// htmlMiddle returns a writer of the document with HTML in the middle, made of the copied paragraphs; head goes into the page's head.
func htmlMiddle(head string, middle func(copied []string) string) func(content) ([]byte, error) {
	return func(c content) ([]byte, error) {
		all := c.paras()
		before, err := htmlBody(all[:4])
		if err != nil {
			return nil, err
		}
		after, err := htmlBody(all[4:])
		return htmlPage(head, before+middle(c.copied)+after), err
	}
}

// htmlEach is htmlMiddle paragraph by paragraph.
func htmlEach(head string, each func(text string) string) func(content) ([]byte, error) {
	return htmlMiddle(head, func(copied []string) string {
		var b strings.Builder
		for _, t := range copied {
			b.WriteString(each(t))
		}
		return b.String()
	})
}

// rtfText writes text in RTF.
func rtfText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || r == '{' || r == '}':
			b.WriteString(`\` + string(r))
		case r < 128:
			b.WriteRune(r)
		case r > 0xFFFF:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%d?\u%d?`, int16(0xD800+(r>>10)), int16(0xDC00+(r&0x3FF)))
		default:
			fmt.Fprintf(&b, `\u%d?`, int16(r))
		}
	}
	return b.String()
}

// rtfColors returns each colour its number in the table of a file.
type rtfColors struct{ list []string }

func (t *rtfColors) number(color string) int {
	for i, c := range t.list {
		if c == color {
			return i + 1
		}
	}
	t.list = append(t.list, color)
	return len(t.list)
}

func (t *rtfColors) table() string {
	var b strings.Builder
	b.WriteString(`{\colortbl;`)
	for _, c := range t.list {
		var red, green, blue int
		_, _ = fmt.Sscanf(c, "%02X%02X%02X", &red, &green, &blue)
		fmt.Fprintf(&b, `\red%d\green%d\blue%d;`, red, green, blue)
	}
	return b.String() + "}"
}

func (t *rtfColors) body(paras []para) string {
	var b strings.Builder
	for _, p := range paras {
		b.WriteString(`\pard\plain\fs24 `)
		if p.heading {
			b.WriteString(`\s1\outlinelevel0\b\fs32 `)
		}
		for _, r := range p.runs {
			b.WriteString("{" + t.look(r.look) + rtfText(r.text) + "}")
		}
		b.WriteString("\\par\n")
	}
	return b.String()
}

func (t *rtfColors) look(l look) string {
	var b strings.Builder
	if l.color != "" {
		fmt.Fprintf(&b, `\cf%d`, t.number(l.color))
	}
	if l.back != "" {
		fmt.Fprintf(&b, `\chshdng0\chcbpat%d`, t.number(l.back))
	}
	if l.size != 0 {
		fmt.Fprintf(&b, `\fs%d`, int(l.size*2))
	}
	if l.scale != 0 {
		fmt.Fprintf(&b, `\charscalex%d`, l.scale)
	}
	if l.hidden {
		b.WriteString(`\v`)
	}
	if l.bold {
		b.WriteString(`\b`)
	}
	if l.slanted {
		b.WriteString(`\i`)
	}
	if l.struck {
		b.WriteString(`\strike`)
	}
	if l.embossed {
		b.WriteString(`\embo`)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	return b.String()
}

func rtfFile(t *rtfColors, body string) []byte {
	return []byte(`{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 SimSun;}}` + t.table() +
		`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0\b\fs32 heading 1;}}` + "\\paperw11906\\paperh16838\n" + body + "}")
}

func rtfOf(paras []para) ([]byte, error) {
	t := &rtfColors{}
	body := t.body(paras)
	return rtfFile(t, body), nil
}

// odtFile is an .odt file: automatic styles, and the inside of office:text.
type odtFile struct {
	styles string // automatic
	body   string
	pages  string // the inside of office:styles' part: master pages and the like
	parts  map[string]string
	listed string // further entries of the manifest
}

const odtNames = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
	`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ` +
	`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ` +
	`xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` +
	`xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" ` +
	`xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" ` +
	`office:version="1.3"`

func (o odtFile) bytes() ([]byte, error) {
	pages := o.pages
	if pages == "" {
		pages = `<office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="21cm" ` +
			`fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout></office:automatic-styles>` +
			`<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm"/></office:master-styles>`
	}
	parts := map[string]string{
		"mimetype": "application/vnd.oasis.opendocument.text",
		"META-INF/manifest.xml": xmlHead + `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" ` +
			`manifest:version="1.3">` +
			`<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>` +
			`<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>` +
			`<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>` + o.listed +
			`</manifest:manifest>`,
		"styles.xml": xmlHead + `<office:document-styles ` + odtNames + `><office:styles><style:default-style style:family="paragraph">` +
			`<style:text-properties fo:font-size="12pt"/></style:default-style></office:styles>` + pages + `</office:document-styles>`,
		"content.xml": xmlHead + `<office:document-content ` + odtNames + `><office:automatic-styles>` + o.styles +
			`</office:automatic-styles><office:body><office:text>` +
			o.body + `</office:text></office:body></office:document-content>`,
	}
	for name, part := range o.parts {
		parts[name] = part
	}
	return zipped(parts, "mimetype")
}

// odtLooks returns each look a style of its own.
type odtLooks struct{ list []look }

func (o *odtLooks) name(l look) string {
	for i, old := range o.list {
		if old == l {
			return fmt.Sprintf("L%d", i)
		}
	}
	o.list = append(o.list, l)
	return fmt.Sprintf("L%d", len(o.list)-1)
}

func (o *odtLooks) styles() string {
	var b strings.Builder
	for i, l := range o.list {
		fmt.Fprintf(&b, `<style:style style:name="L%d" style:family="text"><style:text-properties`, i)
		if l.color != "" {
			b.WriteString(` fo:color="#` + l.color + `"`)
		}
		if l.back != "" {
			b.WriteString(` fo:background-color="#` + l.back + `"`)
		}
		if l.size != 0 {
			fmt.Fprintf(&b, ` fo:font-size="%gpt"`, l.size)
		}
		if l.scale != 0 {
			fmt.Fprintf(&b, ` style:text-scale="%d%%"`, l.scale)
		}
		if l.hidden {
			b.WriteString(` text:display="none"`)
		}
		if l.bold {
			b.WriteString(` fo:font-weight="bold"`)
		}
		if l.slanted {
			b.WriteString(` fo:font-style="italic"`)
		}
		if l.struck {
			b.WriteString(` style:text-line-through-style="solid"`)
		}
		if l.embossed {
			b.WriteString(` style:font-relief="embossed"`)
		}
		b.WriteString(`/></style:style>`)
	}
	return b.String()
}

func (o *odtLooks) body(paras []para) string {
	var b strings.Builder
	for _, p := range paras {
		open, end := `<text:p>`, `</text:p>`
		if p.heading {
			open, end = `<text:h text:outline-level="1">`, `</text:h>`
		}
		b.WriteString(open)
		for _, r := range p.runs {
			if r.look == (look{}) {
				b.WriteString(esc(r.text))
			} else {
				b.WriteString(`<text:span text:style-name="` + o.name(r.look) + `">` + esc(r.text) + `</text:span>`)
			}
		}
		b.WriteString(end)
	}
	return b.String()
}

func odtOf(paras []para) ([]byte, error) {
	o := &odtLooks{}
	body := o.body(paras)
	return odtFile{styles: o.styles(), body: body}.bytes()
}

// odtWith returns a writer of the document with XML in the middle, made of the copied paragraphs, and automatic styles.
func odtWith(styles string, middle func(copied []string) string) func(content) ([]byte, error) {
	return func(c content) ([]byte, error) {
		o := &odtLooks{}
		all := c.paras()
		body := o.body(all[:4]) + middle(c.copied) + o.body(all[4:])
		return odtFile{styles: styles + o.styles(), body: body}.bytes()
	}
}

// odtEach is odtWith paragraph by paragraph.
func odtEach(styles string, each func(text string) string) func(content) ([]byte, error) {
	return odtWith(styles, func(copied []string) string {
		var b strings.Builder
		for _, t := range copied {
			b.WriteString(each(t))
		}
		return b.String()
	})
}
