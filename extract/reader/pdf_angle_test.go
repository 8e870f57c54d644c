package reader

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/internal/testrun"
)

// tilted writes lines that rise by degrees, the first one beginning at x, y.
func tilted(font string, size, degrees, x, y float64, lines ...string) string {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	var out strings.Builder
	for i, l := range lines {
		down := float64(i) * size * 4 / 3
		fmt.Fprintf(&out, "BT /%s %g Tf %.6f %.6f %.6f %.6f %.3f %.3f Tm (%s) Tj ET\n", font, size, cos, sin, -sin, cos, x+down*sin, y-down*cos, l)
	}
	return out.String()
}

// tiltedWords writes them as programs do that recognise scans: word by word.
func tiltedWords(degrees, x, y float64, lines ...string) string {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	var out strings.Builder
	for i, l := range lines {
		down, along := float64(i)*16, 0.0
		for word := range strings.FieldsSeq(l) {
			out.WriteString(tilted("F1", 12, degrees, x+down*sin+along*cos, y-down*cos+along*sin, word))
			along += 7 * float64(len(word)+1)
		}
	}
	return out.String()
}

// leaning writes a line that rises by degrees in letters that lean, its blanks gaps.
func leaning(degrees, x, y float64, line string) string {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return fmt.Sprintf("BT /F1 12 Tf %.6f %.6f %.6f %.6f %g %g Tm [(%s)] TJ ET\n", cos, sin, 0.3*cos-sin, 0.3*sin+cos, x, y, strings.ReplaceAll(line, " ", ") -278 ("))
}

// further are lines as wide as lorem's.
var further = []string{
	"What was found so far holds for graphs of a few thousand nodes; those of the",
	"grid and of the railways are larger by a factor of ten, and they change while",
	"they are looked at. The second part of the project asks what is kept then of",
	"an explanation, and how long somebody who relies on it may go on to do that.",
}

// A page is read as it was written, whatever the angle.
func TestPDFPageAtAnAngle(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	text := append(further[:4:4], "the end.")
	want := []string{"body " + strings.Join(text, " "), "body " + strings.Join(lorem, " ")}
	for _, degrees := range []float64{0.5, 1, 2, 3, 5, 8, 12, 30, 45, 60, 88, 93, 135, 200, 250, 300, 330, 352, 358} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			// The middle of the text in the middle of the page.
			page := tilted("F1", 12, degrees, 297-200*cos-80*sin, 421-200*sin+80*cos, append(text, lorem...)...)
			if diff := cmp.Diff(want, paragraphTexts(mustParse(t, pdfFile("", page)))); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			page = tiltedWords(degrees, 297-240*cos-40*sin, 421-240*sin+40*cos, text...)
			if got := char.OneLine(mustParse(t, pdfFile("", page)).Text); got != strings.Join(text, " ") {
				t.Errorf("word by word: %q", got)
			}
		})
	}
}

// The last page of such a document has few lines, at the height of the others'.
func TestPDFPagesAtAnAngle(t *testing.T) {
	d := mustParse(t, pdfFile("", tilted("F1", 12, 30, 100, 300, further...), tilted("F1", 12, 30, 100, 300, lorem[:2]...)))
	if got, want := char.OneLine(d.Text), strings.Join(append(further[:4:4], lorem[:2]...), " "); got != want || len(d.Flags) > 0 {
		t.Errorf("got %q, flags %+v", got, d.Flags)
	}
}

// Letters that lean, for want of italics, are measured as they stand.
func TestPDFLeaningAtAnAngle(t *testing.T) {
	for _, degrees := range []float64{-80, -40, -10, -2, 0, 2, 10, 40, 80, 130} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			page := leaning(degrees, 297-200*cos, 421-200*sin, lorem[0])
			if got := mustParse(t, pdfFile("", page)).Text; got != lorem[0] {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Text on the slant stands behind what is level, and is read as lines.
func TestPDFTextAtAnAngle(t *testing.T) {
	t.Parallel()
	joined := strings.Join(lorem, " ")
	level := setLines("F1", 780, 0, lorem...) + setLines("F1", 100, 0, lorem...)
	for _, c := range []struct {
		name, add string
		want      []string
	}{
		{"a paragraph rising", tilted("F1", 12, 45, 150, 250, lorem...), []string{"box " + joined}},
		{"one falling", tilted("F1", 12, -30, 100, 600, lorem...), []string{"box " + joined}},
		{"one on its head", tilted("F1", 12, 160, 500, 300, lorem...), []string{"box " + joined}},
		{"two of different angles", tilted("F1", 10, 45, 100, 250, lorem...) + tilted("F1", 10, -20, 150, 650, lorem[1:]...),
			[]string{"box " + joined, "box " + strings.Join(lorem[1:], " ")}},
		{"a long line", tilted("F1", 10, 40, 150, 250, lorem[0]), []string{"box " + lorem[0]}},
		{"labels of an axis", tilted("F1", 8, 45, 100, 300, "2019") + tilted("F1", 8, 45, 130, 300, "2020") + tilted("F1", 8, 45, 160, 300, "2021"), nil},
		{"askew by a little", tilted("F1", 12, 4, 72, 500, lorem...), []string{"body " + joined}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := append(append([]string{"body " + joined}, c.want...), "body "+joined)
			if diff := cmp.Diff(want, paragraphTexts(mustParse(t, pdfFile("", level+c.add)))); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPDFWatermarks(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	const notice = "Only for the review of this call; not to be copied or passed on"
	tiles := func(texts ...string) string {
		var out strings.Builder
		for row := range 9 {
			for column := range 3 {
				out.WriteString(tilted("F1", 12, 30, float64(200*column-60), float64(100*row-20), texts...))
			}
		}
		return out.String()
	}
	for _, c := range []struct {
		name  string
		pages int
		mark  func(page int) string
		flags []string
	}{
		{"large, on one page", 1, func(int) string { return tilted("F1", 60, 45, 150, 200, "DRAFT") }, nil},
		{"long and large, on one page", 1, func(int) string { return tilted("F1", 30, 45, 50, 100, "CONFIDENTIAL - DO NOT COPY THIS") }, []string{"CONFIDENTIAL - DO NOT COPY THIS"}},
		{"on all pages", 5, func(int) string { return tilted("F1", 20, 45, 150, 200, "Example Fund 2025") }, nil},
		{"on all pages but the cover", 5, func(page int) string {
			if page == 0 {
				return ""
			}
			return tilted("F1", 14, 45, 150, 200, "Example Fund 2025")
		}, nil},
		{"a notice on all pages", 5, func(int) string { return tilted("F1", 12, 45, 100, 200, notice) }, []string{notice}},
		{"all over one page", 1, func(int) string { return tiles("Jane Doe") }, nil},
		{"of two lines, all over one page", 1, func(int) string { return tiles("Jane Doe", "2025-03-17") }, nil},
		{"line after line of the same", 1, func(int) string {
			return tilted("F1", 12, 30, 50, 250, strings.Repeat("Jane Doe ", 5), strings.Repeat("Jane Doe ", 6), strings.Repeat("Jane Doe ", 4))
		}, nil},
		{"who and when, otherwise on each page", 4, func(page int) string {
			return tilted("F1", 14, 40, 150, 200, []string{"Ann Lee", "Robert Miller", "Zoe", "Christopher Young"}[page]+" 2025-03-1"+fmt.Sprint(page))
		}, []string{"Robert Miller 2025-03-11", "Christopher Young 2025-03-13"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pages, want []string
			for i := range c.pages {
				own := fmt.Sprintf("Page %c has this line.", 'A'+i)
				pages = append(pages, c.mark(i)+setLines("F1", 600, 0, append(lorem[:3:3], own)...))
				want = append(want, "body "+strings.Join(lorem, " ")+" "+own)
			}
			d := mustParse(t, pdfFile("", pages...))
			if diff := cmp.Diff(want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			var flags []string
			for _, f := range d.Flags {
				flags = append(flags, f.Text)
				if f.Kind != extract.Watermark {
					t.Errorf("%q is flagged as %s", f.Text, f.Kind)
				}
			}
			if diff := cmp.Diff(c.flags, flags); diff != "" {
				t.Errorf("kept as evidence (-want +got):\n%s", diff)
			}
		})
	}
}

// A scan with a watermark over it is a scan, and a picture under text is none.
func TestPDFWatermarkOnScan(t *testing.T) {
	var marks strings.Builder
	for row := range 9 {
		marks.WriteString(tilted("F1", 12, 30, 100, float64(90*row), "Jane Doe 2025-03-17"))
	}
	o := extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract}
	_, err := Parse(context.Background(), "f", pdfFile("", grayImage(450, 700)+marks.String()), o)
	if p := picturesOf(err); p == nil || len(p.Pages) != 1 {
		t.Errorf("of a scan: %v", err)
	}
	d, err := Parse(context.Background(), "f", pdfFile("", grayImage(450, 700)+tilted("F1", 12, 30, 100, 300, further...)), o)
	if err != nil || d.Text != strings.Join(further, " ") {
		t.Errorf("of text over a picture: %v, %+v", err, d)
	}
}

// What nobody sees is evidence at any angle.
func TestPDFUnseenAtAnAngle(t *testing.T) {
	page := setLines("F1", 780, 0, lorem...) + "1 1 1 rg " + tilted("F1", 12, 30, 100, 300, lorem...)
	d := mustParse(t, pdfFile("", page))
	if len(d.Flags) == 0 || d.Flags[0].Kind != extract.HiddenText || strings.Count(d.Text, lorem[0]) != 1 {
		t.Errorf("text %q, flags %+v", d.Text, d.Flags)
	}
	var kept strings.Builder
	for _, f := range d.Flags {
		kept.WriteString(f.Text + " ")
	}
	if got := char.OneLine(kept.String()); got != strings.Join(lorem, " ") {
		t.Errorf("kept %q", got)
	}
}
