package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A check of no call could change where what came later has units that agree with its
// document's, and only there: by units that are made of its text, or stored ones where the
// document is in the library too. Checks are looked at some at a time.
func TestOutdatedAlone(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		past := func(name string, from uint32) library.Prepared {
			return library.Prepared{Upload: upload(name), Document: document(name), Units: units(3, from)}
		}
		load(t, s, past("before", 1)) // shares units, but was there before
		made := map[int64][]fingerprint.Groups{}
		var alone []int64
		for seed := range uint32(3) {
			id, _ := librarytest.Applied(t, s, librarytest.Named(fmt.Sprint("alone", seed), 0))
			for _, u := range units(3, seed+1) {
				made[id] = append(made[id], u.Groups)
			}
			again(t, s, id)
			alone = append(alone, id)
		}
		inCall, _ := librarytest.Applied(t, s, librarytest.Named("in a call", call(t, s, record.Call{Name: "面上"})))
		again(t, s, inCall)
		kept := load(t, s, past("kept", 3))[0] // in the library, and checked
		again(t, s, kept)
		asked := []int64{}
		look := func(before int64, most int) record.OutdatedPage {
			t.Helper()
			page, err := s.OutdatedAlone(ctx, before, most, func(_ context.Context, id int64) ([]fingerprint.Groups, error) {
				asked = append(asked, id)
				return made[id], nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range page.Found {
				page.Found[i].Check = 0
			}
			return page
		}
		want := record.OutdatedPage{Found: []record.Outdated{{Document: alone[2], Sources: []int64{kept}}}}
		if diff := cmp.Diff(want, look(0, 10)); diff != "" {
			t.Errorf("with one that came since, which itself has seen all (-want +got):\n%s", diff)
		}
		late := load(t, s, past("late", 3), past("other", 77))
		want.Found = []record.Outdated{{Document: kept, Sources: late[:1]}, {Document: alone[2], Sources: []int64{late[0], kept}}}
		asked = nil
		if diff := cmp.Diff(want, look(0, 10)); diff != "" {
			t.Errorf("with two more (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]int64{alone[2], alone[1], alone[0]}, asked); diff != "" {
			t.Errorf("units are made of other documents than those without (-want +got):\n%s", diff)
		}
		first := look(0, 2)
		if len(first.Found) != 2 || first.Next == 0 || !first.More {
			t.Errorf("of four checks and three documents two: %+v", first)
		}
		if rest := look(first.Next, 2); len(rest.Found) != 0 || rest.Next != 0 {
			t.Errorf("the other two: %+v", rest)
		}
		again(t, s, alone[2])
		want.Found = want.Found[:1]
		if diff := cmp.Diff(want, look(0, 10)); diff != "" {
			t.Errorf("checked again since (-want +got):\n%s", diff)
		}
		// What was checked before another, and is put into the library after it.
		entering, _ := librarytest.Applied(t, s, librarytest.Named("entering", 0))
		again(t, s, kept)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if _, _, err := tx.EnterLibrary(ctx, []int64{entering}); err != nil {
				return err
			}
			return tx.SaveUnits(ctx, entering, units(3, 3))
		})
		want.Found = []record.Outdated{{Document: kept, Sources: []int64{entering}}, {Document: alone[2], Sources: []int64{entering}}}
		if diff := cmp.Diff(want, look(0, 10)); diff != "" {
			t.Errorf("with one that entered late (-want +got):\n%s", diff)
		}
	})
}

// application stores an application of a call with its units.
func application(t *testing.T, s *library.Store, of int64, u []fingerprint.Unit) (id int64) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		ids, err := tx.CreateDocuments(ctx, []record.Upload{librarytest.Named("application", of)})
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
