package library_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestCalls(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		inLibrary := load(t, s, library.Prepared{Upload: upload("past"), Document: document("past"), Units: units(1, 1)})
		var form int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			u := upload("form")
			u.Form = true
			ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
			form = ids[0]
			return err
		})
		collection := librarytest.Must(s.PutCollection(ctx, 0, "近三年", "王处"))(t)
		if _, err := s.PutCollection(ctx, 0, "近三年", "王处"); !errors.Is(err, record.ErrNameTaken) {
			t.Errorf("a name twice: %v", err)
		}
		if err := s.Collect(ctx, collection, append(inLibrary, form, 999), true); err != nil {
			t.Fatal(err)
		}
		if got := librarytest.Must(s.Collections(ctx))(t); len(got) != 1 || got[0].Documents != 1 || got[0].Name != "近三年" {
			t.Errorf("collections %+v", got)
		}
		least := 30
		want := record.Call{
			Name: "2026 面上", Programme: "面上", Year: 2026, Deadline: "2026-03-20", State: record.CallOpen, Forms: []int64{form}, Collections: []int64{collection},
			Settings: record.CallSettings{
				Thresholds: map[record.FigureName]record.Threshold{record.FigureOverall: {Notable: 100, Grave: 300}},
				Exclude:    []evidence.Reason{evidence.ReasonForm}, LeastLength: &least, Opinions: 2, Due: "2026-05-01",
			},
		}
		id := librarytest.Must(s.PutCall(ctx, want, "王处"))(t)
		got := librarytest.Must(s.Call(ctx, id))(t)
		if got.CreatedBy != "王处" || got.CreatedAt.IsZero() || !got.ChangedAt.Equal(got.CreatedAt) {
			t.Errorf("made %+v", got)
		}
		want.ID, want.CreatedBy, want.ChangedBy, want.CreatedAt, want.ChangedAt = id, "王处", "王处", got.CreatedAt, got.CreatedAt
		want.Revision = got.Revision
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("stored\n%s", diff)
		}
		if err := s.DeleteCollection(ctx, collection); !errors.Is(err, record.ErrBusy) {
			t.Errorf("delete a collection of a call: %v", err)
		}
		want.State, want.Collections = record.CallClosed, nil
		if _, err := s.PutCall(ctx, want, "李处"); err != nil {
			t.Fatal(err)
		}
		if got := librarytest.Must(s.Call(ctx, id))(t); got.ChangedBy != "李处" || got.CreatedBy != "王处" || len(got.Collections) != 0 || got.State != record.CallClosed {
			t.Errorf("changed %+v", got)
		}
		if err := s.DeleteCollection(ctx, collection); err != nil {
			t.Error(err)
		}
		handIn := func(to int64) error {
			return s.InTx(ctx, func(tx *library.Tx) error {
				_, err := tx.CreateDocuments(ctx, []record.Upload{named("late", to)})
				return err
			})
		}
		if err := handIn(id); !errors.Is(err, record.ErrClosed) {
			t.Errorf("hand in to a closed call: %v", err)
		}
		if err := handIn(999); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("hand in to no call: %v", err)
		}
		for _, bad := range []record.Call{{ID: 999, State: record.CallOpen}, {State: record.CallOpen, Forms: []int64{inLibrary[0]}}, {State: record.CallOpen, Collections: []int64{999}}} {
			if _, err := s.PutCall(ctx, bad, "王处"); !errors.Is(err, record.ErrNotFound) {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		if got := librarytest.Must(s.Calls(ctx))(t); len(got) != 1 {
			t.Errorf("calls %+v", got)
		}
	})
}

// A call goes with its applications as a whole, whatever is done about them, and what is
// in the library stays.
func TestDeleteCall(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		kept := named("kept", of)
		kept.ToLibrary = true
		stays, _ := applied(t, s, kept)
		done, _ := applied(t, s, named("done", of), 1, 1, 1, 1, 0, 0)
		running, _ := applied(t, s, named("running", of))
		var check, waiting int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{named("waiting", of)})
			if err != nil {
				return err
			}
			waiting = ids[0]
			if check, err = tx.CreateCheck(ctx, running); err != nil {
				return err
			}
			_, err = tx.CreateCheck(ctx, waiting)
			return err
		})
		if err := s.DeleteCall(ctx, of, false); !errors.Is(err, record.ErrHasApplications) {
			t.Errorf("without its applications: %v", err)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Call: of}))(t); n != 4 {
			t.Errorf("%d rows are left, want 4", n)
		}
		if err := s.DeleteCall(ctx, of, true); err != nil {
			t.Fatal(err)
		}
		for _, id := range []int64{done, running, waiting} {
			if _, err := s.Document(ctx, id); !errors.Is(err, record.ErrNotFound) {
				t.Errorf("document %d: %v", id, err)
			}
		}
		if d := librarytest.Must(s.Document(ctx, stays))(t); d.Call != 0 || !d.InLibrary {
			t.Errorf("what is in the library: %+v", d)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		if err := s.InTx(ctx, func(tx *library.Tx) error { return tx.FinishCheck(ctx, check, record.Summary{}, nil) }); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a check of it that ends: %v", err)
		}
		if err := s.DeleteCall(ctx, of, true); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a second time: %v", err)
		}
	})
}

// What somebody has decided never goes beside a call: it is deleted for itself, or stays with the library.
func TestDeleteCallDecided(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		for name, say := range map[string]func(check int64) error{
			"a verdict": func(check int64) error {
				return s.Decide(ctx, check, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}, record.AnySeen)
			},
			"an opinion": func(check int64) error {
				return s.GiveOpinion(ctx, check, record.Opinion{Opinion: evidence.Opinion{Verdict: evidence.NoConcern, Reviewer: "王处"}})
			},
		} {
			of := call(t, s, record.Call{Name: name})
			doc, check := applied(t, s, named("decided", of), 1, 1, 1, 1, 0, 0)
			if err := say(check); err != nil {
				t.Fatal(name, err)
			}
			if err := s.DeleteCall(ctx, of, true); !errors.Is(err, record.ErrDecided) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := s.Check(ctx, check); err != nil {
				t.Errorf("%s: its check: %v", name, err)
			}
			if err := s.DeleteDocument(ctx, doc); !errors.Is(err, record.ErrDecided) {
				t.Errorf("%s: its application: %v", name, err)
			}
			if gone, err := s.DeleteDecided(ctx, check, record.DeletionRequest{Reason: "entered twice"}); err != nil || !gone {
				t.Fatal(name, gone, err)
			}
			if err := s.DeleteCall(ctx, of, true); err != nil {
				t.Errorf("%s: afterwards: %v", name, err)
			}
		}
	})
}
