package web

import (
	"bytes"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/extract"
)

// What is kept out in the same words on several pages is one place to note, which says on how many.
func TestFlagOnPages(t *testing.T) {
	store := richStore(t)
	e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	e.Document.Flags = []evidence.Flag{
		{Kind: string(extract.HiddenText), Text: "a covered label", Pages: 12},
		{Kind: string(extract.HiddenText), Text: "white words"},
	}
	store.evidence[1] = evidencetest.Encode(t, e)
	s, _ := testSite(t, store)
	for _, place := range []string{"/checks/1", "/checks/1/report.html"} {
		items := all(one(t, get(t, s.handler(), place).page, "ul.flags"), "li")
		if len(items) != 2 {
			t.Fatalf("%s has %d places to note, want 2", place, len(items))
		}
		if said := text(items[0]); !strings.Contains(said, "a covered label") || !strings.Contains(said, "on 12 pages") {
			t.Errorf("%s says %q", place, said)
		}
		if said := text(items[1]); strings.Contains(said, "pages") {
			t.Errorf("%s says %q of a place on one page", place, said)
		}
	}
}
