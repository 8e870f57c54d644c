package reader

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"zhiwen/extract"
)

// filesOf returns what is in a zip.
func filesOf(t *testing.T, whole []byte) []*zip.File {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	return r.File
}

// explodingZip returns a Word file or an OpenDocument text one part of which, name, inflates to
// times blocks.
func explodingZip(t *testing.T, whole []byte, name string, block []byte, times int, stated uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range filesOf(t, whole) {
		if f.Name == name {
			continue
		}
		if err := z.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	packed := deflated(t, block, times)
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(block), CompressedSize64: uint64(len(packed)), UncompressedSize64: stated})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(packed); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpacked returns the same zip with nothing deflated, so that no ratio gives it away.
func unpacked(t *testing.T, whole []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range filesOf(t, whole) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, in); err != nil {
			t.Fatal(err)
		}
		_ = in.Close()
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// overlapping makes every entry of a zip's directory but the first few point
// at the data of the last one.
func overlapping(t *testing.T, entries int) []byte {
	t.Helper()
	parts := make([]part, entries)
	for i := range parts {
		parts[i] = part{fmt.Sprintf("word/header%d.xml", i), ""}
	}
	parts = append(parts, part{"word/headers.xml", strings.Repeat("<w:p/>", 1<<18)})
	data := wordFile(t, wordPara("x"), parts...)
	directory := bytes.LastIndex(data, []byte("PK\x05\x06"))
	at := int(binary.LittleEndian.Uint32(data[directory+16:]))
	var list []int
	for i := at; i < directory; {
		list = append(list, i)
		le := binary.LittleEndian
		i += 46 + int(le.Uint16(data[i+28:])) + int(le.Uint16(data[i+30:])) + int(le.Uint16(data[i+32:]))
	}
	last := list[len(list)-1]
	for _, i := range list[4 : len(list)-1] {
		copy(data[i+16:i+28], data[last+16:last+28]) // sum and sizes
		copy(data[i+42:i+46], data[last+42:last+46]) // place
	}
	return data
}

func TestWordBombs(t *testing.T) {
	limited(t)
	small := wordFile(t, wordPara("x"))
	blank := bytes.Repeat([]byte("<w:p/>"), 1<<17)
	repeat := strings.Repeat
	nested := func(n int, tag string) string { return repeat("<"+tag+">", n) + repeat("</"+tag+">", n) }
	laughs := func(root, body string) string {
		s := `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a0 "ha">`
		for i := range 12 {
			s += fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, repeat(fmt.Sprintf("&a%d;", i), 10))
		}
		return s + `<!ENTITY f SYSTEM "file:///etc/passwd">]>` + root + body
	}
	lists := `<?xml version="1.0"?><w:numbering ` + wordNamespaces + `><w:abstractNum w:abstractNumId="0">`
	for i, format := range []string{"lowerLetter", "lowerRoman", "chineseCounting", "upperLetter", "ideographTraditional", "decimalEnclosedCircle", "ordinalText", "cardinalText", "upperRoman"} {
		lists += fmt.Sprintf(`<w:lvl w:ilvl="%d"><w:start w:val="2147483647"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/></w:lvl>`, i, format, repeat(fmt.Sprintf("%%%d", i+1), 1000))
	}
	lists += `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
	var listed strings.Builder
	for i := range 900 {
		listed.WriteString(numbered(1, i%9, "x"))
	}
	circle := `<?xml version="1.0"?><w:styles ` + wordNamespaces + `><w:style w:type="paragraph" w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>`
	row := `<w:tr>` + repeat(`<w:tc><w:tcPr><w:gridSpan w:val="2147483647"/><w:vMerge/></w:tcPr>`+wordPara("x")+`</w:tc>`, 200) + `</w:tr>`
	notes := `<?xml version="1.0"?><w:footnotes ` + wordNamespaces + `><w:footnote w:id="1">` + repeat(`<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`, 1000) + `</w:footnote></w:footnotes>`
	testBombs(t, []bomb{
		{"part of 4 GB", func() []byte {
			return explodingZip(t, small, "word/document.xml", blank, 6000, 6000*uint64(len(blank)))
		}, []error{extract.ErrLimits}},
		{"part of 4 GB that says 1 MB", func() []byte { return explodingZip(t, small, "word/document.xml", blank, 6000, 1<<20) }, []error{extract.ErrDamaged, extract.ErrLimits}},
		{"notes of 4 GB that say 1 MB", func() []byte { return explodingZip(t, small, "word/footnotes.xml", blank, 6000, 1<<20) }, []error{extract.ErrDamaged, extract.ErrLimits}},
		{"many parts of 4 MB", func() []byte { return wordFile(t, wordPara("x"), manyParts(80, repeat("<w:p/>", 1<<19))...) }, []error{extract.ErrLimits}},
		{"20,000 entries", func() []byte { return wordFile(t, wordPara("x"), manyParts(20_000, "")...) }, []error{extract.ErrLimits}},
		{"9,000 entries of one place", func() []byte { return overlapping(t, 9_000) }, []error{extract.ErrLimits}},
		{"elements in elements", func() []byte { return unpacked(t, wordFile(t, nested(1<<20, "w:r"))) }, []error{extract.ErrLimits}},
		{"tables in tables", func() []byte {
			return wordFile(t, repeat("<w:tbl><w:tr><w:tc>", 90)+wordPara("x")+repeat("</w:tc></w:tr></w:tbl>", 90))
		}, nil},
		{"a text of 6 million characters", func() []byte { return unpacked(t, wordFile(t, wordPara(repeat("科研经费 ", 1_200_000)))) }, []error{extract.ErrLimits}},
		{"a million paragraphs", func() []byte { return unpacked(t, wordFile(t, repeat(wordPara("x"), 1<<20))) }, []error{extract.ErrLimits}},
		{"entities of entities", func() []byte {
			return zipOf(t, part{"[Content_Types].xml", contentTypes}, part{"word/document.xml", laughs(`<w:document `+wordNamespaces+`>`, `<w:body><w:p><w:r><w:t>&a12;&f;</w:t></w:r></w:p></w:body></w:document>`)})
		}, nil},
		{"ten million attributes", func() []byte { return unpacked(t, wordFile(t, `<w:p`+repeat(` w:a=""`, 6_000_000)+`/>`)) }, nil},
		{"numbers without end", func() []byte { return wordFile(t, listed.String(), part{"word/numbering.xml", lists}) }, nil},
		{"styles in a circle", func() []byte { return wordFile(t, styled("a", "x"), part{"word/styles.xml", circle}) }, nil},
		{"cells of two billion columns", func() []byte { return wordFile(t, `<w:tbl>`+repeat(row, 500)+`</w:tbl>`) }, nil},
		{"notes with themselves", func() []byte {
			return wordFile(t, `<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`, part{"word/footnotes.xml", notes})
		}, nil},
		{"blanks by number", func() []byte {
			return odtFile(t, "", `<text:p>x`+repeat(`<text:s text:c="2147483647"/>`, 10_000)+`x</text:p>`)
		}, nil},
		{"cells by number", func() []byte {
			return odtFile(t, "", `<table:table><table:table-row table:number-rows-repeated="2147483647">`+repeat(`<table:table-cell table:number-columns-repeated="2147483647" table:number-columns-spanned="2147483647" table:number-rows-spanned="2147483647"><text:p>x</text:p></table:table-cell>`, 500)+`</table:table-row></table:table>`)
		}, nil},
		{"entities in an OpenDocument text", func() []byte {
			return explodingODT(t, laughs(`<office:document-content `+odtNamespaces+`>`, `<office:body><office:text><text:p>&a12;</text:p></office:text></office:body></office:document-content>`))
		}, nil},
		{"elements in elements of an OpenDocument text", func() []byte { return unpacked(t, odtFile(t, "", nested(1<<20, "text:span"))) }, []error{extract.ErrLimits}},
		{"OpenDocument text of 4 GB", func() []byte {
			return explodingZip(t, odtFile(t, "", ""), "content.xml", blank, 6000, 6000*uint64(len(blank)))
		}, []error{extract.ErrLimits}},

		{"groups in groups", func() []byte { return []byte(rtfHead + repeat("{", 1<<22)) }, []error{extract.ErrLimits}},
		{"bytes that are not there", func() []byte { return []byte(rtfHead + `x\bin9223372036854775807 y}`) }, nil},
		{"negative bytes", func() []byte { return []byte(rtfHead + repeat(`x\bin-9223372036854775807 y`, 1000) + `}`) }, nil},
		{"cells of a million rows", func() []byte {
			return []byte(rtfHead + repeat(`\trowd`+repeat(`\cellx1`, 1000)+repeat(`x\cell`, 100)+`\row`, 500) + `}`)
		}, nil},
		{"tables as deep as numbers", func() []byte {
			return []byte(rtfHead + repeat(`\pard\intbl\itap2147483647 x\nestcell\nestrow`, 10_000) + `}`)
		}, nil},
		{"notes in notes", func() []byte { return []byte(rtfHead + repeat(`x{\footnote `, 1900) + repeat(`}`, 1900) + `}`) }, nil},
		{"colours", func() []byte { return []byte(rtfHead + `{\colortbl` + repeat(";", 20<<20) + `}x}`) }, nil},
		{"fonts and styles", func() []byte {
			return []byte(rtfHead + `{\fonttbl` + repeat(`{\f1 x;}`, 1<<20) + `}{\stylesheet` + repeat(`{\s1 x;}`, 1<<20) + `}x}`)
		}, nil},
		{"pictures without end", func() []byte {
			return []byte(rtfHead + repeat(`{\pict\pngblip`, 1900) + repeat(`}`, 1900) + repeat(`{\pict\pngblip 89}`, 2<<20) + `x}`)
		}, nil},
		{"pictures in one paragraph", func() []byte {
			return unpacked(t, linkedFile(t, `<w:p><w:r><w:t>x</w:t>`+repeat(`<a:blip r:embed="p"/>`, 2<<20)+`</w:r></w:p>`, map[string]string{"p": "p.png"}, part{"word/p.png", "x"}))
		}, nil},
		{"characters to be skipped", func() []byte { return []byte(rtfHead + `\uc2147483647\u20013?` + repeat("x", 1000) + `}`) }, nil},

		{"tags in tags", func() []byte { return []byte("<html>" + repeat("<div>", 4<<20) + "x") }, nil},
		{"tables in tables of a page", func() []byte { return []byte("<html>" + repeat("<table><tr><td>", 1<<20) + "x") }, nil},
		{"lists in lists", func() []byte { return []byte("<html>" + repeat("<ul><li>", 1<<20) + "x") }, nil},
		{"a tag of 40 MB", func() []byte { return []byte(`<html><p style="` + repeat("color:white;", 40<<20/12) + `">x`) }, []error{extract.ErrLimits}},
		{"five million attributes", func() []byte { return []byte(`<html>` + `<p` + repeat(" a", 5<<20) + `>x`) }, nil},
		{"columns by number", func() []byte {
			return []byte(`<html><table>` + repeat(`<tr>`+repeat(`<td colspan=2147483647 rowspan=2147483647>x`, 20), 10_000))
		}, nil},
		{"open tags", func() []byte { return []byte(`<html>` + repeat("<a ", 8<<20)) }, nil},
		{"references", func() []byte { return []byte(`<html>` + repeat("&#x10FFFF;&notin;&amp", 2<<20)) }, nil},

		{"archive in an archive", func() []byte {
			return []byte("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" + repeat("--b\r\nContent-Type: multipart/related; boundary=b\r\n\r\n", 1<<19))
		}, nil},
		{"archive of 40 MB in base64", func() []byte {
			return []byte("MIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte("<html>"+repeat("<p>x", 28<<20/4))))
		}, nil},
		{"headers of an archive", func() []byte {
			return []byte("MIME-Version: 1.0\r\nContent-Type: text/html" + repeat("; a=b", 8<<20) + "\r\n\r\n<html>x")
		}, nil},
		{"text of 45 MB", func() []byte { return []byte(repeat("一、科研经费\n", 45<<20/19)) }, []error{extract.ErrLimits}},
	})
}

// manyParts are parts of a Word file that are read with it.
func manyParts(n int, content string) []part {
	out := make([]part, n)
	for i := range out {
		out[i] = part{fmt.Sprintf("word/header%d.xml", i), content}
	}
	return out
}

// explodingODT returns an OpenDocument text with the given content.
func explodingODT(t *testing.T, content string) []byte {
	t.Helper()
	return unpacked(t, zipOf(t, part{"mimetype", "application/vnd.oasis.opendocument.text"}, part{"content.xml", content}))
}
