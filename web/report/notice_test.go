package report

import (
	"testing"

	"zhiwen/extract"
)

// Every place of a text leads to the paragraph that holds it.
func TestPlaceOf(t *testing.T) {
	d := &extract.Document{Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 0, End: 4}}, {Span: extract.Span{Start: 5, End: 9}}}}
	for at, want := range map[int]string{0: "#at-0", 4: "#at-0", 5: "#at-5", 9: "#at-5", 10: ""} {
		if got := PlaceOf(d, at); got != want {
			t.Errorf("%d leads to %q, want %q", at, got, want)
		}
	}
}
