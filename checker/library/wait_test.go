package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A check waits for what came before it and is read soon.
func TestWhenChecksStart(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		past := upload("past")
		past.ToLibrary = true
		form := upload("form")
		form.Form = true
		soon, blank, long := create(t, s, past), create(t, s, form), create(t, s, past)
		fresh := create(t, s, upload("fresh"))
		early := createCheck(t, s, fresh)
		own := createCheck(t, s, long) // of the long scan itself
		later := create(t, s, past)

		may := func(when string, want ...int64) {
			t.Helper()
			got := starting(librarytest.Must(s.Startable(t.Context(), 9))(t))
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v may start, want %v", when, got, want)
			}
			for _, id := range []int64{early, own} {
				rollBack := errors.New("only tried")
				err := s.InTx(t.Context(), func(tx *library.Tx) error {
					return errors.Join(rollBack, tx.StartCheck(t.Context(), id))
				})
				if too := errors.Is(err, library.ErrTooSoon); too == slices.Contains(want, id) {
					t.Errorf("%s: start of check %d: %v", when, id, err)
				}
			}
		}
		scans := func(id int64, n int) {
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetScans(ctx, id, 0, n) })
		}
		ready := func(id int64) {
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				err := tx.SetExtraction(ctx, id, document("text"))
				if err == nil && id != blank {
					err = tx.SaveUnits(ctx, id, nil)
				}
				return err
			})
		}
		may("nothing is read")
		ready(soon)
		may("a form and another document are not read")
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FailDocument(ctx, blank, record.Failure{Name: record.FailureDamaged})
		})
		may("another document is not read")
		scans(long, library.MostAwaitedScans)
		may("a short scan is not read")
		scans(long, library.MostAwaitedScans+1)
		may("a long scan is not read", early)

		// The early one does without it, and says so.
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if ids := starting(librarytest.Must(tx.TakeStartable(ctx, 9))(t)); !slices.Equal(ids, []int64{early}) {
				t.Errorf("taken: %v", ids)
			}
			return errors.Join(tx.SetCheckJob(ctx, early, 1), tx.StartCheck(ctx, early))
		})
		if got := starting(librarytest.Must(s.Startable(t.Context(), 9))(t)); len(got) != 0 {
			t.Errorf("%v may start, and one has a job", got)
		}
		finish := func(id int64) record.Check {
			t.Helper()
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				return tx.FinishCheck(ctx, id, record.Summary{}, []byte("<evidence/>"))
			})
			return librarytest.Must(s.Check(t.Context(), id))(t)
		}
		if got := finish(early).Unseen; got != 1 {
			t.Errorf("%d documents were not seen, want the long scan", got)
		}

		// Another check follows and waits for it, and for nothing that came later.
		checks := librarytest.Must(s.DocumentChecks(t.Context(), fresh))(t)
		if len(checks) != 2 || checks[0].State != record.CheckQueued || checks[1].ID != early {
			t.Fatalf("checks %+v", checks)
		}
		next := checks[0].ID
		if got := starting(librarytest.Must(s.Startable(t.Context(), 9))(t)); len(got) != 0 {
			t.Errorf("%v may start before the scan is read", got)
		}
		ready(long)
		if got := starting(librarytest.Must(s.Startable(t.Context(), 9))(t)); !slices.Equal(got, []int64{own, next}) {
			t.Errorf("%v may start, want %v", got, []int64{own, next})
		}
		if d := librarytest.Must(s.Document(t.Context(), later))(t); d.State != record.DocumentWaiting {
			t.Errorf("the later document is %s: the test shows nothing", d.State)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, next) })
		if got := finish(next).Unseen; got != 0 {
			t.Errorf("%d documents were not seen", got)
		}
		if checks := librarytest.Must(s.DocumentChecks(t.Context(), fresh))(t); len(checks) != 2 {
			t.Errorf("%d checks, want no further one", len(checks))
		}
	})
}

// starting returns the ids of checks.
func starting(checks []library.Starting) (ids []int64) {
	for _, c := range checks {
		ids = append(ids, c.ID)
	}
	return ids
}

// A check that somebody waits for does not wait for what came with many others, and says how
// many of these it has not seen; one of many waits.
func TestChecksPassBatches(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		many := upload("many")
		many.ToLibrary, many.Batch = true, true
		batch := create(t, s, many)
		fresh := create(t, s, upload("fresh"))
		var one, other int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			if one, err = tx.CreateBatchCheck(ctx, fresh); err == nil {
				other, err = tx.CreateCheck(ctx, fresh)
			}
			return err
		})
		own := createCheck(t, s, batch) // waits for its document
		if got := librarytest.Must(s.Startable(t.Context(), 9))(t); !slices.Equal(starting(got), []int64{other}) || got[0].Batch {
			t.Fatalf("%v may start, want check %d alone", got, other)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, other) })
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FinishCheck(ctx, other, record.Summary{}, []byte("<evidence/>"))
		})
		if got := librarytest.Must(s.Check(t.Context(), other))(t).Unseen; got != 1 {
			t.Errorf("%d documents were not seen, want 1", got)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return errors.Join(tx.SetExtraction(ctx, batch, document("text")), tx.SaveUnits(ctx, batch, nil))
		})
		got := librarytest.Must(s.Startable(t.Context(), 9))(t)
		if len(got) != 3 || !slices.Equal(starting(got[:2]), []int64{own, one}) || got[0].Batch || !got[1].Batch || !got[2].Batch {
			t.Errorf("%v may start, want %d before %d and a further one of the document", got, own, one)
		}
	})
}

// A check of a batch has its place by the import that brought it; one that is made again later, by itself.
func TestStartableSaysWhenItsBatchBegan(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		id, err := s.CreateImport(t.Context(), record.Import{Name: "many", Check: true},
			[]record.ImportItem{{Name: "one", Outcome: record.OutcomeWaiting}})
		if err != nil {
			t.Fatal(err)
		}
		document := create(t, s, upload("one"))
		batchCheck := func() {
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				_, err := tx.CreateBatchCheck(ctx, document)
				return err
			})
		}
		batchCheck()
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return errors.Join(tx.SettleItem(ctx, id, 0, record.OutcomeStored, "", document), tx.EndImport(ctx, id, record.ImportDone))
		})
		time.Sleep(2 * time.Millisecond) // times are stored in milliseconds at the finest
		batchCheck()
		came, err := s.Import(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		got := librarytest.Must(s.Startable(t.Context(), 9))(t)
		if len(got) != 2 || !got[0].Began.Equal(came.CreatedAt) || !got[1].Began.After(came.EndedAt) {
			t.Errorf("may start %v, want one that began at %v and one after %v", got, came.CreatedAt, came.EndedAt)
		}
	})
}

// Servers that look at the same time share the checks out.
func TestStartableIsTakenOnce(t *testing.T) {
	c := librarytest.Postgres(t)
	s, other := librarytest.Open(t, c), librarytest.Open(t, c)
	const checks = 40
	id := create(t, s, upload("one"))
	for range checks {
		createCheck(t, s, id)
	}
	taken := make(chan int64, 2*checks)
	done := make(chan error, 2)
	for _, s := range []*library.Store{s, other} {
		go func() {
			for more := true; more; {
				var ids []int64
				err := s.InTx(context.Background(), func(tx *library.Tx) error {
					checks, err := tx.TakeStartable(context.Background(), 3)
					if err != nil {
						return err
					}
					ids = starting(checks)
					for _, id := range ids {
						if err := tx.SetCheckJob(context.Background(), id, 1); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					done <- err
					return
				}
				for _, id := range ids {
					taken <- id
				}
				more = len(ids) > 0
			}
			done <- nil
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	close(taken)
	seen := map[int64]bool{}
	for id := range taken {
		if seen[id] {
			t.Errorf("check %d was taken twice", id)
		}
		seen[id] = true
	}
	if len(seen) != checks {
		t.Errorf("%d checks were taken, want %d", len(seen), checks)
	}
}
