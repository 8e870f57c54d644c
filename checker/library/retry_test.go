package library_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Uploads of the same files in opposite orders do not wait for each other in a
// circle: none of the transactions is done twice.
func TestFilesInOppositeOrders(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		const uploads, files, rounds = 8, 12, 5
		s := librarytest.Open(t, c)
		var forth []record.Upload
		for i := range files {
			forth = append(forth, upload(string(rune('a'+i))))
		}
		back := slices.Clone(forth)
		slices.Reverse(back)
		var tries atomic.Int32
		var all sync.WaitGroup
		for i := range uploads {
			all.Go(func() {
				for range rounds {
					given := [][]record.Upload{forth, back}[i%2]
					var ids []int64
					err := s.InTx(t.Context(), func(tx *library.Tx) (err error) {
						tries.Add(1)
						ids, err = tx.CreateDocuments(t.Context(), given)
						return err
					})
					if err != nil || len(ids) != files || !slices.IsSorted(ids) {
						t.Errorf("ids %v, %v", ids, err)
						return
					}
					for j, id := range ids {
						if d, err := s.Document(t.Context(), id); err != nil || d.Identity.Filename != given[j].Identity.Filename {
							t.Errorf("document %d is %q, want %q; %v", id, d.Identity.Filename, given[j].Identity.Filename, err)
						}
					}
				}
			})
		}
		all.Wait()
		if n := tries.Load(); n != uploads*rounds {
			t.Errorf("%d transactions for %d uploads", n, uploads*rounds)
		}
	})
}

// Of two transactions that wait for each other PostgreSQL ends one, which is
// done again.
func TestDeadlockIsRepeated(t *testing.T) {
	s := librarytest.Open(t, librarytest.Postgres(t))
	one, two := create(t, s, upload("one")), create(t, s, upload("two"))
	var tries atomic.Int32
	var all, first sync.WaitGroup
	first.Add(2)
	for _, order := range [][2]int64{{one, two}, {two, one}} {
		all.Go(func() {
			begun := false
			err := s.InTx(t.Context(), func(tx *library.Tx) error {
				tries.Add(1)
				if err := tx.SetDocumentJob(t.Context(), order[0], order[0]); err != nil {
					return err
				}
				if !begun { // both have their first row before either wants its second
					begun = true
					first.Done()
					first.Wait()
				}
				return tx.SetDocumentJob(t.Context(), order[1], order[0])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	// Three, or more where the one that was ended is back at its first row before the other
	// has woken up.
	if n := tries.Load(); n < 3 {
		t.Errorf("%d tries, want three at least: one of two was ended", n)
	}
}

// What is read in one snapshot fits together, whatever is committed meanwhile.
func TestSnapshotOfOneMoment(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		id := load(t, s, library.Prepared{Upload: upload("one"), Document: document("text"), Units: units(3, 1)})[0]
		err := s.InSnapshot(ctx, func(r library.Reader) error {
			if _, err := r.Document(ctx, id); err != nil {
				return err
			}
			if err := s.DeleteDocument(context.WithoutCancel(ctx), id); err != nil {
				return err
			}
			sources, err := r.Sources(ctx, []int64{id})
			if s.IsSpread() && len(sources) == 0 { // the other machines are read at their own moment
				return err
			}
			if err == nil && (len(sources) != 1 || sources[0].Document.Text != "text" || len(sources[0].Units) != 3) {
				t.Errorf("sources %+v", sources)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if sources, err := s.Sources(ctx, []int64{id}); err != nil || len(sources) != 0 {
			t.Errorf("sources %v after the deletion, %v", sources, err)
		}
	})
}
