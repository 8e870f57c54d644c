package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// A library whose units were made in another way is indexed anew from its texts,
// whatever happens meanwhile; checks wait for all of it, and what was checked
// before stays.
func TestIndexAnew(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		const documents = 3
		var past []int64
		var done int64
		var before []byte
		corrected := evidence.Identity{Title: "题目"}
		t.Run("before", func(t *testing.T) {
			w := newWorld(t, c).start()
			for i := range documents {
				past = append(past, w.submitOne(forLibrary(upload(fmt.Sprint("past", i), "申请人：李四\n课题组成员：王五、赵六\n"+essay(fmt.Sprint(i))))).Document)
			}
			for _, id := range past {
				w.waitDocument(id, record.DocumentReady)
			}
			done = w.submitOne(forCheck(upload("old", essay("0")))).Check
			w.waitCheck(done, record.CheckDone)
			var err error
			if before, err = w.store.Evidence(ctx, done); err != nil {
				t.Fatal(err)
			}
			// Somebody takes back the applicant, whom the text names.
			if got := w.document(past[1]).Identity.Applicant; got != "李四" {
				t.Fatalf("the applicant is %q: the test shows nothing", got)
			}
			if err := w.pool.Describe(ctx, past[1], corrected); err != nil {
				t.Fatal(err)
			}
			// An earlier version did not look for those who take part.
			librarytest.Exec(t, w.store, `UPDATE documents SET people = '{}' WHERE id = $1`, past[0])
			if got := w.document(past[0]).Identity.Participants; len(got) != 0 {
				t.Fatalf("participants %v", got)
			}
			w.stop()
		})
		c.IndexKey += "x"
		killServer(t, c, killInUnits)

		// What was half done is not there.
		w := newWorld(t, c)
		ready := 0
		for _, id := range past {
			d := w.document(id)
			units := librarytest.Exec(t, w.store, `UPDATE sentences SET ordinal = ordinal WHERE doc_id = $1`, id)
			if (units > 0) != (d.State == record.DocumentReady) {
				t.Errorf("document %d is %s with %d units", id, d.State, units)
			}
			if d.State == record.DocumentReady {
				ready++
			}
		}
		if ready >= documents {
			t.Errorf("all %d documents were ready at the kill: the test shows nothing", ready)
		}
		// A check of an old document is about the whole library too.
		w.start()
		again, err := w.pool.Retry(ctx, done, "")
		if err != nil {
			t.Fatal(err)
		}
		w.waitCheck(again, record.CheckDone)
		if e := w.evidence(again); e.Library.Documents != documents || len(e.Sources) != 1 || e.Sources[0].ID != past[0] {
			t.Errorf("the check saw %d documents and has %d sources", e.Library.Documents, len(e.Sources))
		}
		for _, id := range past {
			w.waitDocument(id, record.DocumentReady)
		}
		if got := w.document(past[1]).Identity; got.Title != corrected.Title || got.Applicant != "" {
			t.Errorf("the correction is lost: %+v", got)
		}
		if got := w.document(past[0]).Identity.Participants; len(got) != 2 || got[0].Name != "王五" {
			t.Errorf("participants of a document of an earlier version: %v", got)
		}
		if xml, err := w.store.Evidence(ctx, done); err != nil || !bytes.Equal(xml, before) {
			t.Errorf("the evidence of before has changed: %v", err)
		}
	})
}

// While a server works on a database, none with another way of making units
// changes it.
func TestIndexAnewRefusesCompany(t *testing.T) {
	c := librarytest.Postgres(t)
	w := newWorld(t, c).start()
	id := w.submitOne(forLibrary(upload("past", essay("a")))).Document
	w.waitDocument(id, record.DocumentReady)
	other := c
	other.IndexKey += "x"
	if s, err := library.Open(context.Background(), other); !errors.Is(err, library.ErrVersion) || !strings.Contains(err.Error(), "stop them") {
		if err == nil {
			_ = s.Close()
		}
		t.Errorf("got %v, want ErrVersion", err)
	}
	if got := w.document(id).State; got != record.DocumentReady {
		t.Errorf("the document is %s", got)
	}
}
