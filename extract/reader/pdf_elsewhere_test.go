package reader

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
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
