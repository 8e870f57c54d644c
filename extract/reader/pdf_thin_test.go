package reader

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
)

// The thin letters of a font of type 3 are seen as the others of their word are, also
// where the whole text is doubted: no letter is cut out of a word.
func TestPDFThinDrawnLetters(t *testing.T) {
	font := func(fill string) string {
		return "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox " + fill + " /FirstChar 0 /LastChar 122 " +
			"/Widths [" + strings.Repeat("60 ", 105) + "20 60 60 20 " + strings.Repeat("60 ", 14) + "] /CharProcs << /wide 6 0 R /thin 7 0 R >> " +
			"/Encoding << /Type /Encoding /Differences [65 " + strings.Repeat("/wide ", 26) + " 97 " + strings.Repeat("/wide ", 8) + "/thin /wide /wide /thin " + strings.Repeat("/wide ", 14) + "] >> /ToUnicode 8 0 R >>"
	}
	const unicode = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <7F> <0000> endbfrange endcmap end"
	for _, box := range []string{"[0 0 100 100]", "[0 0 1 1]"} {
		for _, size := range []float64{12} {
			for _, x := range []float64{72, 72.3} {
				line := func(y int) string {
					return fmt.Sprintf("BT /F1 %g Tf 1 0 0 1 %g %d Tm (a little filling will do) Tj ET\n", size, x, y)
				}
				for name, content := range map[string]string{
					"under what is drawn around it":  line(700) + "q 1 1 1 rg 60 690 400 4 re f Q 0 g ",
					"clipped by the window it fills": fmt.Sprintf("q 72 695 %g 8 re W n %s Q", size*12, line(700)),
					"white, in colours of its own":   "1 1 1 rg " + line(700),
				} {
					wide, thin := "60 0 0 0 50 70 d1 0 0 50 70 re f", "20 0 5 0 9 70 d1 5 0 4 70 re f"
					if strings.HasPrefix(name, "white") {
						wide, thin = "60 0 d0 0 g 0 0 50 70 re f", "20 0 d0 0 g 5 0 4 70 re f"
					}
					d, err := Parse(t.Context(), "f.pdf", pdfWithFont(content, font(box), wide, thin, unicode), extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
					if err != nil {
						t.Errorf("%s, %s, size %g at %g: %v", name, box, size, x, err)
						continue
					}
					if strings.Join(strings.Fields(d.Text), " ") != "a little filling will do" || len(d.Flags) > 0 {
						t.Errorf("%s, %s, size %g at %g: text %q, flags %+v", name, box, size, x, d.Text, d.Flags)
					}
				}
			}
		}
	}
}
