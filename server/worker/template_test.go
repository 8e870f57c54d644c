package worker

import (
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What stands in a template does not count, from the upload on in which the
// template comes, and counts again when it is gone.
func TestTemplates(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		form := essay("申报提纲")
		template := upload("模板", form)
		template.Template = true
		r := w.submit(
			forLibrary(upload("过去", form+essay("过去的内容"))),
			forCheck(upload("新的", form+essay("新的内容"))),
			template,
		)
		for i := range r {
			if r[i].Err != nil {
				t.Fatalf("receipt %d: %v", i, r[i].Err)
			}
		}
		if done := w.waitCheck(r[1].Check, record.CheckDone); done.Covered != 0 {
			t.Errorf("%d characters of the template count as copied", done.Covered)
		}
		left := 0
		for _, x := range w.evidence(r[1].Check).Excluded {
			if x.Reason == evidence.ReasonForm && x.Applied {
				left += x.Length
			}
		}
		if left < len([]rune(form))*9/10 {
			t.Errorf("%d characters are left out, the template has %d", left, len([]rune(form)))
		}
		w.waitDocument(r[2].Document, record.DocumentReady)
		if snapshot, err := w.store.Snapshot(t.Context()); err != nil || snapshot.Documents != 1 {
			t.Errorf("%d documents in the library (%v), want 1 without the template", snapshot.Documents, err)
		}
		if _, found := w.search.all()[r[2].Document]; found {
			t.Error("the template is found by full-text search")
		}

		if err := w.pool.DeleteDocument(t.Context(), r[2].Document); err != nil {
			t.Fatal(err)
		}
		again, err := w.pool.CheckDocument(t.Context(), r[1].Document)
		if err != nil {
			t.Fatal(err)
		}
		if done := w.waitCheck(again, record.CheckDone); done.Covered == 0 {
			t.Error("without the template nothing counts as copied")
		}
	})
}

func TestBrokenTemplateFails(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		broken := upload("坏的", " \n\n ")
		broken.Template = true
		r := w.submit(broken)
		if r[0].Err != nil {
			t.Fatal(r[0].Err)
		}
		if d := w.waitDocument(r[0].Document, record.DocumentFailed); d.Failure.Name != record.FailureNoText {
			t.Errorf("failure %q, want %q", d.Failure.Name, record.FailureNoText)
		}
		templates, err := w.store.Templates(t.Context())
		if err != nil || len(templates) != 0 {
			t.Errorf("%d templates (%v), want none", len(templates), err)
		}
	})
}
