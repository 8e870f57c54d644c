package reader

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"image"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/picture"
	"zhiwen/internal/testrun"
)

// needTesseract skips a test that recognises text, which takes many seconds.
func needTesseract(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: takes many seconds")
	}
	testrun.NeedWhole(t)
	if _, ok := ocr.New(context.Background(), extract.Options{Tesseract: lookTesseract(), Deadline: extract.DefaultDeadline}); !ok {
		t.Skip("tesseract is not installed: nothing is recognised")
	}
}

func lookTesseract() string {
	program, _ := exec.LookPath("tesseract")
	return program
}

// photograph makes a PDF with a picture of each page of another one; over is
// drawn on top of each.
func photograph(t testing.TB, data []byte, over string) []byte {
	t.Helper()
	return scanned(t, drawnPages(t, data), over)
}

// scanned returns a PDF whose pages are pictures, with over on each of them.
func scanned(t testing.TB, pictures []*image.RGBA, over string) []byte {
	t.Helper()
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range pictures {
		fmt.Fprintf(&kids, "%d 0 R ", 4+3*i)
	}
	b.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pictures)))
	b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, drawn := range pictures {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		w, h := drawn.Rect.Dx(), drawn.Rect.Dy()
		if _, err := z.Write(picture.Greys(drawn)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		content := "q 595 0 0 842 0 0 cm /I Do Q\n" + over
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I %d 0 R >> >> >>", 5+3*i, 6+3*i))
		b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
		b.object(fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream",
			w, h, packed.Len(), packed.String()))
	}
	return b.finish("/Root 1 0 R")
}

func TestScan(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	printed := pdfFile("", show("F2", 16, 72, 740, "1 Introduction")+setLines("F1", 700, 0, lorem...), setLines("F1", 700, 0, lorem...))
	scan := photograph(t, printed, show("F1", 10, 280, 20, "7"))
	var reports []string
	d, err := newRunner(t, extract.Options{}).ExtractProgress(context.Background(), "scan.pdf", scan, func(done, total int) { reports = append(reports, fmt.Sprintf("%d/%d", done, total)) })
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, d)
	if want := []string{"0/2", "1/2", "2/2"}; !slices.Equal(reports, want) {
		t.Errorf("progress: got %v, want %v", reports, want)
	}
	want := mustExtract(t, printed)
	if got := ocr.Agreement(want.Text, d.Text); got < 0.95 {
		t.Errorf("only %.2f of the text was recognised:\n%s", got, d.Text)
	}
	if got, want := paragraphTexts(d)[0], "h1 1 Introduction"; got != want {
		t.Errorf("first paragraph: got %q, want %q", got, want)
	}
	for _, p := range d.Pages {
		if !p.Recognised || p.Confidence < 0.8 || p.Confidence > 1 {
			t.Errorf("page %+v", p)
		}
	}
	if !strings.HasSuffix(d.Method, "+tesseract") {
		t.Errorf("method %q", d.Method)
	}
	checkNotices(t, d, "recognised 1-2")
}

// A page that was put into the scanner upside down or sideways reads as if it
// had not been.
func TestScanTurned(t *testing.T) {
	lengthy(t)
	t.Parallel()
	needTesseract(t)
	if list, _ := exec.Command(lookTesseract(), "--list-langs").CombinedOutput(); !slices.Contains(strings.Fields(string(list)), "osd") {
		t.Skip("tesseract is installed without osd: it cannot tell how a page lies")
	}
	printed := pdfFile("", setLines("F1", 700, 0, lorem...))
	want := mustExtract(t, printed)
	scan := photograph(t, printed, "")
	for _, degrees := range []int{90, 180} {
		// The table of objects is off by that; it is made anew.
		data := bytes.Replace(scan, []byte("/Type /Page /Parent"), fmt.Appendf(nil, "/Type /Page /Rotate %d /Parent", degrees), 1)
		d := mustExtract(t, data)
		if got := ocr.Agreement(want.Text, d.Text); got < 0.9 || paragraphTexts(d)[0] != paragraphTexts(want)[0] {
			t.Errorf("turned by %d: %.2f of the text was recognised, beginning with %q, want %q:\n%s", degrees, got, paragraphTexts(d)[0], paragraphTexts(want)[0], d.Text)
		}
	}
}

func TestScanWithLimits(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	scan := photograph(t, pdfFile("", setLines("F1", 700, 0, lorem...), setLines("F1", 700, 0, lorem...)), "")
	d, err := newRunner(t, extract.Options{MaxRecognised: 1}).Extract(context.Background(), "scan.pdf", scan)
	if err != nil {
		t.Fatal(err)
	}
	if !d.Pages[0].Recognised || d.Pages[1].Recognised || d.Pages[1].Start != d.Pages[1].End {
		t.Errorf("pages %+v", d.Pages)
	}
	checkNotices(t, d, "scan-left 2", "recognised 1")
}

// The text that a scanner's program has written invisibly over its pictures is
// the text of the pages, unless the pictures say something else.
func TestScanWithTextLayer(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	layer := func(words ...string) string { return "3 Tr\n" + setLines("F1", 700, 0, words...) }
	other := make([]string, len(lorem))
	for i := range other {
		other[i] = strings.Repeat("Nothing of this stands on the paper that was scanned. ", 2)
	}
	for _, c := range []struct {
		name  string
		over  string
		Text  bool
		flags int
	}{{"the same", layer(lorem...), false, 0}, {"another", layer(other...), true, 1}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, err := newRunner(t, extract.Options{}).Extract(context.Background(), "scan.pdf", photograph(t, pdfFile("", setLines("F1", 700, 0, lorem...)), c.over))
			if err != nil {
				t.Fatal(err)
			}
			if d.Pages[0].Recognised != c.Text || len(d.Flags) != c.flags || c.flags > 0 && d.Flags[0].Kind != extract.Garbled {
				t.Errorf("recognised %v, flags %+v", d.Pages[0].Recognised, d.Flags)
			}
			if got := ocr.Agreement(strings.Join(lorem, ""), d.Text); got < 0.9 {
				t.Errorf("%.2f of the words are there:\n%s", got, d.Text)
			}
		})
	}
}

func TestScanUnread(t *testing.T) {
	t.Parallel()
	r := newRunner(t, extract.Options{Tesseract: extract.NoTesseract})
	scan := photograph(t, pdfFile("", setLines("F1", 700, 0, lorem...)), "")
	_, err := r.Extract(context.Background(), "scan.pdf", scan)
	if !errors.Is(err, extract.ErrNoText) || !strings.Contains(err.Error(), "pages 1 are pictures") {
		t.Errorf("got %v, want ErrNoText that names the pages", err)
	}
}

func TestGarbled(t *testing.T) {
	t.Parallel()
	needFont(t)
	// The file says 的研 … for what is drawn: two usual characters exchanged
	// for others, again and again.
	var page strings.Builder
	for i := range 12 {
		page.WriteString(showHan(12, 72, 740-20*i, strings.Repeat("哪扫沙罚针肚喂趟疤锈", 3)))
	}
	d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(context.Background(), "f.pdf", pdfFile("", page.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Flags) != 1 || d.Flags[0].Kind != extract.Garbled || d.Flags[0].Span != d.Pages[0].Span || !strings.HasPrefix(d.Flags[0].Text, "哪扫沙罚针") {
		t.Errorf("flags: %+v", d.Flags)
	}
}

func mustExtract(t testing.TB, data []byte) *extract.Document {
	t.Helper()
	d, err := newRunner(t, extract.Options{}).Extract(context.Background(), "f", data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A page of which some is of no language keeps the rest, and says where.
func TestPartlyGarbled(t *testing.T) {
	t.Parallel()
	const noise = "gsv qfpvw yfmcv xpzjhk lwq bzk gzvh uql kjx zdg mpf qwv tgx jfz rnm wbx cvk hjq pzx"
	content := setLines("F1", 700, 0, lorem...) + setLines("F1", 400, 0, noise) + setLines("F1", 300, 0, lorem...)
	d, err := newRunner(t, extract.Options{Tesseract: extract.NoTesseract}).Extract(context.Background(), "f.pdf", pdfFile("", content))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Flags) != 1 || d.Flags[0].Kind != extract.Garbled {
		t.Fatalf("flags: %+v", d.Flags)
	}
	if got := string([]rune(d.Text)[d.Flags[0].Start:d.Flags[0].End]); !strings.Contains(noise, got) || 10*len(got) < 9*len(noise) {
		t.Errorf("%q is flagged, want %q", got, noise)
	}
}
