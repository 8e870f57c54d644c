package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pdfWithFont makes a PDF of one page of which /F1 is the given font; stream
// adds a stream and returns its object's number, from 6.
func pdfWithFont(content, font string, streams ...string) []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>")
	stream := func(s string) { b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)) }
	stream(content)
	b.object(font)
	for _, s := range streams {
		stream(s)
	}
	return b.finish("/Root 1 0 R")
}

// Fonts of old TeX are drawings of size 0.1, and have ligatures where Unicode
// has controls.
func TestPDFDrawnFont(t *testing.T) {
	font := "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1000 1000] /FirstChar 0 /LastChar 122 " +
		"/Widths [" + strings.Repeat("60 ", 123) + "] /CharProcs << /high 6 0 R /low 7 0 R >> " +
		"/Encoding << /Type /Encoding /Differences [12 /high 65 " + strings.Repeat("/high ", 26) + " 97 " + strings.Repeat("/low ", 26) + "] >> /ToUnicode 8 0 R >>"
	line := func(y int, text string) string {
		return fmt.Sprintf("BT /F1 0.1 Tf 1 0 0 1 72 %d Tm (%s) Tj ET\n", y, text)
	}
	small := "BT /F1 0.01 Tf 1 0 0 1 72 600 Tm (SECRET) Tj ET\n"
	d := mustParse(t, pdfWithFont(line(700, `A Uni\014ed Theory`)+line(686, "Of Dispatch")+small, font,
		"60 0 0 0 50 70 d1 0 0 50 70 re f", "60 0 0 0 50 45 d1 0 0 50 45 re f",
		"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"))
	if got := strings.Join(strings.Fields(d.Text), ""); got != "AUnifiedTheoryOfDispatch" {
		t.Errorf("got %q", d.Text)
	}
	if len(d.Flags) != 1 || d.Flags[0].Text != "SECRET" {
		t.Errorf("flags %+v", d.Flags)
	}
}

// Fonts of formulas have signs where others have letters: what is flat is not tiny
// beside signs that are not.
func TestPDFDrawnSigns(t *testing.T) {
	font := "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1000 1000] /FirstChar 0 /LastChar 122 " +
		"/Widths [" + strings.Repeat("60 ", 123) + "] /CharProcs << /sign 6 0 R /dash 7 0 R >> " +
		"/Encoding << /Type /Encoding /Differences [36 /sign 68 /dash 122 /sign] >> /ToUnicode 8 0 R >>"
	for _, c := range []struct {
		name, codes string
		flags       int
	}{
		{"signs with dashes", "$D$$D$D$$D$", 0},
		{"dashes alone", "DDDDDDDDDD", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfWithFont("BT /F1 0.1 Tf 1 0 0 1 72 700 Tm ("+c.codes+") Tj ET BT /F1 0.1 Tf 1 0 0 1 72 600 Tm (zzzz) Tj ET", font,
				"60 0 0 0 50 70 d1 0 0 50 70 re f", "60 0 0 0 50 5 d1 0 0 50 5 re f",
				"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"))
			if len(d.Flags) != c.flags {
				t.Errorf("flags %+v", d.Flags)
			}
		})
	}
}

// Drawings of a font may bring colours along: white text is seen then, also where
// nothing is drawn in the middle of a character.
func TestPDFColouredFont(t *testing.T) {
	font := "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 100 100] /FirstChar 0 /LastChar 122 " +
		"/Widths [" + strings.Repeat("60 ", 123) + "] /CharProcs << /edge 6 0 R /shape 7 0 R >> " +
		"/Encoding << /Type /Encoding /Differences [65 " + strings.Repeat("/edge ", 26) + " 97 " + strings.Repeat("/shape ", 26) + "] >> /ToUnicode 8 0 R >>"
	d := mustParse(t, pdfWithFont("1 1 1 rg BT /F1 12 Tf 1 0 0 1 72 700 Tm (EDGES) Tj ET BT /F1 12 Tf 1 0 0 1 72 600 Tm (shape) Tj ET", font,
		"60 0 d0 0 g 0 0 12 70 re f", "60 0 0 0 50 70 d1 0 0 50 70 re f",
		"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"))
	if d.Text != "EDGES" || len(d.Flags) != 1 || d.Flags[0].Text != "shape" {
		t.Errorf("text %q, flags %+v", d.Text, d.Flags)
	}
}

// Codes stand for whatever the font says: characters beyond the first plane, and
// several letters.
func TestPDFCodes(t *testing.T) {
	for _, c := range []struct{ name, codes, meanings, want string }{
		{"beyond the first plane", "0001000200010003", "3 beginbfchar <0001> <D842DFB7> <0002> <91CE> <0003> <D869DED6>", "\U00020BB7野\U00020BB7\U0002A6D6"},
		{"a radical for a character", "00010002", "2 beginbfchar <0001> <2EDA> <0002> <7801>", "页码"},
		{"a radical and its character", "00010002", "2 beginbfchar <0001> <2F004E00> <0002> <822C>", "一般"},
		{"a compatibility form and its character", "00010002", "2 beginbfchar <0001> <FA08884C> <0002> <4E3A>", "行为"},
		{"a character and its compatibility form", "00010002", "2 beginbfchar <0001> <884CFA08> <0002> <4E3A>", "行为"},
		{"a compatibility form alone", "00010002", "2 beginbfchar <0001> <FA08> <0002> <4E3A>", "行为"},
		{"a character that stands twice", "00010001", "1 beginbfchar <0001> <884C>", "行行"},
		{"a radical of the older block", "00010002", "2 beginbfchar <0001> <2F49> <0002> <7403>", "月球"},
		{"pieces of a bracket", "0001000200030004", "4 beginbfchar <0001> <F8EE> <0002> <0031> <0003> <F8F0> <0004> <884C>", "⎡1⎣行"},
		{"signs of a formula in a font of another name", "00010002000300040005", "5 beginbfchar <0001> <0061> <0002> <F03D> <0003> <0062> <0004> <F0D7> <0005> <F028>", "a=b·("},
		{"ligatures", "0001000200030004", "4 beginbfchar <0001> <006F> <0002> <006600660069> <0003> <0063> <0004> <0065>", "office"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfWithFont("BT /F1 12 Tf 72 700 Td <"+c.codes+"> Tj ET",
				"<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own "+
					"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 >>] >>",
				"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "+c.meanings+" endbfchar endcmap end"))
			if d.Text != c.want {
				t.Errorf("got %q, want %q", d.Text, c.want)
			}
		})
	}
}

// Word writes bold characters of fonts without a bold cut twice.
func TestPDFWrittenTwice(t *testing.T) {
	once := setLines("F1", 700, 0, lorem...)
	for _, c := range []struct{ name, page string }{
		{"the whole page again", once + once},
		{"with a shadow", once + "1 0 0 1 0.6 -0.6 cm " + once},
		{"a word again", once + show("F1", 12, 72, 700, lorem[0][:20])},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := paragraphTexts(mustParse(t, pdfFile("", once)))
			if diff := cmp.Diff(want, paragraphTexts(mustParse(t, pdfFile("", c.page)))); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}

// The letters of "all" stand close in a narrow font, and each is one of the text;
// sizes below zero stand letters upright again.
func TestPDFNarrowLetters(t *testing.T) {
	const words = "All bells fill the hall, following what was controlled"
	for _, c := range []struct{ name, page string }{
		{"narrow", "40 Tz " + show("F1", 12, 72, 700, words)},
		{"of a size below zero", "BT /F1 -9 Tf -1.33 0 0 -1.33 72 700 Tm (" + words + ") Tj ET"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mustParse(t, pdfFile("", c.page)).Text; got != words {
				t.Errorf("got %q", got)
			}
		})
	}
}

// What TeX's fonts of text have as ligatures, its fonts of formulas have as
// brackets, and other fonts have there what they please.
func TestPDFNoLigatures(t *testing.T) {
	named := mustParse(t, pdfWithFont("BT /F1 12 Tf 72 700 Td (recherche\\015 de) Tj ET",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /FirstChar 0 /LastChar 122 /Widths ["+strings.Repeat("500 ", 123)+"] /ToUnicode 6 0 R >>",
		"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"))
	if got := strings.Join(strings.Fields(named.Text), " "); got != "recherche de" {
		t.Errorf("got %q", got)
	}
}

// What stands before the header does not keep a PDF from being read.
func TestPDFBehindJunk(t *testing.T) {
	t.Parallel()
	for name, junk := range map[string]string{"zeros": strings.Repeat("\x00", 5000), "a few words": "HTTP/1.1 200 OK\r\n\r\n", "line ends": strings.Repeat("\r\n", 2000)} {
		d := mustParse(t, []byte(junk+string(pdfFile("", setLines("F1", 700, 0, lorem...)))))
		if d.Method != "pdf/pdfium" || !strings.Contains(d.Text, lorem[0]) {
			t.Errorf("%s: %q by %s", name, d.Text, d.Method)
		}
	}
}

// A drawn font may make large what is set at size 1, and say that its letters are no
// larger than that.
func TestPDFDrawnFontSmallBox(t *testing.T) {
	font := "<< /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] /FontBBox [0 0 10 10] /FirstChar 0 /LastChar 122 " +
		"/Widths [" + strings.Repeat("60 ", 123) + "] /CharProcs << /high 6 0 R /low 7 0 R >> " +
		"/Encoding << /Type /Encoding /Differences [65 " + strings.Repeat("/high ", 26) + " 97 " + strings.Repeat("/low ", 26) + "] >> /ToUnicode 8 0 R >>"
	d := mustParse(t, pdfWithFont("BT /F1 1 Tf 1 0 0 1 72 700 Tm (Unified) Tj ET", font,
		"60 0 0 0 50 70 d1 0 0 50 70 re f", "60 0 0 0 50 45 d1 0 0 50 45 re f",
		"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"))
	if d.Text != "Unified" || len(d.Flags) != 0 {
		t.Errorf("text %q, flags %+v", d.Text, d.Flags)
	}
}

// Browsers print the letters of a font without a bold cut as shapes, and the text over them
// transparently, so that it can be selected: it is seen. Over other shapes, or none, it is not.
func TestPDFTracedText(t *testing.T) {
	posts, bars := "0 0 12 70 re 38 0 12 70 re", "0 0 50 12 re 0 58 50 12 re"
	font := "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 100 100] /FirstChar 0 /LastChar 122 " +
		"/Widths [" + strings.Repeat("60 ", 123) + "] /CharProcs << /posts 6 0 R /bars 7 0 R >> " +
		"/Encoding << /Type /Encoding /Differences [65 /posts /bars /posts /bars /posts /bars] >> /ToUnicode 8 0 R >>"
	shapes := func(letters string, x, y float64) (out string) {
		for i, r := range letters {
			shape := posts
			if (r-'A')%2 == 1 {
				shape = bars
			}
			out += fmt.Sprintf("q 0.2 0 0 0.2 %g %g cm %s f Q\n", x+float64(i)*12, y, shape)
		}
		return out
	}
	text := func(mode string) string { return mode + " BT /F1 20 Tf 1 0 0 1 72 700 Tm (ABCDEF) Tj ET\n" }
	for _, c := range []struct {
		name, page string
		seen       bool
	}{
		{"over its own shapes, transparent", shapes("ABCDEF", 72, 700) + text("/Clear gs"), true},
		{"over its own shapes, invisible", shapes("ABCDEF", 72, 700) + text("3 Tr"), true},
		{"over other shapes", shapes("BADCFE", 72, 700) + text("/Clear gs"), false},
		{"beside its shapes", shapes("ABCDEF", 72, 500) + text("/Clear gs"), false},
		{"over a filled area", "72 690 100 40 re f " + text("3 Tr"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b pdfBuilder
			b.object("<< /Type /Catalog /Pages 2 0 R >>")
			b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
			b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 9 0 R >> /ExtGState << /Clear << /ca 0 /CA 0 >> >> >> >>")
			stream := func(s string) { b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)) }
			stream(show("F2", 12, 72, 780, "An example of text.") + c.page)
			b.object(font)
			stream("60 0 0 0 50 70 d1 " + posts + " f")
			stream("60 0 0 0 50 70 d1 " + bars + " f")
			stream("/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end")
			b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
			d := mustParse(t, b.finish("/Root 1 0 R"))
			if seen := strings.Contains(d.Text, "ABCDEF"); seen != c.seen || seen == (len(d.Flags) > 0) {
				t.Errorf("text %q, flags %+v", d.Text, d.Flags)
			}
		})
	}
}
