package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/ocr"
)

var program = []string{
	"func count(words []string) map[string]int {",
	"    total := make(map[string]int, len(words))",
	"    for i, word := range words {",
	"        if strings.TrimSpace(word) == \"\" {",
	"            continue // nothing to count",
	"        }",
	"        total[strings.ToLower(word)] += weight(i)",
	"    }",
	"    return total",
	"}",
	"#include <stdio.h>",
	"int main(int argc, char **argv) {",
	"    for (int i = 1; i < argc; i++) {",
	"        printf(\"%d: %s\\n\", i, argv[i]);",
	"    }",
	"    return 0;",
	"}",
}

// listingPDF makes a page of running text, and one of a listing or of both, of which the
// font draws the letters of Courier by the codes from first on, in the order in which they
// come. means, if there, is what its table says of them.
func listingPDF(first int, means func(r rune) rune, behind bool) []byte {
	codes := map[rune]int{' ': first}
	order := []rune{' '}
	for _, line := range program {
		for _, r := range line {
			if _, ok := codes[r]; !ok {
				codes[r] = first + len(order)
				order = append(order, r)
			}
		}
	}
	var page strings.Builder
	y := 760
	if behind {
		page.WriteString(setLines("F1", y, 0, englishProposal[:6]...))
		y -= 160
	}
	for i, line := range program {
		fmt.Fprintf(&page, "BT /L1 11 Tf 1 0 0 1 72 %d Tm <", y-16*i)
		for _, r := range line {
			fmt.Fprintf(&page, "%02X", codes[r])
		}
		page.WriteString("> Tj ET\n")
	}
	var b pdfBuilder
	stream := func(s string) { b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)) }
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>")
	for i, content := range []string{setLines("F1", 760, 0, englishProposal...), page.String()} {
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 7 0 R /L1 8 0 R >> >> >>", 4+2*i))
		stream(content)
	}
	b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
	var names, shapes, table strings.Builder
	for i, r := range order {
		fmt.Fprintf(&names, "/g%d ", i)
		fmt.Fprintf(&shapes, "/g%d %d 0 R ", i, 10+i)
		if means != nil {
			fmt.Fprintf(&table, "<%02X> <%04X> ", codes[r], means(r))
		}
	}
	toUnicode := ""
	if means != nil {
		toUnicode = "/ToUnicode 9 0 R"
	}
	b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 -300 700 900] /FirstChar %d /LastChar %d /Widths [%s] "+
		"/Resources << /Font << /C 7 0 R >> >> /CharProcs << %s >> /Encoding << /Type /Encoding /Differences [%d %s] >> %s >>",
		first, first+len(order)-1, strings.Repeat("600 ", len(order)), shapes.String(), first, names.String(), toUnicode))
	stream(fmt.Sprintf("/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange %d beginbfchar %s endbfchar endcmap end", len(order), table.String()))
	for _, r := range order {
		stream("600 0 d0 BT /C 1000 Tf (" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(string(r)) + ") Tj ET")
	}
	return b.finish("/Root 1 0 R")
}

var listingFonts = []struct {
	name  string
	first int
	means func(r rune) rune
}{
	{"codes of controls", 1, nil},
	{"codes of signs and letters", 33, nil},
	{"codes beyond ASCII", 129, nil},
	{"private use", 33, func(r rune) rune { return 0xE000 + r }},
	{"private use of symbol fonts", 33, func(r rune) rune { return 0xF000 + r }},
	{"controls", 33, func(r rune) rune { return 1 + (r-' ')%31 }},
	{"controls of Latin-1", 33, func(r rune) rune { return 0x80 + (r-' ')%32 }},
	{"no character", 33, func(rune) rune { return 0xFFFD }},
	{"zero", 33, func(rune) rune { return 0 }},
}

// A listing in a font whose codes mean nothing is not lost without a word.
func TestPDFUnmappedListing(t *testing.T) {
	t.Parallel()
	for _, f := range listingFonts {
		for name, behind := range map[string]bool{"a page": false, "behind text": true} {
			t.Run(f.name+", "+name, func(t *testing.T) {
				d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(t.Context(), "listing.pdf", listingPDF(f.first, f.means, behind))
				if err != nil {
					t.Fatal(err)
				}
				last := d.Pages[1]
				t.Logf("share %.2f flags %d notices %v method %s text %q", garbledShare(d, last.Start, last.End), len(d.Flags), d.AllNotices(), d.Method, string([]rune(d.Text)[last.Start:last.End]))
			})
		}
	}
}

// Where tesseract is there, it is read from the page.
func TestPDFUnmappedListingRecognised(t *testing.T) {
	lengthy(t)
	t.Parallel()
	needTesseract(t)
	for _, f := range listingFonts {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			d := mustExtract(t, listingPDF(f.first, f.means, false))
			last := d.Pages[1]
			got := ocr.Agreement(strings.Join(program, ""), string([]rune(d.Text)[last.Start:last.End]))
			t.Logf("recognised %v %.2f", last.Recognised, got)
		})
	}
	_ = slices.Max[[]int]
}
