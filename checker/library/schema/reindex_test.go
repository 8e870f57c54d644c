package schema_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Under another index key all units go at once, and what needs them waits; a
// form, which has none, does not.
func TestIndexAnew(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Must(library.Open(ctx, c))(t)
		ids := librarytest.Must(s.Load(ctx, []library.Prepared{
			{Upload: librarytest.Upload("one"), Document: librarytest.Document("one"), Units: librarytest.Units(3, 1)},
			{Upload: librarytest.Upload("two"), Document: librarytest.Document("two"), Units: librarytest.Units(2, 2)},
		}))(t)
		var form, check int64
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			form = librarytest.Must(tx.CreateDocuments(ctx, []record.Upload{{Identity: librarytest.Upload("form").Identity, Data: []byte("form"), Form: true}}))(t)[0]
			if err := tx.SetExtraction(ctx, form, librarytest.Document("form")); err != nil {
				return err
			}
			check = librarytest.Must(tx.CreateCheck(ctx, ids[0]))(t)
			return tx.StartCheck(ctx, check)
		})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}

		c.IndexKey += "x"
		for range 2 { // the second time nothing is left to do
			s = librarytest.Must(library.Open(ctx, c))(t)
			if snapshot := librarytest.Must(s.Snapshot(ctx, 0))(t); snapshot.Documents != 0 || snapshot.Units != 0 {
				t.Errorf("snapshot %+v", snapshot)
			}
			for _, id := range ids {
				if d := librarytest.Must(s.Document(ctx, id))(t); d.State != record.DocumentWaiting {
					t.Errorf("document %d is %s", id, d.State)
				}
			}
			if text := librarytest.Must(s.Text(ctx, ids[1]))(t); text != "two" {
				t.Errorf("text %q", text)
			}
			if d := librarytest.Must(s.Document(ctx, form))(t); d.State != record.DocumentReady {
				t.Errorf("the form is %s", d.State)
			}
			if c := librarytest.Must(s.Check(ctx, check))(t); c.State != record.CheckQueued {
				t.Errorf("the check that was cut off is %s", c.State)
			}
			// Even a check that was asked for before all of them waits for all.
			err := s.InTx(ctx, func(tx *library.Tx) error { return tx.StartCheck(ctx, check) })
			if !errors.Is(err, library.ErrTooSoon) {
				t.Errorf("it is started again: %v, want ErrTooSoon", err)
			}
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				for limit, want := range [][]int64{nil, ids[:1], ids, ids} {
					if got := librarytest.Must(tx.Unqueued(ctx, limit))(t); !slices.Equal(got, want) {
						t.Errorf("without a job, at most %d: %v, want %v", limit, got, want)
					}
				}
				return nil
			})
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		s = librarytest.Open(t, c)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if err := tx.SetDocumentJob(ctx, ids[0], 7); err != nil {
				return err
			}
			return tx.SaveUnits(ctx, ids[1], librarytest.Units(1, 1))
		})
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if got := librarytest.Must(tx.Unqueued(ctx, 9))(t); len(got) != 0 {
				t.Errorf("without a job: %v", got)
			}
			return nil
		})
		if waiting := librarytest.Must(s.WaitingIDs(ctx))(t); !slices.Equal(waiting, ids[:1]) {
			t.Errorf("waiting: %v, want %v", waiting, ids[:1])
		}
	})
}

// Another engine may fold names otherwise: with the index their keys are made anew.
func TestIndexAnewKeysNames(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Must(library.Open(ctx, c))(t)
		u := librarytest.Upload("one")
		u.Identity.Applicant, u.Identity.Number = "张 三", "P7"
		id := librarytest.Must(s.Load(ctx, []library.Prepared{{Upload: u, Document: librarytest.Document("one"), Units: librarytest.Units(3, 1)}}))(t)[0]
		librarytest.Exec(t, s, `UPDATE documents SET applicant_key = 'of', number_key = 'old'`)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		c.IndexKey += "x"
		s = librarytest.Open(t, c)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SaveUnits(ctx, id, librarytest.Units(3, 1)) })
		for _, who := range [][2]string{{"張三", ""}, {"", "p7"}} {
			if got := librarytest.Must(s.Applications(ctx, who[0], who[1], 0))(t); len(got) != 1 || got[0].ID != id {
				t.Errorf("%v: %v", who, got)
			}
		}
	})
}

// Servers that are alive keep others from changing the tables under them.
func TestMigrateRefusesCompany(t *testing.T) {
	c := librarytest.Postgres(t)
	s := librarytest.Open(t, c)
	sign := func(age string) {
		t.Helper()
		librarytest.Exec(t, s, `INSERT INTO servers (name, seen_at) VALUES ('other', now() - interval '`+age+`')
			ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`)
	}
	sign("1 second")
	if err := migrateBy(t, c, zhiwen.FirstSchemaVersion, `CREATE TABLE extra (id BIGINT)`); !errors.Is(err, library.ErrVersion) {
		t.Errorf("beside a living server: %v, want ErrVersion", err)
	}
	sign("1 minute")
	if err := migrateBy(t, c, zhiwen.FirstSchemaVersion, `CREATE TABLE extra (id BIGINT)`); err != nil {
		t.Errorf("beside a dead server: %v", err)
	}
}
