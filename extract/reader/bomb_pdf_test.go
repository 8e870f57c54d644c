package reader

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
)

// stream writes a stream object's content.
func stream(dict, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(content), content)
}

// onePage makes a PDF of one page from its content stream, entries of its
// resources and further objects, of which the first is number 5; object 4 is
// the content.
func onePage(page, resources, content string, more ...string) []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R %s /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> %s >> >>", page, resources))
	b.object(content)
	for _, o := range more {
		b.object(o)
	}
	return b.finish("/Root 1 0 R")
}

const (
	paper           = "/MediaBox [0 0 595 842]"
	covered         = "q 595 0 0 842 0 0 cm /I Do Q"
	pictureResource = "/XObject << /I 5 0 R >>"
)

func TestPDFBombs(t *testing.T) {
	limited(t)
	text := func(s string) string { return "BT /F1 12 Tf 72 700 Td (" + s + ") Tj ET " }
	image := func(w, h, filter, content string) []byte {
		return onePage(paper, pictureResource, stream("", covered), stream("/Type /XObject /Subtype /Image /Width "+w+" /Height "+h+" /ColorSpace /DeviceGray /BitsPerComponent 8 "+filter, content))
	}
	flateFilter := "/Filter /FlateDecode"
	blank := make([]byte, 1<<20)
	spaces := []byte(strings.Repeat(" ", 1<<20))
	// Each form draws the next one ten times.
	var forms []string
	for i := range 12 {
		next := fmt.Sprintf("/Resources << /XObject << /N %d 0 R >> >>", 6+i)
		content := strings.Repeat("/N Do ", 10)
		if i == 11 {
			next, content = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>", text("ha")
		}
		forms = append(forms, stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] "+next, content))
	}
	pages := func(n int, content, last string) []byte {
		var b pdfBuilder
		b.object("<< /Type /Catalog /Pages 2 0 R >>")
		b.object(fmt.Sprintf("<< /Type /Pages /Kids [%s5 0 R] /Count %d /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>", strings.Repeat("4 0 R ", n-1), n))
		b.object(stream(flateFilter, zlibbed(t, []byte(content), 1)))
		b.object("<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>")
		b.object("<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>")
		b.object(stream(flateFilter, last))
		return b.finish("/Root 1 0 R")
	}
	tree := func(depth int) []byte {
		var b pdfBuilder
		b.object("<< /Type /Catalog /Pages 2 0 R >>")
		for i := range depth {
			b.object(fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>", i+3, max(i+1, 2)))
		}
		b.object("<< /Type /Page /MediaBox [0 0 595 842] >>")
		return b.finish("/Root 1 0 R")
	}
	plain := string(pdfFile("", text("plain")))
	bombs := []bomb{
		{"stream of 2 GB", func() []byte { return onePage(paper, "", stream(flateFilter, zlibbed(t, spaces, 2048))) }, nil},
		{"stream of 2 GB packed twice", func() []byte {
			return onePage(paper, "", stream("/Filter [/FlateDecode /FlateDecode]", zlibbed(t, []byte(zlibbed(t, spaces, 2048)), 1)))
		}, nil},
		{"60 million characters", func() []byte {
			return onePage(paper, "", stream(flateFilter, zlibbed(t, []byte(text(strings.Repeat("a", 1<<20))), 60)))
		}, nil},
		{"forms that draw a billion words", func() []byte { return onePage(paper, "/XObject << /N 5 0 R >>", stream("", "/N Do"), forms...) }, nil},
		{"form that draws itself", func() []byte {
			return onePage(paper, "/XObject << /N 5 0 R >>", stream("", text("x")+"/N Do"), stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /N 5 0 R >> >>", "/N Do /N Do"))
		}, nil},
		{"a million lines", func() []byte {
			return onePage(paper, "", stream(flateFilter, zlibbed(t, []byte(strings.Repeat("0 0 m 500 9 l S ", 1000)), 1000)))
		}, nil},
		{"a path of ten million points", func() []byte {
			return onePage(paper, "", stream(flateFilter, zlibbed(t, []byte(strings.Repeat("500 9 l ", 10000)), 1000)))
		}, nil},
		{"arrays in arrays", func() []byte { return onePage(paper, "", stream("", strings.Repeat("[", 1<<20))) }, nil},
		{"arrays in arrays of an object", func() []byte { return onePage(paper, "", stream("", text("x")), strings.Repeat("[", 1<<20)) }, nil},
		{"dictionaries in dictionaries", func() []byte { return onePage(paper+" /X "+strings.Repeat("<< /A ", 1<<19), "", stream("", text("x"))) }, nil},
		{"graphics states in states", func() []byte {
			return onePage(paper, "", stream(flateFilter, zlibbed(t, []byte(strings.Repeat("q ", 1<<19)), 20)))
		}, nil},
		{"page tree 100,000 deep", func() []byte { return tree(100_000) }, nil},
		{"2,900 pages of lines", func() []byte { return pages(2900, strings.Repeat("0 0 m 500 9 l S ", 20_000), zlibbed(t, nil, 1)) }, nil},
		{"2,900 pages of text", func() []byte { return pages(2900, strings.Repeat(text("some words"), 2000), zlibbed(t, nil, 1)) }, nil},
		{"2,899 pages and one of a million lines", func() []byte {
			return pages(2900, text("some words"), zlibbed(t, []byte(strings.Repeat("0 0 m 500 9 l S ", 1000)), 1000))
		}, nil},
		{"kids that are their parents", func() []byte { return loopingPDF() }, []error{extract.ErrDamaged, extract.ErrNoText, extract.ErrLimits}},
		{"count of two billion", func() []byte { return []byte(strings.Replace(plain, "/Count 1", "/Count 2000000000", 1)) }, nil},
		{"negative count", func() []byte { return []byte(strings.Replace(plain, "/Count 1", "/Count -1", 1)) }, nil},
		{"table of 10^11 objects", func() []byte { return []byte(strings.Replace(plain, "/Size 9", "/Size 99999999999", 1)) }, nil},
		{"table before itself", func() []byte {
			return []byte(strings.Replace(plain, "/Root", fmt.Sprintf("/Prev %d /Root", strings.LastIndex(plain, "xref\n0 ")), 1))
		}, nil},
		{"length of itself", func() []byte { return onePage(paper, "", "<< /Length 4 0 R >>\nstream\n"+text("x")+"\nendstream") }, nil},
		{"picture of 10^10 points", func() []byte { return image("100000", "100000", flateFilter, zlibbed(t, blank, 10_000)) }, nil},
		{"picture of 10^10 points and no content", func() []byte { return image("100000", "100000", flateFilter, zlibbed(t, blank, 1)) }, nil},
		{"picture of 4 * 10^18 points", func() []byte { return image("2147483647", "2147483647", flateFilter, zlibbed(t, blank, 1)) }, nil},
		{"picture in run lengths", func() []byte {
			return image("60000", "60000", "/Filter /RunLengthDecode", strings.Repeat("\x81\x00", 1<<22))
		}, nil},
		{"picture of 10^9 points in bits", func() []byte {
			return image("32000", "32000", "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 32000 /Rows 32000 >>", strings.Repeat("\xFF", 32))
		}, nil},
		{"JPEG of 65,500 by 65,500", func() []byte { return image("65500", "65500", "/Filter /DCTDecode", giantJPEG) }, nil},
		{"JPEG 2000 of 65,500 by 65,500", func() []byte { return image("65500", "65500", "/Filter /JPXDecode", giantJPX) }, nil},
		{"JBIG2 of 65,500 by 65,500", func() []byte { return image("65500", "65500", "/Filter /JBIG2Decode", giantJBIG2) }, nil},
		{"picture on a page of a billion points", func() []byte {
			return onePage("/MediaBox [0 0 1000000000 1000000000]", pictureResource, stream("", "q 1000000000 0 0 1000000000 0 0 cm /I Do Q"), stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x7F"))
		}, nil},
		{"picture on a page with an edge of a billion points", func() []byte {
			return onePage("/MediaBox [0 0 1000000000 1]", pictureResource, stream("", "q 1000000000 0 0 1 0 0 cm /I Do Q"), stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x7F"))
		}, nil},
		{"pattern of tiny tiles over a picture", func() []byte {
			return onePage(paper, pictureResource+" /Pattern << /P 6 0 R >>", stream("", covered+" /Pattern cs /P scn 0 0 595 842 re f"),
				stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x7F"),
				stream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>", "0 0 1 1 re f"))
		}, nil},
		{"predictor of two billion columns", func() []byte {
			return onePage(paper, "", stream("/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 /Colors 4 /BitsPerComponent 16 >>", zlibbed(t, spaces, 100)))
		}, nil},
		{"map of every code", func() []byte {
			return onePage(paper, "/Font << /F2 5 0 R >>", stream("", "BT /F2 12 Tf 72 700 Td <0001> Tj ET"),
				"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>",
				stream(flateFilter, zlibbed(t, []byte("1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange "+strings.Repeat("1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange ", 100)), 1)))
		}, nil},
		{"font drawn with itself", func() []byte {
			return onePage(paper, "/Font << /F2 5 0 R >>", stream("", "BT /F2 12 Tf 72 700 Td (aaaa) Tj ET"),
				"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F2 5 0 R >> >> >>",
				stream("", "1000 0 d0 BT /F2 1 Tf (aaaa) Tj ET"))
		}, nil},
	}
	testBombs(t, bombs)
}

const (
	giantJPEG = "\xFF\xD8\xFF\xE0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xFF\xC0\x00\x0B\x08\xFF\xDC\xFF\xDC\x01\x01\x11\x00\xFF\xDA\x00\x08\x01\x01\x00\x00?\x00\x00\xFF\xD9"
	giantJPX  = "\xFF\x4F\xFF\x51\x00\x29\x00\x00\x00\x00\xFF\xDC\x00\x00\xFF\xDC\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xFF\xDC\x00\x00\xFF\xDC\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x07\x01\x01" +
		"\xFF\x52\x00\x0C\x00\x00\x00\x01\x00\x05\x04\x04\x00\x01\xFF\x5C\x00\x13\x40\x40\x48\x48\x50\x48\x48\x50\x48\x48\x50\x48\x48\x50\x48\x48\x50\xFF\x90\x00\x0A\x00\x00\x00\x00\x00\x00\x00\x01\xFF\x93\xFF\xD9"
	giantJBIG2 = "\x00\x00\x00\x00\x30\x00\x01\x00\x00\x00\x13\x00\x00\xFF\xDC\x00\x00\xFF\xDC\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
)
