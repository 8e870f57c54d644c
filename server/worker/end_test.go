package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

func TestCancel(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Workers = 1
		var calls atomic.Int32
		stopped := make(chan struct{})
		w.engine.before = func(ctx context.Context, in checker.Input, progress func(done, total int)) error {
			if calls.Add(1) > 1 {
				return nil
			}
			progress(1, 4)
			<-ctx.Done() // a check that only ends when it is told to
			close(stopped)
			return ctx.Err()
		}
		w.start()
		running := w.submitOne(forCheck(upload("running", essay("a"))))
		eventually(t, "the check shows its progress", func() bool { return w.check(running.Check).Progress == 25 })
		queued := w.submitOne(forCheck(upload("queued", essay("b"))))
		last := w.submitOne(forCheck(upload("last", essay("c"))))
		if _, err := w.pool.Retry(ctx, running.Check, ""); !errors.Is(err, record.ErrBusy) {
			t.Errorf("retry of a running check: %v, want ErrBusy", err)
		}

		for _, id := range []int64{queued.Check, running.Check} {
			if err := w.pool.Cancel(ctx, id); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case <-stopped:
		case <-time.After(patience):
			t.Fatal("the running check was not stopped")
		}
		w.waitCheck(last.Check, record.CheckDone) // the worker is free again
		for _, id := range []int64{queued.Check, running.Check} {
			if got := w.check(id); got.State != record.CheckCancelled {
				t.Errorf("check %d is %s", id, got.State)
			}
			if err := w.pool.Cancel(ctx, id); !errors.Is(err, record.ErrFinal) {
				t.Errorf("cancelled again: %v, want ErrFinal", err)
			}
		}
		if calls.Load() != 2 {
			t.Errorf("%d checks ran, want the running and the last", calls.Load())
		}
		if err := w.pool.Cancel(ctx, 1e9); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("unknown check: %v, want ErrNotFound", err)
		}
		again, err := w.pool.Retry(ctx, queued.Check, "")
		if err != nil {
			t.Fatal(err)
		}
		w.waitCheck(again, record.CheckDone)
	})
}

// Another server cancels the check: only the store knows.
func TestCancelElsewhere(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		begun, stopped := make(chan struct{}), make(chan struct{})
		w.engine.before = func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
			close(begun)
			<-ctx.Done()
			close(stopped)
			return ctx.Err()
		}
		w.start()
		r := w.submitOne(forCheck(upload("a", essay("a"))))
		<-begun
		err := w.store.InTx(context.Background(), func(tx *library.Tx) error { return tx.CancelCheck(context.Background(), r.Check) })
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-stopped:
		case <-time.After(patience):
			t.Fatal("the check was not stopped")
		}
		w.stop()
		if got := w.check(r.Check).State; got != record.CheckCancelled {
			t.Errorf("the check is %s", got)
		}
		if strings.Contains(w.log.String(), "ERROR") {
			t.Errorf("log:\n%s", w.log)
		}
	})
}

func TestTimeout(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Timeout = 300 * time.Millisecond
		w.engine.before = func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
			<-ctx.Done()
			return ctx.Err()
		}
		w.start()
		r := w.submitOne(forCheck(upload("a", essay("a"))))
		if got := w.waitCheck(r.Check, record.CheckFailed); got.Failure.Name != record.FailureLimits {
			t.Errorf("failure %q, want %q", got.Failure.Name, record.FailureLimits)
		}
	})
}

// TestStopHandsBack stops a pool in the middle of a check and starts another.
func TestStopHandsBack(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.MaxAttempts = 1 // being handed back is not an attempt
		w.engine.before = func(ctx context.Context, _ checker.Input, progress func(done, total int)) error {
			progress(1, 2)
			<-ctx.Done()
			return ctx.Err()
		}
		w.start()
		r := w.submitOne(forCheck(upload("a", essay("a"))))
		w.waitCheck(r.Check, record.CheckRunning)
		w.stop()
		if got := w.check(r.Check); got.State != record.CheckQueued || got.Progress != 0 {
			t.Errorf("after the stop the check is %s at %d", got.State, got.Progress)
		}
		w.engine.before = nil
		w.start()
		w.waitCheck(r.Check, record.CheckDone)
		w.stop()
		if strings.Contains(w.log.String(), "ERROR") {
			t.Errorf("log:\n%s", w.log)
		}
	})
}

// A check that is nearly done is let finish.
func TestStopWaits(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Grace = patience
		var pool atomic.Pointer[Pool]
		w.engine.before = func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
			for !pool.Load().stopping.Load() {
				time.Sleep(time.Millisecond)
			}
			return ctx.Err()
		}
		pool.Store(w.start().pool)
		r := w.submitOne(forCheck(upload("a", essay("a"))))
		w.waitCheck(r.Check, record.CheckRunning)
		w.stop()
		if got := w.check(r.Check).State; got != record.CheckDone {
			t.Errorf("the check is %s", got)
		}
	})
}

// What has lost its job is not left waiting for ever.
func TestOrphans(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		var docID, checkID int64
		err := w.store.InTx(ctx, func(tx *library.Tx) (err error) {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{forLibrary(upload("a", "text"))})
			if err != nil {
				return err
			}
			docID = ids[0]
			if err := tx.SetDocumentJob(ctx, docID, 1<<40); err != nil { // a job that is gone
				return err
			}
			if checkID, err = tx.CreateCheck(ctx, docID); err != nil {
				return err
			}
			return tx.SetCheckJob(ctx, checkID, 1<<40)
		})
		if err != nil {
			t.Fatal(err)
		}
		w.start()
		if got := w.document(docID); got.State != record.DocumentFailed || got.Failure.Name != record.FailureInternal {
			t.Errorf("the document is %s, %s", got.State, got.Failure.Name)
		}
		if got := w.check(checkID); got.State != record.CheckFailed || got.Failure.Name != record.FailureInternal {
			t.Errorf("the check is %s, %s", got.State, got.Failure.Name)
		}
	})
}

// A file that takes the whole process down each time is not tried for ever.
func TestCutOffTooOften(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.extractor.before = func(context.Context, string) error {
			t.Error("the file was opened once more")
			return nil
		}
		w.open()
		r := []record.Receipt{w.submitOne(forCheck(upload("checked", essay("a")))), {}}
		if err := w.pool.queueStartable(t.Context()); err != nil {
			t.Fatal(err)
		}
		r[1] = w.submitOne(forLibrary(upload("library", essay("b"))))
		if n := librarytest.Exec(t, w.store, `UPDATE river_job SET attempt = max_attempts`); n != 2 {
			t.Errorf("%d jobs", n)
		}
		w.start()
		if got := w.waitCheck(r[0].Check, record.CheckFailed); got.Failure.Name != record.FailureInterrupted {
			t.Errorf("the check's failure is %q", got.Failure.Name)
		}
		if got := w.waitDocument(r[1].Document, record.DocumentFailed); got.Failure.Name != record.FailureInterrupted {
			t.Errorf("the document's failure is %q", got.Failure.Name)
		}
	})
}

// A healthy file that was there when the program ended several times is not blamed.
func TestCutOffSometimes(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.open()
		r := w.submitOne(forLibrary(upload("library", essay("b"))))
		librarytest.Exec(t, w.store, fmt.Sprintf(`UPDATE river_job SET attempt = %d`, maxInterruptions))
		w.start()
		w.waitDocument(r.Document, record.DocumentReady)
	})
}

// A source that the engine cannot compare with is left out of the check: evidence names it, and so does the log, with
// the reason. The server goes on.
func TestFaultySourceIsLeftOutOfTheCheck(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		var broken atomic.Int64
		w.engine.spoil = func(sources []*checker.Source) {
			for _, s := range sources {
				if s.ID == broken.Load() {
					s.Document = &extract.Document{Text: s.Document.Text, Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 5, End: 1 << 30}}}}
				}
			}
		}
		w.start()
		bad, good := w.submitOne(forLibrary(upload("bad", essay("bad")))), w.submitOne(forLibrary(upload("good", essay("good"))))
		w.waitDocument(bad.Document, record.DocumentReady)
		w.waitDocument(good.Document, record.DocumentReady)
		broken.Store(bad.Document)
		without := w.submitOne(forCheck(upload("copy of both", essay("bad")+"\n"+essay("good"))))
		w.waitCheck(without.Check, record.CheckDone)
		if got := w.sources(without.Check); !slices.Equal(got, []int64{good.Document}) {
			t.Errorf("sources %v, want %d", got, good.Document)
		}
		xml, err := w.store.Evidence(t.Context(), without.Check)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf(`<uncompared id="%d"`, bad.Document); !strings.Contains(string(xml), want) {
			t.Errorf("the evidence does not say %s", want)
		}
		broken.Store(0)
		passing := w.submitOne(forCheck(upload("copy of both again", essay("good")+"\n"+essay("bad"))))
		w.waitCheck(passing.Check, record.CheckDone)
		if got := w.sources(passing.Check); len(got) != 2 {
			t.Errorf("sources %v, want both", got)
		}
		w.stop()
		if want := fmt.Sprintf("compare with document %d: panic: ", bad.Document); !strings.Contains(w.log.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, w.log)
		}
	})
}

// A source that is deleted after the engine asked for candidates is left out.
func TestSourceDeletedDuringCheck(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		var deleted atomic.Int64
		w.engine.between = func() {
			if id := deleted.Swap(0); id != 0 {
				if err := w.store.DeleteDocument(context.Background(), id); err != nil {
					t.Error(err)
				}
			}
		}
		w.start()
		kept, gone := w.submitOne(forLibrary(upload("kept", essay("kept")))), w.submitOne(forLibrary(upload("gone", essay("gone"))))
		w.waitDocument(kept.Document, record.DocumentReady)
		w.waitDocument(gone.Document, record.DocumentReady)
		deleted.Store(gone.Document)
		copied := w.submitOne(forCheck(upload("copy", essay("kept")+essay("gone"))))
		w.waitCheck(copied.Check, record.CheckDone)
		if got := w.sources(copied.Check); deleted.Load() != 0 || !slices.Equal(got, []int64{kept.Document}) {
			t.Errorf("sources %v, want %d", got, kept.Document)
		}
	})
}
