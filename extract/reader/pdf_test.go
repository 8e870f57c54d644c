package reader

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/pdf"
	"zhiwen/internal/testrun"
)

// lorem are lines of about one width in Helvetica 12.
var lorem = []string{
	"The proposal studies how graph neural networks can be explained to people",
	"who are not experts. It builds on the earlier work of the group and adds a",
	"method that scores each edge of the graph in a single pass over the data.",
}

// narrow are lines of a column, of about one width.
var narrow = []string{
	"The proposal studies how graph networks",
	"can be explained to people who are not",
	"experts in it and builds on earlier work",
}

// inner is a line narrower than the text around it.
const inner = "people who are not experts but who decide on what is funded"

// setBlock sets three full lines of a quotation.
func setBlock(font string, x, y int) string {
	return show(font, 12, x, y, inner) + show(font, 12, x, y-16, inner) + show(font, 12, x, y-32, inner)
}

// setColumn sets a column of twelve full lines.
func setColumn(font string, x int) string {
	var out strings.Builder
	for i := range 12 {
		out.WriteString(show(font, 12, x, 700-i*16, narrow[i%len(narrow)]))
	}
	return out.String()
}

// setLines writes lines from height y down, the first one indented.
func setLines(font string, y int, indent int, lines ...string) string {
	var out strings.Builder
	for i, l := range lines {
		x := 72
		if i == 0 {
			x += indent
		}
		out.WriteString(show(font, 12, x, y-i*16, l))
	}
	return out.String()
}

func TestPDFParagraphs(t *testing.T) {
	t.Parallel()
	joined := strings.Join(lorem, " ")
	for _, c := range []struct {
		name  string
		pages []string
		want  []string
	}{
		{"lines are joined", []string{setLines("F1", 700, 0, lorem...)}, []string{"body " + joined}},
		{"a short line ends a paragraph", []string{setLines("F1", 700, 0, append(lorem[:2:2], "the end.", lorem[0], lorem[1])...)},
			[]string{"body " + lorem[0] + " " + lorem[1] + " the end.", "body " + lorem[0] + " " + lorem[1]}},
		{"an indent begins one", []string{setLines("F1", 700, 24, lorem...) + setLines("F1", 652, 24, lorem...)}, []string{"body " + joined, "body " + joined}},
		{"a gap parts them", []string{setLines("F1", 700, 0, lorem...) + setLines("F1", 620, 0, lorem...)}, []string{"body " + joined, "body " + joined}},
		{"a paragraph goes over the page", []string{setLines("F1", 120, 0, lorem[:2]...), setLines("F1", 760, 0, lorem[2:]...)}, []string{"body " + joined}},
		{"hyphens at line ends", []string{setLines("F1", 700, 0, lorem[0][:60]+"expla-", "nation of what is meant by the words that stand on this long line", "end.")},
			[]string{"body " + lorem[0][:60] + "explanation of what is meant by the words that stand on this long line end."}},
		{"headings by number and weight", []string{show("F2", 16, 72, 740, "1 Introduction") + setLines("F1", 700, 0, lorem...) + show("F2", 13, 72, 640, "1.1 Methods") + setLines("F1", 610, 0, lorem...)},
			[]string{"h1 1 Introduction", "body " + joined, "h2 1.1 Methods", "body " + joined}},
		{"cells of a table", []string{setLines("F1", 700, 0, lorem...) + show("F1", 12, 72, 640, "Name") + show("F1", 12, 250, 640, "Value") + show("F1", 12, 72, 620, "length") + show("F1", 12, 250, 620, "12 m")},
			[]string{"body " + joined, "cell Name", "cell Value", "cell length", "cell 12 m"}},
		{"a centred title of two lines", []string{show("F2", 16, 75, 760, "Explanations of graph neural networks for the public") + show("F2", 16, 180, 740, "and for its representatives") + setLines("F1", 700, 0, lorem...)},
			[]string{"body Explanations of graph neural networks for the public and for its representatives", "body " + joined}},
		{"a block within the margins", []string{setLines("F1", 740, 0, lorem...) + setBlock("F1", 100, 680) + show("F1", 12, 100, 632, "of it.") + setLines("F1", 600, 0, lorem...)},
			[]string{"body " + joined, "body " + strings.Repeat(inner+" ", 3) + "of it.", "body " + joined}},
		{"two columns", []string{setColumn("F1", 50) + setColumn("F1", 310)}, []string{"body " + strings.Repeat(strings.Join(narrow, " ")+" ", 7) + strings.Join(narrow, " ")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", c.pages...))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if len(d.Pages) != len(c.pages) || d.Method != "pdf/pdfium" {
				t.Errorf("%d pages by %s, want %d", len(d.Pages), d.Method, len(c.pages))
			}
		})
	}
}

// What stands in a form object is judged as if it stood on the page.
func TestPDFFormObjects(t *testing.T) {
	for _, c := range []struct {
		name, form, want string
		kept             int
	}{
		{"white", "BT 1 1 1 rg /F1 12 Tf 1 0 0 1 72 500 Tm (in white) Tj ET", "seen", 1},
		{"invisible", "BT 3 Tr /F1 12 Tf 1 0 0 1 72 500 Tm (not drawn) Tj ET", "seen", 1},
		{"white on a bar", "0 0 0 rg 60 490 300 40 re f BT 1 1 1 rg /F1 12 Tf 1 0 0 1 72 500 Tm (on black) Tj ET", "seen\non black", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b pdfBuilder
			b.object("<< /Type /Catalog /Pages 2 0 R >>")
			b.object("<< /Type /Pages /Kids [4 0 R] /Count 1 >>")
			b.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
			b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >> >>")
			page := show("F1", 12, 72, 700, "seen") + "q 0.5 0 0 0.5 10 20 cm /X Do Q\n"
			b.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(page), page))
			b.object(fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Matrix [2 0 0 2 0 -100] /Resources << /Font << /F1 3 0 R >> >> /Length %d >>\nstream\n%s\nendstream", len(c.form), c.form))
			d, err := Parse(context.Background(), "f", b.finish("/Root 1 0 R"), extract.Options{CacheDir: testCache})
			if err != nil {
				t.Fatal(err)
			}
			if d.Text != c.want || len(d.Flags) != c.kept {
				t.Errorf("text %q, flags %+v", d.Text, d.Flags)
			}
		})
	}
}

// A line that stands out above a paragraph is a heading without a number; one
// on the cover, a caption or a label is not.
func TestPDFPlainHeadings(t *testing.T) {
	page := show("F2", 12, 72, 780, "Grant Office") +
		show("F2", 12, 72, 750, "1 Introduction") + setLines("F1", 720, 0, lorem...) +
		show("F2", 12, 72, 620, "Earlier studies") + setLines("F1", 590, 0, lorem...) +
		show("F2", 12, 72, 490, "Table 1") + setLines("F1", 460, 0, lorem...) +
		show("F2", 12, 72, 360, "Applicant:") + setLines("F1", 330, 0, lorem...) +
		show("F2", 12, 72, 230, "Open questions") + show("F1", 12, 72, 200, "short")
	d, err := Parse(context.Background(), "f", pdfFile("", page), extract.Options{CacheDir: testCache})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range d.Sections {
		got = append(got, fmt.Sprintf("%d %s", s.Level, s.Title))
	}
	if diff := cmp.Diff([]string{"1 1 Introduction", "2 Earlier studies"}, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

func TestPDFPagesAndRunningHeads(t *testing.T) {
	var pages []string
	for i := range 5 {
		pages = append(pages, show("F1", 10, 200, 810, "Application 2025-17 of the Example Fund")+
			setLines("F1", 700, 0, fmt.Sprintf("Page %c has this line and no other page has it.", 'A'+i))+
			show("F1", 10, 290, 30, fmt.Sprint(i+1)))
	}
	pages = append(pages[:2], append([]string{""}, pages[2:]...)...) // an empty page in between
	pages[0] += setLines("F1", 684, 0, "A study of explanations, by Jane Doe.")
	d := mustParse(t, pdfFile("/Title (A study of explanations) /Author (Jane Doe)", pages...))
	runes := []rune(d.Text)
	var got []string
	for _, p := range d.Pages {
		got = append(got, strings.TrimSpace(string(runes[p.Start:p.End])))
	}
	want := []string{"Page A has this line and no other page has it. A study of explanations, by Jane Doe.", "Page B has this line and no other page has it.", "",
		"Page C has this line and no other page has it.", "Page D has this line and no other page has it.", "Page E has this line and no other page has it."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(extract.Metadata{Title: "A study of explanations", Applicant: "Jane Doe"}, d.Metadata, apartFromPlaces); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}

// grayImage draws a picture of the given size, in points, above its lower left corner
// at 72, 100.
func grayImage(width, height int) string {
	return fmt.Sprintf("q %d 0 0 %d 72 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n", width, height)
}

func TestPDFUnseenText(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	seen := setLines("F1", 700, 0, lorem...)
	for _, c := range []struct {
		name, add string
		want      []string // of flags
	}{
		{"invisible", "BT /F1 12 Tf 3 Tr 1 0 0 1 72 600 Tm (secret words) Tj ET 0 Tr", []string{"secret words"}},
		{"white", "1 1 1 rg " + show("F1", 12, 72, 600, "secret words"), []string{"secret words"}},
		{"white on black", "0 0 0 rg 60 590 300 30 re f 1 1 1 rg " + show("F1", 12, 72, 600, "seen words"), nil},
		{"tiny", show("F1", 1, 72, 600, "secret words"), []string{"secret words"}},
		{"off the page", show("F1", 12, 72, 900, "secret words"), []string{"secret words"}},
		{"invisible on a scan of a part of the page", grayImage(450, 400) + "BT /F1 12 Tf 3 Tr 1 0 0 1 90 300 Tm (seen words) Tj ET 0 Tr", nil},
		{"invisible beside it", grayImage(450, 400) + "BT /F1 12 Tf 3 Tr 1 0 0 1 90 40 Tm (secret words) Tj ET 0 Tr", []string{"secret words"}},
		{"invisible on a small picture", grayImage(200, 300) + "BT /F1 12 Tf 3 Tr 1 0 0 1 90 300 Tm (secret words) Tj ET 0 Tr", []string{"secret words"}},
		{"at an angle", "BT /F1 60 Tf 0.7 0.7 -0.7 0.7 150 200 Tm (DRAFT) Tj ET", nil},
		{"leaning, for want of italics", "BT /F1 12 Tf 1 0 0.33 1 72 600 Tm (seen words) Tj ET", nil},
		{"of the size of one at an angle", "BT /F1 12 Tf 0.7 0.7 -0.7 0.7 150 200 Tm (DRAFT) Tj ET " + show("F1", 12, 72, 600, "seen words"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", seen+c.add))
			var got []string
			for _, f := range d.Flags {
				if f.Kind != extract.HiddenText {
					t.Errorf("flag %+v", f)
				}
				got = append(got, f.Text)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			for _, unwanted := range []string{"secret", "DRAFT"} {
				if strings.Contains(d.Text, unwanted) {
					t.Errorf("text holds %q: %q", unwanted, d.Text)
				}
			}
			if strings.Contains(c.add, "seen words") && !strings.Contains(d.Text, "seen words") {
				t.Errorf("text lacks what is seen: %q", d.Text)
			}
		})
	}
}

func TestPDFChineseNotEmbedded(t *testing.T) {
	needFont(t)
	lines := []string{"近年来，随着国家重大战略需求的提出，图神经网络的可解释性研究取得了重", "要进展，但在样本不足的条件下仍有许多问题没有解决，需要进一步研究。"}
	d := mustParse(t, pdfFile("", showHan(16, 200, 740, "一、立项依据")+showHan(12, 96, 700, lines[0])+showHan(12, 72, 680, lines[1])))
	if diff := cmp.Diff([]string{"h1 一、立项依据", "body " + lines[0] + lines[1]}, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
}

// What is recognised by scanners' programs stands letter by letter in fonts
// that are not embedded.
func TestPDFLoneLetters(t *testing.T) {
	needFont(t)
	d := mustParse(t, pdfFile("", showHan(12, 72, 700, "学号")+showHan(12, 120, 700, "1")+showHan(12, 140, 700, "A")+showHan(12, 160, 700, "l")))
	if got := strings.Join(strings.Fields(d.Text), ""); got != "学号1Al" {
		t.Errorf("got %q", d.Text)
	}
}

func TestPDFWithoutFont(t *testing.T) {
	o, err := withDefaults(extract.Options{CacheDir: testCache})
	if err != nil {
		t.Fatal(err)
	}
	o.Font = "" // as on a machine that has none
	d, err := parse(context.Background(), pdfFile("", showHan(12, 72, 700, "近年来研究取得进展")+show("F1", 12, 72, 600, "Latin words")), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkNotices(t, d, "no-font 1")
}

func TestPDFRefused(t *testing.T) {
	t.Parallel()
	whole := pdfFile("", setLines("F1", 700, 0, lorem...))
	for _, c := range []struct {
		name string
		data []byte
		o    extract.Options
		want error
	}{
		{"no text", pdfFile("", "0 0 0 rg 100 100 300 300 re f"), extract.Options{}, extract.ErrNoText},
		{"nothing behind the header", []byte("%PDF-1.7\n%%EOF\n"), extract.Options{}, extract.ErrDamaged},
		{"too many pages", pdfFile("", "", "", ""), extract.Options{MaxPages: 2}, extract.ErrLimits},
		{"too many characters", whole, extract.Options{MaxCharacters: 50}, extract.ErrLimits},
		{"too large", whole, extract.Options{MaxBytes: 100}, extract.ErrTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.CacheDir = testCache
			_, err := Parse(context.Background(), "f.pdf", c.data, c.o)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "f.pdf: ") {
				t.Errorf("%v does not name the file", err)
			}
		})
	}
	t.Run("cut in the middle is read or refused", func(t *testing.T) {
		d, err := Parse(context.Background(), "f.pdf", whole[:len(whole)*2/3], extract.Options{CacheDir: testCache})
		if err == nil {
			checkDocument(t, d)
		} else if extract.ErrorName(err) == "" {
			t.Errorf("untyped error: %v", err)
		}
	})
}

func TestSecondOpinion(t *testing.T) {
	o, err := withDefaults(extract.Options{CacheDir: testCache})
	if err != nil {
		t.Fatal(err)
	}
	// Glyph numbers of a font of which nothing else is known.
	bad := "BT /F4 12 Tf 1 0 0 1 72 700 Tm <" + strings.Repeat("0123045607890ABC", 10) + "> Tj ET"
	data := pdfFile("", setLines("F1", 700, 0, lorem...), bad)
	asked := []int{}
	d, err := parse(context.Background(), data, o, func(_ context.Context, _ []byte, _ extract.Options, pages []int) (map[int]string, error) {
		asked = pages
		return map[int]string{2: strings.Repeat("What the other reader says of it.\n", 3)}, nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, d)
	if diff := cmp.Diff([]int{2}, asked); diff != "" {
		t.Errorf("asked for pages (-want +got):\n%s", diff)
	}
	if !strings.Contains(d.Text, "What the other reader says") || d.Method != "pdf/pdfium+ledongthuc" {
		t.Errorf("%s: %q", d.Method, d.Text)
	}
	texts, err := pdf.SecondTexts(context.Background(), data, o, []int{1})
	if err != nil || !strings.Contains(char.OneLine(texts[1]), "graph neural networks") {
		t.Errorf("the second reader says %q, %v", texts[1], err)
	}
}

// Pages of nothing but a number still have a text.
func TestPDFNothingButNumbers(t *testing.T) {
	d := mustParse(t, pdfFile("", show("F1", 12, 290, 810, "Page 1"), show("F1", 12, 290, 810, "Page 2")))
	if got := strings.Join(strings.Fields(d.Text), " "); got != "Page 1 Page 2" {
		t.Errorf("got %q", got)
	}
}
