package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// subset numbers the characters of a text as producers number the glyphs of a font that
// they bring along: in the order in which they come, from first on.
type subset struct {
	first int
	order []rune
}

func (s *subset) code(r rune) int {
	i := slices.Index(s.order, r)
	if i < 0 {
		i, s.order = len(s.order), append(s.order, r)
	}
	return s.first + i
}

// producedFont is a font as a producer writes it: by glyph numbers, with a table of what
// they mean, if any.
type producedFont struct {
	base  string
	wide  bool                      // of two bytes
	first int                       // number of the first glyph
	means func(order []rune) []rune // the table; nil for none
}

func truly(order []rune) []rune { return order }

// producedPDF makes a file of a page for each font, with the same lines on each.
func producedPDF(producer string, lines []string, fonts ...producedFont) []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range fonts {
		fmt.Fprintf(&kids, "%d 0 R ", 3+5*i)
	}
	b.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(fonts)))
	stream := func(s string) { b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)) }
	for i, font := range fonts {
		at := 3 + 5*i
		s := subset{first: font.first}
		var content strings.Builder
		digits, width := 2, 1000
		if font.wide {
			digits = 4
		}
		if lines[0][0] < 0x80 {
			width = 500
		}
		for k, line := range lines {
			fmt.Fprintf(&content, "BT /F1 12 Tf 1 0 0 1 72 %d Tm <", 760-20*k)
			for _, r := range line {
				fmt.Fprintf(&content, "%0*X", digits, s.code(r))
			}
			content.WriteString("> Tj ET\n")
		}
		unicodes := ""
		table := "/CIDInit /ProcSet findresource begin begincmap endcmap end"
		if font.means != nil {
			unicodes = fmt.Sprintf("/ToUnicode %d 0 R", at+4)
			var m strings.Builder
			meant := font.means(s.order)
			for from := 0; from < len(meant); from += 100 {
				to := min(from+100, len(meant))
				fmt.Fprintf(&m, "%d beginbfchar ", to-from)
				for k := from; k < to; k++ {
					fmt.Fprintf(&m, "<%0*X> <%04X> ", digits, font.first+k, meant[k])
				}
				m.WriteString("endbfchar ")
			}
			table = fmt.Sprintf("/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <%0*X> <%s> endcodespacerange %sendcmap end", digits, 0, strings.Repeat("F", digits), m.String())
		}
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 %d 0 R >> >> >>", at+1, at+2))
		stream(content.String())
		if font.wide {
			b.object(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H %s /DescendantFonts [%d 0 R] >>", font.base, unicodes, at+3))
			b.object(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /DW %d >>", font.base, width))
		} else {
			b.object(fmt.Sprintf("<< /Type /Font /Subtype /TrueType /BaseFont /%s /FirstChar 0 /LastChar 255 /Widths [%s] %s /FontDescriptor %d 0 R >>", font.base, strings.Repeat("500 ", 256), unicodes, at+3))
			b.object(fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>", font.base))
		}
		stream(table)
	}
	info := b.object("<< /Producer (" + producer + ") >>")
	return b.finish(fmt.Sprintf("/Root 1 0 R /Info %d 0 R", info))
}

// Files saved again by Preview, printed by WPS and by browsers: the pages whose tables are
// right are read fully and without a flag, those whose tables are wrong or missing are
// flagged, and nothing of them passes for text.
func TestPDFProducers(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	moved := func(order []rune) []rune { // each glyph has the meaning of its neighbour
		sorted := slices.Sorted(slices.Values(order))
		out := slices.Clone(order)
		for i, r := range order {
			at, _ := slices.BinarySearch(sorted, r)
			out[i] = sorted[(at+1)%len(sorted)]
		}
		return out
	}
	extended := func(order []rune) []rune { // numbers of glyphs as codes
		out := slices.Clone(order)
		for i := range out {
			out[i] = rune(0x18F + i*7%0x170)
		}
		return out
	}
	beside := func(order []rune) []rune { // Chinese characters of another font's order
		out := slices.Clone(order)
		for i, r := range out {
			if r > 0x3000 {
				out[i] = 0x6700 + (r*31)%0x500
			}
		}
		return out
	}
	code := []string{
		"for i in range(len(samples)): total += samples[i] * weights[i]",
		"def update(self, gradient, rate=0.01): self.state -= rate * gradient",
		"if result is None: raise ValueError('no result for ' + str(key))",
		"return sorted(result, key=lambda entry: entry.score, reverse=True)[:limit]",
		"print('epoch', epoch, 'loss', loss.item(), 'accuracy', correct / len(data))",
		"with open(path, encoding='utf-8') as source: lines = source.readlines()",
	}
	for _, c := range []struct {
		name, producer string
		lines          []string
		right, wrong   producedFont
	}{
		{"Preview, glyph numbers", "macOS Version 10.14 Quartz PDFContext", proposal, producedFont{"ABCDEF+STSongti-SC-Regular", true, 3, truly}, producedFont{"ABCDEF+FangSong", true, 3, extended}},
		{"Preview, tables exchanged", "macOS Version 12.4 Quartz PDFContext", proposal, producedFont{"ABCDEF+SimSun", true, 3, truly}, producedFont{"ABCDEF+SimSun", true, 3, moved}},
		{"WPS, no table", "WPS", proposal, producedFont{"ABCDEF+SimSun", true, 4000, truly}, producedFont{"ABCDEF+SimSun", true, 4000, nil}},
		{"WPS, another font's order", "WPS", proposal, producedFont{"ABCDEF+SimHei", true, 1, truly}, producedFont{"ABCDEF+SimHei", true, 1, beside}},
		{"a browser, English moved", "Skia/PDF m77", englishProposal, producedFont{"ABCDEF+Arial", true, 3, truly}, producedFont{"ABCDEF+Arial", true, 3, moved}},
		{"a browser, English without a table", "Skia/PDF m77", englishProposal, producedFont{"ABCDEF+Arial", true, 3, truly}, producedFont{"ABCDEF+Arial", true, 3, nil}},
		{"a listing in the order of its subset", "Acrobat Distiller", code, producedFont{"ABCDEF+Courier", false, 33, truly}, producedFont{"ABCDEF+Courier", false, 33, nil}},
		{"a listing without a table", "xdvipdfmx", code, producedFont{"ABCDEF+FiraCode", true, 1, truly}, producedFont{"ABCDEF+FiraCode", true, 1, nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(t.Context(), "produced.pdf", producedPDF(c.producer, c.lines, c.right, c.wrong))
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			runes := []rune(d.Text)
			first, second := d.Pages[0], d.Pages[1]
			plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if got, want := plain(string(runes[first.Start:first.End])), plain(strings.Join(c.lines, "")); got != want {
				t.Errorf("the right page is read as %q", got)
			}
			if got := garbledShare(d, first.Start, first.End); got > 0 {
				t.Errorf("%.2f of the right page is flagged", got)
			}
			if got := garbledShare(d, second.Start, second.End); got < 0.9 {
				t.Errorf("only %.2f of the wrong page is flagged: %q\nnotices %+v", got, string(runes[second.Start:second.End]), d.AllNotices())
			}
		})
	}
}
