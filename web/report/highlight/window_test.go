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
	for next >= 0 {
		v := whole
		v.Show(next)
		parts++
		if v.Window.Part != parts || v.Paragraphs[0].Start != max(next, 0) || v.Paragraphs[0].Place.Column != 1 {
			t.Fatalf("part %d begins at %d, asked for %d", v.Window.Part, v.Paragraphs[0].Start, next)
		}
		for _, p := range v.Paragraphs {
			if !v.Window.Holds(p.Start) || p.ID != whole.Paragraphs[seen].ID {
				t.Fatalf("paragraph %d is not at its place", seen)
			}
			seen++
		}
		last := whole
		last.Show(v.Window.End)
		if last.Window.Part != parts {
			t.Fatalf("the end of part %d is in part %d", parts, last.Window.Part)
		}
		next = v.Window.Next
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
