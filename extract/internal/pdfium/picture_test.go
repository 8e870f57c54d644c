package pdfium

import (
	"bytes"
	"context"
	"image"
	"strings"
	"testing"
)

// open returns the first page of a PDF with some content.
func open(t *testing.T, content string) (Document, Page, Text) {
	t.Helper()
	p, err := Start(context.Background(), nil, compiled, room)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	d, err := p.Open([]byte("%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n" +
		"3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj\n" +
		"4 0 obj << >>\nstream\n" + content + "\nendstream endobj\n5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj\n" +
		"trailer << /Root 1 0 R >>\n%%EOF\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, ok := d.Load(0)
	if !ok {
		t.Fatal("the page is not loaded")
	}
	text, ok := g.Text()
	if !ok {
		t.Fatal("the page has no text")
	}
	return d, g, text
}

func drawn(t *testing.T, g Page, area image.Rectangle) *image.RGBA {
	t.Helper()
	picture, done := g.Draw(72, area)
	if picture == nil {
		t.Fatal("the page is not drawn")
	}
	defer done()
	return &image.RGBA{Pix: bytes.Clone(picture.Pix), Stride: picture.Stride, Rect: picture.Rect}
}

func dark(p *image.RGBA, x, y int) bool { return p.RGBAAt(x, y).R < 128 }

func TestDrawArea(t *testing.T) {
	_, g, _ := open(t, "0 0 0 rg 150 10 20 20 re f")
	if size := g.Size(144); size != image.Pt(400, 200) {
		t.Errorf("size %v at 144 dpi", size)
	}
	whole := drawn(t, g, image.Rectangle{Max: g.Size(72)})
	area := image.Rect(140, 60, 180, 100)
	part := drawn(t, g, area)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if whole.RGBAAt(x, y) != part.RGBAAt(x, y) {
				t.Fatalf("%d, %d: %v of the area, %v of the page", x, y, part.RGBAAt(x, y), whole.RGBAAt(x, y))
			}
		}
	}
	if !dark(part, 160, 80) || dark(part, 145, 80) {
		t.Error("the square is not where it stands")
	}
	if picture, _ := g.Draw(72, image.Rectangle{}); picture != nil {
		t.Error("nothing is drawn as a picture")
	}
}

// What is changed of objects shows in the next drawing.
func TestChangedObjects(t *testing.T) {
	_, g, text := open(t, "0 0 0 rg 10 10 30 30 re f BT /F1 40 Tf 100 20 Td (III) Tj ET")
	square, _ := g.Object(0)
	words, _ := g.Object(1)
	if s := words.Text(text); s != "III" || square.Mode() != NoText || words.Mode() != 0 || words.Transparent() {
		t.Errorf("text %q, modes %d and %d", s, square.Mode(), words.Mode())
	}
	whole := image.Rectangle{Max: g.Size(72)}
	ink := func() (square, words bool) {
		p := drawn(t, g, whole)
		for x := 100; x < 140; x++ {
			words = words || dark(p, x, 70)
		}
		return dark(p, 25, 75), words
	}
	expect := func(what string, square, words bool) {
		t.Helper()
		if s, w := ink(); s != square || w != words {
			t.Errorf("%s: square %v, words %v", what, s, w)
		}
	}
	expect("at first", true, true)
	words.SetMode(Invisible)
	expect("invisible", true, false)
	words.SetMode(0)
	square.SetActive(false)
	expect("not active", false, true)
	square.SetActive(true)
	expect("again", true, true)
}

func TestClip(t *testing.T) {
	_, g, _ := open(t, "q 20 30 40 50 re W n BT /F1 40 Tf 10 20 Td (III) Tj ET Q BT /F1 10 Tf 100 20 Td (I) Tj ET")
	clipped, _ := g.Object(0)
	free, _ := g.Object(1)
	if _, ok := free.Clip(); ok {
		t.Error("the second text is clipped")
	}
	c, ok := clipped.Clip()
	if !ok || c.Outlines() != 1 {
		t.Fatalf("clip %v with %d outlines", ok, c.Outlines())
	}
	left, bottom, right, top := float32(1000), float32(1000), float32(0), float32(0)
	for k := range c.Points(0) {
		x, y, ok := c.Point(0, k)
		if !ok {
			t.Fatalf("point %d is not there", k)
		}
		left, bottom, right, top = min(left, x), min(bottom, y), max(right, x), max(top, y)
	}
	if left != 20 || bottom != 30 || right != 60 || top != 80 {
		t.Errorf("clipped to %v, %v, %v, %v", left, bottom, right, top)
	}
	if _, _, ok := c.Point(0, 100); ok {
		t.Error("point 100 is there")
	}
}

func TestImages(t *testing.T) {
	d, g, _ := open(t, "q 40 0 0 20 30 30 cm BI /W 4 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF00FF00FF00FF> EI Q\n"+
		"q 40 0 0 20 100 30 cm BI /W 8 /H 2 /IM true /BPC 1 /F /AHx ID "+strings.Repeat("F0", 2)+"> EI Q")
	picture, _ := g.Object(0)
	if picture.Kind() != Image || picture.Pixels() != image.Pt(4, 2) || picture.Packed() == 0 {
		t.Fatalf("kind %d, %v, %d bytes", picture.Kind(), picture.Pixels(), picture.Packed())
	}
	opaque := func(o Object) (shares [2]float64) { // of the left and the right half
		if !o.SetMatrix(Matrix{A: 64, D: 32}) {
			t.Fatal("no matrix is set")
		}
		opacity, w, h := o.Opacity(d, g)
		if w != 64 || h != 32 || len(opacity) != w*h {
			t.Fatalf("%d values, %d by %d", len(opacity), w, h)
		}
		for i, a := range opacity {
			shares[i%w*2/w] += float64(a) / 255 / float64(w*h/2)
		}
		return shares
	}
	if s := opaque(picture); s != [2]float64{1, 1} {
		t.Errorf("a picture is opaque by %v", s)
	}
	// Of a mask only what it paints: zeros.
	mask, _ := g.Object(1)
	if s := opaque(mask); s[0] > 0.1 || s[1] < 0.9 {
		t.Errorf("a mask is opaque by %v", s)
	}
}
