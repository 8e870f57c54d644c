package task_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/web/task"
)

// patience is how long a test waits for a state; a busy machine may need it.
const patience = 2 * time.Minute

var errBroken, errAway = errors.New("broken"), errors.New("away")

// work is bulk actions that note how often they are done to each document.
type work struct {
	mu    sync.Mutex
	times map[int64]int
	do    func(ctx context.Context, i record.TaskItem) error // nil does nothing more
}

func (w *work) each(ctx context.Context, _ record.Task, i record.TaskItem, folder string) error {
	if w.do != nil {
		if err := w.do(ctx, i); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.times[i.Document]++
	return os.WriteFile(filepath.Join(folder, strconv.Itoa(i.Ordinal)), nil, 0o600)
}

func (w *work) finish(_ context.Context, _ record.Task, folder string) (int64, error) {
	return 7, os.WriteFile(filepath.Join(folder, task.FileName), []byte("archive"), 0o600)
}

func newRunner(store *library.Store, folder string, w *work) *task.Runner {
	return task.NewRunner(task.Config{
		Store: store, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Folder: folder,
		BulkActions: map[record.BulkAction]task.BulkAction{
			record.BulkCheck:  {Each: w.each, Batch: 4},
			record.BulkPapers: {Each: w.each, Finish: w.finish, Batch: 1},
		},
		FaultName: func(error) (string, bool) { return "internal", true },
		Waits:     func(err error) bool { return errors.Is(err, errAway) },
	})
}

// start has a runner work until the function that it gives is called.
func start(t *testing.T, r *task.Runner) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	wait := r.Start(ctx)
	stop = sync.OnceFunc(func() { cancel(); wait() })
	t.Cleanup(stop)
	return stop
}

func items(n int) (out []record.TaskItem) {
	for i := range n {
		out = append(out, record.TaskItem{Ordinal: i + 1, Document: int64(100 + i), Name: "题目", Outcome: record.TaskWaiting})
	}
	return out
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func get(t *testing.T, s *library.Store, id int64) record.Task {
	t.Helper()
	got, err := s.Task(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A server that stops in the middle leaves a task that the next one finishes; what was
// done is not done again.
func TestGoesOn(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s, folder := librarytest.Open(t, c), t.TempDir()
		reached := make(chan struct{})
		first := &work{times: map[int64]int{}, do: func(ctx context.Context, i record.TaskItem) error {
			if i.Document != 105 {
				return nil
			}
			close(reached)
			<-ctx.Done() // in the middle of it
			return ctx.Err()
		}}
		r := newRunner(s, folder, first)
		stop := start(t, r)
		made, err := r.Add(ctx, record.Task{BulkAction: record.BulkCheck, By: "王处"}, items(10), false)
		if err != nil {
			t.Fatal(err)
		}
		<-reached
		stop()
		if got := get(t, s, made.ID); got.State != record.TaskRunning || got.Outcomes[record.TaskDid] != 5 ||
			got.Outcomes[record.TaskBegun] != 3 ||
			got.Outcomes[record.TaskWaiting] != 2 {
			t.Fatalf("cut off: %+v", got)
		}
		var again []int64
		second := &work{times: map[int64]int{}, do: func(_ context.Context, i record.TaskItem) error {
			if i.Again {
				again = append(again, i.Document)
			}
			return nil
		}}
		stop = start(t, newRunner(s, folder, second))
		waitFor(t, "the task ends", func() bool { return get(t, s, made.ID).State == record.TaskDone })
		stop()
		if got := get(t, s, made.ID); got.Outcomes[record.TaskDid] != 10 || got.EndedAt.IsZero() {
			t.Errorf("ended: %+v", got)
		}
		for doc := int64(100); doc < 110; doc++ {
			if n := first.times[doc] + second.times[doc]; n != 1 {
				t.Errorf("document %d was done %d times", doc, n)
			}
		}
		if !slices.Equal(again, []int64{105, 106, 107}) {
			t.Errorf("looked at again: %v", again)
		}
		if _, err := os.Stat(filepath.Join(folder, strconv.FormatInt(made.ID, 10))); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("its folder stays: %v", err)
		}
	})
}

// What fails, and what a bulk action leaves alone, is noted with its reason, and the rest goes on;
// a panic is a failure of one application.
func TestOutcomes(t *testing.T) {
	s, folder := librarytest.Open(t, librarytest.SQLite(t)), t.TempDir()
	w := &work{times: map[int64]int{}, do: func(_ context.Context, i record.TaskItem) error {
		switch i.Document {
		case 101:
			return errBroken
		case 102:
			return task.Left(record.LeftDecided)
		case 103:
			panic("a bug")
		}
		return nil
	}}
	r := newRunner(s, folder, w)
	got, err := r.Add(t.Context(), record.Task{BulkAction: record.BulkPapers}, items(6), true)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != record.TaskDone || got.Bytes != 7 || got.Outcomes[record.TaskDid] != 3 || got.Outcomes[record.TaskFailed] != 2 ||
		got.Outcomes[record.TaskLeft] != 1 {
		t.Errorf("got %+v", got)
	}
	if path, here := r.File(got); !here || !exists(path) {
		t.Errorf("its file is not at %s", path)
	}
	if _, here := newRunner(s, t.TempDir(), w).File(got); here {
		t.Error("another server has the file")
	}
	left, err := s.TaskItems(t.Context(), got.ID, []record.TaskOutcome{record.TaskLeft}, 0, 0)
	if err != nil || len(left) != 1 || left[0].Reason != string(record.LeftDecided) {
		t.Errorf("left: %+v, %v", left, err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// While the database is away a task waits, and goes on; who cancels it does not wait for
// what is under way.
func TestWaitsAndCancels(t *testing.T) {
	s, folder := librarytest.Open(t, librarytest.SQLite(t)), t.TempDir()
	w := &work{times: map[int64]int{}, do: func(_ context.Context, i record.TaskItem) error {
		if i.Document == 101 {
			return errAway
		}
		return nil
	}}
	r := newRunner(s, folder, w)
	start(t, r)
	made, err := r.Add(t.Context(), record.Task{BulkAction: record.BulkPapers}, items(3), false)
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the task stalls", func() bool { return r.Stalled(made.ID) })
	if got := get(t, s, made.ID); got.State != record.TaskRunning || got.Outcomes[record.TaskDid] != 1 {
		t.Errorf("stalled: %+v", got)
	}
	if err := r.Cancel(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "it stops", func() bool { return !r.Stalled(made.ID) })
	if got := get(t, s, made.ID); got.State != record.TaskCancelled || got.Outcomes[record.TaskGone] == 0 || w.times[102] != 0 {
		t.Errorf("cancelled: %+v, %v", got, w.times)
	}
	if err := r.Cancel(t.Context(), made.ID); !errors.Is(err, record.ErrFinal) {
		t.Errorf("cancelled twice: %v", err)
	}
}

// A task that came out of a backup is not carried out: what it deletes was brought back.
func TestOutOfABackup(t *testing.T) {
	s, folder := librarytest.Open(t, librarytest.SQLite(t)), t.TempDir()
	w := &work{times: map[int64]int{}}
	r := newRunner(s, folder, w)
	made, err := r.Add(t.Context(), record.Task{BulkAction: record.BulkCheck}, items(3), false)
	if err != nil {
		t.Fatal(err)
	}
	if made.State != record.TaskRunning { // the runner is not started
		t.Fatalf("added: %+v", made)
	}
	if err := os.RemoveAll(filepath.Join(folder, strconv.FormatInt(made.ID, 10))); err != nil {
		t.Fatal(err)
	}
	start(t, r)
	waitFor(t, "it ends", func() bool { return get(t, s, made.ID).State == record.TaskCancelled })
	if len(w.times) != 0 {
		t.Errorf("it was done: %v", w.times)
	}
}
