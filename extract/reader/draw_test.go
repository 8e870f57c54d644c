package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/locate"
	"zhiwen/internal/testrun"
)

// areaOf draws page n of a file, finds a passage of its text there and returns the area
// around all of it, in the shares of 1000 of the drawing, and the picture.
func areaOf(t *testing.T, data []byte, n int, passage string) (image.Rectangle, image.Image) {
	t.Helper()
	r := newRunner(t, extract.Options{})
	d, err := r.Extract(context.Background(), "f.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Pages[n-1]
	drawn, err := r.Draw(context.Background(), "f.pdf", data, n, p.Recognised)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(drawn.PNG))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := picture.Bounds(), image.Rect(0, 0, drawn.Width, drawn.Height); got != want {
		t.Fatalf("the picture has %v, the drawing %v", got, want)
	}
	text := []rune(d.Text)[p.Start:p.End]
	before, _, found := strings.Cut(string(text), passage)
	if !found {
		t.Fatalf("page %d does not have %q: %q", n, passage, string(text))
	}
	start := len([]rune(before))
	areas, marked, letters := locate.Find(text, drawn).Mark(extract.Span{Start: start, End: start + len([]rune(passage))})
	if marked != letters || letters == 0 {
		t.Errorf("%d of %d letters of %q are found", marked, letters, passage)
	}
	var all image.Rectangle
	for _, a := range areas {
		all = all.Union(a)
	}
	if !inked(picture, all) {
		t.Errorf("nothing is drawn in %v, where %q is marked", all, passage)
	}
	w, h := drawn.Width, drawn.Height
	return image.Rect(all.Min.X*1000/w, all.Min.Y*1000/h, all.Max.X*1000/w, all.Max.Y*1000/h), picture
}

// inked reports whether a tenth of an area is dark.
func inked(picture image.Image, area image.Rectangle) bool {
	dark := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if r, _, _, _ := picture.At(x, y).RGBA(); r < 0x8000 {
				dark++
			}
		}
	}
	return 10*dark > area.Dx()*area.Dy()/2
}

// A sentence is marked where it was set, however the page lies.
func TestDrawMarks(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	const sentence = "The sentence that was copied stands here"
	line := show("F1", 12, 72, 642, sentence+".") // 200 points below the top of the page
	lines := show("F1", 12, 72, 760, "Something else comes first.") + line + show("F1", 12, 72, 600, "And something follows it.")
	// Helvetica of 12 points sets it 225.5 points wide.
	on := func(width, height, left, right, top, bottom int) image.Rectangle {
		return image.Rect(left*1000/width, top*1000/height, right*1000/width, bottom*1000/height)
	}
	place := on(595, 842, 72, 298, 189, 204)
	for _, c := range []struct {
		name string
		data []byte
		want image.Rectangle
	}{
		{"upright", onePage(paper, "", stream("", lines)), place},
		{"turned by a quarter", onePage(paper+" /Rotate 90", "", stream("", lines)), on(842, 595, 842-204, 842-189, 72, 298)},
		{"cropped", onePage(paper+" /CropBox [50 100 545 742]", "", stream("", lines)), on(495, 642, 22, 248, 89, 104)},
		{"with an origin of its own", onePage("/MediaBox [-100 -50 495 792]", "", stream("", "1 0 0 1 -100 -50 cm "+lines)), place},
		{"written twice", onePage(paper, "", stream("", lines+line)), place},
		{"written last", onePage(paper, "", stream("", show("F1", 12, 72, 600, "And something follows it.")+show("F1", 12, 72, 760, "Something else comes first.")+line)), place},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := areaOf(t, c.data, 1, sentence)
			near := func(a, b int) bool { return max(a-b, b-a) <= 8 }
			if !near(got.Min.X, c.want.Min.X) || !near(got.Min.Y, c.want.Min.Y) || !near(got.Max.X, c.want.Max.X) || !near(got.Max.Y, c.want.Max.Y) {
				t.Errorf("got %v, want about %v", got, c.want)
			}
		})
	}
}

// Columns that the file writes row by row are marked column by column.
func TestDrawMarksColumns(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	var content strings.Builder
	for i := range 24 {
		y := 760 - 20*i
		content.WriteString(show("F1", 10, 72, y, fmt.Sprintf("Left column number %d goes on and", i)))
		content.WriteString(show("F1", 10, 330, y, fmt.Sprintf("Right column number %d goes on too", i)))
	}
	got, _ := areaOf(t, onePage(paper, "", stream("", content.String())), 1, "Right column number 7 goes on too")
	if got.Min.X < 500 || got.Dy() > 20 {
		t.Errorf("the line of the right column is marked at %v", got)
	}
}

// Chinese without a font of its own is drawn with the one that stands in, and marked.
func TestDrawChinese(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	needFont(t)
	data := pdfFile("", showHan(12, 72, 760, "本项目研究图神经网络的可解释性。")+showHan(12, 72, 700, "如何给出可信的解释是核心问题之一。"))
	got, _ := areaOf(t, data, 1, "可信的解释")
	// From the fifth of its characters, of 12 points, to the ninth.
	if want := (72 + 4*12) * 1000 / 595; got.Min.X < want-8 || got.Min.X > want+8 || got.Dx() > 5*12*1000/595+8 {
		t.Errorf("marked at %v, want from %d", got, want)
	}
}

// What is recognised in a picture is marked where the picture has it, and the page is
// shown with its picture.
func TestDrawScan(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	printed := pdfFile("", setLines("F1", 700, 0, lorem...))
	words := strings.Join(strings.Fields(lorem[0])[:4], " ")
	want, _ := areaOf(t, printed, 1, words)
	got, _ := areaOf(t, photograph(t, printed, ""), 1, words)
	if grown := want.Inset(-15); !got.In(grown) || got.Dx() < want.Dx()*8/10 {
		t.Errorf("marked at %v in the picture, at %v in what was printed", got, want)
	}
}

// A page whose lines fall is recognised as if they were level, and marked where they are.
func TestDrawTilted(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	printed := pdfFile("", setLines("F1", 700, 0, lorem...))
	words := strings.Join(strings.Fields(lorem[0])[:4], " ")
	straight, _ := areaOf(t, printed, 1, words)
	page := drawnPages(t, printed)[0]
	out, turn := inclined(page, 9, page.Rect.Size())
	got, _ := areaOf(t, scanned(t, []*image.RGBA{out}, ""), 1, words)
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	// The middle of what is marked, in thousandths of the page as areaOf has them.
	x, y := float64(straight.Min.X+straight.Max.X)/2000*w, float64(straight.Min.Y+straight.Max.Y)/2000*h
	at := image.Pt(int((turn[0]*x+turn[1]*y+turn[2])/w*1000), int((turn[3]*x+turn[4]*y+turn[5])/h*1000))
	if middle := got.Min.Add(got.Max).Div(2); middle.Sub(at).X*middle.Sub(at).X+middle.Sub(at).Y*middle.Sub(at).Y > 20*20 {
		t.Errorf("marked around %v, should be %v", middle, at)
	}
}

// What cannot be drawn is refused with the error that says why.
func TestDrawRefuses(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	patient, hasty := newRunner(t, extract.Options{}), newRunner(t, extract.Options{Deadline: 3 * time.Second})
	plain := pdfFile("", show("F1", 12, 72, 760, "plain"))
	form := func(n int) string {
		return stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /N "+fmt.Sprint(n)+" 0 R >> >>", strings.Repeat("/N Do ", 30))
	}
	forms := []string{form(6), form(7), form(8), form(9), form(10), form(11), form(12), stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842]", "0 0 m 500 9 l S")}
	for _, c := range []struct {
		name string
		data []byte
		page int
		want error
	}{
		{"no page 0", plain, 0, extract.ErrDamaged},
		{"no page 2", plain, 2, extract.ErrDamaged},
		{"page that is not there", []byte(strings.Replace(string(plain), "/Type /Page /Parent", "/Type /Pag0 /Parent", 1)), 2, extract.ErrDamaged},
		{"cut off", plain[:40], 1, extract.ErrDamaged},
		{"page without a size", onePage("/MediaBox [0 0 0 0] /CropBox [5 5 5 5]", "", stream("", "")), 1, nil}, // which is A4 to pdfium
		{"Word", []byte("{\\rtf1 text}"), 1, extract.ErrUnsupported},
		{"nothing", nil, 1, extract.ErrEmpty},
		{"forms that draw 10^11 lines", onePage(paper, "/XObject << /N 5 0 R >>", stream("", "/N Do"), forms...), 1, extract.ErrLimits},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := patient
			if errors.Is(c.want, extract.ErrLimits) { // which is there to be run into
				r = hasty
			}
			if _, err := r.Draw(context.Background(), "f.pdf", c.data, c.page, false); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// Pages of any size make pictures that are bounded.
func TestDrawSizes(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	r := newRunner(t, extract.Options{})
	for _, c := range []struct{ box, name string }{
		{"0 0 14400 14400", "the largest page"}, {"0 0 30000 10", "wide"}, {"0 0 10 30000", "high"}, {"0 0 2 2", "tiny"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := r.Draw(context.Background(), "f.pdf", onePage("/MediaBox ["+c.box+"]", "", stream("", "BT /F1 12 Tf 1 1 Td (x) Tj ET")), 1, false)
			if err != nil {
				t.Fatal(err)
			}
			if d.Width*d.Height > extract.DrawingPixels+d.Width+d.Height || max(d.Width, d.Height) > extract.DrawingSide+1 || min(d.Width, d.Height) < 1 {
				t.Errorf("%d x %d pixels", d.Width, d.Height)
			}
		})
	}
}

// Who does not wait any longer is told so at once.
func TestDrawCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newRunner(t, extract.Options{}).Draw(ctx, "f.pdf", pdfFile("", ""), 1, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
