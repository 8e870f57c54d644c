package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// What is not on the pages of a PDF is named: files attached to it or to a page, and what
// is filled into a form that viewers draw.
func TestPDFElsewhere(t *testing.T) {
	file := func(catalog, pageEntries string) []byte {
		var b pdfBuilder
		content := setLines("F1", 740, 0, englishProposal...)
		b.object("<< /Type /Catalog /Pages 2 0 R " + catalog + " >>")
		b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
		b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " + pageEntries +
			" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>")
		b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
		b.object("<< /Type /EmbeddedFile /Length 2 >>\nstream\nab\nendstream")
		b.object("<< /Type /Filespec /F (a.docx) /EF << /F 5 0 R >> >>")
		b.object("<< /Length 9 >>\nstream\n<xdp></xdp>\nendstream")
		return b.finish("/Root 1 0 R")
	}
	const attached = "/Names << /EmbeddedFiles << /Names [(a.docx) 6 0 R (b.docx) 6 0 R] >> >>"
	for _, c := range []struct {
		name, catalog, page string
		want                []string
	}{
		{"nothing", "", "", nil},
		{"two files", attached, "", []string{"object-unread 2"}},
		{"a portfolio", attached + " /Collection << /View /D >>", "", []string{"object-unread 2"}},
		{"a file on the page", "", "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS 6 0 R >>]", []string{"object-unread 1"}},
		{"a dynamic form", "/NeedsRendering true /AcroForm << /Fields [] /XFA 7 0 R >>", "", []string{"dynamic-form"}},
		{"a form whose pages are there", "/AcroForm << /Fields [] /XFA 7 0 R >>", "", nil},
	} {
		var got []string
		for _, n := range mustParse(t, file(c.catalog, c.page)).Notices {
			got = append(got, n.String())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: notices (-want +got):\n%s", c.name, diff)
		}
	}
}

// Readable files attached to a PDF or to its pages are read behind its text, below their names.
func TestPDFAttachedFiles(t *testing.T) {
	word := wordFile(
		t,
		`<w:p><w:r><w:t>附件讨论的是图神经网络。</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>经费</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`+
			`<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>看不见的话</w:t></w:r></w:p>`,
	)
	inner := pdfFile("", setLines("F1", 740, 0, "A page of the attached PDF speaks of wetlands."))
	for _, c := range []struct {
		name, file string
		data       []byte
		want       string // what stands behind the document's own text
		notices    []string
	}{
		{"Word", "附件1.docx", word, "附件1.docx\n附件讨论的是图神经网络。\n经费", nil},
		{"PDF", "b.pdf", inner, "b.pdf\nA page of the attached PDF speaks of wetlands.", nil},
		{"text", "c.txt", []byte("第一行。\n\n第二行。"), "c.txt\n第一行。\n第二行。", nil},
		{"data", "d.csv", []byte("a;b\n1;2\n"), "", []string{"object-unread 1"}},
		{"damaged", "e.docx", word[:len(word)/2], "", []string{"object-unread 1"}},
	} {
		for place, entries := range map[string][2]string{
			"document": {"/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>", ""},
			"page":     {"", "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS 6 0 R >>]"},
		} {
			d := mustParse(t, attachingPDF(entries[0], entries[1], c.file, c.data))
			checkDocument(t, d)
			_, behind, found := strings.Cut(d.Text, "\n"+c.file)
			if got := c.file + behind; found != (c.want != "") || found && got != c.want {
				t.Errorf("%s, %s: found %v, got %q, want %q", c.name, place, found, got, c.want)
			}
			var notices []string
			for _, n := range d.Notices {
				notices = append(notices, n.String())
			}
			if diff := cmp.Diff(c.notices, notices); diff != "" {
				t.Errorf("%s, %s: notices (-want +got):\n%s", c.name, place, diff)
			}
			if c.name == "Word" && (len(d.Flags) != 1 || d.Flags[0].Kind != extract.HiddenText) {
				t.Errorf("%s, %s: flags %+v", c.name, place, d.Flags)
			}
		}
	}
}

// Of very many attached files, twenty are read.
func TestPDFManyAttachedFiles(t *testing.T) {
	names := "/Names << /EmbeddedFiles << /Names [" + strings.Repeat("(a) 6 0 R ", 22) + "] >> >>"
	d := mustParse(t, attachingPDF(names, "", "a.txt", []byte("湿地。")))
	if n := strings.Count(d.Text, "湿地"); n != 20 || len(d.Notices) != 1 || d.Notices[0].String() != "object-unread 2" {
		t.Errorf("%d are read, notices %v", n, d.Notices)
	}
}

// attachingPDF makes a PDF of a page in whose catalogue and page stands what is given; object 6 is a file.
func attachingPDF(catalog, page, name string, data []byte) []byte {
	var b pdfBuilder
	content := setLines("F1", 740, 0, englishProposal...)
	b.object("<< /Type /Catalog /Pages 2 0 R " + catalog + " >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " + page +
		" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>")
	b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	b.object(fmt.Sprintf("<< /Type /EmbeddedFile /Length %d >>\nstream\n%s\nendstream", len(data), data))
	b.object(fmt.Sprintf("<< /Type /Filespec /F (x) /UF <%s> /EF << /F 5 0 R >> >>", utf16Hex(name)))
	return b.finish("/Root 1 0 R")
}

// utf16Hex writes a text as a PDF may.
func utf16Hex(s string) string {
	out := "FEFF"
	for _, u := range utf16.Encode([]rune(s)) {
		out += fmt.Sprintf("%04X", u)
	}
	return out
}

// Where the pages of a dynamic form only ask to wait, what viewers make of it is read: the words of
// its template with the values of its data.
func TestPDFDynamicForm(t *testing.T) {
	const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1"><pageSet><pageArea><draw><value><text>第 1 页</text></value></draw></pageArea></pageSet>` +
		`<draw name="h"><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><p>科研项目申请书</p></body></exData></value></draw>` +
		`<subform name="a"><field name="title"><ui><textEdit/></ui><caption><value><text>项目名称</text></value></caption></field>` +
		`<field name="year"><caption><value><text>年度</text></value></caption><value><text>2026</text></value></field></subform>` +
		`<subform presence="hidden"><draw><value><text>看不见的话</text></value></draw></subform></subform></template>`
	const data = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><a><title>湿地碳汇研究</title></a><row><name>张三</name></row><row><name>李四</name></row></form1></xfa:data></xfa:datasets>`
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	file := func(template string, lines ...string) []byte {
		var b pdfBuilder
		b.object(
			"<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 5 0 R (datasets) 6 0 R] >> >>")
		b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
		b.object(
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>",
		)
		b.object(stream(setLines("F1", 740, 0, lines...)))
		b.object(stream(template))
		b.object(stream(data))
		return b.finish("/Root 1 0 R")
	}
	d := mustParse(t, file(template, "Please wait..."))
	checkDocument(t, d)
	if want := "Please wait...\n科研项目申请书\n项目名称 湿地碳汇研究\n年度 2026\n张三\n李四"; d.Text != want || len(d.Notices) != 0 {
		t.Errorf("got %q, notices %v, want %q", d.Text, d.Notices, want)
	}
	if got := mustParse(t, file(template, slices.Repeat(englishProposal, 5)...)); strings.Contains(got.Text, "湿地") ||
		len(got.Notices) != 1 {
		t.Errorf("with pages: notices %v, text %q", got.Notices, got.Text)
	}
}
