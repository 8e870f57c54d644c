package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/ocr"
	"zhiwen/internal/testrun"
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

// listingPDF makes a page of running text, and one of so many lines of it with a listing of so
// many lines behind them, of which the font draws the letters of Courier by the codes from first on, in the order in which they
// come. means, if there, is what its table says of them.
func listingPDF(first int, means func(r rune) rune, words, rows int) []byte {
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
	page.WriteString(setLines("F1", y, 0, englishProposal[:words]...))
	y -= 25 * words
	for i, line := range program[:rows] {
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
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /L1 8 0 R >> >> >>", 4+2*i))
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

// A listing in a font whose codes mean nothing is not lost without a word: it is flagged, also
// where the second reader takes the codes for characters, or the page is noted where it is short.
func TestPDFUnmappedListing(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	for _, f := range listingFonts {
		for _, c := range []struct {
			name        string
			words, rows int
			share       float64
		}{{"a page", 0, len(program), 0.95}, {"behind text", 6, len(program), 0.45}, {"a few lines", len(englishProposal), 5, 0}} {
			t.Run(f.name+", "+c.name, func(t *testing.T) {
				d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(t.Context(), "listing.pdf", listingPDF(f.first, f.means, c.words, c.rows))
				if err != nil {
					t.Fatal(err)
				}
				checkDocument(t, d)
				first, last := d.Pages[0], d.Pages[1]
				if got := garbledShare(d, first.Start, first.End); got > 0 {
					t.Errorf("%.2f of the page without a listing is flagged", got)
				}
				missed := c.share == 0 && f.first == 33 && f.means == nil // a few lines of signs could be a formula
				text := string([]rune(d.Text)[last.Start:last.End])
				named := slices.ContainsFunc(d.Flags, func(g extract.Flag) bool { return g.Kind == extract.Garbled && g.Start >= last.Start })
				named = named || slices.ContainsFunc(d.AllNotices(), func(n extract.Notice) bool { return n.Kind == extract.Implausible })
				if got := garbledShare(d, last.Start, last.End); !named && !missed || char.HasVisible(text) && got < c.share {
					t.Errorf("%.2f is flagged: %+v, notices %v, text %q", got, d.Flags, d.AllNotices(), text)
				}
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
		for _, words := range []int{0, 6} {
			t.Run(fmt.Sprintf("%s behind %d lines", f.name, words), func(t *testing.T) {
				t.Parallel()
				d := mustExtract(t, listingPDF(f.first, f.means, words, len(program)))
				last := d.Pages[1]
				want := strings.Join(englishProposal[:words], "") + strings.Join(program, "")
				if got := ocr.Agreement(want, string([]rune(d.Text)[last.Start:last.End])); !last.Recognised || got < 0.85 {
					t.Errorf("recognised %v, %.2f of it is there:\n%s", last.Recognised, got, d.Text)
				}
			})
		}
	}
}
