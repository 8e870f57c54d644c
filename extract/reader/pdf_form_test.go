package reader

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
)

// What is filled into the fields of a form stands behind their labels, whether
// the file has a drawing of it or leaves that to the viewer.
func TestPDFForm(t *testing.T) {
	const drawing = "BT /F1 12 Tf 2 5 Td (Explaining graphs) Tj ET"
	const anew = "anew "
	const place = " /Rect [160 695 400 715]"
	for _, c := range []struct{ name, field, want string }{
		{"drawn", "/FT /Tx /V (Graphs) /F 4 /AP << /N 7 0 R >>" + place, "Project title: Explaining graphs Signature:"},
		{"not drawn", "/FT /Tx /V (Explaining graphs) /F 4" + place, "Project title: Explaining graphs Signature:"},
		{"in Chinese", "/FT /Tx /V <FEFF56FE795E7ECF7F517EDC> /F 4" + place, "Project title: 图神经网络 Signature:"},
		{"a choice", "/FT /Ch /V (Graphs) /F 4" + place, "Project title: Graphs Signature:"},
		{"a button", "/FT /Btn /V /Off /F 4" + place, "Project title: Signature:"},
		{"hidden", "/FT /Tx /V (Graphs) /F 2" + place, "Project title: Signature:"},
		{"farther than any page", "/FT /Tx /V (Graphs) /F 4 /Rect [" + strings.Repeat("9", 37) + ".0 695 " + strings.Repeat("9", 38) + ".0 715]", "Project title: Graphs Signature:"},
		{"empty", "/FT /Tx /F 4" + place, "Project title: Signature:"},
		{"drawn without text", "/FT /Tx /V (Graphs) /F 4 /AP << /N 8 0 R >>" + place, "Project title: Graphs Signature:"},
		{"drawn anew", anew + "/FT /Tx /V (Graphs) /F 4 /AP << /N 7 0 R >>" + place, "Project title: Graphs Signature:"},
		{"drawn anew without a value", anew + "/FT /Tx /F 4 /AP << /N 7 0 R >>" + place, "Project title: Explaining graphs Signature:"},
		{"inherited", "/Parent 9 0 R /F 4" + place, "Project title: Graphs Signature:"},
		{"a password", "/FT /Tx /V (Graphs) /Ff 8192 /F 4 /AP << /N 7 0 R >>" + place, "Project title: Signature:"},
		{"not for viewing", "/FT /Tx /V (Graphs) /F 32 /AP << /N 7 0 R >>" + place, "Project title: Signature:"},
		{"the label of a choice", "/FT /Ch /Opt [[(g1) (Graphs)] [(g2) (Trees)]] /V (g1) /F 4" + place, "Project title: Graphs Signature:"},
		{"a stamp not for viewing", "/Subtype /Stamp /F 32 /AP << /N 7 0 R >>" + place, "Project title: Signature:"},
		{"a stamp", "/Subtype /Stamp /F 4 /AP << /N 7 0 R >>" + place, "Project title: Explaining graphs Signature:"},
		{"a hidden stamp", "/Subtype /Stamp /F 2 /AP << /N 7 0 R >>" + place, "Project title: Signature:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b pdfBuilder
			field, redrawn := strings.CutPrefix(c.field, anew)
			top := "6 0 R"
			if strings.Contains(field, "/Parent") {
				top = "9 0 R"
			}
			b.object(fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] /NeedAppearances %t >> >>", top, redrawn))
			b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
			b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>")
			content := show("F1", 12, 72, 700, "Project title:") + show("F1", 12, 72, 680, "Signature:")
			b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
			b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
			kind := "/Subtype /Widget /T (title) "
			if strings.HasPrefix(c.field, "/Subtype") {
				kind = ""
			}
			b.object("<< /Type /Annot " + kind + field + " >>")
			b.object(fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 240 20] /Resources << /Font << /F1 5 0 R >> >> /Length %d >>\nstream\n%s\nendstream", len(drawing), drawing))
			b.object("<< /Type /XObject /Subtype /Form /BBox [0 0 240 20] /Length 11 >>\nstream\n/Tx BMC EMC\nendstream")
			b.object("<< /FT /Tx /T (parent) /V (Graphs) /Kids [6 0 R] >>")
			d := mustParse(t, b.finish("/Root 1 0 R"))
			if got := strings.Join(strings.Fields(d.Text), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.name == "drawn" && d.Metadata.Title != "Explaining graphs" {
				t.Errorf("title %q", d.Metadata.Title)
			}
		})
	}
}

// What notes on a page say is text beside the text, where it is more than a few remarks.
func TestPDFComments(t *testing.T) {
	long := strings.Repeat("The reviewer asks for a longer account of the tidal flats. ", 4)
	for _, c := range []struct {
		note string
		want bool
	}{
		{"/Subtype /Text /F 4 /Contents (" + long + ")", true},
		{"/Subtype /Highlight /F 4 /Contents (" + long + ")", true},
		{"/Subtype /Text /F 2 /Contents (" + long + ")", false},
		{"/Subtype /Text /F 4 /Contents (Well said.)", false},
		{"/Subtype /Link /F 4 /Contents (" + long + ")", false},
	} {
		var b pdfBuilder
		b.object("<< /Type /Catalog /Pages 2 0 R >>")
		b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
		b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>")
		b.object(stream("", setLines("F1", 700, 0, lorem...)))
		b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
		b.object("<< /Type /Annot /Rect [500 700 520 720] " + c.note + " >>")
		d := mustParse(t, b.finish("/Root 1 0 R"))
		last := d.Paragraphs[len(d.Paragraphs)-1]
		if got := strings.Contains(d.Text, "tidal flats") && last.Kind == extract.Running; got != c.want {
			t.Errorf("%.40s: %q", c.note, d.Text)
		}
	}
}
