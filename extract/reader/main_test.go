package reader

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/internal/testrun"
)

// testCache keeps pdfium's compiled code for one run of the tests: the first
// PDF pays for compiling, as on a fresh machine, the others do not.
var testCache string

func TestMain(m *testing.M) {
	ServeChild()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "zhiwen-test-extract-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	testCache = dir
	return m.Run()
}

// part is an entry of a zip.
type part struct{ name, content string }

const (
	wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
		`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
		`xmlns:v="urn:schemas-microsoft-com:vml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`
	contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	topRelations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	noRelations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`
)

func zipOf(t testing.TB, parts ...part) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, p := range parts {
		w, err := z.Create(p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(p.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wordFile makes a Word file with the given body and further parts.
func wordFile(t testing.TB, body string, more ...part) []byte {
	t.Helper()
	parts := []part{
		{"[Content_Types].xml", contentTypes},
		{"_rels/.rels", topRelations},
		{"word/_rels/document.xml.rels", noRelations},
		{"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document ` + wordNamespaces + `><w:body>` + body + `</w:body></w:document>`},
	}
	return zipOf(t, append(parts, more...)...)
}

func wordPara(text string) string { return `<w:p><w:r><w:t>` + text + `</w:t></w:r></w:p>` }

// pdfBuilder writes PDF objects and the table of where they are.
type pdfBuilder struct {
	out     bytes.Buffer
	offsets []int
}

func (b *pdfBuilder) object(content string) int {
	if b.out.Len() == 0 {
		b.out.WriteString("%PDF-1.7\n")
	}
	b.offsets = append(b.offsets, b.out.Len())
	fmt.Fprintf(&b.out, "%d 0 obj\n%s\nendobj\n", len(b.offsets), content)
	return len(b.offsets)
}

func (b *pdfBuilder) finish(trailer string) []byte {
	xref := b.out.Len()
	fmt.Fprintf(&b.out, "xref\n0 %d\n0000000000 65535 f \n", len(b.offsets)+1)
	for _, o := range b.offsets {
		fmt.Fprintf(&b.out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b.out, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(b.offsets)+1, trailer, xref)
	return b.out.Bytes()
}

// pdfFile makes a PDF whose pages have the given content streams; /F1 is
// Helvetica, /F2 its bold cut, /F3 a Chinese font that is not embedded, /F4 one
// whose codes mean nothing.
func pdfFile(info string, pages ...string) []byte {
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 8+2*i)
	}
	b.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages)))
	b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	b.object("<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light " +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 " +
		"/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>")
	b.object("<< " + info + " >>")
	b.object("<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unknown " +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Unknown /Flags 4 " +
		"/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>")
	for i, content := range pages {
		b.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R /F4 7 0 R >> >> >>", 9+2*i))
		b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	return b.finish("/Root 1 0 R /Info 6 0 R")
}

// show writes a line of text at a place.
func show(font string, size, x, y int, text string) string {
	return fmt.Sprintf("BT /%s %d Tf 1 0 0 1 %d %d Tm (%s) Tj ET\n", font, size, x, y, strings.NewReplacer("(", `\(`, ")", `\)`).Replace(text))
}

// showHan writes Chinese in the font that is not embedded.
func showHan(size, x, y int, text string) string {
	var hex strings.Builder
	for _, r := range text {
		fmt.Fprintf(&hex, "%04X", r)
	}
	return fmt.Sprintf("BT /F3 %d Tf 1 0 0 1 %d %d Tm <%s> Tj ET\n", size, x, y, hex.String())
}

// checkDocument holds a Document to what document.go promises of every one.
func checkDocument(t testing.TB, d *extract.Document) {
	t.Helper()
	if !utf8.ValidString(d.Text) || strings.ContainsRune(d.Text, 0) {
		t.Error("text is not valid UTF-8 without NUL")
	}
	runes := []rune(d.Text)
	for _, r := range runes {
		if r != char.CleanRune(r) {
			t.Fatalf("text holds %U, which XML cannot", r)
		}
	}
	at := 0
	for i, p := range d.Paragraphs {
		if p.Start < at || p.End <= p.Start || p.End > len(runes) {
			t.Fatalf("paragraph %d is [%d,%d) after %d in a text of %d", i, p.Start, p.End, at, len(runes))
		}
		if (p.Kind == extract.Heading) != (p.Level > 0) {
			t.Errorf("paragraph %d is %s of level %d", i, p.Kind, p.Level)
		}
		if gap := string(runes[at:p.Start]); char.HasVisible(gap) {
			t.Errorf("before paragraph %d: %q lies in no paragraph", i, gap)
		}
		if at > 0 && !strings.ContainsAny(string(runes[at:p.Start]), "\n\r\u2028\u2029\u0085") {
			t.Errorf("paragraph %d is not separated from the one before", i)
		}
		at = p.End
	}
	if rest := string(runes[at:]); char.HasVisible(rest) {
		t.Errorf("behind the paragraphs: %q", rest)
	}
	checkPlaces(t, d)
	last := -1
	for i, s := range d.Sections {
		if s.Start <= last || s.End < s.Start || s.End > len(runes) || s.Level < 1 || s.Title == "" {
			t.Errorf("section %d: %+v after start %d", i, s, last)
		}
		last = s.Start
		for _, o := range d.Sections[:i] {
			if s.Start < o.End && (s.End > o.End || s.Level <= o.Level) {
				t.Errorf("section %+v is not nested in %+v", s, o)
			}
		}
	}
	for i, p := range d.Pages {
		if p.Number != i+1 || p.End < p.Start || i == 0 && p.Start != 0 || i > 0 && p.Start != d.Pages[i-1].End {
			t.Errorf("page %d: %+v", i+1, p)
		}
	}
	if n := len(d.Pages); n > 0 && d.Pages[n-1].End != len(runes) {
		t.Errorf("pages end at %d of %d", d.Pages[n-1].End, len(runes))
	}
	for _, f := range d.Flags {
		if f.Start < 0 || f.End < f.Start || f.End > len(runes) || f.Kind == "" {
			t.Errorf("flag %+v outside a text of %d", f, len(runes))
		}
	}
	if d.Method == "" {
		t.Error("no method")
	}
}

// checkPlaces holds the places of paragraphs in tables to what Place promises.
func checkPlaces(t testing.TB, d *extract.Document) {
	t.Helper()
	tables := 0
	var last extract.Place
	for i, p := range d.Paragraphs {
		q := p.Place
		switch {
		case q == extract.Place{}:
		case q.Table < 1 || q.Row < 1 || q.Column < 1 || q.Rows < 1 || q.Columns < 1:
			t.Errorf("paragraph %d stands at %+v", i, q)
		case q.Table == last.Table && (q.Row < last.Row || q.Row == last.Row && q.Column < last.Column):
			t.Errorf("paragraph %d stands at %+v, behind %+v", i, q, last)
		case q.Table != last.Table && q.Table != tables+1:
			t.Errorf("paragraph %d stands in table %d after %d tables", i, q.Table, tables)
		}
		tables = max(tables, q.Table)
		last = q
	}
}

// paragraphTexts lists the paragraphs as "kind text", headings as "h1 text".
func paragraphTexts(d *extract.Document) []string {
	runes := []rune(d.Text)
	out := make([]string, len(d.Paragraphs))
	for i, p := range d.Paragraphs {
		kind := string(p.Kind)
		if p.Kind == extract.Heading {
			kind = fmt.Sprintf("h%d", p.Level)
		}
		out[i] = kind + " " + string(runes[p.Start:p.End])
	}
	return out
}

// lengthy skips a test that takes many seconds, but where all tests are asked
// for, as make test does.
func lengthy(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: takes many seconds")
	}
	if os.Getenv(bombsVariable) == "" {
		testrun.NeedWhole(t)
	}
}

// limited is for lengthy tests that hold reading to its limits of time and memory:
// they are those of the program without the race detector.
func limited(t testing.TB) {
	t.Helper()
	lengthy(t)
	if raceDetector {
		t.Skip("the race detector takes time and memory of its own")
	}
}

// needFont skips a test that reads Chinese PDFs without embedded fonts.
func needFont(t testing.TB) {
	t.Helper()
	if findFont() != "" {
		return
	}
	testrun.Missing(t, "no fallback font: install fonts-wqy-microhei or set "+extract.FontEnvironment)
}
