package worker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What an officer states to belong to the form counts in no application of the call once it is stated, and in all again
// once the statement is withdrawn; who stated it and why stands in the record.
func TestStatement(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		call := w.newCall(record.Call{Name: "2026"})
		shared := "shared by all"
		var documents []int64
		for i := range 4 {
			documents = append(documents, w.handIn(call, fmt.Sprint(i), part(fmt.Sprint("own ", i), shared)).Document)
		}
		counted := func(want bool) {
			t.Helper()
			for _, d := range documents {
				check := w.shown(d)
				ev := w.evidence(check.ID)
				if got := ev.Scores.Covered > 0; got != want || want && len(ev.Several) != 1 {
					t.Errorf("document %d: %d characters are covered, %d texts are shared by several", d, ev.Scores.Covered, len(ev.Several))
				}
			}
		}
		counted(true)
		check := w.shown(documents[0])
		place := w.evidence(check.ID).Several[0].Places[0]
		extraction, err := w.store.Extraction(context.Background(), documents[0])
		if err != nil {
			t.Fatal(err)
		}
		text := []rune(extraction.Text)[place.Offset : place.Offset+place.Length]
		n, err := w.pool.State(context.Background(), record.Statement{Check: check.ID, Place: place.Offset, Text: string(text), By: "王处", Reason: "省里下发的提纲"})
		if err != nil || n != len(documents) {
			t.Fatalf("%d checks are queued, want %d: %v", n, len(documents), err)
		}
		counted(false)

		form := true
		forms, _, err := w.store.Documents(context.Background(), record.Filter{Form: &form})
		if err != nil || len(forms) != 1 || forms[0].Identity.Title != "省里下发的提纲" || forms[0].Identity.Applicant != "王处" {
			t.Fatalf("forms %+v: %v", forms, err)
		}
		var trail strings.Builder
		err = audit.Each(context.Background(), w.store, func(text []byte, _ string) error {
			trail.Write(text)
			return nil
		}, func(audit.SignedHead) error { return nil })
		if err != nil || !strings.Contains(trail.String(), "省里下发的提纲") {
			t.Errorf("the record does not say why: %v", err)
		}
		if err := w.pool.DeleteDocument(context.Background(), forms[0].ID); err != nil {
			t.Fatal(err)
		}
		counted(true)
	})
}
