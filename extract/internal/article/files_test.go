package article_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A page about a document names its files; links of the page are none.
func TestFiles(t *testing.T) {
	page, _ := read(t, `<html><head><base href="/b/">
<meta name="citation_pdf_url" content="one.pdf"><meta name="Citation_PDF_URL" content="https://other.example.net/two.pdf"><meta name="citation_pdf_url" content="one.pdf#page=2">
<meta name="eprints.document_url" content="/three.docx"><meta name="citation_pdf_url" content="javascript:x()"><meta name="citation_abstract_html_url" content="/abstract">
<link rel="alternate" type="application/pdf" href="four.pdf"><link rel="item" type="application/msword" href="five.doc"><link rel="alternate" type="application/rss+xml" href="/feed">
<link rel="stylesheet" type="application/pdf" href="/no.pdf"></head><body><a href="/other.pdf">PDF</a></body></html>`, nil)
	want := []string{
		"https://blog.example.org/b/one.pdf", "https://other.example.net/two.pdf", "https://blog.example.org/three.docx", "https://blog.example.org/b/four.pdf", "https://blog.example.org/b/five.doc",
	}
	if diff := cmp.Diff(want, page.Files); diff != "" {
		t.Error(diff)
	}
}
