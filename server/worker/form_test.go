package worker

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What stands in a blank form does not count, from the upload on in which the
// form comes, and counts again when it is gone.
func TestForms(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		prompts := essay("申报提纲")
		form := upload("空白表", prompts)
		form.Form = true
		r := w.submit(
			forLibrary(upload("过去", prompts+essay("过去的内容"))),
			forCheck(upload("新的", prompts+essay("新的内容"))),
			form,
		)
		for i := range r {
			if r[i].Err != nil {
				t.Fatalf("receipt %d: %v", i, r[i].Err)
			}
		}
		if done := w.waitCheck(r[1].Check, record.CheckDone); done.Covered != 0 {
			t.Errorf("%d characters of the form count as copied", done.Covered)
		}
		left := 0
		for _, x := range w.evidence(r[1].Check).Excluded {
			if x.Reason == evidence.ReasonForm && x.Applied {
				left += x.Length
			}
		}
		if left < len([]rune(prompts))*9/10 {
			t.Errorf("%d characters are left out, the form has %d", left, len([]rune(prompts)))
		}
		w.waitDocument(r[2].Document, record.DocumentReady)
		if snapshot, err := w.store.Snapshot(t.Context(), 0); err != nil || snapshot.Documents != 1 {
			t.Errorf("%d documents in the library (%v), want 1 without the form", snapshot.Documents, err)
		}
		if _, found := w.search.all()[r[2].Document]; found {
			t.Error("the form is found by full-text search")
		}

		if err := w.pool.DeleteDocument(t.Context(), r[2].Document); err != nil {
			t.Fatal(err)
		}
		again, err := w.pool.CheckDocument(t.Context(), r[1].Document, "")
		if err != nil {
			t.Fatal(err)
		}
		if done := w.waitCheck(again, record.CheckDone); done.Covered == 0 {
			t.Error("without the form nothing counts as copied")
		}
	})
}

func TestBrokenFormFails(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		broken := upload("坏的", " \n\n ")
		broken.Form = true
		r := w.submit(broken)
		if r[0].Err != nil {
			t.Fatal(r[0].Err)
		}
		if d := w.waitDocument(r[0].Document, record.DocumentFailed); d.Failure.Name != record.FailureNoText {
			t.Errorf("failure %q, want %q", d.Failure.Name, record.FailureNoText)
		}
		forms, err := w.store.Forms(t.Context())
		if err != nil || len(forms) != 0 {
			t.Errorf("%d forms (%v), want none", len(forms), err)
		}
	})
}
