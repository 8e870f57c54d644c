package reader

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/testrun"
)

// chart draws a chart: bars of chance on white, in colours; equal numbers draw equal ones.
func chart(n uint64) *image.RGBA {
	const w, h = 480, 320
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	chance := rand.New(rand.NewPCG(5, n))
	for i := range 9 {
		high := 20 + chance.IntN(260)
		c := color.RGBA{byte(40 + chance.IntN(150)), byte(40 + chance.IntN(150)), byte(40 + chance.IntN(150)), 255}
		draw.Draw(p, image.Rect(20+i*50, h-10-high, 58+i*50, h-10), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return p
}

// halved is a chart as somebody takes it over: smaller, in grey, recompressed.
func halved(t *testing.T, p *image.RGBA) image.Image {
	t.Helper()
	small := image.NewGray(image.Rect(0, 0, p.Rect.Dx()/2, p.Rect.Dy()/2))
	draw.BiLinear.Scale(small, small.Rect, p, p.Rect, draw.Src, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: 40}); err != nil {
		t.Fatal(err)
	}
	back, err := jpeg.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func imprintOf(f extract.Figure) imprint.Imprint {
	return imprint.Imprint{Hash: f.Hash, Blocks: f.Blocks}
}

// wordFigures is a Word file with pictures between its paragraphs; what is nil is left out.
func wordFigures(t *testing.T, pictures ...string) []byte {
	t.Helper()
	targets, parts, body := map[string]string{}, []part{}, strings.Builder{}
	for i, content := range pictures {
		id := fmt.Sprint("p", i)
		targets[id] = "media/" + id
		parts = append(parts, part{"word/media/" + id, content})
		body.WriteString(wordPara(strings.Repeat("正文", 40)+id) + `<w:p>` + shownPicture(id, 300, 200) + `</w:p>`)
	}
	return linkedFile(t, body.String()+wordPara("结尾"), targets, parts...)
}

// pdfFigure is a page with a line of text above and below a picture of raw pixels.
func pdfFigure(space string, bits int, w, h int, pixels []byte) []byte {
	content := "BT /F1 12 Tf 60 800 Td (Above the figure there are words) Tj ET q 300 0 0 200 100 500 cm /I Do Q BT /F1 12 Tf 60 300 Td (Below it there are others) Tj ET"
	return onePage("/MediaBox [0 0 595 842]", "/XObject << /I 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>", stream("", content),
		stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace %s /BitsPerComponent %d", w, h, space, bits), string(pixels)))
}

// rgb returns the pixels of a picture as PDFs have them.
func rgb(p image.Image) (pixels []byte) {
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			r, g, b, _ := p.At(x, y).RGBA()
			pixels = append(pixels, byte(r>>8), byte(g>>8), byte(b>>8))
		}
	}
	return pixels
}

// The figures of each format are the same picture, where they stand, and can be drawn again.
func TestFigures(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	shown := chart(1)
	before := strings.Repeat("前文", 30)
	for _, c := range []struct {
		name   string
		data   []byte
		offset func(d *extract.Document) int
		page   int
	}{
		{"docx", linkedFile(t, wordPara(before)+`<w:p>`+shownPicture("a", 300, 200)+`</w:p>`+wordPara("后文"), map[string]string{"a": "media/a.png"}, part{"word/media/a.png", pngOf(t, shown)}),
			func(*extract.Document) int { return len([]rune(before)) }, 0},
		{"odt", odtFile(t, "", `<text:p>`+before+`</text:p><text:p><draw:frame svg:width="10cm" svg:height="7cm" xmlns:svg="s"><draw:image xlink:href="Pictures/1.png" xmlns:xlink="l"/></draw:frame></text:p><text:p>后文</text:p>`,
			part{"Pictures/1.png", pngOf(t, shown)}), func(*extract.Document) int { return len([]rune(before)) }, 0},
		{"doc", docWithFigure(t, before, pngOf(t, shown)), func(*extract.Document) int { return len([]rune(before)) }, 0},
		{"pdf", pdfFigure("/DeviceRGB", 8, shown.Rect.Dx(), shown.Rect.Dy(), rgb(shown)), func(d *extract.Document) int {
			return strings.Index(d.Text, "Below") // between both lines, to the nearest tenth of the page
		}, 1},
	} {
		r := newRunner(t, extract.Options{Tesseract: extract.NoTesseract})
		d, err := r.Extract(context.Background(), c.name, c.data)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if len(d.Figures) != 1 || d.Imprints != imprint.Version {
			t.Errorf("%s: figures %+v of version %d", c.name, d.Figures, d.Imprints)
			continue
		}
		f := d.Figures[0]
		own, _ := imprint.DefaultLayout().Of(shown)
		if !imprint.DefaultLayout().Same(imprintOf(f), own) || f.Page != c.page || f.Width < 280 || f.Height < 190 {
			t.Errorf("%s: %+v, want %+v", c.name, f, own)
		}
		if want := c.offset(d); f.Offset < want-6 || f.Offset > want+6 {
			t.Errorf("%s: it stands at %d, want %d of %q", c.name, f.Offset, want, d.Text)
		}
		drawn, err := r.DrawFigure(context.Background(), c.name, c.data, f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p, err := png.Decode(bytes.NewReader(drawn.PNG))
		if err != nil || p.Bounds().Dx() != drawn.Width || drawn.Width != shown.Rect.Dx() {
			t.Errorf("%s: drawn as %v (%d by %d), %v", c.name, p.Bounds(), drawn.Width, drawn.Height, err)
		}
		if _, err := r.DrawFigure(context.Background(), c.name, c.data, extract.Figure{Page: f.Page, Ref: 7}); !errors.Is(err, extract.ErrDamaged) {
			t.Errorf("%s: a figure that is not there: %v", c.name, err)
		}
	}
}

// A copy that was made smaller, grey and worse is the same figure, and another chart of
// one style is not.
func TestSameFigure(t *testing.T) {
	t.Parallel()
	d, err := Parse(context.Background(), "w.docx", wordFigures(t, pngOf(t, chart(1)), jpegOf(t, halved(t, chart(1))), pngOf(t, chart(2))), extract.Options{Tesseract: extract.NoTesseract})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Figures) != 3 {
		t.Fatalf("figures %+v", d.Figures)
	}
	if !imprint.DefaultLayout().Same(imprintOf(d.Figures[0]), imprintOf(d.Figures[1])) {
		t.Errorf("the copy differs in %d bits", imprint.Distance(d.Figures[0].Hash, d.Figures[1].Hash))
	}
	if imprint.DefaultLayout().Same(imprintOf(d.Figures[0]), imprintOf(d.Figures[2])) {
		t.Error("another chart is taken for it")
	}
}

// What pictures are made of makes no difference to what they show.
func TestFigureEncodings(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	shown := chart(3)
	whole := shown.Rect
	palette := image.NewPaletted(whole, color.Palette{color.White, color.Black, color.RGBA{200, 40, 40, 255}, color.RGBA{40, 160, 40, 255}, color.RGBA{60, 80, 190, 255}, color.RGBA{120, 120, 120, 255}})
	deep := image.NewRGBA64(whole)
	bits := image.NewPaletted(whole, color.Palette{color.White, color.Black})
	for i := range bits.Pix { // bars of chance in black
		bits.Pix[i] = byte((i % whole.Dx() / 30 * 7 % 5) * (i / whole.Dx()) / 400 & 1)
	}
	for _, p := range []draw.Image{palette, deep} {
		draw.Draw(p, whole, shown, image.Point{}, draw.Src)
	}
	var moving bytes.Buffer
	if err := gif.Encode(&moving, palette, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		content string
		of      image.Image
	}{
		{"colours", pngOf(t, shown), shown},
		{"a palette", pngOf(t, palette), palette},
		{"16 bits", pngOf(t, deep), shown},
		{"1 bit", pngOf(t, bits), bits},
		{"GIF", moving.String(), palette},
	} {
		d, err := Parse(context.Background(), "w.docx", wordFigures(t, c.content), extract.Options{Tesseract: extract.NoTesseract})
		if err != nil || len(d.Figures) != 1 {
			t.Errorf("%s: %+v, %v", c.name, d, err)
			continue
		}
		flat := image.NewRGBA(whole)
		draw.Draw(flat, whole, c.of, image.Point{}, draw.Src)
		if own, ok := imprint.DefaultLayout().Of(flat); !ok || !imprint.DefaultLayout().Same(imprintOf(d.Figures[0]), own) {
			t.Errorf("%s differs in %d bits", c.name, imprint.Distance(d.Figures[0].Hash, own.Hash))
		}
	}
	var ink []byte // four colours, as printers have them
	for i, pixels := 0, rgb(shown); i < len(pixels); i += 3 {
		ink = append(ink, 255-pixels[i], 255-pixels[i+1], 255-pixels[i+2], 0)
	}
	for name, data := range map[string][]byte{
		"CMYK": pdfFigure("/DeviceCMYK", 8, whole.Dx(), whole.Dy(), ink),
		"grey": pdfFigure("/DeviceGray", 8, whole.Dx(), whole.Dy(), greyPixels(shown)),
	} {
		d, err := newRunner(t, extract.Options{}).Extract(context.Background(), name, data)
		if err != nil || len(d.Figures) != 1 {
			t.Errorf("%s: %+v, %v", name, d, err)
			continue
		}
		if own, _ := imprint.DefaultLayout().Of(shown); !imprint.DefaultLayout().Same(imprintOf(d.Figures[0]), own) {
			t.Errorf("%s differs in %d bits", name, imprint.Distance(d.Figures[0].Hash, own.Hash))
		}
	}
}

func greyPixels(p *image.RGBA) []byte {
	out := image.NewGray(p.Rect)
	draw.Draw(out, out.Rect, p, image.Point{}, draw.Src)
	return out.Pix
}

// What is no figure is left out without an error: metafiles, damaged files, pictures that
// are small, blank or a whole page, and what stands on every page.
func TestNoFigures(t *testing.T) {
	t.Parallel()
	metafile := "\x01\x00\x00\x00\x6C\x00\x00\x00" + strings.Repeat("\x00", 32) + " EMF" + strings.Repeat("\x00", 100)
	blank := image.NewGray(image.Rect(0, 0, 400, 300))
	whole := pngOf(t, chart(4))
	logo := pngOf(t, chart(5))
	for _, c := range []struct {
		name string
		data []byte
		want int
	}{
		{"a metafile", wordFigures(t, metafile), 0},
		{"a damaged picture", wordFigures(t, whole[:len(whole)/2]), 0},
		{"no picture", wordFigures(t, "x"), 0},
		{"a blank one", wordFigures(t, pngOf(t, blank)), 0},
		{"a small one", linkedFile(t, wordPara("文")+`<w:p>`+shownPicture("a", 60, 60)+`</w:p>`, map[string]string{"a": "media/a"}, part{"word/media/a", whole}), 0},
		{"a page", linkedFile(t, wordPara(strings.Repeat("文", 400))+`<w:p>`+shownPicture("a", 595, 842)+`</w:p>`, map[string]string{"a": "media/a"}, part{"word/media/a", whole}), 0},
		{"again and again", wordFigures(t, logo, logo, logo), 0},
		{"twice", wordFigures(t, logo, logo), 1},
		{"beside all these", wordFigures(t, metafile, whole[:200], whole), 1},
	} {
		d, err := Parse(context.Background(), "w.docx", c.data, extract.Options{Tesseract: extract.NoTesseract})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(d.Figures) != c.want || d.Imprints != imprint.Version {
			t.Errorf("%s: figures %+v", c.name, d.Figures)
		}
		if slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.FigureLeft }) {
			t.Errorf("%s: notices %v", c.name, d.Notices)
		}
	}
}

// Pictures that explode are left out, and said to be where nobody looked.
func TestFigureBombs(t *testing.T) {
	limited(t)
	// A PNG that states so many pixels to a side, and has none.
	stated := func(side uint32) string {
		whole := []byte(pngOf(t, image.NewRGBA(image.Rect(0, 0, 8, 8))))
		binary.BigEndian.PutUint32(whole[16:], side)
		binary.BigEndian.PutUint32(whole[20:], side)
		binary.BigEndian.PutUint32(whole[29:], crc32.ChecksumIEEE(whole[12:29]))
		return string(whole)
	}
	many := slices.Repeat([]string{pngOf(t, image.NewGray(image.Rect(0, 0, 4000, 4000)))}, 60)
	for i := range many {
		many[i] += fmt.Sprint(i)
	}
	for _, c := range []struct {
		name string
		data []byte
		left bool
	}{
		{"60,000 by 60,000 pixels", wordFigures(t, stated(60_000), pngOf(t, chart(1))), true},
		{"beyond all numbers", wordFigures(t, stated(1<<31-1), pngOf(t, chart(1))), true},
		{"a billion pixels in all", wordFigures(t, append([]string{pngOf(t, chart(1))}, many...)...), true},
		{"a PDF of a billion pixels", pdfFigure("/DeviceGray", 8, 60_000, 60_000, nil), true},
	} {
		resident := watchResident()
		d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract, Deadline: patience, MemoryLimit: bombMemory}).Extract(context.Background(), c.name, c.data)
		if got := resident(); got > bombMemory {
			t.Errorf("%s: a child had %d MB resident", c.name, got>>20)
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		left := slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.FigureLeft && n.Count > 0 })
		if left != c.left || strings.HasPrefix(d.Method, "docx") != (len(d.Figures) == 1) {
			t.Errorf("%s: figures %+v, notices %v", c.name, d.Figures, d.Notices)
		}
	}
}

// docWithFigure is a .doc of a line, a picture and another line.
func docWithFigure(t *testing.T, before, content string) []byte {
	t.Helper()
	shape := artRecord(0, 0xF004, "shape")
	data := picfOf(picfShape, 300, 200, 1000, shape+artRecord(6, artTypeFBSE, string(make([]byte, artEntry))+artRecord(0x6E0, artTypePNG, strings.Repeat("s", artSum)+"\xFF"+content)))
	o := oldText(old(before), oldPara{runs: []oldRun{{"\x01", sprm(sprmPicture, 0, 0, 0, 0)}, {"\r", nil}}}, old("后文"))
	o.streams = []part{{"Data", data}}
	return o.write(t)
}
