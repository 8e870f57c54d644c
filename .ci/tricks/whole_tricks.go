package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
)

// rezipped writes a zip file anew, each part through change; more is written behind the parts.
func rezipped(data []byte, change func(name, part string) string, more func(z *zip.Writer) error) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		part, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: f.Method})
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, change(f.Name, string(part))); err != nil {
			return nil, err
		}
	}
	if more != nil {
		if err := more(z); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}

// main is the part of a .docx file that has its text.
const mainPart = "word/document.xml"

// changed returns a writer of the plain .docx file whose main part goes through change.
func changed(change func(part string) string) func(c content) ([]byte, error) {
	return func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.plain())}.bytes()
		if err != nil {
			return nil, err
		}
		return rezipped(data, func(name, part string) string {
			if name == mainPart {
				return change(part)
			}
			return part
		}, nil)
	}
}

// wholeWord are tricks of a .docx file as a whole.
var wholeWord = []struct {
	id, name, needs string
	write           func(c content) ([]byte, error)
}{
	{"utf16", "the main part in UTF-16", tool, changed(func(part string) string {
		return utf16Bytes("\uFEFF"+strings.Replace(part, "UTF-8", "UTF-16", 1), false)
	})},
	{"gb2312", "the main part in GBK that says gb2312", tool, changed(func(part string) string {
		return gbk(strings.Replace(part, "UTF-8", "gb2312", 1))
	})},
	{"entities", "each letter a number", tool, changed(func(part string) string {
		return eachText(pieces(part, 1), func(s string) string {
			if r := []rune(s)[0]; r >= 0x4E00 {
				return fmt.Sprintf("&#%d;", r)
			}
			return s
		})
	})},
	{"cdata", "texts in CDATA sections", tool, changed(func(part string) string {
		return strings.NewReplacer(`<w:t xml:space="preserve">`, `<w:t xml:space="preserve"><![CDATA[`, `</w:t>`, `]]>`+
			`</w:t>`).Replace(part)
	})},
	{"prefix", "another prefix for the namespace of Word", tool, changed(func(part string) string {
		return strings.NewReplacer("<w:", "<q:", "</w:", "</q:", " w:", " q:", "xmlns:w=", "xmlns:q=").Replace(part)
	})},
	{"strict", "the strict namespace", byHand, changed(func(part string) string {
		return strings.Replace(part, "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
			"http://purl.oclc.org/ooxml/wordprocessingml/main", 1)
	})},
	{"comment", "comments of XML within texts", tool, changed(func(part string) string {
		return strings.ReplaceAll(part, "，", "<!-- 的 -->，")
	})},
	{"deep", "in 200 nested content controls", tool, func(c content) ([]byte, error) {
		return wordFile{body: strings.Repeat("<w:sdt><w:sdtContent>", 200) + wordParas(c.plain()) +
			strings.Repeat("</w:sdtContent></w:sdt>", 200)}.bytes()
	}},
	{"renamed", "the main part under another name", tool, func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.plain())}.bytes()
		if err != nil {
			return nil, err
		}
		text := ""
		return rezipped(data, func(name, part string) string {
			if name == mainPart {
				text = part
				return xmlHead + `<w:document ` + wordNames + `><w:body>` + wordParas(c.paras()) + `</w:body></w:document>`
			}
			return strings.NewReplacer("word/document.xml", "word/d.xml").Replace(part)
		}, func(z *zip.Writer) error {
			for _, name := range []string{"word/d.xml", "word/_rels/d.xml.rels"} {
				w, err := z.Create(name)
				if err != nil {
					return err
				}
				if name == "word/d.xml" {
					_, err = io.WriteString(w, text)
				} else {
					_, err = io.WriteString(w, xmlHead+`<Relationships xmlns="`+packageLink+`relationships"/>`)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}},
	{"double", "two main parts of one name, of which the first is the author's own", tool, func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.paras())}.bytes()
		if err != nil {
			return nil, err
		}
		return rezipped(data, func(_, part string) string { return part }, func(z *zip.Writer) error {
			w, err := z.Create(mainPart)
			if err == nil {
				_, err = io.WriteString(w, xmlHead+`<w:document `+wordNames+`><w:body>`+wordParas(c.plain())+`</w:body></w:document>`)
			}
			return err
		})
	}},
	{"before", "behind 5,000 bytes of something else", tool, func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.plain())}.bytes()
		return append([]byte(strings.Repeat("junk\n", 1000)), data...), err
	}},
	{"cut", "cut off before the end of the file", tool, func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.plain())}.bytes()
		return data[:len(data)-200], err
	}},
	{"checksum", "a wrong checksum of the main part", tool, func(c content) ([]byte, error) {
		data, err := wordFile{body: wordParas(c.plain())}.bytes()
		at := bytes.Index(data, []byte("PK\x01\x02"))
		for at >= 0 && !bytes.HasPrefix(data[at+46:], []byte(mainPart)) {
			at += 4 + bytes.Index(data[at+4:], []byte("PK\x01\x02"))
		}
		data[at+16] ^= 0xFF
		return data, err
	}},
	{"flat", "as one XML file (Flat OPC)", byHand, func(c content) ([]byte, error) {
		return []byte(xmlHead + `<?mso-application progid="Word.Document"?>` +
			`<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">` +
			`<pkg:part pkg:name="/_rels/.rels" pkg:contentType="application/vnd.openxmlformats-package.relationships+xml"><pkg:xmlData>` +
			`<Relationships xmlns="` + packageLink + `relationships"><Relationship Id="rId1" Type="` + officeLink +
			`officeDocument" Target="word/document.xml"/></Relationships></pkg:xmlData></pkg:part>` +
			`<pkg:part pkg:name="/word/document.xml" pkg:contentType="` + wordType + `document.main+xml"><pkg:xmlData><w:document ` +
			wordNames + `><w:body>` + wordParas(c.plain()) + `</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>`), nil
	}},
	{"word2003", "as XML of Word 2003 in GBK", byHand, func(c content) ([]byte, error) {
		return []byte(gbk(`<?xml version="1.0" encoding="gb2312"?><?mso-application progid="Word.Document"?>` +
			`<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body>` + wordParas(c.plain()) +
			`</w:body></w:wordDocument>`)), nil
	}},
	{"embedded", "in a Word file embedded as an object that shows its icon", byHand, func(c content) ([]byte, error) {
		inner, err := wordFile{body: wordParas(plains(c.copied...))}.bytes()
		if err != nil {
			return nil, err
		}
		return wordFile{body: wordParas(c.paras()) + `<w:p><w:r><w:object><v:shape style="width:60pt;height:40pt"/>` +
			`<o:OLEObject Type="Embed" ProgID="Word.Document.12" DrawAspect="Icon" r:id="rId5"/></w:object></w:r></w:p>`,
			links: `<Relationship Id="rId5" Type="` + officeLink + `package" Target="embeddings/a.docx"/>`,
			types: `<Default Extension="docx" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document"/>`,
			parts: map[string]string{"word/embeddings/a.docx": string(inner)}}.bytes()
	}},
	{"embedded-shown", "in a Word file embedded as an object that shows its text", byHand, func(c content) ([]byte, error) {
		inner, err := wordFile{body: wordParas(plains(c.copied...))}.bytes()
		if err != nil {
			return nil, err
		}
		return wordFile{body: wordParas(c.paras()) + `<w:p><w:r><w:object><v:shape style="width:400pt;height:600pt"/>` +
			`<o:OLEObject Type="Embed" ProgID="Word.Document.12" DrawAspect="Content" r:id="rId5"/></w:object></w:r></w:p>`,
			links: `<Relationship Id="rId5" Type="` + officeLink + `package" Target="embeddings/a.docx"/>`,
			types: `<Default Extension="docx" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document"/>`,
			parts: map[string]string{"word/embeddings/a.docx": string(inner)}}.bytes()
	}},
	{"long-word", "beside a word of 300,000 letters", tool, func(c content) ([]byte, error) {
		return wordFile{body: wordParas(c.plain()) + wordPara("", wordRun("<w:vanish/>", strings.Repeat("q", 300000)))}.bytes()
	}},
	{"many-paragraphs", "beside 20,000 empty paragraphs", byHand, func(c content) ([]byte, error) {
		return wordFile{body: wordParas(c.plain()) + strings.Repeat("<w:p/>", 20000)}.bytes()
	}},
	{"many-pictures", "beside 300 pictures without text", byHand, func(c content) ([]byte, error) {
		blank, err := newCanvas(900, 900).png()
		if err != nil {
			return nil, err
		}
		w := wordFile{parts: map[string]string{}}
		w.body = wordParas(c.plain())
		for i := range 300 {
			w.body += wordPicture(i + 100)
			w.links += fmt.Sprintf(`<Relationship Id="rId%d" Type="%simage" Target="media/p%d.png"/>`, i+100, officeLink, i)
			w.parts[fmt.Sprintf("word/media/p%d.png", i)] = blank
		}
		return w.bytes()
	}},
	{"picture", "as a picture of the text", byHand, func(c content) ([]byte, error) {
		drawn, err := picture(c.copied)
		if err != nil {
			return nil, err
		}
		data, err := drawn.png()
		if err != nil {
			return nil, err
		}
		return wordShowing(c, "a.png", data)
	}},
	{"metafile", "pasted as an enhanced metafile", byHand, func(c content) ([]byte, error) {
		return wordShowing(c, "a.emf", metafile(linesOf(c.copied, lineLength)))
	}},
	{"vector", "as an SVG picture", byHand, func(c content) ([]byte, error) {
		return wordShowing(c, "a.svg", vectorGraphic(linesOf(c.copied, lineLength)))
	}},
}

// wordShowing is a file whose last paragraph shows a picture.
func wordShowing(c content, name, data string) ([]byte, error) {
	return wordFile{body: wordParas(c.paras()) + wordPicture(5), links: `<Relationship Id="rId5" Type="` + officeLink +
		`image" Target="media/` + name + `"/>`, parts: map[string]string{"word/media/" + name: data}}.bytes()
}

// wordPicture shows the picture of a relation.
func wordPicture(id int) string {
	return wordGraphicInline(fmt.Sprintf(`<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr>`+
		`<pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId%d"/></pic:blipFill><pic:spPr/>`+
		`</pic:pic>`, id))
}

func wordGraphicInline(inside string) string {
	return wordGraphic("http://schemas.openxmlformats.org/drawingml/2006/picture", inside)
}

// wholeTricks are tricks of files as a whole, and of pictures of text.
func wholeTricks() []*trick {
	const kind = "Unread: locked, damaged and huge files"
	var out []*trick
	for _, t := range wholeWord {
		out = append(out, &trick{id: "z-" + t.id, name: t.name, kind: kind, way: hide, needs: t.needs,
			make: map[format]func(content) ([]byte, error){docx: t.write}})
	}
	text := func(c content) string { return strings.Join(c.copied, "") }
	shown := func(id, name, needs string, make map[format]func(content) ([]byte, error)) {
		out = append(out, &trick{id: "z-" + id, name: name, kind: kind, way: hide, needs: needs, make: make})
	}
	image := func(c content) (string, error) {
		drawn, err := picture(c.copied)
		if err != nil {
			return "", err
		}
		return drawn.png()
	}
	shown("pictures", "as a picture of the text", byHand, map[format]func(content) ([]byte, error){
		html: func(c content) ([]byte, error) {
			data, err := image(c)
			if err != nil {
				return nil, err
			}
			body, err := htmlBody(c.paras())
			return htmlPage("", body+`<img src="data:image/png;base64,`+base64.StdEncoding.EncodeToString([]byte(data))+`">`), err
		},
		odt: func(c content) ([]byte, error) {
			data, err := image(c)
			if err != nil {
				return nil, err
			}
			o := &odtLooks{}
			return odtFile{body: o.body(c.paras()) + `<text:p><draw:frame svg:width="16cm" svg:height="9cm">` +
				`<draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>`, parts: map[string]string{"Pictures/a.png": data},
				listed: `<manifest:file-entry manifest:full-path="Pictures/a.png" manifest:media-type="image/png"/>`}.bytes()
		},
		rtf: func(c content) ([]byte, error) {
			data, err := image(c)
			t := &rtfColors{}
			return rtfFile(t, t.body(c.paras())+fmt.Sprintf(`\pard{\pict\pngblip\picwgoal8000\pichgoal5000 %x}\par `, data)), err
		},
		ofd: func(c content) ([]byte, error) {
			data, err := image(c)
			f := ofdSet(c.paras(), nil)
			f.pages = append(f.pages, `<ofd:ImageObject ID="5" ResourceID="40" Boundary="10 10 190 120" CTM="190 0 0 120 0 0"/>`)
			f.parts = map[string]string{"Doc_0/Res.xml": xmlHead + `<ofd:Res ` + ofdNames + ` BaseLoc="Res"><ofd:Fonts>` +
				`<ofd:Font ID="1" FontName="SimSun"/></ofd:Fonts><ofd:MultiMedias><ofd:MultiMedia ID="40" Type="Image">` +
				`<ofd:MediaFile>a.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias></ofd:Res>`,
				"Doc_0/Res/a.png": data}
			if err != nil {
				return nil, err
			}
			return f.bytes()
		},
	})
	shown("encrypted", "encrypted with a password", byHand, map[format]func(content) ([]byte, error){
		odt: func(c content) ([]byte, error) {
			data, err := odtOf(c.plain())
			if err != nil {
				return nil, err
			}
			return rezipped(data, func(name, part string) string {
				switch name {
				case "content.xml":
					return strings.Repeat("\x93\x1F\xC7\x02", len(part)/4)
				case "META-INF/manifest.xml":
					return strings.Replace(part, `"content.xml" manifest:media-type="text/xml"/>`,
						`"content.xml" manifest:media-type="text/xml" manifest:size="9">`+
							`<manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="x">`+
							`<manifest:algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="x"/>`+
							`<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:salt="x"/></manifest:encryption-data>`+
							`</manifest:file-entry>`, 1)
				}
				return part
			}, nil)
		},
		ofd: func(c content) ([]byte, error) {
			data, err := ofdOf(c.plain())
			if err != nil {
				return nil, err
			}
			return rezipped(data, func(name, part string) string {
				if strings.HasPrefix(name, "Doc_0/Pages") {
					return strings.Repeat("\x93\x1F\xC7\x02", len(part)/4)
				}
				return part
			}, func(z *zip.Writer) error {
				w, err := z.Create("Encryptions.xml")
				if err == nil {
					_, err = io.WriteString(w, xmlHead+`<ofd:Encryptions `+ofdNames+`/>`)
				}
				return err
			})
		},
	})
	cut := func(f format) func(c content) ([]byte, error) {
		return func(c content) ([]byte, error) {
			data, err := write(f, c.paras())
			if err != nil {
				return nil, err
			}
			all, err := write(f, c.plain())
			at := len(data) / 2
			return all[:at], err
		}
	}
	out = append(out, &trick{id: "z-half", name: "the first half of the file only", kind: kind, way: hide, needs: tool, more: true,
		mostly: true,
		make:   map[format]func(content) ([]byte, error){docx: cut(docx), odt: cut(odt), ofd: cut(ofd), pdf: cut(pdf)}})
	shown("flat-odt", "as one XML file", byHand, map[format]func(content) ([]byte, error){odt: func(c content) ([]byte, error) {
		o := &odtLooks{}
		return []byte(xmlHead + `<office:document ` + odtNames + ` office:mimetype="application/vnd.oasis.opendocument.text">` +
			`<office:body><office:text>` + o.body(c.plain()) + `</office:text></office:body></office:document>`), nil
	}})
	shown("utf16-odt", "its content in UTF-16", tool, map[format]func(content) ([]byte, error){odt: func(c content) ([]byte, error) {
		data, err := odtOf(c.plain())
		if err != nil {
			return nil, err
		}
		return rezipped(data, func(name, part string) string {
			if name == "content.xml" {
				return string([]byte{0xFE, 0xFF}) + utf16Bytes(strings.Replace(part, "UTF-8", "UTF-16", 1), true)
			}
			return part
		}, nil)
	}})
	shown("huge-txt", "in front of three million letters without a blank", tool, map[format]func(content) ([]byte,
		error){txt: func(c content) ([]byte, error) {
		data, err := txtOf(c.plain())
		return append(data, strings.Repeat("x", 3_000_000)...), err
	}})
	shown("gzip", "compressed as .gz", byHand, map[format]func(content) ([]byte, error){txt: func(c content) ([]byte, error) {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, 9)
		if err == nil {
			_, err = io.WriteString(w, text(c))
		}
		if err == nil {
			err = w.Close()
		}
		return append([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"), b.Bytes()...), err
	}})
	shown("mail", "in a mail (.eml)", byHand, map[format]func(content) ([]byte, error){txt: func(c content) ([]byte, error) {
		return []byte("From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; " +
			"charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
			base64.StdEncoding.EncodeToString([]byte(strings.Join(append(c.own, c.copied...), "\n")))), nil
	}})
	return out
}
