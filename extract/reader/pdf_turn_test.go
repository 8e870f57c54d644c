package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// turnedLines writes lines on a page of 595 by 842 as seen by who turns the page
// clockwise by quarters.
func turnedLines(quarters int, lines ...string) string {
	var out strings.Builder
	for i, l := range lines {
		m := [...]string{
			fmt.Sprintf("1 0 0 1 72 %d", 700-16*i),
			fmt.Sprintf("0 1 -1 0 %d 72", 200+16*i),
			fmt.Sprintf("-1 0 0 -1 500 %d", 200+16*i),
			fmt.Sprintf("0 -1 1 0 %d 700", 400-16*i),
		}[quarters]
		fmt.Fprintf(&out, "BT /F1 12 Tf %s Tm (%s) Tj ET\n", m, l)
	}
	return out.String()
}

// A page may be written on its side or on its head.
func TestPDFTurnedPage(t *testing.T) {
	want := []string{"body " + strings.Join(lorem, " ")}
	for quarters := range 4 {
		t.Run(fmt.Sprint(quarters), func(t *testing.T) {
			written := turnedLines(quarters, lorem...)
			if diff := cmp.Diff(want, paragraphTexts(mustParse(t, pdfFile("", written)))); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			// The same on a page that is to be turned when it is looked at.
			paper := fmt.Sprintf("/MediaBox [0 0 595 842] /Rotate %d", 90*quarters)
			if diff := cmp.Diff(want, paragraphTexts(mustParse(t, onePage(paper, "", stream("", written))))); diff != "" {
				t.Errorf("paragraphs where the page says so (-want +got):\n%s", diff)
			}
		})
	}
}

// What runs up an upright page stays together, and apart from its text.
func TestPDFTurnedAside(t *testing.T) {
	label := "BT /F1 9 Tf 0 1 -1 0 60 500 Tm (Total runtime) Tj 4 0 Td (\\(seconds\\)) Tj ET\n"
	d := mustParse(t, pdfFile("", setLines("F1", 700, 0, lorem[:1]...)+label+setLines("F1", 684, 0, lorem[1:]...)))
	want := []string{"box Total runtime", "box (seconds)", "body " + strings.Join(lorem, " ")}
	if diff := cmp.Diff(want, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
}

// A stamp along the margin of all pages is as little of the text as a running
// head, and a head is one on a page that was turned too.
func TestPDFTurnedHeads(t *testing.T) {
	const head, stamp = "Application of the Example Fund", "kept by the archive"
	var pages []string
	for i := range 6 {
		page := show("F1", 10, 200, 810, head) + fmt.Sprintf("BT /F1 8 Tf 0 1 -1 0 580 300 Tm (%s) Tj ET\n", stamp)
		if i == 3 {
			page += turnedLines(1, lorem...)
		} else {
			page += setLines("F1", 600, 0, fmt.Sprintf("Page %c has this line.", 'A'+i))
		}
		pages = append(pages, page)
	}
	got := mustParse(t, pdfFile("", pages...)).Text
	if strings.Contains(got, head) || strings.Contains(got, stamp) || !strings.Contains(got, strings.Join(lorem, " ")) {
		t.Errorf("got %q", got)
	}
}
