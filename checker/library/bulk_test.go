package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen/checker/audit"
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
