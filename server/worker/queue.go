package worker

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
)

// The order of jobs that may run, within a queue: what is put into the library may be what
// checks wait for. No queue has jobs of both people and batches; the numbers tell them apart
// to who reads the table.
const (
	indexPriority      = 1
	checkPriority      = 2
	batchIndexPriority = 3
	batchCheckPriority = 4
)

// rescueMargin is how much longer than the job timeout River waits before it
// takes a job for dead by its age alone. It is the second net: recoverJobs
// finds the jobs of dead servers much sooner.
const rescueMargin = 5 * time.Minute

// pollInterval is how soon a job that had to wait (a second attempt, one that was
// handed back) is seen; new jobs are seen at once.
const pollInterval = 200 * time.Millisecond

// fetchPause is the least time between two looks for waiting jobs. River's own, 100 ms, is longer than many a job takes: a file
// read or a small check (20 to 50 ms). Workers look as one of them becomes free, so that it does not make looks more frequent.
const fetchPause = 10 * time.Millisecond

// The queues, each with workers of its own. Somebody waits for what is in the usual one; what comes
// in many at a time (imports, checks of whole calls, libraries that are indexed anew) has another, with
// as many workers. So a job that somebody waits for never waits for a batch, however long its jobs
// take, and a batch goes on however many people there are: where both have work, each has half of the
// processors. Long scans have queues so that they cannot take all workers for many minutes,
// fetching since it mostly waits, and the comparison of pages since nobody does.
const (
	defaultQueue   = river.QueueDefault
	batchQueue     = "batch"
	scanQueue      = "scans"
	batchScanQueue = "batch-scans"
	webQueue       = "web"
	compareQueue   = "comparisons"
)

// mostAwaited is how many documents one upload, or one wish to check again, may have for somebody
// to wait for them; more are a batch. Fifty are read and checked within a minute.
const mostAwaited = 50

// lane is where a job stands: with those that somebody waits for or with batches, and
// with long scans or not.
type lane struct {
	batch, scan bool
	// since is when a batch began whose jobs are done in an order that has nothing to do with that in which they came (place); zero for
	// others.
	since time.Time
}

// laneOfMany returns the lane of a number of documents that come together.
func laneOfMany(documents int) lane {
	if documents <= mostAwaited {
		return lane{}
	}
	return lane{batch: true, since: time.Now()}
}

// laneOfCheck returns the lane of a check that may start.
func laneOfCheck(c library.Starting) lane {
	if !c.Batch {
		return lane{}
	}
	return lane{batch: true, since: c.Began}
}

// laneOf returns the lane of the jobs of a queue.
func laneOf(queue string) lane {
	return lane{batch: queue == batchQueue || queue == batchScanQueue, scan: queue == scanQueue || queue == batchScanQueue}
}

func (l lane) queue() string {
	switch {
	case l.batch && l.scan:
		return batchScanQueue
	case l.batch:
		return batchQueue
	case l.scan:
		return scanQueue
	}
	return defaultQueue
}

func (l lane) indexPriority() int {
	if l.batch {
		return batchIndexPriority
	}
	return indexPriority
}

func (l lane) checkPriority() int {
	if l.batch {
		return batchCheckPriority
	}
	return checkPriority
}

// forScans returns the lane of long scans beside a lane.
func (l lane) forScans() lane { return lane{batch: l.batch, scan: true} }

// mixing is the stretch of time, before a batch began, over which the places of its jobs are spread.
const mixing = time.Second

// place returns the time by which the job of a document or check stands in the queue, zero for that of its insertion.
// Files often come sorted by size, and of the time that the rest takes what was done says nothing where it was the
// small ones: so batches are mixed, each in itself. Batches follow one another as they began.
func (l lane) place(id int64) time.Time {
	if l.since.IsZero() {
		return time.Time{}
	}
	// Multiplicative hashing by the golden ratio spreads each stretch of ids over all places (D. Knuth, The Art of Computer Programming 3,
	// 6.4).
	const golden = 2654435761
	return l.since.Add(-time.Duration(float64(uint32(id)*golden) / (1 << 32) * float64(mixing)))
}

// indexArgs is the job of putting a document into the library.
type indexArgs struct {
	Document int64 `json:"document"`
	// Again says that only the units are to be made anew: the text and what
	// people have corrected stay as they are.
	Again bool `json:"again,omitempty"`
}

// Kind implements river.JobArgs.
func (indexArgs) Kind() string { return "index" }

// checkArgs is the job of checking a document.
type checkArgs struct {
	Check int64 `json:"check"`
}

// Kind implements river.JobArgs.
func (checkArgs) Kind() string { return "check" }

// queue is River on one of the two databases.
type queue interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	// insert adds a job that exists once tx commits, and returns its id. at is its place among those of the same
	// priority, a time that is over; zero is now.
	insert(ctx context.Context, tx *library.Tx, args river.JobArgs, queue string, priority int, at time.Time) (int64, error)
	// complete ends a running job with tx.
	complete(ctx context.Context, tx *library.Tx, job *rivertype.JobRow) error
	// cancel ends a job, waiting or running; unknown ones are no error.
	cancel(ctx context.Context, jobID int64) error
}

type riverQueue[D riverdriver.Driver[T], T any] struct {
	*river.Client[T]
	of          func(*library.Tx) T
	maxAttempts int
}

func (q *riverQueue[D, T]) insert(
	ctx context.Context, tx *library.Tx, args river.JobArgs, queue string, priority int, at time.Time,
) (int64, error) {
	from, err := json.Marshal(jobOrigin{audit.ActorOf(ctx).Request})
	if err != nil {
		return 0, err
	}
	r, err := q.InsertTx(ctx, q.of(tx), args, &river.InsertOpts{
		MaxAttempts: q.maxAttempts + maxInterruptions + 1, Priority: priority, Queue: queue, ScheduledAt: at, Metadata: from,
	})
	if err != nil {
		return 0, err
	}
	if !at.IsZero() { // River takes a job with a time for one of later
		err = tx.ReleaseJob(ctx, r.Job.ID)
	}
	return r.Job.ID, err
}

// jobOrigin is what a job knows of where it comes from, among its metadata.
type jobOrigin struct {
	Request string `json:"request,omitempty"` // id of the request that made it
}

// fromRequest returns a context in which lines of the log, and entries of the record, name the request that made a job, or
// the check that it is about: checks get their jobs later, when they may start.
func (p *Pool) fromRequest(ctx context.Context, a attempt) context.Context {
	var from jobOrigin
	_ = json.Unmarshal(a.job.Metadata, &from) // a job without is none the worse
	if from.Request == "" && a.subject == "check" {
		asked, _, err := p.store.Entries(ctx, audit.Filter{Action: audit.Check, Subject: audit.SubjectCheck, ID: a.id}, 1)
		if err == nil && len(asked) > 0 {
			from.Request = asked[0].Actor.Request
		}
	}
	if from.Request == "" {
		return ctx
	}
	return audit.By(ctx, audit.Actor{Request: from.Request})
}

func (q *riverQueue[D, T]) complete(ctx context.Context, tx *library.Tx, job *rivertype.JobRow) error {
	// The kind of the arguments does not matter here.
	_, err := river.JobCompleteTx[D](ctx, q.of(tx), &river.Job[checkArgs]{JobRow: job})
	return err
}

func (q *riverQueue[D, T]) cancel(ctx context.Context, jobID int64) error {
	_, err := q.JobCancel(ctx, jobID)
	if errors.Is(err, river.ErrNotFound) {
		return nil
	}
	return err
}

func (p *Pool) openQueue(ctx context.Context) (queue, error) {
	if pool := p.store.Postgres(); pool != nil {
		return newQueue(ctx, p, riverpgxv5.New(pool), func(tx *library.Tx) pgx.Tx { return tx.Postgres() })
	}
	return newQueue(ctx, p, riversqlite.New(p.store.SQLite()), func(tx *library.Tx) *sql.Tx { return tx.SQLite() })
}

// MakeQueue makes the queue's tables in a PostgreSQL database, for a restored backup
// to fill.
func MakeQueue(ctx context.Context, store *library.Store, log *slog.Logger) error {
	return migrateQueue(ctx, store, riverpgxv5.New(store.Postgres()), slog.New(quiet{log.Handler()}))
}

// migrateQueue brings the queue's tables up to date. Servers that start together do
// that one after the other.
func migrateQueue[T any](ctx context.Context, store *library.Store, driver riverdriver.Driver[T], logger *slog.Logger) error {
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: logger})
	if err != nil {
		return err
	}
	return store.Exclusively(ctx, func() error {
		_, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
}

func newQueue[D riverdriver.Driver[T], T any](ctx context.Context, p *Pool, driver D, of func(*library.Tx) T) (queue, error) {
	// River tells of errors of jobs too; the pool does that itself, once.
	logger := slog.New(quiet{p.log.Handler()})
	if err := migrateQueue(ctx, p.store, driver, logger); err != nil {
		return nil, err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(p.workIndex))
	river.AddWorker(workers, river.WorkFunc(p.workCheck))
	river.AddWorker(workers, river.WorkFunc(p.workSite))
	river.AddWorker(workers, river.WorkFunc(p.workComparison))
	river.AddWorker(workers, river.WorkFunc(p.workHarvest))
	client, err := river.NewClient(driver, &river.Config{
		FetchCooldown:     fetchPause,
		FetchPollInterval: pollInterval,
		ID:                p.server,
		JobTimeout:        p.config.Timeout,
		Logger:            logger,
		MaxAttempts:       p.config.MaxAttempts + maxInterruptions + 1, // attempt.go counts errors and interruptions apart
		Queues: map[string]river.QueueConfig{
			defaultQueue:   {MaxWorkers: p.config.Workers},
			batchQueue:     {MaxWorkers: p.config.Workers},
			scanQueue:      {MaxWorkers: max(1, p.config.Workers/2)},
			batchScanQueue: {MaxWorkers: max(1, p.config.Workers/2)},
			webQueue:       {MaxWorkers: sitesAtOnce},
			compareQueue:   {MaxWorkers: comparisonsAtOnce},
			harvestQueue:   {MaxWorkers: harvestsAtOnce},
			folderQueue:    {MaxWorkers: harvestsAtOnce},
		},
		RescueStuckJobsAfter: p.config.Timeout + rescueMargin,
		RetryPolicy:          retryPolicy{p.config.Backoff},
		SoftStopTimeout:      p.config.Grace,
		Workers:              workers,
	})
	if err != nil {
		return nil, err
	}
	return &riverQueue[D, T]{client, of, p.config.MaxAttempts}, nil
}

// retryPolicy waits four times as long before each next attempt.
type retryPolicy struct{ first time.Duration }

// NextRetry implements river.ClientRetryPolicy.
func (r retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	const most = 8 // keeps the shift in range: beyond, the wait no longer grows
	return time.Now().Add(r.first << (2 * min(len(job.Errors), most)))
}

// quiet passes on errors only.
type quiet struct{ slog.Handler }

// Enabled implements slog.Handler.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && q.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler. Which of the servers leads the queue is tried again within moments; what
// goes wrong with that on a busy machine is no error of anybody's work.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "leadership.") {
		r.Level = slog.LevelWarn
	}
	return q.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
