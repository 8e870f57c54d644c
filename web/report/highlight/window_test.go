package highlight

import (
	"strings"
	"testing"

	"zhiwen/extract"
)

// The parts of a text hold every paragraph once, whatever character is asked for, and begin with a row.
func TestShow(t *testing.T) {
	var whole Text
	at := 0
	for row := 1; row <= 600; row++ {
		for column := 1; column <= 40; column++ {
			whole.Paragraphs = append(whole.Paragraphs,
				paragraphOf(at, "数", extract.Place{Table: 1, Row: row, Column: column, Rows: 1, Columns: 1}))
			at += 2
		}
	}
	next, parts, seen := 0, 0, 0
	for {
		v := whole
		v.Show(next)
		parts++
		if v.Window.Part != parts || v.Paragraphs[0].Start != next || v.Paragraphs[0].Place.Column != 1 {
			t.Fatalf("part %d begins at %d, asked for %d", v.Window.Part, v.Paragraphs[0].Start, next)
		}
		for _, p := range v.Paragraphs {
			if !v.Window.Holds(p.Start) || p.ID != whole.Paragraphs[seen].ID {
				t.Fatalf("paragraph %d is not at its place", seen)
			}
			seen++
		}
		if next = v.Window.Next; next < 0 {
			break
		}
		last := whole
		last.Show(next - 1)
		if last.Window.Part != parts {
			t.Fatalf("the end of part %d is in part %d", parts, last.Window.Part)
		}
	}
	if parts != 2 || seen != len(whole.Paragraphs) {
		t.Errorf("%d parts with %d paragraphs", parts, seen)
	}
	usual := Text{Paragraphs: whole.Paragraphs[:4_000]}
	if usual.Show(5); usual.Window.Parts != 0 || len(usual.Paragraphs) != 4_000 {
		t.Error("a usual text is cut")
	}
}

// A paragraph without end is shown as several, with all its characters.
func TestLongParagraph(t *testing.T) {
	text := strings.Repeat("文", 2*mostParagraph+5)
	d := &extract.Document{Text: text, Paragraphs: []extract.Paragraph{{Span: extract.Span{End: 2*mostParagraph + 5}, Kind: extract.Body}}}
	v := Document(Input{Document: d})
	var got strings.Builder
	for _, p := range v.Paragraphs {
		for _, r := range p.Runs {
			for _, piece := range r.Pieces {
				got.WriteString(piece.Text)
			}
		}
	}
	if len(v.Paragraphs) != 3 || got.String() != text {
		t.Errorf("%d paragraphs, %d bytes", len(v.Paragraphs), got.Len())
	}
}

// Where a paragraph without end is shown in two parts, each place in it is in one of them.
func TestPartsOfLongParagraph(t *testing.T) {
	n := 30 * mostParagraph
	d := &extract.Document{Text: strings.Repeat("文", n), Paragraphs: []extract.Paragraph{{Span: extract.Span{End: n}, Kind: extract.Body}}}
	first := Document(Input{Document: d})
	last := first
	first.Show(0)
	last.Show(n)
	for start := 0; start < n; start += mostParagraph {
		if first.Window.Holds(start) == last.Window.Holds(start) {
			t.Errorf("parts 1 and %d of %d both hold %d, or neither", last.Window.Part, last.Window.Parts, start)
		}
	}
}
