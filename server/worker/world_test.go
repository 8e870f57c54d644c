package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// What the program is wired with.
var (
	_ Engine    = (*checker.Engine)(nil)
	_ Extractor = (*reader.Runner)(nil)
	_ Search    = (*search.Index)(nil)
)

// patience is how long a test waits for a job. Jobs of these tests take
// milliseconds; a machine may be busy.
const patience = 2 * time.Minute

// inProcess is an Extractor that may be told to fail or to wait first.
type inProcess struct {
	before  func(ctx context.Context, name string) error // nil is nothing
	scansOf func(name string) int                        // pages that it says it has recognised; nil is none
	figures func(name string) error                      // before it is read for figures; nil is nothing
}

func (x inProcess) Figures(ctx context.Context, name string, data []byte) (*extract.Document, error) {
	if x.figures != nil {
		if err := x.figures(name); err != nil {
			return nil, err
		}
	}
	return reader.Parse(ctx, name, data, extract.Options{Tesseract: extract.NoTesseract})
}

func (x inProcess) ExtractProgress(ctx context.Context, name string, data []byte, progress func(done, total int)) (*extract.Document, error) {
	if x.scansOf != nil {
		if n := x.scansOf(name); n > 0 {
			progress(0, n)
			progress(n, n)
		}
	}
	if x.before != nil {
		if err := x.before(ctx, name); err != nil {
			return nil, err
		}
	}
	return reader.Parse(ctx, name, data, extract.Options{})
}

// slowEngine is the engine with something to do before each check.
type slowEngine struct {
	*checker.Engine

	before  func(ctx context.Context, in checker.Input, progress func(done, total int)) error
	between func()                          // before sources are read; nil is nothing
	spoil   func(sources []*checker.Source) // changes the sources that were read; nil is nothing
}

// meddled is a library with something to do when sources are read.
type meddled struct {
	checker.Library

	engine slowEngine
}

func (m meddled) Sources(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	if m.engine.between != nil {
		m.engine.between()
	}
	sources, err := m.Library.Sources(ctx, ids)
	if m.engine.spoil != nil {
		m.engine.spoil(sources)
	}
	return sources, err
}

func (m meddled) Texts(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	if m.engine.between != nil {
		m.engine.between()
	}
	sources, err := m.Library.Texts(ctx, ids)
	if m.engine.spoil != nil {
		m.engine.spoil(sources)
	}
	return sources, err
}

func (e slowEngine) Check(ctx context.Context, in checker.Input, lib checker.Library, progress func(done, total int)) (*evidence.Evidence, error) {
	if e.before != nil {
		if err := e.before(ctx, in, progress); err != nil {
			return nil, err
		}
	}
	return e.Engine.Check(ctx, in, meddled{lib, e}, progress)
}

// memorySearch is a Search that keeps all texts.
type memorySearch struct {
	mu        sync.Mutex
	texts     map[int64]string
	revisions map[int64]int64
}

func (s *memorySearch) Put(_ context.Context, d record.Document, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil {
		s.texts, s.revisions = map[int64]string{}, map[int64]int64{}
	}
	s.texts[d.ID], s.revisions[d.ID] = d.Identity.Title+"\n"+text, d.Revision
	return nil
}

func (s *memorySearch) Delete(_ context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.texts, id)
	delete(s.revisions, id)
	return nil
}

func (s *memorySearch) Revisions(context.Context) (map[int64]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.revisions), nil
}

func (s *memorySearch) all() map[int64]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.texts)
}

func newEngine(t testing.TB) *checker.Engine {
	t.Helper()
	e, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// world is a pool with all it needs; change its parts before start.
type world struct {
	t         *testing.T
	store     *library.Store
	engine    slowEngine
	extractor inProcess
	search    *memorySearch
	config    Config
	log       *bytes.Buffer // read it after stop
	pool      *Pool
}

func newWorld(t *testing.T, c library.Config) *world {
	t.Helper()
	return &world{
		t: t, store: librarytest.Open(t, c), engine: slowEngine{Engine: newEngine(t)}, search: new(memorySearch),
		log: new(bytes.Buffer),
		config: Config{
			Workers: 2, Grace: 100 * time.Millisecond, MaxAttempts: 2, Backoff: time.Millisecond,
			Beat: 10 * time.Millisecond, Lease: time.Second,
		},
	}
}

// open makes the pool without starting it.
func (w *world) open() *world {
	w.t.Helper()
	var err error
	w.pool, err = New(w.store, w.engine, w.extractor, w.search, slog.New(slog.NewTextHandler(w.log, nil)), w.config)
	if err != nil {
		w.t.Fatal(err)
	}
	return w
}

func (w *world) start() *world {
	w.t.Helper()
	w.open()
	if err := w.pool.Start(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(w.stop)
	return w
}

// stop may be called again.
func (w *world) stop() {
	w.t.Helper()
	if w.pool == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := w.pool.Stop(ctx); err != nil {
		w.t.Errorf("stop: %v", err)
	}
	w.pool = nil
}

func (w *world) submit(uploads ...record.Upload) []record.Receipt {
	w.t.Helper()
	receipts := w.pool.Submit(context.Background(), uploads)
	if len(receipts) != len(uploads) {
		w.t.Fatalf("%d receipts for %d uploads", len(receipts), len(uploads))
	}
	return receipts
}

// submitOne submits an upload that must be taken.
func (w *world) submitOne(u record.Upload) record.Receipt {
	w.t.Helper()
	r := w.submit(u)[0]
	if r.Err != nil {
		w.t.Fatal(r.Err)
	}
	return r
}

func (w *world) check(id int64) record.Check {
	w.t.Helper()
	c, err := w.store.Check(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

func (w *world) document(id int64) record.Document {
	w.t.Helper()
	d, err := w.store.Document(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w *world) waitCheck(id int64, state record.CheckState) record.Check {
	w.t.Helper()
	eventually(w.t, fmt.Sprintf("check %d is %s", id, state), func() bool { return w.check(id).State == state })
	return w.check(id)
}

func (w *world) waitDocument(id int64, state record.DocumentState) record.Document {
	w.t.Helper()
	eventually(w.t, fmt.Sprintf("document %d is %s", id, state), func() bool { return w.document(id).State == state })
	return w.document(id)
}

// evidence decodes that of a check that is done.
func (w *world) evidence(id int64) *evidence.Evidence {
	w.t.Helper()
	xml, err := w.store.Evidence(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	e, err := evidence.Decode(bytes.NewReader(xml))
	if err != nil {
		w.t.Fatal(err)
	}
	return e
}

// sources returns the ids of the sources of a check that is done.
func (w *world) sources(id int64) (ids []int64) {
	w.t.Helper()
	for _, s := range w.evidence(id).Sources {
		ids = append(ids, s.ID)
	}
	slices.Sort(ids)
	return ids
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if t.Failed() {
			t.FailNow()
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited %v in vain until %s", patience, what)
		}
	}
}

// essay returns a text that shares nothing with that of another subject: twelve
// sentences of characters drawn at random.
func essay(subject string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(subject))
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	var s strings.Builder
	for range 12 {
		for range 60 {
			s.WriteRune('一' + r.Int32N(8000))
		}
		s.WriteString("。\n")
	}
	return s.String()
}

func upload(name, text string) record.Upload {
	return record.Upload{Identity: evidence.Identity{Filename: name + ".txt"}, Data: []byte(text)}
}

func forLibrary(u record.Upload) record.Upload { u.ToLibrary = true; return u }
func forCheck(u record.Upload) record.Upload   { u.Check = true; return u }

var errTransient = errors.New("disk asleep")
