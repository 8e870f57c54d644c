package checker

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/extract"
)

// Evidence says what of the document was not compared.
func TestNoticesInEvidence(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	document, texts := twoSources()
	in := input(document)
	in.Document.Pages = []extract.Page{{Number: 1}, {Number: 2}, {Number: 3}, {Number: 4}}
	in.Document.Notices = []extract.Notice{{Kind: extract.Scanned, Pages: []int{1, 3, 4}}, {Kind: extract.ObjectUnread, Count: 2}}
	ev := check(t, e, in, library(e, texts...))
	want := []evidence.Notice{
		{Kind: "scanned", FirstPage: 1, LastPage: 1}, {Kind: "scanned", FirstPage: 3, LastPage: 4},
		{Kind: "object-unread", Count: 2}, {Kind: "blank", FirstPage: 2, LastPage: 2},
	}
	if diff := cmp.Diff(want, ev.Document.Notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
	if err := evidence.Validate(evidencetest.Encode(t, ev)); err != nil {
		t.Error(err)
	}
}
