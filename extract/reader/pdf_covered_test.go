package reader

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// checkHidden reads a PDF that says "seen", and SECRET which is hidden or not.
func checkHidden(t *testing.T, data []byte, hidden bool) {
	t.Helper()
	d, err := Parse(context.Background(), "f.pdf", data, extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
	if err != nil {
		t.Fatal(err)
	}
	if read := strings.Contains(d.Text, "SECRET"); read == hidden || !strings.Contains(d.Text, "seen") {
		t.Errorf("text %q", d.Text)
	}
	if got := len(d.Flags) == 1 && d.Flags[0].Kind == extract.HiddenText && d.Flags[0].Text == "SECRET"; got != hidden || !hidden && len(d.Flags) > 0 {
		t.Errorf("flags %+v", d.Flags)
	}
}

// Text under something else, or outside of what it is clipped to, is hidden
// where the page looks the same without it.
func TestPDFCovered(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	const (
		plain  = "BT /F1 12 Tf 72 760 Td (seen) Tj ET "
		secret = "BT /F1 12 Tf 72 700 Td (SECRET) Tj ET "
		frame  = "60 690 200 30 re "
		place  = "q 200 0 0 30 60 690 cm "
	)
	picture := func(dict, content string) string {
		return stream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 "+dict, content)
	}
	for _, c := range []struct {
		name, content, resources string
		hidden                   bool
	}{
		{"white area", plain + secret + "1 1 1 rg " + frame + "f ", "", true},
		{"dark area", plain + secret + "0 0 0.5 rg " + frame + "f ", "", true},
		{"area drawn before", plain + "1 1 0 rg " + frame + "f 0 g " + secret, "", false},
		{"frame", plain + secret + "0 0 0 RG " + frame + "S ", "", false},
		{"area beside it", plain + secret + "0 0 0.5 rg 60 640 200 30 re f ", "", false},
		{"half transparent area", plain + secret + "/G gs 1 1 0 rg " + frame + "f ", "/ExtGState << /G << /ca 0.5 >> >>", false},
		{"highlight that multiplies", plain + secret + "/G gs 1 1 0 rg " + frame + "f ", "/ExtGState << /G << /BM /Multiply >> >>", false},
		{"written again over the area", plain + secret + "1 1 0 rg " + frame + "f 0 g " + secret, "", false},
		{"other words over the area", plain + secret + "1 1 0 rg " + frame + "f 0 g BT /F1 12 Tf 72 700 Td (other) Tj ET ", "", true},
		{"picture", plain + secret + place + "/P Do Q", "/XObject << /P 5 0 R >>", true},
		{"picture in a form", plain + secret + "/F Do", "/XObject << /F 8 0 R >>", true},
		{"picture of which half is transparent", plain + "BT /F1 12 Tf 180 700 Td (SECRET) Tj ET " + place + "/P Do Q", "/XObject << /P 6 0 R >>", false},
		{"under the other half", plain + secret + place + "/P Do Q", "/XObject << /P 6 0 R >>", true},
		{"that picture turned", plain + secret + "q -200 0 0 30 260 690 cm /P Do Q", "/XObject << /P 6 0 R >>", false},
		{"clipped away", plain + "q 60 600 200 30 re W n " + secret + "Q", "", true},
		{"clipped in part", plain + "q 60 690 200 15 re W n " + secret + "Q", "", false},
		{"clipped to more than itself", plain + "q " + frame + "W n " + secret + "Q", "", false},
		{"in a form that is clipped away", plain + "q 60 600 200 30 re W n /F Do Q", "/XObject << /F 9 0 R >>", true},
		{"in a form that is not", plain + "/F Do", "/XObject << /F 9 0 R >>", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /P 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
			checkHidden(t, onePage(paper, c.resources, stream("", c.content), picture("", "\x20\xE0"), picture("/SMask 7 0 R", "\x20\x20"), picture("", "\xFF\x00"),
				stream(form, place+"/P Do Q"), stream(form, secret)), c.hidden)
		})
	}
}

// What a layer holds that viewers do not show is hidden.
func TestPDFLayers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, layers string
		hidden       bool
	}{
		{"off", "/OFF [5 0 R]", true},
		{"off from the start", "/BaseState /OFF", true},
		{"on", "/ON [5 0 R]", false},
		{"on, the others off", "/BaseState /OFF /ON [5 0 R]", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, content := range map[string]string{"marked": "/OC /L BDC BT /F1 12 Tf 72 700 Td (SECRET) Tj ET EMC", "form": "/F Do"} {
				t.Run(name, func(t *testing.T) {
					font := "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
					var b pdfBuilder
					b.object("<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << " + c.layers + " >> >> >>")
					b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
					b.object("<< /Type /Page /Parent 2 0 R " + paper + " /Contents 4 0 R /Resources << " + font + " /Properties << /L 5 0 R >> /XObject << /F 6 0 R >> >> >>")
					b.object(stream("", "BT /F1 12 Tf 72 760 Td (seen) Tj ET "+content))
					b.object("<< /Type /OCG /Name (layer) >>")
					b.object(stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC 5 0 R /Resources << "+font+" >>", "BT /F1 12 Tf 72 700 Td (SECRET) Tj ET"))
					checkHidden(t, b.finish("/Root 1 0 R"), c.hidden)
				})
			}
		})
	}
}

// Text under a scan of the whole page is what some program has recognised in
// it, and text under a picture that shows the same is what is seen.
func TestPDFUnderItsPicture(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	drawn := photograph(t, pdfFile("", setLines("F1", 700, 0, lorem...)), "")
	smaller := ""
	for i, l := range lorem {
		smaller += fmt.Sprintf("BT /F1 9.6 Tf 57.6 %.1f Td (%s) Tj ET\n", 560-12.8*float64(i), l)
	}
	for _, c := range []struct {
		name, text, picture string
		flags               int
	}{
		{"a scan of the page", setLines("F1", 700, 0, lorem...), "595 0 0 842 0 0", 0},
		{"a picture that shows it", smaller, "476 0 0 673.6 0 0", 0},
		{"a picture that shows something else", smaller, "476 0 0 673.6 0 6.4", 1},
		{"a picture of other lines", smaller, "476 0 0 673.6 0 12.8", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			old := "q 595 0 0 842 0 0 cm /I Do Q\n"
			content := c.text + fmt.Sprintf("q %s cm /I Do Q\n", c.picture) + show("F1", 12, 72, 780, "seen")
			data := strings.Replace(string(drawn), fmt.Sprintf("<< /Length %d >>\nstream\n%s", len(old), old), fmt.Sprintf("<< /Length %d >>\nstream\n%s", len(content), content), 1)
			// The table of objects is off by that; it is made anew.
			d, err := Parse(context.Background(), "f.pdf", []byte(data), extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
			if err != nil {
				t.Fatal(err)
			}
			if read := strings.Contains(d.Text, lorem[0]); read != (c.flags == 0) || len(d.Flags) != c.flags {
				t.Errorf("text %q, flags %+v", d.Text, d.Flags)
			}
		})
	}
}

// Junk between letters is set one by one: each on a ground of its own colour, or below a cover
// of its own.
func TestPDFLetterCovered(t *testing.T) {
	t.Parallel()
	letters := func(before, after string) string {
		var b strings.Builder
		b.WriteString("BT /F1 12 Tf 72 760 Td (seen) Tj ET ")
		for i, l := range "SECRET" {
			x := 72 + 9*i
			b.WriteString(strings.ReplaceAll(before, "X", fmt.Sprint(x)))
			fmt.Fprintf(&b, "0 0 0.3 rg BT /F1 12 Tf %d 700 Td (%c) Tj ET ", x, l)
			b.WriteString(strings.ReplaceAll(after, "X", fmt.Sprint(x)))
		}
		return b.String()
	}
	for _, c := range []struct {
		name, before, after string
		hidden              bool
	}{
		{"on its colour", "0 0 0.3 rg X 696 9 14 re f ", "", true},
		{"on nearly its colour", "0 0 0.25 rg X 696 9 14 re f ", "", true},
		{"on another", "1 1 0.6 rg X 696 9 14 re f ", "", false},
		{"under a white box", "", "1 g X 696 9 14 re f ", true},
		{"under a white picture", "", "q 9 0 0 14 X 696 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xFF EI Q ", true},
		{"beside it", "", "1 g X 680 9 14 re f ", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkHidden(t, onePage(paper, "", stream("", letters(c.before, c.after))), c.hidden)
		})
	}
}

// Letters that are drawn as shapes are no text of the file: where nothing recognises them, the
// page is named.
func TestPDFOutlines(t *testing.T) {
	t.Parallel()
	const shape = "%d %d m 3 0 l 3 1 l 8 2 9 3 9 5 c 9 7 8 8 6 8 c 4 8 2 8 1 6 c 0 5 0 4 0 3 c 0 2 0 2 1 1 c 1 0 l h f\n"
	page := func(shapes int, segments string) []byte {
		var b strings.Builder
		for _, line := range lorem {
			b.WriteString(setLines("F1", 700, 0, line))
		}
		for i := range shapes {
			fmt.Fprintf(&b, "q 1 0 0 1 %d %d cm "+segments+"Q\n", 72+10*(i%40), 500-14*(i/40), 0, 0)
		}
		return onePage(paper, "", stream("", b.String()))
	}
	for _, c := range []struct {
		name   string
		shapes int
		shape  string
		want   bool
	}{
		{"three lines", 120, shape, true},
		{"a word", 20, shape, false},
		{"boxes of a diagram", 120, "%d %d 9 9 re f\n", false},
	} {
		d, err := Parse(context.Background(), "f.pdf", page(c.shapes, c.shape), extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.Unverified }); got != c.want {
			t.Errorf("%s: notices %v", c.name, d.Notices)
		}
	}
}

// A picture of lines of text beside text is recognised; where nothing does that, its page is
// named.
func TestPDFPictureBesideText(t *testing.T) {
	t.Parallel()
	const wide, high = 400, 200 // pixels
	picture := func(ink func(x, y int) bool) string {
		pixels := make([]byte, wide*high)
		for i := range pixels {
			pixels[i] = 255
			if ink(i%wide, i/wide) {
				pixels[i] = 0
			}
		}
		return stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8", wide, high), string(pixels))
	}
	for _, c := range []struct {
		name string
		ink  func(x, y int) bool
		want bool
	}{
		{"lines", func(x, y int) bool { return y%20 < 10 && (x*7+y*5)%11 < 4 }, true},
		{"a curve", func(x, y int) bool { return (x-200)*(x-200)/200 == y }, false},
		{"bars", func(x, y int) bool { return x%40 < 20 && y > x/2 }, false},
	} {
		content := setLines("F1", 700, 0, lorem...) + "q 288 0 0 144 72 400 cm /P Do Q"
		data := onePage(paper, "/XObject << /P 5 0 R >>", stream("", content), picture(c.ink))
		d, err := Parse(context.Background(), "f.pdf", data, extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.Unverified }); got != c.want {
			t.Errorf("%s: notices %v", c.name, d.Notices)
		}
	}
}
