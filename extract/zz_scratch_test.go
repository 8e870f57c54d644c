package extract

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/klippa-app/go-pdfium/requests"
)

func TestZZ(t *testing.T) {
	path := os.Getenv("ZZ")
	if path == "" {
		t.Skip()
	}
	data, _ := os.ReadFile(path)
	o, _ := Options{CacheDir: "/tmp/hextract/cache"}.withDefaults()
	f, err := openPDFium(context.Background(), data, o)
	if err != nil {
		t.Fatal(err)
	}
	loaded, _ := f.pdfium.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: f.document, Index: 0})
	page := requests.Page{ByReference: &loaded.Page}
	text, _ := f.pdfium.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	r := &pageReader{f: f, page: page, text: text.TextPage, metrics: map[[2]float32]metric{}}
	r.frame()
	fmt.Println("suspicious", r.suspicious(), r.width, r.height, r.turn)
	for k := 0; k < 40; k++ {
		g, ok := r.glyph(k)
		ob, err := r.f.pdfium.FPDFText_GetTextObject(&requests.FPDFText_GetTextObject{TextPage: r.text, Index: k})
		if err != nil {
			fmt.Printf("%v %+v noobj\n", ok, g)
			continue
		}
		m, _ := r.f.pdfium.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: ob.TextObject})
		c, err := r.f.pdfium.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: ob.TextObject})
		fmt.Printf("%q hidden %v size %v box %v,%v-%v,%v slanted %v mode %v colour %+v %v\n", g.r, g.hidden, g.size, g.x0, g.y0, g.x1, g.y1, g.slanted, m.TextRenderMode, c, err)
	}
}
