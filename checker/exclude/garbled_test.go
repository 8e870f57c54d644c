package exclude_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

func TestGarbled(t *testing.T) {
	d := &extract.Document{Text: strings.Repeat("字", 40)}
	d.Pages = []extract.Page{{Span: extract.Span{Start: 0, End: 20}, Number: 1}, {Span: extract.Span{Start: 20, End: 40}, Number: 2, Recognised: true}}
	d.Paragraphs = []extract.Paragraph{{Span: extract.Span{Start: 0, End: 40}}}
	d.Flags = []extract.Flag{
		{Span: extract.Span{Start: 3, End: 9}, Kind: extract.Garbled},
		{Span: extract.Span{Start: 12, End: 15}, Kind: extract.LookAlike},
		{Span: extract.Span{Start: 20, End: 40}, Kind: extract.Garbled},
	}
	want := []exclude.Range{{Start: 3, End: 9, Reason: evidence.ReasonGarbled}}
	if diff := cmp.Diff(want, exclude.New(d, evidence.Identity{}, nil).Alone()); diff != "" {
		t.Error(diff)
	}
}
