// Package worker does what must not be done in a request: it puts documents
// into the library and checks documents, as jobs of a queue (River) that lives
// in the library's database.
//
// In go uploads and wishes to cancel; out come documents that are ready or
// failed and checks that are done, failed or cancelled, all in the Store. A job
// is committed together with the rows it is for, and its end together with its
// result, so a crash at any moment loses nothing and does nothing twice: a job
// cut off runs again. The package knows no HTTP.
package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/spread"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/wrap"
)

// Engine is what the pool needs of checker.Engine.
type Engine interface {
	Index(d *extract.Document) ([]fingerprint.Unit, *hint.Index, error)
	Units(d *extract.Document) []fingerprint.Unit
	Words(d *extract.Document) (*hint.Index, error)
	Check(ctx context.Context, in checker.Input, lib checker.Library, progress func(done, total int)) (*evidence.Evidence, error)
}

// Extractor turns a file into a document; extract.Runner does so in a process
// of its own. progress is told how many scanned pages are recognised, one call
// at a time. Errors that wrap one of package extract's are final, all others
// are tried again.
type Extractor interface {
	ExtractProgress(ctx context.Context, name string, data []byte, progress func(done, total int)) (*extract.Document, error)
	// Figures reads a file without recognising anything, for its figures.
	Figures(ctx context.Context, name string, data []byte) (*extract.Document, error)
}

// Search is the full-text index of the library, as far as the pool feeds it.
type Search interface {
	Put(ctx context.Context, d record.Document, text string) error
	Delete(ctx context.Context, id int64) error
	// Revisions returns the revisions of the documents as they were put there, by id.
	Revisions(ctx context.Context) (map[int64]int64, error)
}

// Config sizes a pool. Fields left zero get their defaults.
type Config struct {
	MaxUpload int64 // bytes of one file; 50 MB
	Workers   int   // jobs at a time, and half as many long scans beside them; one a CPU, at least 2

	// Paper checks by the published method; nil where no check is asked to.
	Paper Engine

	// Sign signs the XML of evidence; nil leaves it unsigned.
	Sign func(xml []byte) ([]byte, error)

	// Deleted is called after a document was deleted, for what is kept of files beside
	// the library; nil for nobody.
	Deleted func(ctx context.Context)

	// Ended is told of every job that has ended for good; nil for nobody.
	Ended func(Ended)

	// Prepare returns when what jobs need is loaded, at once from then on; all wait for it, so
	// that pages have a server to themselves that has just started. nil is for nothing.
	Prepare func()

	// Room fails where so many bytes more would leave too little room on the disk; jobs
	// wait meanwhile. nil never fails.
	Room func(bytes int64) error

	// Web asks for pages of sites that are followed, and Pages reads what comes; nil where none
	// are followed.
	Web   Web
	Pages PageReader

	// Imports is the folder where files of imports wait; "" where there are no imports.
	Imports string

	// Folder is where what is kept lies, so that nobody has it watched; "" is nowhere.
	Folder string

	Timeout     time.Duration // of one job; what reading the longest scan may take and five minutes to compare it
	Grace       time.Duration // for running jobs at Stop; 10 seconds
	MaxAttempts int           // of one job, before it fails for good; 5
	Backoff     time.Duration // before the second attempt, four times as long before each next; 2 seconds
	Beat        time.Duration // between two notes of a check's progress; 500 milliseconds

	// Lease is how long a server that shares the database is believed alive
	// after its last sign of life, on PostgreSQL; lease.Period. Its jobs are then
	// run by others.
	Lease time.Duration
}

// Ended is what became of a job.
type Ended struct {
	Subject  string             // "document", "check", "site", "page" or "harvest"
	Failure  record.FailureName // "" where it was done
	Took     time.Duration
	Compared int // documents of the library that a check read whole; -1 for others
}

func (c Config) withDefaults() (Config, error) {
	fill(&c.MaxUpload, 50<<20)
	fill(&c.Workers, max(2, runtime.NumCPU()))
	fill(&c.Timeout, reader.LongestRead+compareTime)
	fill(&c.Grace, 10*time.Second)
	fill(&c.MaxAttempts, 5)
	fill(&c.Backoff, 2*time.Second)
	fill(&c.Beat, 500*time.Millisecond)
	fill(&c.Lease, spread.Period)
	if c.MaxUpload < 0 || c.Workers < 0 || c.MaxAttempts < 0 ||
		min(c.Timeout, c.Grace, c.Backoff, c.Beat, c.Lease) < 0 {
		return c, errors.New("worker: a setting is negative")
	}
	return c, nil
}

// compareTime is how long a job may take beside reading its file; the largest
// checks measured take some seconds.
const compareTime = 5 * time.Minute

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Pool takes uploads and works on them. It is safe for concurrent use.
type Pool struct {
	store     *library.Store
	engine    Engine
	extractor Extractor
	search    Search
	log       *slog.Logger
	config    Config

	queue      queue
	server     string // this process, among those that share the database
	stopping   atomic.Bool
	background context.Context    // of the goroutines below, from Start on
	stop       context.CancelFunc // ends them
	running    sync.WaitGroup
	searchNow  chan struct{} // wakes keepSearch
	sitesNow   chan struct{} // wakes followSites
	pagesNow   chan struct{} // wakes comparePages
	harvestNow chan struct{} // wakes followHarvests
	foldersNow chan struct{} // wakes watchFolders
	making     sync.Mutex    // held by who makes units of the published method: others find them made
}

// New makes a pool on a store and brings the queue's tables up to date. Jobs
// can be submitted at once; they run from Start on.
func New(store *library.Store, engine Engine, extractor Extractor, search Search, log *slog.Logger, c Config) (*Pool, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // only for people who look into the table
	p := &Pool{
		store: store, engine: engine, extractor: extractor, search: search, log: log, config: c, searchNow: make(chan struct{}, 1),
		sitesNow: make(chan struct{}, 1), pagesNow: make(chan struct{}, 1), harvestNow: make(chan struct{}, 1),
		foldersNow: make(chan struct{}, 1),
		server:     fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), rand.Text()[:8]),
	}
	if p.queue, err = p.openQueue(context.Background()); err != nil {
		return nil, fmt.Errorf("worker: open queue: %w", err)
	}
	return p, nil
}

// Start begins to work: first on what an earlier process left undone. ctx only
// bounds the start; Stop ends the work.
func (p *Pool) Start(ctx context.Context) error {
	if err := p.requeue(ctx); err != nil {
		return fmt.Errorf("worker: start: %w", err)
	}
	if err := p.store.TakeLease(ctx, p.server, p.config.Lease); err != nil {
		return fmt.Errorf("worker: start: %w", err)
	}
	if err := errors.Join(p.recallJobs(ctx), p.failOrphans(ctx)); err != nil {
		return fmt.Errorf("worker: start: %w", err)
	}
	// River would take the end of ctx for a wish to stop.
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	if err := p.queue.Start(background); err != nil {
		stop()
		return fmt.Errorf("worker: start: %w", err)
	}
	p.background, p.stop = background, stop
	p.running.Go(func() { p.keepLease(background) })
	p.running.Go(func() { p.keepSearch(background) })
	p.running.Go(func() { p.queueChecks(background) })
	p.running.Go(func() { p.countChecks(background) })
	p.running.Go(func() { p.keepFigures(background) })
	p.running.Go(func() { p.keepWords(background) })
	p.running.Go(func() { p.followSites(background) })
	p.running.Go(func() { p.comparePages(background) })
	p.running.Go(func() { p.followHarvests(background) })
	p.running.Go(func() { p.watchFolders(background) })
	return wrap.Error(p.resumeImports(ctx), "worker: go on with imports")
}

// Stop ends the work: running jobs get Config.Grace to finish, then they are
// handed back to the queue to be run again, here or elsewhere. It returns when
// all have ended, or with ctx's error.
func (p *Pool) Stop(ctx context.Context) error {
	if p.stop == nil {
		return nil // never started
	}
	p.stopping.Store(true)
	err := p.queue.Stop(ctx)
	p.stop()
	p.running.Wait()
	if err != nil {
		return fmt.Errorf("worker: stop: %w", err)
	}
	return wrap.Error(p.store.DropLease(ctx, p.server), "worker: stop")
}
