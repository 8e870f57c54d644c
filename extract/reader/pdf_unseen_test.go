package reader

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// White text is hidden where nothing but white is behind it, whatever the page
// is made of.
func TestPDFUnseen(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	const (
		plain = "BT /F1 12 Tf 72 760 Td (seen) Tj ET "
		white = "1 1 1 rg BT /F1 12 Tf 72 700 Td (SECRET) Tj ET "
		frame = "60 690 200 30 re "
	)
	gradient := "/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [60 0 260 0] /Extend [true true] " +
		"/Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 0.5] /C1 [0 0.5 0.5] /N 1 >> >> >> >>"
	r := newRunner(t, extract.Options{Tesseract: extract.NoTesseract})
	for _, c := range []struct {
		name, content, resources string
		hidden                   bool
	}{
		{"on the paper", plain + white, "", true},
		{"nearly white", plain + strings.Replace(white, "1 1 1", "0.99 0.99 1", 1), "", true},
		{"the lightest grey of backgrounds", plain + strings.Replace(white, "1 1 1", "0.95 0.95 0.95", 1), "", true},
		{"black, nearly transparent", plain + "/G gs " + strings.Replace(white, "1 1 1", "0 0 0", 1), "/ExtGState << /G << /ca 0.05 >> >>", true},
		{"black on black", plain + "0 0 0 rg " + frame + "f " + strings.Replace(white, "1 1 1", "0.05 0.05 0.05", 1), "", true},
		{"blue on the same blue", plain + "0 0 0.5 rg " + frame + "f " + strings.Replace(white, "1 1 1", "0 0 0.5", 1), "", true},
		{"black on grey", plain + "0.7 0.7 0.7 rg " + frame + "f " + strings.Replace(white, "1 1 1", "0 0 0", 1), "", false},
		{"squeezed", plain + "BT /F1 12 Tf 20 Tz 72 700 Td (SECRET) Tj ET", "", true},
		{"squeezed by a matrix", plain + "BT /F1 12 Tf 0.2 0 0 1 72 700 Tm (SECRET) Tj ET", "", true},
		{"narrow", plain + "BT /F1 12 Tf 60 Tz 72 700 Td (SECRET) Tj ET", "", false},
		{"three points", plain + "BT /F1 3 Tf 72 700 Td (SECRET) Tj ET", "", true},
		{"three points by a matrix", plain + "BT /F1 12 Tf 0.25 0 0 0.25 72 700 Tm (SECRET) Tj ET", "", true},
		{"five points", plain + "BT /F1 5 Tf 72 700 Td (SECRET) Tj ET", "", false},
		{"light grey", plain + strings.Replace(white, "1 1 1", "0.8 0.8 0.8", 1), "", false},
		{"on a dark area", plain + "0 0 0.5 rg " + frame + "f " + white, "", false},
		{"on a gradient", plain + "/Pattern cs /P scn " + frame + "f " + white, gradient, false},
		{"in a frame without a filling", plain + "0 0 0 RG 0 0 0 rg " + frame + "S " + white, "", true},
		{"on a white picture", plain + "q 200 0 0 30 60 690 cm /I Do Q " + white, "/XObject << /I 5 0 R >>", true},
		{"on a dark picture", plain + "q 200 0 0 30 60 690 cm /D Do Q " + white, "/XObject << /D 6 0 R >>", false},
		{"drawn invisibly", plain + "BT 3 Tr /F1 12 Tf 72 700 Td (SECRET) Tj ET", "", true},
		{"as a clip that is filled", plain + "q BT 7 Tr /F1 12 Tf 72 700 Td (SECRET) Tj ET 0 0 0.5 rg " + frame + "f Q", "", false},
		{"as a clip that is filled white", plain + "q BT 7 Tr /F1 12 Tf 72 700 Td (SECRET) Tj ET 1 g " + frame + "f Q", "", true},
		{"as a clip of nothing", plain + "q BT 7 Tr /F1 12 Tf 72 700 Td (SECRET) Tj ET Q 0 g 60 600 200 30 re f", "", true},
		{"transparent", plain + "/G gs " + "BT /F1 12 Tf 72 700 Td (SECRET) Tj ET", "/ExtGState << /G << /ca 0 >> >>", true},
		{"under half a highlight", plain + "BT /F1 12 Tf 72 700 Td (SECRET) Tj ET /G gs 1 1 0 rg " + frame + "f", "/ExtGState << /G << /ca 0.5 >> >>", false},
		{"tiny", plain + "BT /F1 1 Tf 72 700 Td (SECRET) Tj ET", "", true},
		{"small", plain + "BT /F1 4 Tf 72 700 Td (SECRET) Tj ET", "", false},
		{"off the page", plain + "BT /F1 12 Tf 700 700 Td (SECRET) Tj ET", "", true},
		{"larger than the page", plain + "BT /F1 3000 Tf -1500 -1500 Td (SECRET) Tj ET", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			image := func(grey string) string {
				return stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", grey)
			}
			data := onePage(paper, c.resources, stream("", c.content), image("\xFF"), image("\x20"))
			d, err := r.Extract(context.Background(), "f.pdf", data)
			if err != nil {
				t.Fatal(err)
			}
			if read := strings.Contains(d.Text, "SECRET"); read == c.hidden || !strings.Contains(d.Text, "seen") {
				t.Errorf("text %q", d.Text)
			}
			if got := fmt.Sprint(len(d.Flags) == 1 && d.Flags[0].Kind == extract.HiddenText && d.Flags[0].Text == "SECRET"); got != fmt.Sprint(c.hidden) {
				t.Errorf("flags %+v", d.Flags)
			}
		})
	}
}

// What a matrix makes of sizes beyond all numbers has no place on a page: it is
// kept out, and comparing it with other places must not go on for ever.
func TestPDFAbsurdSizes(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	huge := "2999999999999999970243226566638182596608.000000"
	for _, matrix := range []string{
		huge + " Tf -1000000000.000000 0.278955 12.000000 0.000000 564.545515 542.475076 Tm", huge + " Tf 1 0 0 1 72 700 Tm",
		"12 Tf 1 0 0 1000000000 72 700 Tm", "-10000000000 Tf 1.3 -1 0.05 0.05 229 683 Tm",
	} {
		d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(context.Background(), "f.pdf",
			pdfFile("", show("F1", 12, 72, 760, "seen")+"BT /F1 "+matrix+" (SECRET words) Tj ET"))
		if err != nil {
			t.Errorf("%s: %v", matrix, err)
		} else if d.Text != "seen" {
			t.Errorf("%s: text %q", matrix, d.Text)
		}
	}
}

// White dots and dashes are decoration: kept out, and not worth a flag. Nor are the few
// letters of a PDF that are cut off or tiny, as long as they are few.
func TestHiddenDecoration(t *testing.T) {
	t.Parallel()
	for signs, flags := range map[string]int{". - .": 0, "\x95": 0, ". 7452 .": 1, "- said": 1} {
		pdf := pdfFile("", show("F1", 12, 72, 760, "seen")+"1 1 1 rg "+show("F1", 12, 72, 700, signs))
		docx := wordFile(t, `<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>`+strings.ReplaceAll(signs, "\x95", "•")+`</w:t></w:r></w:p>`)
		for name, data := range map[string][]byte{"pdf": pdf, "docx": docx} {
			if d := mustParse(t, data); d.Text != "seen" || len(d.Flags) != flags {
				t.Errorf("%q in %s: text %q, flags %+v", signs, name, d.Text, d.Flags)
			}
		}
	}
}

func TestHiddenCrumbs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, sign    string
		places, flags int
	}{{"an index or two", "i7", 5, 0}, {"many of them, one finding of their page", "i7", 25, 1}, {"a word", "said", 1, 1}} {
		var content string
		for i := range c.places {
			content += "0 g " + show("F1", 12, 72, 780-28*i, fmt.Sprintf("Line %d is seen here.", i)) + "1 1 1 rg " + show("F1", 12, 72, 766-28*i, c.sign)
		}
		if d := mustParse(t, pdfFile("", content)); len(d.Flags) != c.flags || strings.Contains(d.Text, c.sign) {
			t.Errorf("%s: %d flags, want %d", c.name, len(d.Flags), c.flags)
		}
	}
}

// What is cropped at one place is one finding, however many words it has.
func TestPDFOneFlagAnObject(t *testing.T) {
	t.Parallel()
	content := show("F1", 12, 72, 760, "Seen above the figure.") + show("F1", 12, 72, 400, "Seen below the figure.")
	cropped := "q 100 500 20 20 re W n "
	for i := range 40 {
		cropped += show("F1", 9, 200+i%8*40, 480+i/8*30, fmt.Sprintf("axis%d", i))
	}
	d := mustParse(t, pdfFile("", show("F1", 12, 72, 760, "Seen above the figure.")+cropped+"Q "+show("F1", 12, 72, 400, "Seen below the figure.")))
	if want := mustParse(t, pdfFile("", content)).Text; d.Text != want || len(d.Flags) != 1 || !strings.Contains(d.Flags[0].Text, "axis0") || !strings.Contains(d.Flags[0].Text, "axis39") {
		t.Errorf("text %q, %d flags %.300v", d.Text, len(d.Flags), d.Flags)
	}
}
