package library_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/fingerprint"
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
		if n := librarytest.Must(s.Snapshot(ctx))(t).Documents; n != 0 {
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

// application stores an application of a call with its units.
func application(t *testing.T, s *library.Store, of int64, u []fingerprint.Unit) (id int64) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		ids, err := tx.CreateDocuments(ctx, []record.Upload{named("application", of)})
		if err != nil {
			return err
		}
		id = ids[0]
		if err := tx.SetExtraction(ctx, id, document("application")); err != nil {
			return err
		}
		return tx.SaveUnits(ctx, id, u)
	})
	return id
}

// again stores a done check of a document.
func again(t *testing.T, s *library.Store, id int64) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		check, err := tx.CreateCheck(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, check, record.Summary{Countable: 1}, nil)
	})
}

// A check could change where what came later has units that agree with its document's,
// and only there.
func TestOutdated(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		past := func(name string, from int) library.Prepared {
			return library.Prepared{Upload: upload(name), Document: document(name), Units: units(3, uint32(from))}
		}
		load(t, s, past("before", 1)) // shares units, but was there before
		elsewhere := application(t, s, call(t, s, record.Call{Name: "青年"}), units(3, 3))
		of := call(t, s, record.Call{Name: "面上"})
		var docs []int64
		for seed := range uint32(3) {
			docs = append(docs, application(t, s, of, units(3, seed+1)))
			again(t, s, docs[seed])
		}
		if found, more, err := s.Outdated(ctx, of, 10); err != nil || len(found) != 0 || more {
			t.Errorf("nothing came: %+v, %v, %v", found, more, err)
		}
		late := load(t, s, past("late", 2), past("other", 77))
		found, more, err := s.Outdated(ctx, of, 10)
		if err != nil || more {
			t.Fatal(more, err)
		}
		want := []record.Outdated{{Document: docs[1], Check: found[0].Check, Sources: late[:1]}}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Error(diff)
		}
		if _, more, err := s.Outdated(ctx, of, 1); err != nil || !more {
			t.Errorf("of two new ones one was asked: %v, %v", more, err)
		}
		// An application of another call, stored before all, is put into the library now.
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			entered, _, err := tx.EnterLibrary(ctx, []int64{elsewhere})
			if err == nil && len(entered) != 1 {
				err = fmt.Errorf("%d documents entered", len(entered))
			}
			return err
		})
		if found, _, err = s.Outdated(ctx, of, 10); err != nil || len(found) != 2 {
			t.Fatalf("with one that entered late: %+v, %v", found, err)
		}
		if diff := cmp.Diff([]int64{elsewhere}, found[1].Sources); diff != "" || found[1].Document != docs[2] {
			t.Errorf("entered late: %+v %s", found[1], diff)
		}
		again(t, s, docs[2])
		if found, _, err = s.Outdated(ctx, of, 10); err != nil || len(found) != 1 {
			t.Errorf("checked again since: %+v, %v", found, err)
		}
		if _, _, err := s.Outdated(ctx, 999, 1); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of no call: %v", err)
		}
	})
}
