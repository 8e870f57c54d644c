// Package task does bulk actions to many applications one after the other, beside requests: each
// application by itself, with a note of what became of it, so that what is cut off goes on
// where it was, and nothing is done twice.
//
// In go bulk actions (what is done to one application) and tasks of the store; what becomes of
// them is in the store, and the files that they make are in a folder. The package knows no
// page, no SQL and no bulk action.
package task

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
)

// Store is the part of the library needed here. Unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	// CreateTask stores a task that runs, with its applications, and returns its id.
	CreateTask(ctx context.Context, t record.Task, items []record.TaskItem) (int64, error)
	Task(ctx context.Context, id int64) (record.Task, error)
	// TasksAt returns the tasks of a server in a state, oldest first.
	TasksAt(ctx context.Context, place string, state record.TaskState) ([]record.Task, error)
	// BeginItems returns the next applications of a task, most at the most, and notes that
	// they are begun; record.ErrFinal where it has ended.
	BeginItems(ctx context.Context, id int64, most int) ([]record.TaskItem, error)
	// SettleItems stores the outcomes of started applications. It clears the names of deleted ones.
	SettleItems(ctx context.Context, id int64, items []record.TaskItem) error
	// EndTask ends a task that runs, with the size of its file; record.ErrFinal where it has
	// ended.
	EndTask(ctx context.Context, id int64, state record.TaskState, bytes int64) error
	// StaleTasks returns the tasks of a server whose file is to go.
	StaleTasks(ctx context.Context, place string, before time.Time) ([]int64, error)
	DropFile(ctx context.Context, id int64) error
	// ForgetTasks forgets the tasks that ended before a time.
	ForgetTasks(ctx context.Context, before time.Time) error
}

// Left is the error of an application that a bulk action does not change.
type Left record.LeftReason

func (l Left) Error() string { return "left as it is: " + string(l) }

// BulkAction is how a bulk action is done.
type BulkAction struct {
	// Each does it to one application; folder is the task's. What was so before is Left, but
	// done where the item says Again.
	Each func(ctx context.Context, t record.Task, i record.TaskItem, folder string) error
	// Finish makes the file of the task, FileName in its folder, of what Each left there, and
	// gives its size; nil where there is none. It may be called again.
	Finish func(ctx context.Context, t record.Task, folder string) (bytes int64, err error)
	// Batch is how many are noted together: of what takes long, one.
	Batch int
}

// FileName is that of the file of a task, in its folder.
const FileName = "papers.zip"

const (
	// KeepFile is for how long the file of a task is kept: a working week with what is
	// around it.
	KeepFile = 7 * 24 * time.Hour
	// keepTask is for how long it is known what became of a task: longer than a call takes
	// to be looked through.
	keepTask = 90 * 24 * time.Hour
	// pause is between two tries where the database or the disk takes nothing.
	pause = 5 * time.Second
	// sweepEvery is how often one looks for files that are to go.
	sweepEvery = time.Minute
)

// Config is what a runner is made of.
type Config struct {
	Store Store
	Log   *slog.Logger
	// Folder is where tasks have their folders; "" where none can have one.
	Folder      string
	BulkActions map[record.BulkAction]BulkAction
	// FaultName names an error for readers; what is the server's own fault is logged.
	FaultName func(error) (name string, internal bool)
	// Waits says that an error goes by itself: the database is away, or the disk full.
	Waits func(error) bool
}

// Runner carries tasks out. It is safe for concurrent use.
type Runner struct {
	Config
	place string

	mu      sync.Mutex
	running map[int64]context.CancelFunc
	stalled map[int64]bool  // wait for room or the database
	ctx     context.Context // of what is begun, nil before Start
	work    sync.WaitGroup
	adding  sync.RWMutex           // a task that is being added has no folder yet
	turn    map[bool]chan struct{} // of tasks that make files, and of others
}

// othersAtOnce is how many tasks without files go on side by side; of those with files it is
// one, so that a printer is left for those who wait for one paper.
const othersAtOnce = 2

// NewRunner makes a runner; Start begins with the waiting tasks.
func NewRunner(c Config) *Runner {
	host, _ := os.Hostname() // with the folder it tells servers apart
	return &Runner{
		Config: c, place: host + ":" + c.Folder, running: map[int64]context.CancelFunc{}, stalled: map[int64]bool{},
		turn: map[bool]chan struct{}{true: make(chan struct{}, 1), false: make(chan struct{}, othersAtOnce)},
	}
}

// Start takes up work until ctx ends: what a server before has left goes on, what comes is
// carried out from now on, and files whose time has come are removed. The function that it
// gives returns when ctx has ended and all that was under way has stopped.
func (r *Runner) Start(ctx context.Context) (wait func()) {
	r.mu.Lock()
	r.ctx = ctx
	r.mu.Unlock()
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		if err := r.resume(ctx); err != nil && ctx.Err() == nil {
			r.Log.ErrorContext(ctx, "go on with tasks", "error", err)
		}
		r.keepSwept(ctx)
		r.work.Wait()
	}()
	return func() { <-kept }
}

// keepSwept removes unused files periodically until ctx ends.
func (r *Runner) keepSwept(ctx context.Context) {
	every := time.NewTicker(sweepEvery)
	defer every.Stop()
	for {
		if err := r.sweep(ctx); err != nil && ctx.Err() == nil {
			r.Log.WarnContext(ctx, "remove files of tasks", "error", err)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// resume continues interrupted tasks. A task without its folder does not belong to this
// installation as it is now (it may come from a backup), and ends.
func (r *Runner) resume(ctx context.Context) error {
	r.adding.Lock()
	defer r.adding.Unlock()
	tasks, err := r.Store.TasksAt(ctx, r.place, record.TaskRunning)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		r.mu.Lock()
		_, under := r.running[t.ID]
		r.mu.Unlock()
		if under {
			continue
		}
		if _, err := os.Stat(r.folder(t.ID)); err != nil {
			if err := r.Store.EndTask(ctx, t.ID, record.TaskCancelled, 0); err != nil && !errors.Is(err, record.ErrFinal) {
				return err
			}
			continue
		}
		r.begin(t)
	}
	return nil
}

// folder is that of a task.
func (r *Runner) folder(id int64) string {
	return filepath.Join(r.Folder, strconv.FormatInt(id, 10))
}

// File returns where the file of a task lies, if it is on this server.
func (r *Runner) File(t record.Task) (path string, here bool) {
	return filepath.Join(r.folder(t.ID), FileName), t.Bytes > 0 && t.Place == r.place
}

// Here reports whether a task is done by this server.
func (r *Runner) Here(t record.Task) bool { return t.Place == r.place }

// Stalled reports whether a task waits for room on the disk or for the database.
func (r *Runner) Stalled(id int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stalled[id]
}

// Add stores a task and returns it. It is carried out beside what else is done or, with now,
// before Add returns, as far as ctx lets it.
func (r *Runner) Add(ctx context.Context, t record.Task, items []record.TaskItem, now bool) (record.Task, error) {
	by := audit.ActorOf(ctx)
	t.Place, t.Actor = r.place, record.TaskActor{Account: by.Account, Name: by.Name, Address: by.Address, Request: by.Request}
	if err := r.create(ctx, &t, items, now); err != nil {
		return t, err
	}
	if now {
		err := r.carry(ctx, t)
		r.mu.Lock()
		delete(r.running, t.ID)
		r.mu.Unlock()
		if err == nil {
			return r.Store.Task(ctx, t.ID)
		}
		r.Log.WarnContext(ctx, "a task goes on beside", "task", t.ID, "error", err)
	}
	r.begin(t)
	return r.Store.Task(ctx, t.ID)
}

// create stores a task and makes its folder; one that is carried out now is held, so that
// whoever resumes leaves it alone.
func (r *Runner) create(ctx context.Context, t *record.Task, items []record.TaskItem, now bool) (err error) {
	r.adding.RLock()
	defer r.adding.RUnlock()
	if t.ID, err = r.Store.CreateTask(ctx, *t, items); err != nil {
		return err
	}
	if err := os.MkdirAll(r.folder(t.ID), 0o700); err != nil {
		return errors.Join(fmt.Errorf("task %d: %w", t.ID, err), r.Store.EndTask(ctx, t.ID, record.TaskCancelled, 0))
	}
	if now {
		r.mu.Lock()
		r.running[t.ID] = func() {}
		r.mu.Unlock()
	}
	return nil
}

// begin runs a task in the background; before Start the task is left for Start.
func (r *Runner) begin(t record.Task) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx == nil || r.ctx.Err() != nil || r.running[t.ID] != nil {
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.running[t.ID] = cancel
	r.work.Go(func() {
		defer func() {
			cancel()
			r.mu.Lock()
			delete(r.running, t.ID)
			delete(r.stalled, t.ID)
			r.mu.Unlock()
		}()
		turn := r.turn[r.BulkActions[t.BulkAction].Finish != nil]
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return
		}
		for {
			err := r.carry(ctx, t)
			if err == nil || ctx.Err() != nil || errors.Is(err, record.ErrFinal) || errors.Is(err, record.ErrNotFound) {
				return
			}
			r.Log.WarnContext(ctx, "a task waits", "task", t.ID, "error", err)
			r.mu.Lock()
			r.stalled[t.ID] = true
			r.mu.Unlock()
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return
			}
		}
	})
}

// Cancel ends a task; what is done stays so. The error is record.ErrFinal where it has
// ended.
func (r *Runner) Cancel(ctx context.Context, id int64) error {
	if err := r.Store.EndTask(ctx, id, record.TaskCancelled, 0); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel := r.running[id]; cancel != nil {
		cancel()
	}
	return nil
}

// carry runs the rest of a task and ends it. It returns only errors that may be temporary.
func (r *Runner) carry(ctx context.Context, t record.Task) error {
	ctx = audit.By(ctx, audit.Actor{Account: t.Actor.Account, Name: t.Actor.Name, Address: t.Actor.Address, Request: t.Actor.Request})
	action, ok := r.BulkActions[t.BulkAction]
	if !ok {
		return r.Store.EndTask(ctx, t.ID, record.TaskCancelled, 0)
	}
	for {
		items, err := r.Store.BeginItems(ctx, t.ID, max(1, action.Batch))
		if err != nil {
			return err
		}
		if len(items) == 0 {
			break
		}
		var settled []record.TaskItem
		for _, i := range items {
			if err = r.one(ctx, t, &i, action); err != nil {
				break
			}
			settled = append(settled, i)
		}
		// What is done is noted, whoever has cancelled meanwhile.
		if err := errors.Join(err, r.Store.SettleItems(context.WithoutCancel(ctx), t.ID, settled)); err != nil {
			return err
		}
		r.mu.Lock()
		delete(r.stalled, t.ID)
		r.mu.Unlock()
	}
	var bytes int64
	if action.Finish != nil {
		var err error
		if bytes, err = action.Finish(ctx, t, r.folder(t.ID)); err != nil {
			return err
		}
	}
	if err := r.Store.EndTask(ctx, t.ID, record.TaskDone, bytes); err != nil {
		return err
	}
	if action.Finish == nil {
		r.remove(ctx, t.ID)
	}
	return nil
}

// one does a bulk action to one application and says in it what became of it; the error is of
// what may go by itself, and leaves it begun.
func (r *Runner) one(ctx context.Context, t record.Task, i *record.TaskItem, action BulkAction) error {
	err := r.shielded(func() error { return action.Each(ctx, t, *i, r.folder(t.ID)) })
	var left Left
	switch {
	case err == nil:
		i.Outcome, i.Reason = record.TaskDid, ""
		if t.BulkAction == record.BulkDelete {
			i.Name = ""
		}
	case errors.As(err, &left):
		i.Outcome, i.Reason = record.TaskLeft, string(left)
	case ctx.Err() != nil:
		return ctx.Err()
	case r.Waits(err):
		return err
	default:
		name, internal := r.FaultName(err)
		i.Outcome, i.Reason = record.TaskFailed, name
		if internal {
			r.Log.ErrorContext(ctx, "an application of a task failed", "task", t.ID, "document", i.Document, "error", err)
		}
	}
	return nil
}

// shielded makes a panic an error: the rest goes on.
func (r *Runner) shielded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do()
}

// sweep removes expired files and unused folders.
func (r *Runner) sweep(ctx context.Context) error {
	stale, err := r.Store.StaleTasks(ctx, r.place, time.Now().Add(-KeepFile).UTC())
	if err != nil {
		return err
	}
	for _, id := range stale {
		if err := os.RemoveAll(r.folder(id)); err != nil {
			return err
		}
		if err := r.Store.DropFile(ctx, id); err != nil {
			return err
		}
	}
	if err := r.Store.ForgetTasks(ctx, time.Now().Add(-keepTask).UTC()); err != nil {
		return err
	}
	folders, err := os.ReadDir(r.Folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, f := range folders {
		id, err := strconv.ParseInt(f.Name(), 10, 64)
		if err != nil {
			continue
		}
		t, err := r.Store.Task(ctx, id)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		if err != nil || t.State != record.TaskRunning && t.Bytes == 0 {
			r.remove(ctx, id)
		}
	}
	return nil
}

func (r *Runner) remove(ctx context.Context, id int64) {
	if err := os.RemoveAll(r.folder(id)); err != nil {
		r.Log.WarnContext(ctx, "files of a task stay", "task", id, "error", err)
	}
}
