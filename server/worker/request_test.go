package worker

import (
	"context"
	"testing"

	"github.com/riverqueue/river/rivertype"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A job knows the request that made it, or its check: its lines in the log and its entries in the record name it.
func TestRequestOfJob(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).open()
		ctx := audit.By(context.Background(), audit.Actor{Account: 3, Name: "r", Request: "REQUEST123"})
		receipts := w.pool.Submit(ctx, []record.Upload{forCheck(upload("a", essay("a"))), forLibrary(upload("b", essay("b")))})
		var metadata string
		var err error
		if pool := w.store.Postgres(); pool != nil {
			err = pool.QueryRow(ctx, `SELECT metadata::text FROM river_job ORDER BY id DESC LIMIT 1`).Scan(&metadata)
		} else {
			err = w.store.SQLite().QueryRowContext(ctx, `SELECT json(metadata) FROM river_job ORDER BY id DESC LIMIT 1`).Scan(&metadata)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, a := range map[string]attempt{
			"a document": {subject: "document", job: &rivertype.JobRow{Metadata: []byte(metadata)}},
			"a check":    {subject: "check", id: receipts[0].Check, job: &rivertype.JobRow{Metadata: []byte("{}")}},
		} {
			if by := audit.ActorOf(w.pool.fromRequest(context.Background(), a)); by.Request != "REQUEST123" || by.Account != 0 ||
				by.Name != "" {
				t.Errorf("%s: %+v, metadata %s", name, by, metadata)
			}
		}
	})
}
