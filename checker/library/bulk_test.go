package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestBulk(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		_, ids := someWork(t, s) // ids[3] has no check
		account := librarytest.Must(s.AddAccount(ctx, record.Account{Login: "r", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
		for _, want := range []int{3, 0} {
			if n := librarytest.Must(s.AssignAll(ctx, assigning(account, append(slices.Clone(ids[:3]), 999)...), "王处"))(t); n != want {
				t.Errorf("%d are new, want %d", n, want)
			}
		}
		if got := librarytest.Must(s.WorkIDs(ctx, record.WorkFilter{Reviewer: account}))(t); !slices.Equal(got, ids[:3]) {
			t.Errorf("the reviewer sees %v", got)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Unassigned: true}))(t); n != 11 {
			t.Errorf("%d are nobody's, want 11", n)
		}
		if _, err := s.AssignAll(ctx, assigning(999, ids...), "王处"); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("to nobody: %v", err)
		}

		for _, want := range []int{4, 0} { // those that are queued are not queued again
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				n, err := tx.CheckAgain(ctx, ids[:4], false)
				if n != want {
					t.Errorf("%d are checked again, want %d", n, want)
				}
				return err
			})
		}
	})
}

func entries(t *testing.T, s *library.Store) []audit.Entry {
	t.Helper()
	all, _, err := s.Entries(context.Background(), audit.Filter{}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a call has is compared with others once it is in the library, with the same units.
func TestEnterLibrary(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		handedIn, _ := applied(t, s, named("handed in", of))
		checked, _ := applied(t, s, named("checked", 0))
		if sources := librarytest.Must(s.Sources(ctx, []int64{handedIn}))(t); len(sources) != 0 {
			t.Fatalf("it is a source before: %+v", sources)
		}
		if n := librarytest.Must(s.Snapshot(ctx, 0))(t).Documents; n != 0 {
			t.Fatalf("%d documents before", n)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			entered, unready, err := tx.EnterLibrary(ctx, []int64{checked, handedIn, handedIn, 999})
			if !slices.Equal(entered, []int64{handedIn, checked}) || !slices.Equal(unready, []int64{checked}) {
				t.Errorf("entered %v, unready %v", entered, unready)
			}
			return err
		})
		sources := librarytest.Must(s.Sources(ctx, []int64{handedIn, checked}))(t)
		if len(sources) != 1 || len(sources[0].Units) == 0 {
			t.Errorf("sources %+v", sources)
		}
		if d := librarytest.Must(s.Document(ctx, checked))(t); d.State != record.DocumentWaiting || !d.InLibrary {
			t.Errorf("the one without units %+v", d)
		}
	})
}

// What entered the library can leave it again as long as no check has found text of it there, and nobody has put it into a collection.
func TestUntouchedInLibrary(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		doc, _ := librarytest.Applied(t, s, librarytest.Named("甲", of), 100, 100, 100, 100, 0, 0)
		want := func(when string, untouched bool) {
			t.Helper()
			if got := librarytest.Must(s.UntouchedInLibrary(ctx, doc))(t); got != untouched {
				t.Errorf("%s: untouched %t", when, got)
			}
		}
		want("before it enters", false)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			_, _, err := tx.EnterLibrary(ctx, []int64{doc})
			return err
		})
		want("entered", true)
		found := func(sameCall bool) {
			t.Helper()
			other, _ := librarytest.Applied(t, s, librarytest.Named("乙", 0))
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				check, err := tx.CreateCheck(ctx, other)
				if err != nil {
					return err
				}
				if err := tx.StartCheck(ctx, check); err != nil {
					return err
				}
				edge := record.Edge{Document: other, Source: doc, SameCall: sameCall, Relation: evidence.Other, Characters: 9}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: 1000, Edges: []record.Edge{edge}}, []byte("<evidence/>"))
			})
		}
		found(true)
		want("found by a check of its call", true)
		found(false)
		want("found in the library", false)
	})
}
