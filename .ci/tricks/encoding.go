package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// in encodes a text; what the encoding lacks becomes a reference of HTML.
func in(e encoding.Encoding, s string) string {
	out, err := encoding.HTMLEscapeUnsupported(e.NewEncoder()).String(s)
	if err != nil {
		return s
	}
	return out
}

// half encodes the first or the second half of a text, by lines.
func half(s string, first, second func(string) string) string {
	lines := strings.SplitAfter(s, "\n")
	n := len(lines) / 2
	return first(strings.Join(lines[:n], "")) + second(strings.Join(lines[n:], ""))
}

func same(s string) string { return s }

func gbk(s string) string { return in(simplifiedchinese.GBK, s) }

// latin reads the bytes of UTF-8 as characters, as a program does that takes it for Latin-1.
func latin(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// utf7 encodes a text in UTF-7.
func utf7(s string) string {
	return eachText(strings.SplitAfter(s, "\n"), func(line string) string {
		text, end := strings.CutSuffix(line, "\n")
		out := ""
		if text != "" {
			out = "+" + strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(utf16Bytes(text, true))), "=") + "-"
		}
		if end {
			out += "\n"
		}
		return out
	})
}

// textStored are ways of storing a text file.
var textStored = []struct {
	id, name string
	needs    string
	store    func(s string) string
}{
	{"gbk", "in GBK", byHand, gbk},
	{"hz", "in HZ", tool, func(s string) string { return in(simplifiedchinese.HZGB2312, s) }},
	{"utf8-bom", "in UTF-8 with a mark", byHand, func(s string) string { return "\uFEFF" + s }},
	{"utf16le", "in UTF-16, little-endian, with a mark", byHand, func(s string) string { return utf16Bytes("\uFEFF"+s, false) }},
	{"utf16be", "in UTF-16, big-endian, with a mark", byHand, func(s string) string { return utf16Bytes("\uFEFF"+s, true) }},
	{"utf16le-bare", "in UTF-16, little-endian, without a mark", tool, func(s string) string { return utf16Bytes(s, false) }},
	{"utf16be-bare", "in UTF-16, big-endian, without a mark", tool, func(s string) string { return utf16Bytes(s, true) }},
	{"utf32le", "in UTF-32 with a mark", tool, func(s string) string { return utf32Bytes("\uFEFF"+s, false) }},
	{"utf32be", "in UTF-32, big-endian, without a mark", tool, func(s string) string { return utf32Bytes(s, true) }},
	{"utf7", "in UTF-7", tool, utf7},
	{"twice", "in UTF-8 of UTF-8 read as Latin-1", tool, latin},
	{"gbk-utf8", "half in GBK, half in UTF-8", tool, func(s string) string { return half(s, gbk, same) }},
	{"gbk-broken", "in GBK with a broken byte in each line", tool, func(s string) string {
		return strings.ReplaceAll(gbk(s), "\n", "\xFF\n")
	}},
	{"utf8-broken", "in UTF-8 with a broken byte after every three characters", tool, between(3, "\xC0")},
	{"nul", "with a zero byte after every three characters", tool, between(3, "\x00")},
	{"base64", "in base64", shown, func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }},
	{"quoted", "in quoted-printable", shown, func(s string) string {
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(s))
		_ = w.Close()
		return b.String()
	}},
	{"escapes", "as \\u escapes", shown, func(s string) string {
		return eachText(pieces(s, 1), func(c string) string {
			if r := []rune(c)[0]; r > 127 {
				return fmt.Sprintf(`\u%04x`, r)
			}
			return c
		})
	}},
	{"cr", "with lines that end in CR only", byHand, func(s string) string { return strings.ReplaceAll(s, "\n", "\r") }},
	{"wrapped", "wrapped at 20 characters", byHand, func(s string) string {
		return eachText(strings.SplitAfter(s, "\n"), func(line string) string { return strings.Join(pieces(line, 20), "\n") })
	}},
	{"indented", "wrapped at 30 characters and indented", byHand, func(s string) string {
		return eachText(strings.SplitAfter(s, "\n"), func(line string) string {
			return "    " + strings.Join(pieces(line, 30), "\n    ")
		})
	}},
	{"quoted-mail", "wrapped at 30 characters, with > before each line", byHand, func(s string) string {
		return eachText(strings.SplitAfter(s, "\n"), func(line string) string { return "> " + strings.Join(pieces(line, 30), "\n> ") })
	}},
	{"numbered", "with a number before each line of 30 characters", byHand, func(s string) string {
		n := 0
		return eachText(strings.SplitAfter(s, "\n"), func(line string) string {
			return eachText(pieces(strings.TrimSpace(line), 30), func(p string) string { n++; return fmt.Sprintf("%d  %s\n", n, p) }) +
				"\n"
		})
	}},
	{"columns", "in two columns side by side", tool, func(s string) string {
		all := pieces(strings.ReplaceAll(s, "\n", ""), 20)
		n := (len(all) + 1) / 2
		var b strings.Builder
		for i := range n {
			b.WriteString(all[i])
			if i+n < len(all) {
				b.WriteString("        " + all[i+n])
			}
			b.WriteByte('\n')
		}
		return b.String()
	}},
	{"vertical", "a character a line", byHand, between(1, "\n")},
	{"overstrike", "with backspaces and wrong characters", tool, between(3, "的\b")},
	{"ansi", "with colours of terminals within words", shown, between(3, "\x1b[0m")},
	{"md-emphasis", "with Markdown's emphasis within words", byHand, between(3, "**")},
	{"md-comment", "with comments of HTML within words", shown, between(3, "<!-- 的 -->")},
	{"md-code", "as a block of code", byHand, func(s string) string { return "```\n" + s + "\n```\n" }},
	{"md-quote", "in blocks of quotations", byHand, func(s string) string { return strings.ReplaceAll("\n"+s, "\n", "\n> ") }},
	{"md-table", "in a table of Markdown", byHand, func(s string) string { return strings.Join(pieces(s, 12), " | ") }},
	{"md-headings", "as headings, a sentence each", byHand, func(s string) string {
		return strings.ReplaceAll("## "+s, "。", "。\n\n## ")
	}},
	{"md-links", "as links", byHand, func(s string) string {
		return "[" + strings.Join(pieces(s, 20), "](http://example.org/) [") + "](http://example.org/)"
	}},
	{"tex", "with commands of TeX within sentences", byHand, between(6, `\,{}`)},
}

// whole is the document as a text file, all of which went through store.
func whole(c content, store func(string) string) ([]byte, error) {
	data, err := txtOf(c.plain())
	return []byte(store(string(data))), err
}

// partial are the ways of textStored that only the copied part goes through.
var partial = []string{"overstrike", "ansi", "md-emphasis", "md-comment", "md-code", "md-quote", "md-table", "md-headings", "md-links",
	"tex", "vertical", "columns", "base64", "quoted", "escapes"}

// encodings are the tricks of how text is stored in files of text, and in web pages.
func encodings() []*trick {
	var out []*trick
	for _, t := range textStored {
		write := func(c content) ([]byte, error) { return whole(c, t.store) }
		for _, id := range partial {
			if id == t.id {
				write = func(c content) ([]byte, error) { return txtOf(c.each(t.store)) }
			}
		}
		out = append(out, &trick{id: "t-" + t.id, name: "a text " + t.name, kind: "Read: how text is stored", way: hide, needs: t.needs,
			mostly: true, make: map[format]func(content) ([]byte, error){txt: write}})
	}
	page := func(meta string, store func(string) string) func(content) ([]byte, error) {
		return func(c content) ([]byte, error) {
			body, err := htmlBody(c.plain())
			return []byte(store(`<html><head>` + meta + `<title>申请书</title></head><body>` + body + `</body></html>`)), err
		}
	}
	big5 := func(s string) string { return in(traditionalchinese.Big5, traditional(s)) }
	for _, t := range []struct {
		id, name, needs string
		write           func(content) ([]byte, error)
	}{
		{"gbk-bare", "in GBK that says no encoding", byHand, page("", gbk)},
		{"gbk-said", "in GBK that says so", byHand, page(`<meta charset="gbk">`, gbk)},
		{"gb2312-said", "in GBK that says gb2312 by http-equiv", byHand, page(`<meta http-equiv="Content-Type" content="text/html; `+
			`charset=gb2312">`, gbk)},
		{"gbk-lies", "in GBK that says UTF-8", editor, page(`<meta charset="utf-8">`, gbk)},
		{"utf8-lies", "in UTF-8 that says GBK", tool, page(`<meta charset="gbk">`, same)},
		{"utf8-latin", "in UTF-8 that says windows-1252", tool, page(`<meta charset="windows-1252">`, same)},
		{"big5-bare", "in Big5 that says no encoding", byHand, page("", big5)},
		{"big5-lies", "in Big5 that says GBK", tool, page(`<meta charset="gbk">`, big5)},
		{"utf16-bare", "in UTF-16 without a mark", tool, page("", func(s string) string { return utf16Bytes(s, false) })},
		{"utf16-mark", "in UTF-16 with a mark", byHand, page("", func(s string) string { return utf16Bytes("\uFEFF"+s, true) })},
		{"meta-late", "in GBK that says so behind 3,000 characters", editor, page(`<!-- `+strings.Repeat("x", 3000)+` -->`+
			`<meta charset="gbk">`, gbk)},
		{"meta-comment", "in UTF-8 with the encoding GBK in a comment", editor, page(`<!-- <meta charset="gbk"> -->`, same)},
		{"meta-twice", "in GBK that says GBK, then UTF-8", editor, page(`<meta charset="gbk"><meta charset="utf-8">`, gbk)},
		{"utf7-said", "in UTF-7 that says so", tool, page(`<meta charset="utf-7">`, utf7)},
		{"xml-gbk", "in GBK that says so as XML does", editor, func(c content) ([]byte, error) {
			body, err := htmlBody(c.plain())
			return []byte(gbk(`<?xml version="1.0" encoding="gb2312"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>` +
				`</head><body>` + body + `</body></html>`)), err
		}},
		{"mixed", "half in UTF-8, half in GBK", tool, page(`<meta charset="utf-8">`, func(s string) string {
			return half(s, same, gbk)
		})},
		{"fragment", "that is a fragment without html or body", editor, func(c content) ([]byte, error) {
			body, err := htmlBody(c.plain())
			return []byte(body), err
		}},
		{"mht", "saved as a web archive", byHand, func(c content) ([]byte, error) {
			data, err := htmlOf(c.plain())
			return []byte("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/html; " +
				"charset=\"utf-8\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
				base64.StdEncoding.EncodeToString(data) + "\r\n--b--\r\n"), err
		}},
	} {
		out = append(out, &trick{id: "h-page-" + t.id, name: "a web page " + t.name, kind: "Read: how text is stored", way: hide,
			needs: t.needs, ready: true,
			make: map[format]func(content) ([]byte, error){html: t.write, doc: t.write}})
	}
	wrong := func(id, name string, f format, write func([]para) ([]byte, error)) *trick {
		return &trick{id: "name-" + id, name: name, kind: "Read: how text is stored", way: hide, needs: byHand, ready: true,
			make: map[format]func(content) ([]byte, error){f: func(c content) ([]byte, error) { return write(c.plain()) }}}
	}
	word := func(p []para) ([]byte, error) { return wordFile{body: wordParas(p)}.bytes() }
	return append(out, wrong("rtf-doc", "RTF under the name of .doc", doc, rtfOf), wrong("docx-doc", "a .docx file under the name of "+
		".doc", doc, word),
		wrong("html-docx", "a web page under the name of .docx", docx, htmlOf), wrong("rtf-docx", "RTF under the name of .docx", docx,
			rtfOf),
		wrong("docx-pdf", "a .docx file under the name of .pdf", pdf, word), wrong("pdf-docx", "a PDF under the name of .docx", docx,
			pdfOf),
		wrong("odt-docx", "an .odt file under the name of .docx", docx, odtOf), wrong("docx-txt", "a .docx file under the name of .txt",
			txt, word),
		wrong("ofd-pdf", "an OFD file under the name of .pdf", pdf, ofdOf), wrong("txt-html", "plain text under the name of .html", html,
			txtOf))
}
