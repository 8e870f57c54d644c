package main

import (
	"fmt"
	"strings"
	"unicode"
)

const ofdNames = `xmlns:ofd="http://www.ofdspec.org/2016"`

// ofdFile is an OFD file: the inside of each page, and what it needs beside.
type ofdFile struct {
	pages    []string
	document string // further elements of the document
	common   string // further elements of CommonData
	entry    string // further elements of the entry OFD.xml has of the document
	first    string // elements of the first page before its content
	parts    map[string]string
}

func (o ofdFile) bytes() ([]byte, error) {
	list := ""
	parts := map[string]string{"Doc_0/Res.xml": xmlHead + `<ofd:Res ` + ofdNames + ` BaseLoc="Res"><ofd:Fonts>` +
		`<ofd:Font ID="1" FontName="SimSun"/></ofd:Fonts></ofd:Res>`}
	for i, page := range o.pages {
		before := ""
		if i == 0 {
			before = o.first
		}
		list += fmt.Sprintf(`<ofd:Page ID="%d" BaseLoc="Pages/Page_%d/Content.xml"/>`, 100+i, i)
		parts[fmt.Sprintf("Doc_0/Pages/Page_%d/Content.xml", i)] = xmlHead + `<ofd:Page ` + ofdNames + `>` + before + `<ofd:Content>` +
			`<ofd:Layer ID="9">` + page + `</ofd:Layer></ofd:Content></ofd:Page>`
	}
	parts["OFD.xml"] = xmlHead + `<ofd:OFD ` + ofdNames + ` Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo></ofd:DocInfo>` +
		`<ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot>` + o.entry + `</ofd:DocBody></ofd:OFD>`
	parts["Doc_0/Document.xml"] = xmlHead + `<ofd:Document ` + ofdNames + `><ofd:CommonData><ofd:PageArea><ofd:PhysicalBox>0 0 210 297` +
		`</ofd:PhysicalBox></ofd:PageArea><ofd:DocumentRes>Res.xml</ofd:DocumentRes>` +
		o.common + `</ofd:CommonData><ofd:Pages>` + list + `</ofd:Pages>` + o.document + `</ofd:Document>`
	for name, part := range o.parts {
		parts[name] = part
	}
	return zipped(parts, "OFD.xml")
}

// ofdPiece is text of one look on one line, in millimetres from the upper left corner of the page.
type ofdPiece struct {
	x, y, size float64
	text       string
	look       look
	more       string // further attributes of the text object
	inner      string // elements before the text code
}

// Millimetres of OFD pages: a point, the margin, the size and the step of lines.
const (
	ofdPoint  = 25.4 / 72
	ofdMargin = 25.0
	ofdStep   = 7.0
)

// advance is the width of a character at size 1.
func advance(r rune) float64 {
	switch {
	case invisible(r):
		return 0
	case r < 0x250:
		return 0.5
	}
	return 1
}

func (p ofdPiece) scale() float64 {
	if p.look.scale == 0 {
		return 1
	}
	return float64(p.look.scale) / 100
}

func (p ofdPiece) width() float64 {
	w := 0.0
	for _, r := range p.text {
		w += advance(r) * p.size * p.scale()
	}
	return w
}

// object writes the piece as a text object, with its background before it.
func (p ofdPiece) object() string {
	var steps []string
	runes := []rune(p.text)
	for _, r := range runes[:max(len(runes)-1, 0)] {
		steps = append(steps, fmt.Sprintf("%.3f", advance(r)*p.size*p.scale()))
	}
	more, inner := p.more, p.inner
	if p.look.hidden {
		more += ` Visible="false"`
	}
	if p.look.scale != 0 {
		more += fmt.Sprintf(` HScale="%g"`, p.scale())
	}
	if p.look.bold {
		more += ` Weight="700"`
	}
	if p.look.color != "" {
		inner = ofdFill(p.look.color) + inner
	}
	delta := ""
	if len(steps) > 0 {
		delta = ` DeltaX="` + strings.Join(steps, " ") + `"`
	}
	box := ""
	if p.look.back != "" {
		box = ofdBox(p.x, p.y, p.width(), p.size*1.3, p.look.back)
	}
	return box + fmt.Sprintf(`<ofd:TextObject ID="1" Font="1" Size="%.3f" Boundary="%.2f %.2f %.2f %.2f"%s>%s`+
		`<ofd:TextCode X="0" Y="%.3f"%s>%s</ofd:TextCode></ofd:TextObject>`,
		p.size, p.x, p.y, max(p.width(), 0.1)+1, p.size*1.4, more, inner, p.size*0.9, delta, esc(p.text))
}

func ofdFill(hex string) string {
	var red, green, blue int
	_, _ = fmt.Sscanf(hex, "%02X%02X%02X", &red, &green, &blue)
	return fmt.Sprintf(`<ofd:FillColor Value="%d %d %d"/>`, red, green, blue)
}

// ofdBox is a filled rectangle.
func ofdBox(x, y, width, height float64, hex string) string {
	return fmt.Sprintf(`<ofd:PathObject ID="1" Boundary="%.2f %.2f %.2f %.2f" Stroke="false" Fill="true">%s`+
		`<ofd:AbbreviatedData>M 0 0 L %.2f 0 L %.2f %.2f L 0 %.2f C</ofd:AbbreviatedData></ofd:PathObject>`,
		x, y, width, height, ofdFill(hex), width, width, height, height)
}

// ofdSet sets paragraphs on pages; draw makes the objects of a piece, the usual ones where it is nil.
func ofdSet(paras []para, draw func(ofdPiece) string) ofdFile {
	if draw == nil {
		draw = ofdPiece.object
	}
	var file ofdFile
	var page strings.Builder
	x, y := ofdMargin, ofdMargin
	line := func() {
		x = ofdMargin
		if y += ofdStep; y > 297-ofdMargin {
			file.pages = append(file.pages, page.String())
			page.Reset()
			y = ofdMargin
		}
	}
	for _, p := range paras {
		size := bodySize * ofdPoint
		if x += 2 * size; p.heading {
			x, size = ofdMargin, 16*ofdPoint
			y += 2
		}
		for _, r := range p.runs {
			r.look.bold = r.look.bold || p.heading
			piece := ofdPiece{x: x, y: y, size: size, look: r.look}
			if r.look.size != 0 {
				piece.size = r.look.size * ofdPoint
			}
			flush := func() {
				if piece.text != "" {
					page.WriteString(draw(piece))
				}
				piece.text, piece.x, piece.y = "", x, y
			}
			text := []rune(r.text)
			for i := 0; i < len(text); {
				// Words of letters are not broken.
				j, w := i, 0.0
				for ok := true; ok; ok = j < len(text) && text[j] < 0x250 && text[j-1] < 0x250 && !unicode.IsSpace(text[j-1]) {
					w += advance(text[j]) * piece.size * piece.scale()
					j++
				}
				if x+w > 210-ofdMargin && x > ofdMargin {
					flush()
					line()
					piece.x, piece.y = x, y
				}
				piece.text += string(text[i:j])
				x += w
				i = j
			}
			flush()
		}
		line()
		y++
	}
	file.pages = append(file.pages, page.String())
	return file
}

func ofdOf(paras []para) ([]byte, error) {
	for _, p := range paras {
		for _, r := range p.runs {
			if r.look.slanted || r.look.embossed || r.look.struck {
				return nil, errCannot
			}
		}
	}
	return ofdSet(paras, nil).bytes()
}
