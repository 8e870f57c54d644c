package library_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// patience is how long a test waits for what must happen; a busy machine may need it.
const patience = 2 * time.Minute

// watch watches until the test ends, and has left the value behind that comes
// when PostgreSQL is listened to.
func watch(t *testing.T, s *library.Store, checks, documents []int64) <-chan struct{} {
	t.Helper()
	changed, stop := s.Watch(checks, documents)
	t.Cleanup(stop)
	return changed
}

// quiet lets the connection that listens come up, which wakes everybody once.
func quiet(t *testing.T, s *library.Store, all ...<-chan struct{}) {
	t.Helper()
	if s.Postgres() != nil {
		for _, c := range all {
			woken(t, c, "the store listens")
		}
	}
}

func woken(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("not woken: %s", what)
	}
}

func asleep(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
		t.Errorf("woken: %s", what)
	default:
	}
}

func TestWatch(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		s.WakeEvery(time.Hour)
		id := create(t, s, upload("one"))
		check := createCheck(t, s, id)
		otherDocument := create(t, s, upload("other"))
		otherCheck := createCheck(t, s, otherDocument)
		ofCheck, ofDocument := watch(t, s, []int64{check}, nil), watch(t, s, nil, []int64{id})
		ofOthers, ofAll := watch(t, s, []int64{otherCheck, 1e9}, []int64{otherDocument}), watch(t, s, nil, nil)
		quiet(t, s, ofCheck, ofDocument, ofOthers, ofAll)

		tests := []struct {
			name     string
			do       func(ctx context.Context, tx *library.Tx) error
			document bool // changes too
		}{
			{"scans", func(ctx context.Context, tx *library.Tx) error { return tx.SetScans(ctx, id, 1, 2) }, true},
			{"start", func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, check) }, false},
			{"progress", func(ctx context.Context, tx *library.Tx) error { return tx.Progress(ctx, check, 50) }, false},
			{"hand back", func(ctx context.Context, tx *library.Tx) error { return tx.RequeueCheck(ctx, check) }, false},
			{"text", func(ctx context.Context, tx *library.Tx) error {
				return tx.SetExtraction(ctx, id, document("text"))
			}, true},
			{"start again", func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, check) }, false},
			{"finish", func(ctx context.Context, tx *library.Tx) error {
				return tx.FinishCheck(ctx, check, record.Summary{}, []byte("<evidence/>"))
			}, false},
		}
		for _, tt := range tests {
			inTx(t, s, tt.do)
			woken(t, ofAll, tt.name)
			woken(t, ofCheck, tt.name)
			if tt.document {
				woken(t, ofDocument, tt.name)
			}
			asleep(t, ofDocument, tt.name+", which is none of the document")
			asleep(t, ofOthers, tt.name+", which is none of theirs")
		}

		// What is rolled back wakes nobody.
		wish := errors.New("no")
		err := s.InTx(t.Context(), func(tx *library.Tx) error {
			return errors.Join(tx.CancelCheck(t.Context(), otherCheck), wish)
		})
		if !errors.Is(err, wish) {
			t.Fatal(err)
		}
		if err := s.DeleteDocument(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		woken(t, ofCheck, "the check went with its document")
		woken(t, ofDocument, "deleted")
		asleep(t, ofOthers, "a change that was taken back")
	})
}

// Many changes at once are for everybody.
func TestWatchLargeTransaction(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		s.WakeEvery(time.Hour)
		last := watch(t, s, nil, []int64{1000})
		quiet(t, s, last)
		var uploads []record.Upload
		for range 1000 {
			uploads = append(uploads, upload("same"))
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			ids, err := tx.CreateDocuments(ctx, uploads)
			if err == nil && ids[999] != 1000 {
				t.Fatalf("the last document is %d", ids[999])
			}
			return err
		})
		woken(t, last, "the last of a thousand changes")
	})
}

// A server sees the changes of another, after its connection was lost too.
func TestWatchAnotherServer(t *testing.T) {
	c := librarytest.Postgres(t)
	s, other := librarytest.Open(t, c), librarytest.Open(t, c)
	s.WakeEvery(time.Hour)
	check := createCheck(t, other, create(t, other, upload("one")))
	changed := watch(t, s, []int64{check}, nil)
	quiet(t, s, changed)
	inTx(t, other, func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, check) })
	woken(t, changed, "a change by another server")

	const listeners = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
	var n int
	if err := other.Postgres().QueryRow(t.Context(), listeners).Scan(&n); err != nil || n != 1 {
		t.Fatalf("%d connections listen, %v", n, err)
	}
	listens := func() (n int) {
		const query = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`
		if err := other.Postgres().QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for deadline := time.Now().Add(patience); listens() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nobody listens again")
		}
	}
	// Losing the connection and making it anew each wake once. What wakes more
	// often is changes.
	for percent := range 5 {
		inTx(t, other, func(ctx context.Context, tx *library.Tx) error { return tx.Progress(ctx, check, percent) })
		woken(t, changed, "a change after the connection was lost")
	}
}

// Without a change everybody is woken from time to time.
func TestWatchSafety(t *testing.T) {
	s := librarytest.Open(t, librarytest.Postgres(t))
	s.WakeEvery(time.Millisecond)
	changed := watch(t, s, []int64{1}, nil)
	for range 3 {
		woken(t, changed, "time has passed")
	}
}
