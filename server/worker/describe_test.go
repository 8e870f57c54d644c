package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A correction reaches the search at once and relations with the next check.
func TestDescribe(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		r := w.submit(forLibrary(upload("one", essay("a"))), forLibrary(upload("other", essay("a"))))
		for i, applicant := range []string{"张三", "李四"} {
			w.waitDocument(r[i].Document, record.DocumentReady)
			identity := w.document(r[i].Document).Identity
			identity.Title, identity.Applicant = "corrected", applicant
			if err := w.pool.Describe(ctx, r[i].Document, identity); err != nil {
				t.Fatal(err)
			}
			if got := w.document(r[i].Document).Identity; got.Applicant != applicant {
				t.Errorf("document %+v", got)
			}
			if got := w.search.all()[r[i].Document]; !strings.HasPrefix(got, "corrected\n") {
				t.Errorf("search holds %.20q", got)
			}
		}
		relation := func() evidence.Relation {
			t.Helper()
			id, err := w.pool.CheckDocument(ctx, r[0].Document, "")
			if err != nil {
				t.Fatal(err)
			}
			w.waitCheck(id, record.CheckDone)
			sources := w.evidence(id).Sources
			if len(sources) != 1 {
				t.Fatalf("%d sources", len(sources))
			}
			return sources[0].Relation
		}
		if got := relation(); got != evidence.Other {
			t.Errorf("relation %s before the correction", got)
		}
		if err := w.pool.Describe(ctx, r[0].Document, w.document(r[1].Document).Identity); err != nil {
			t.Fatal(err)
		}
		if got := relation(); got != evidence.SameApplicant {
			t.Errorf("relation %s after the correction", got)
		}
		// Who correct different fields at once lose nothing of one another.
		fields := []func(*evidence.Identity){
			func(i *evidence.Identity) { i.Title = "甲" }, func(i *evidence.Identity) { i.Applicant = "乙" }, func(i *evidence.Identity) { i.Number = "丙" },
			func(i *evidence.Identity) { i.Programme = "丁" }, func(i *evidence.Identity) { i.Institution = "戊" },
		}
		failed := make(chan error, len(fields))
		for _, set := range fields {
			go func() {
				failed <- w.pool.ChangeIdentity(ctx, r[1].Document, func(d record.Document) (evidence.Identity, error) {
					time.Sleep(10 * time.Millisecond) // for the others to come
					set(&d.Identity)
					return d.Identity, nil
				})
			}()
		}
		for range fields {
			if err := <-failed; err != nil {
				t.Error(err)
			}
		}
		if got := w.document(r[1].Document).Identity; got.Title+got.Applicant+got.Number+got.Programme+got.Institution != "甲乙丙丁戊" {
			t.Errorf("corrected at once: %+v", got)
		}
		refused := errors.New("not as it was seen")
		if err := w.pool.DeleteDocumentIf(ctx, r[1].Document, func(record.Document) error { return refused }); !errors.Is(err, refused) || w.document(r[1].Document).ID == 0 {
			t.Errorf("deleted though it was refused: %v", err)
		}
		if err := w.pool.Describe(ctx, 1e9, evidence.Identity{}); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of no document: %v", err)
		}
	})
}
