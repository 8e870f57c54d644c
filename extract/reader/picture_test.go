package reader

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/picture"
	"zhiwen/internal/testrun"
)

// drawnPages draws the pages of a PDF, at 200 dpi where it is not said.
func drawnPages(t testing.TB, data []byte, dpi ...int) []*image.RGBA {
	t.Helper()
	o, err := withDefaults(extract.Options{CacheDir: testCache})
	if err != nil {
		t.Fatal(err)
	}
	var font []byte
	if o.Font != "" {
		if font, err = os.ReadFile(o.Font); err != nil {
			t.Fatal(err)
		}
	}
	p, err := pdfium.Start(context.Background(), font, o.CacheDir, 384<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	f, err := p.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	at := append(dpi, pageDPI)[0]
	var out []*image.RGBA
	for i := range f.Pages() {
		page, ok := f.Load(i)
		if !ok {
			t.Fatalf("page %d is not loaded", i+1)
		}
		picture, done := page.Draw(at, image.Rectangle{Max: page.Size(at)})
		if picture == nil {
			t.Fatalf("page %d is not drawn", i+1)
		}
		out = append(out, &image.RGBA{Pix: bytes.Clone(picture.Pix), Stride: picture.Stride, Rect: picture.Rect})
		done()
		page.Close()
	}
	return out
}

// pageDPI is at what resolution pages are drawn for tests.
const pageDPI = 200

func pngOf(t testing.TB, p image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func jpegOf(t testing.TB, p image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, p, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// shownPicture is a run with a picture drawn so large, in points.
func shownPicture(id string, width, height int) string {
	return fmt.Sprintf(`<w:r><w:drawing><wp:inline xmlns:wp="x"><wp:extent cx="%d" cy="%d"/><a:graphic xmlns:a="y"><a:blip r:embed="%s"><a:extLst><a:ext uri="z"/></a:extLst></a:blip></a:graphic></wp:inline></w:drawing></w:r>`, width*pointEMU, height*pointEMU, id)
}

// artRecord is a record of [MS-ODRAW].
func artRecord(instance, kind uint16, body string) string {
	le := binary.LittleEndian
	return string(le.AppendUint32(le.AppendUint16(le.AppendUint16(nil, instance<<4), kind), uint32(len(body)))) + body
}

// picfOf is a picture in the data stream of a .doc: its own size in points, and
// by how many thousandths it is stretched.
func picfOf(kind uint16, width, height, stretch int, body string) string {
	head := make([]byte, picfSize)
	le := binary.LittleEndian
	le.PutUint32(head, uint32(len(head)+len(body)))
	for at, v := range map[int]int{4: len(head), 6: int(kind), 0x1C: width * 20, 0x1E: height * 20, 0x20: stretch, 0x22: stretch} {
		le.PutUint16(head[at:], uint16(v))
	}
	return string(head) + body
}

// docWithPictures is a .doc of two pictures and a line.
func docWithPictures(t testing.TB, first, second, last string) []byte {
	t.Helper()
	sum := strings.Repeat("s", artSum)
	entry := make([]byte, artEntry)
	entry[artEntryAt] = 4
	shape := artRecord(0, 0xF004, "shape")
	data := picfOf(picfShape, 595, 842, 1000, shape+artRecord(6, artTypeFBSE, string(entry)+"name"+artRecord(0x6E0, artTypePNG, sum+"\xFF"+first)))
	at := sprm(sprmPicture, byte(len(data)), byte(len(data)>>8), byte(len(data)>>16), 0)
	data += picfOf(picfFileShape, 297, 421, 2000, "\x03abc"+shape+artRecord(6, artTypeFBSE, string(entry[:artEntryAt]))+artRecord(0x46B, artTypeJPEG, sum+sum+"\xFF"+second))
	o := oldText(oldPara{runs: []oldRun{{"\x01", sprm(sprmPicture, 0, 0, 0, 0)}, {"\x01", at}, {"\x01", sprm(sprmPicture, 9, 0, 0, 0)}, {"\r", nil}}}, old(last))
	o.streams = []part{{"Data", data}}
	return o.write(t)
}

// passage is the upper part of a page of running text, 300 points high.
func passage(t testing.TB) image.Image {
	t.Helper()
	page := drawnPages(t, pdfFile("", setLines("F1", 790, 0, lorem...)))[0]
	return page.SubImage(image.Rect(0, 0, page.Rect.Dx(), 300*pageDPI/72))
}

// boxesAndArrows has boxes with labels and arrows between them.
func boxesAndArrows(t testing.TB, dpi int) *image.RGBA {
	t.Helper()
	var s strings.Builder
	for i := range 8 {
		x, y := 80+250*(i%2), 700-90*(i/2)
		fmt.Fprintf(&s, "%d %d 130 50 re S %d %d m %d %d l S\n%s", x, y, x+65, y, x+65, y-40, show("F1", 12, x+20, y+20, "Step of the work"))
	}
	return drawnPages(t, pdfFile("", s.String()), dpi)[0]
}

func TestWordScan(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	printed := pdfFile("", show("F2", 16, 72, 740, "1 Introduction")+setLines("F1", 700, 0, lorem...), setLines("F1", 700, 0, lorem...))
	pages := drawnPages(t, printed)
	first, second := part{"word/media/1.png", pngOf(t, pages[0])}, part{"word/media/2.jpeg", jpegOf(t, pages[1])}
	want := mustExtract(t, printed)
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"docx", linkedFile(t, `<w:p>`+shownPicture("p1", 595, 842)+`</w:p><w:p/><w:p>`+shownPicture("p2", 595, 842)+`</w:p>`+wordPara("7"),
			map[string]string{"p1": "media/1.png", "p2": "media/2.jpeg"}, first, second)},
		{"docx with VML", linkedFile(t, `<w:p><w:r><w:pict><v:shape style="position:absolute;width:595pt;height:29.7cm"><v:imagedata r:id="p1"/></v:shape><v:shape style="width:595.2pt;height:11.69in"><v:imagedata r:id="p2"/></v:shape></w:pict></w:r></w:p>`+wordPara("7"),
			map[string]string{"p1": "media/1.png", "p2": "media/2.jpeg"}, first, second)},
		{"odt", odtFile(t, "", `<text:p><draw:frame svg:width="21cm" svg:height="29.7cm" xmlns:svg="s"><draw:image xlink:href="Pictures/1.png" xmlns:xlink="l"/></draw:frame></text:p>`+
			`<text:p><draw:frame svg:width="8.27in" svg:height="297mm" xmlns:svg="s"><draw:image xlink:href="Pictures/2.jpeg" xmlns:xlink="l"/></draw:frame></text:p><text:p>7</text:p>`,
			part{"Pictures/1.png", first.content}, part{"Pictures/2.jpeg", second.content})},
		{"doc", docWithPictures(t, first.content, second.content, "7")},
		{"rtf", []byte(rtfHead + `{\*\shppict{\pict{\*\picprop{\sp{\sn x}{\sv 1}}}\picscalex50\picscaley50\picwgoal23800\pichgoal33680\pngblip\bliptag7{\*\blipuid 0a0b}` + "\n" + hex.EncodeToString([]byte(first.content)) +
			`}}{\nonshppict{\pict\wmetafile8 0a0b}}{\v{\pict\jpegblip ` + hex.EncodeToString([]byte(second.content)) + `}}{\pict\jpegblip\picwgoal11900\pichgoal16840 ` + strings.ToUpper(hex.EncodeToString([]byte(second.content))) + `}\par 7\par}`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var reports []string
			d, err := newRunner(t, extract.Options{}).ExtractProgress(context.Background(), c.name, c.data, func(done, total int) { reports = append(reports, fmt.Sprintf("%d/%d", done, total)) })
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			if want := []string{"0/2", "1/2", "2/2"}; !slices.Equal(reports, want) {
				t.Errorf("progress: got %v, want %v", reports, want)
			}
			if got := ocr.Agreement(want.Text, d.Text); got < 0.95 {
				t.Errorf("only %.2f of the text was recognised:\n%s", got, d.Text)
			}
			texts := paragraphTexts(d)
			if texts[0] != "h1 1 Introduction" || texts[len(texts)-1] != "body 7" {
				t.Errorf("paragraphs %q", texts)
			}
			if len(d.Pictures) != 2 || d.Pictures[0].Number != 1 || d.Pictures[0].Start != 0 || d.Pictures[0].Confidence < 0.8 || d.Pictures[1].Number != 2 || d.Pictures[1].Start != d.Pictures[0].End || d.Pictures[1].End >= d.Paragraphs[len(d.Paragraphs)-1].Start {
				t.Errorf("pictures %+v", d.Pictures)
			}
			if !strings.HasSuffix(d.Method, "+tesseract") {
				t.Errorf("method %q", d.Method)
			}
			checkNotices(t, d, "picture-read 2")
		})
	}
}

// Beside text only running text counts, and it stands where the picture does.
func TestWordPassage(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	before, after := strings.Repeat("前文。", 20), strings.Repeat("后文。", 20)
	body := wordPara(before) + `<w:p>` + shownPicture("f", 450, 600) + shownPicture("p", 595, 300) + `</w:p>` +
		`<w:p>` + looks(`<w:vanish/>`, "隐藏") + looks("", after) + `</w:p>` +
		`<w:p>` + shownPicture("p", 595, 300) + `<w:del>` + shownPicture("q", 595, 300) + `</w:del></w:p>`
	passage := pngOf(t, passage(t))
	d, err := newRunner(t, extract.Options{}).Extract(context.Background(), "w.docx", linkedFile(t, body, map[string]string{"f": "media/f.png", "p": "media/p.png", "q": "media/q.png"},
		part{"word/media/f.png", pngOf(t, boxesAndArrows(t, pageDPI))}, part{"word/media/p.png", passage}, part{"word/media/q.png", passage}))
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, d)
	texts := paragraphTexts(d)
	if texts[0] != "body "+before || texts[len(texts)-1] != "body "+after {
		t.Errorf("paragraphs %q", texts)
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(d.Text, before+"\n"), "\n"+after)
	if got := ocr.Agreement(strings.Join(lorem, ""), inner); got < 0.9 {
		t.Errorf("%.2f of the words are there:\n%s", got, inner)
	}
	if strings.Contains(d.Text, "Step") || strings.Count(d.Text, "Lorem") != strings.Count(strings.Join(lorem, ""), "Lorem") {
		t.Errorf("text of a figure, or a picture twice:\n%s", d.Text)
	}
	at := d.Paragraphs[len(d.Paragraphs)-1].Start
	if want := []extract.Flag{{Span: extract.Span{Start: at, End: at}, Kind: extract.HiddenText, Text: "隐藏"}}; !slices.Equal(want, d.Flags) {
		t.Errorf("flags %+v, want %+v", d.Flags, want)
	}
	if len(d.Pictures) != 1 || d.Pictures[0].Number != 2 || d.Pictures[0].Start != d.Paragraphs[1].Start {
		t.Errorf("pictures %+v", d.Pictures)
	}
}

// A picture that is shown lower than it is, so that its letters are flat, is read as it is.
func TestWordPassageFlat(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	d, err := newRunner(t, extract.Options{}).Extract(context.Background(), "w.docx", linkedFile(t,
		wordPara(strings.Repeat("立项依据", 50))+`<w:p>`+shownPicture("p", 450, 75)+`</w:p>`,
		map[string]string{"p": "media/p.png"}, part{"word/media/p.png", pngOf(t, passage(t))}))
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, d)
	if _, read, _ := strings.Cut(d.Text, "\n"); ocr.Agreement(strings.Join(lorem, ""), read) < 0.9 {
		t.Errorf("read: %q", read)
	}
}

func TestWordPassageInCell(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	cell := func(inner string) string { return `<w:tc>` + inner + `</w:tc>` }
	d, err := newRunner(t, extract.Options{}).Extract(context.Background(), "w.docx", linkedFile(t,
		`<w:tbl><w:tr>`+cell(wordPara(strings.Repeat("立项依据", 10)))+cell(`<w:p>`+shownPicture("p", 595, 300)+`</w:p>`)+`</w:tr></w:tbl>`,
		map[string]string{"p": "media/p.png"}, part{"word/media/p.png", pngOf(t, passage(t))}))
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, d)
	if len(d.Paragraphs) < 2 || d.Paragraphs[1].Place.Column != 2 {
		t.Errorf("paragraphs %+v", d.Paragraphs)
	}
}

func TestWordPicturesUnread(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	r := newRunner(t, extract.Options{Tesseract: extract.NoTesseract})
	page := `<w:p>` + shownPicture("p", 595, 842) + `</w:p><w:p>` + shownPicture("q", 595, 842) + `</w:p>`
	text := pngOf(t, passage(t))
	file := func(body string) []byte {
		blank := func(w, h int) string { return pngOf(t, image.NewGray(image.Rect(0, 0, w, h))) }
		return linkedFile(t, body, map[string]string{"p": "media/p.png", "q": "media/q.png", "coarse": "media/c.png", "none": "media/none.png", "broken": "media/b.png", "text": "media/t.png", "cut": "media/cut.png"},
			part{"word/media/p.png", blank(1000, 1400)}, part{"word/media/q.png", blank(1001, 1400)}, part{"word/media/c.png", blank(300, 400)}, part{"word/media/b.png", "\x89PNG"}, part{"word/media/t.png", text}, part{"word/media/cut.png", text[:1000]})
	}
	small := shownPicture("p", 120, 200) + shownPicture("p", 595, 20) + shownPicture("coarse", 595, 842) + shownPicture("none", 595, 842) + shownPicture("broken", 595, 842)
	_, err := r.Extract(context.Background(), "w.docx", file(page))
	if pictures := new(extract.PictureError); !errors.As(err, &pictures) || pictures.Pictures != 2 || pictures.Pages != nil || !errors.Is(err, extract.ErrNoText) {
		t.Errorf("got %v, want ErrNoText that says how many pictures there are", err)
	}
	_, err = r.Extract(context.Background(), "w.docx", file(`<w:p>`+small+`</w:p>`))
	if pictures := new(extract.PictureError); errors.As(err, &pictures) || !errors.Is(err, extract.ErrNoText) {
		t.Errorf("got %v, want ErrNoText", err)
	}
	long := wordPara(strings.Repeat("正文", 100))
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"hardly any text", wordPara("text") + page, []string{"picture-unread 2"}},
		{"pictures too small or too coarse, or none", wordPara("text") + `<w:p>` + small + `</w:p>`, nil},
		{"pictures beside text", long + page + `<w:p>` + shownPicture("text", 595, 300) + shownPicture("cut", 595, 300) + `</w:p>`, []string{"picture-unread 4"}},
	} {
		d, err := r.Extract(context.Background(), "w.docx", file(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(d.Pictures) > 0 || strings.HasSuffix(d.Method, "+tesseract") {
			t.Errorf("%s: %+v was read", c.name, d.Pictures)
		}
		t.Log(c.name)
		checkNotices(t, d, c.want...)
	}
}

// Pictures that are not recognised for a reason of their own are counted, and
// the others read.
func TestWordPicturesFailed(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	page := drawnPages(t, pdfFile("", setLines("F1", 700, 0, lorem...)))[0]
	whole := jpegOf(t, page)
	file := linkedFile(t, `<w:p>`+shownPicture("cut", 595, 842)+shownPicture("p", 595, 842)+shownPicture("q", 595, 842)+`</w:p>`,
		map[string]string{"cut": "media/c.jpeg", "p": "media/p.jpeg", "q": "media/q.jpeg"}, part{"word/media/c.jpeg", whole[:len(whole)/2]}, part{"word/media/p.jpeg", whole}, part{"word/media/q.jpeg", whole})
	d, err := newRunner(t, extract.Options{MaxRecognised: 2}).Extract(context.Background(), "w.docx", file)
	if err != nil {
		t.Fatal(err)
	}
	checkNotices(t, d, "picture-left 1", "picture-failed 1", "picture-read 1")
	if got := ocr.Agreement(strings.Join(lorem, ""), d.Text); got < 0.9 || len(d.Pictures) != 1 || d.Pictures[0].Number != 2 {
		t.Errorf("%.2f of the words are there, pictures %+v", got, d.Pictures)
	}
}

// Pictures are recognised as far as their pixels together are those of so many pages as may be
// recognised; smaller ones behind a large one still are, and blank ones have no text.
func TestWordPicturesLarge(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	page := jpegOf(t, drawnPages(t, pdfFile("", setLines("F1", 700, 0, lorem...)))[0])
	empty := image.NewRGBA(image.Rect(0, 0, 1200, 1700))
	draw.Draw(empty, empty.Rect, image.White, image.Point{}, draw.Src)
	file := linkedFile(t, `<w:p>`+shownPicture("blank", 595, 842)+shownPicture("wide", 1785, 2526)+shownPicture("p", 595, 842)+`</w:p>`,
		map[string]string{"blank": "media/b.jpeg", "wide": "media/w.jpeg", "p": "media/p.jpeg"},
		part{
			"word/media/b.jpeg",
			jpegOf(t, empty),
		},
		part{"word/media/w.jpeg", jpegOf(t, drawnPages(t, pdfFile("", setLines("F1", 700, 0, lorem...)), 288)[0])},
		part{"word/media/p.jpeg", page},
	)
	d, err := newRunner(t, extract.Options{MaxRecognised: 3}).Extract(context.Background(), "w.docx", file)
	if err != nil {
		t.Fatal(err)
	}
	checkNotices(t, d, "picture-large 1", "picture-read 1")
	if len(d.Pictures) != 1 || d.Pictures[0].Number != 3 {
		t.Errorf("pictures %+v", d.Pictures)
	}
}

func TestShowsLines(t *testing.T) {
	text := drawnPages(t, pdfFile("", setLines("F1", 700, 0, lorem...)), picture.LinesDPI)[0]
	changed := func(change func(x, y int, c color.RGBA) color.RGBA) *image.RGBA {
		out := image.NewRGBA(text.Rect)
		for y := range text.Rect.Dy() {
			for x := range text.Rect.Dx() {
				out.SetRGBA(x, y, change(x, y, text.RGBAAt(x, y)))
			}
		}
		return out
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name    string
		picture *image.RGBA
		want    bool
	}{
		{"a page", text, true},
		{"white on black", changed(func(_, _ int, c color.RGBA) color.RGBA { return color.RGBA{255 - c.R, 255 - c.G, 255 - c.B, 255} }), true},
		{"darker towards the foot", changed(func(_, y int, c color.RGBA) color.RGBA {
			d := uint8(255 - 150*y/text.Rect.Dy())
			return color.RGBA{min(c.R, d), min(c.G, d), min(c.B, d), 255}
		}), true},
		{"with rules between columns", changed(func(x, _ int, c color.RGBA) color.RGBA {
			if x%75 < 2 {
				return color.RGBA{A: 255}
			}
			return c
		}), true},
		{"a figure", boxesAndArrows(t, picture.LinesDPI), false},
		{"noise", changed(func(_, _ int, _ color.RGBA) color.RGBA { v := uint8(random.IntN(256)); return color.RGBA{v, v, v, 255} }), false},
		{"nothing", image.NewRGBA(text.Rect), false},
		{"smaller than a strip", image.NewRGBA(image.Rect(0, 0, 10, 1)), false},
	} {
		if got := picture.ShowsLines(c.picture); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// Pictures that explode, or too many of them, cost what is in them and not the
// file.
func TestPictureBombs(t *testing.T) {
	limited(t)
	// A PNG of the stated size, of which nothing follows, or all: blank.
	chunk := func(kind, data string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(data)))) + kind + data + string(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(kind+data))))
	}
	stated := func(size uint32, colour byte, data string) string {
		head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, size), size)
		return "\x89PNG\r\n\x1a\n" + chunk("IHDR", string(head)+string([]byte{8, colour, 0, 0, 0})) + chunk("IDAT", data) + chunk("IEND", "")
	}
	blank := func(size int, channels int) string {
		var packed bytes.Buffer
		z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]byte, 1+size*channels)
		for range size {
			if _, err := z.Write(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return packed.String()
	}
	const grey, rgba = 0, 6
	text := wordPara(strings.Repeat("正文", 20_000))
	many := func(n int, content string) []byte {
		targets, parts, body := map[string]string{}, []part{}, strings.Builder{}
		for i := range n {
			id := fmt.Sprint("p", i)
			targets[id] = "media/" + id
			parts = append(parts, part{"word/media/" + id, content})
			body.WriteString(`<w:p>` + shownPicture(id, 595, 842) + `</w:p>`)
		}
		return linkedFile(t, text+body.String(), targets, parts...)
	}
	const large = 4000 // pixels to a side, which the memory allows
	tesseract := cmp.Or(lookTesseract(), extract.NoTesseract)
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"60,000 by 60,000 pixels", many(1, stated(60_000, rgba, ""))},
		{"sizes beyond all numbers", many(1, stated(1<<31-1, rgba, ""))},
		{"as large as is allowed, again and again", many(300, stated(large, grey, blank(large, 1)))},
		{"10,000 pictures", many(9_990, stated(1400, grey, ""))},
		{"one picture 10,000 times", linkedFile(t, text+strings.Repeat(`<w:p>`+shownPicture("p", 595, 842)+`</w:p>`, 10_000), map[string]string{"p": "media/p"}, part{"word/media/p", stated(1400, grey, blank(1400, 1))})},
		{"a picture drawn over a kilometre", linkedFile(t, text+`<w:p>`+shownPicture("p", 2_800_000, 2_800_000)+`</w:p>`, map[string]string{"p": "media/p"}, part{"word/media/p", stated(large, grey, blank(large, 1))})},
		{"a JPEG without end", many(1, "\xFF\xD8"+strings.Repeat("\xFF\xE0\xFF\xFF"+strings.Repeat("x", 65_533), 400))},
	} {
		for _, program := range []string{extract.NoTesseract, tesseract} {
			start, resident := time.Now(), watchResident()
			d, err := newRunner(t, extract.Options{Tesseract: program, Deadline: patience, MemoryLimit: bombMemory, RecogniseTime: 3 * time.Second}).Extract(context.Background(), c.name, c.data)
			if got := resident(); got > bombMemory {
				t.Errorf("%s: a child had %d MB resident", c.name, got>>20)
			}
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if !strings.HasPrefix(d.Text, "正文") || len(d.Pictures) > 0 {
				t.Errorf("%s: pictures %+v", c.name, d.Pictures)
			}
			t.Logf("%s: %s, %v", c.name, time.Since(start).Round(time.Millisecond), d.Notices)
		}
	}
}
