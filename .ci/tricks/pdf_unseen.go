package main

import (
	"fmt"
	"strings"
)

// pdfUnseen are ways in which text of a PDF is not seen: the operators around a line, and what the file needs for them.
var pdfUnseen = []struct {
	id, name, needs string
	draw            func(p pdfPiece) string
	change          func(f *pdfFile)
}{
	{"covered", "covered by a white box", byHand, func(p pdfPiece) string {
		return p.ops() + fmt.Sprintf("1 g %.1f %.1f %.1f 18 re f\n", p.x-2, p.y-5, p.width+4)
	}, nil},
	{"covered-late", "covered by a white box that is drawn at the page's end", byHand, pdfPiece.ops, func(f *pdfFile) {
		for i := range f.pages[f.broken:] {
			f.pages[f.broken+i] += "1 g 0 0 595 842 re f\n"
		}
	}},
	{"covered-image", "covered by a white picture", byHand, func(p pdfPiece) string {
		return p.ops() + fmt.Sprintf("q %.1f 0 0 18 %.1f %.1f cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xFF EI Q\n", p.width+4, p.x-2, p.y-5)
	}, nil},
	{"clip-empty", "clipped away", tool, func(p pdfPiece) string { return "q 0 0 1 1 re W n " + p.ops() + "Q\n" }, nil},
	{"clip-mode", "as a clip only (mode 7)", tool, func(p pdfPiece) string {
		return "q " + strings.Replace(p.ops(), "0 Tr", "7 Tr", 1) +
			"Q\n"
	}, nil},
	{"alpha", "of an opacity of 0", byHand, func(p pdfPiece) string {
		return "q /G0 gs " + p.ops() + "Q\n"
	}, func(f *pdfFile) { f.resources += "/ExtGState<</G0<</ca 0/CA 0>>>>" }},
	{"alpha-low", "of an opacity of 2 %", byHand, func(p pdfPiece) string {
		return "q /G0 gs " + p.ops() + "Q\n"
	}, func(f *pdfFile) { f.resources += "/ExtGState<</G0<</ca 0.02/CA 0.02>>>>" }},
	{"soft-mask", "behind a mask that lets nothing through", tool, func(p pdfPiece) string {
		return "q /G0 gs " + p.ops() + "Q\n"
	}, func(f *pdfFile) {
		mask := f.stream("/Type/XObject/Subtype/Form/BBox[0 0 600 900]/Group<</S/Transparency/CS/DeviceGray>>", "0 g 0 0 600 900 re f")
		f.resources += fmt.Sprintf("/ExtGState<</G0<</SMask<</S/Luminosity/G %d 0 R>>>>>>", mask)
	}},
	{"off-left", "left of the page", tool, func(p pdfPiece) string { return "q 1 0 0 1 -3000 0 cm " + p.ops() + "Q\n" }, nil},
	{"off-crop", "outside of the page's visible part (CropBox)", byHand, func(p pdfPiece) string {
		return "q 1 0 0 1 0 -842 cm " + p.ops() + "Q\n"
	}, func(f *pdfFile) {
		f.page += "/MediaBox[0 -842 595 842]/CropBox[0 0 595 842]"
	}},
	{"layer-off", "on a layer that is switched off", byHand, func(p pdfPiece) string {
		return "/OC /L1 BDC " + p.ops() + "EMC\n"
	}, layer("/OFF")},
	{"layer-base", "on a layer of a file whose layers are off by default", tool, func(p pdfPiece) string {
		return "/OC /L1 BDC " + p.ops() + "EMC\n"
	}, layer("/BaseState/OFF/Locked")},
	{"cmyk", "white in four colours of print", byHand, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "0.000 0.000 0.000 rg", "0 0 0 0 k", 1)
	}, nil},
	{"grey", "of a grey of 97 %", byHand, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "0.000 0.000 0.000 rg", "0.97 g", 1)
	}, nil},
	{"separation", "in a spot colour without ink", tool, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "0.000 0.000 0.000 rg", "/S0 cs 0 scn", 1)
	}, func(f *pdfFile) {
		f.resources += "/ColorSpace<</S0[/Separation/Spot/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>]>>"
	}},
	{"indexed", "white by a table of colours", tool, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "0.000 0.000 0.000 rg", "/S0 cs 1 scn", 1)
	}, func(f *pdfFile) { f.resources += "/ColorSpace<</S0[/Indexed/DeviceRGB 1<000000FEFEFE>]>>" }},
	{"flat", "of no height by its matrix", tool, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "1 0 0 1 ", "1 0 0 0.001 ", 1)
	}, nil},
	{"narrow", "of no width by its matrix", tool, func(p pdfPiece) string {
		return strings.Replace(p.ops(), "1 0 0 1 ", "0.001 0 0 1 ", 1)
	}, nil},
	{"scaled", "of size 12 in a drawing a thousandth as large", tool, func(p pdfPiece) string {
		return fmt.Sprintf("q 0.001 0 0 0.001 %.2f %.2f cm %s Q\n", p.x, p.y, strings.Replace(p.ops(), fmt.Sprintf("%.2f %.2f Tm", p.x,
			p.y), "0 0 Tm", 1))
	}, nil},
	{"rise", "raised by 3,000 points", tool, func(p pdfPiece) string { return "3000 Ts " + p.ops() + "0 Ts\n" }, nil},
	{"overlapped", "with all letters of a line at one place, nearly white", tool, func(p pdfPiece) string {
		return "-12 Tc " + strings.Replace(p.ops(), "0.000 0.000 0.000 rg", "0.95 g", 1) + "0 Tc\n"
	}, nil},
	{"stroke-none", "outlined by lines of no width in white", tool, func(p pdfPiece) string {
		return "0 w 1 G " + strings.Replace(p.ops(), "0 Tr", "1 Tr", 1)
	}, nil},
	{"same-ground", "dark blue on a dark blue box", byHand, func(p pdfPiece) string {
		p.look.color, p.look.back = "203864", "203864"
		return p.ops()
	}, nil},
	{"same-picture", "white on a white picture on a grey page", tool, func(p pdfPiece) string {
		p.look.color = "FFFFFF"
		return fmt.Sprintf("q %.1f 0 0 18 %.1f %.1f cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xFF EI Q\n", p.width+4, p.x-2, p.y-5) + p.ops()
	}, nil},
}

// pdfUnseens are the tricks of pdfUnseen, and those of annotations that are not shown.
func pdfUnseens() []*trick {
	var out []*trick
	for _, u := range pdfUnseen {
		write := func(paras func(c content) []para) map[format]func(content) ([]byte, error) {
			return map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
				return pdfWith(func(p pdfPiece) string {
					if p.look.tag == "" {
						return p.ops()
					}
					p.look.tag = ""
					return u.draw(p)
				}, u.change)(paras(c))
			}}
		}
		unseen := func(texts []string) []para {
			var out []para
			for _, t := range texts {
				out = append(out, styled(t, look{tag: "unseen"}))
			}
			return out
		}
		out = append(out, &trick{id: "p-dilute-" + u.id, name: "thousands of characters " + u.name, kind: "Seen: PDFs", way: dilute,
			needs: u.needs, make: write(func(c content) []para {
				return append(c.plain(), append([]para{{newPage: true}}, unseen(c.filler)...)...)
			})})
		if u.id != "covered-late" {
			out = append(out, &trick{id: "p-junk-" + u.id, name: "a character after every three " + u.name, kind: "Seen: PDFs", way: hide,
				needs: u.needs, make: write(func(c content) []para {
					return every(c, look{tag: "unseen"})
				})})
		}
	}
	for _, a := range []struct {
		id, name string
		flags    int
	}{{"annotation-hidden", "in an annotation that is hidden", 2}, {"annotation-no-view", "in an annotation that only printers show",
		32}} {
		out = append(out, &trick{id: "p-accuse-" + a.id, name: "the source's text " + a.name, kind: "Seen: PDFs", way: accuse,
			needs: tool,
			make:  pdfElsewhere(true, func(f *pdfFile, c content) error { return f.annotate(c.copied, "/Subtype/FreeText", a.flags) })})
	}
	return append(out, &trick{id: "p-accuse-field-hidden", name: "the source's text as the value of a hidden field", kind: "Seen: PDFs",
		way: accuse, needs: tool, make: pdfElsewhere(true, func(f *pdfFile, c content) error {
			field := f.add(fmt.Sprintf("<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(t)/F 2/Rect[72 72 520 590]/V<FEFF%s>/DA(/F0 10 Tf 0 "+
				"g)>>", utf16Hex(strings.Join(c.copied, "\n"))))
			f.first += fmt.Sprintf("/Annots[%d 0 R]", field)
			f.catalogue += fmt.Sprintf("/AcroForm<</Fields[%d 0 R]>>", field)
			return nil
		})}, &trick{id: "p-accuse-field-password", name: "the source's text as the value of a password field", kind: "Seen: " +
		"PDFs", way: accuse, needs: tool, make: pdfElsewhere(true, func(f *pdfFile, c content) error {
		field := f.add(fmt.Sprintf("<</Type/Annot/Subtype/Widget/FT/Tx/Ff 8192/T(t)/F 4/Rect[72 72 520 590]/V<FEFF%s>/DA(/F0 10 Tf 0 "+
			"g)>>", utf16Hex(strings.Join(c.copied, "\n"))))
		f.first += fmt.Sprintf("/Annots[%d 0 R]", field)
		f.catalogue += fmt.Sprintf("/AcroForm<</Fields[%d 0 R]>>", field)
		return nil
	})})
}
