package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/crowd"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// checking times whole checks in a library of documents made of a folder of texts
// (package crowd). The library is filled as far as it lacks documents, and kept: two
// states of the program are compared on one library, and have the same evidence where
// they print the same hash.
type checking struct {
	url, dir   string
	texts      string
	documents  int
	checked    int
	characters int
	joined     int
	atOnce     int
	rounds     int
	profile    string
	hints      string
}

// loadBatch is how many documents are read and loaded at a time.
const loadBatch = 64

func (c checking) run(ctx context.Context) error {
	store, engine, err := openEither(ctx, c.url, c.dir, c.hints)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // all is committed
	texts, err := crowd.Read(c.texts, c.joined)
	if err != nil {
		return err
	}
	snapshot, err := store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	if snapshot.Documents < c.documents {
		if err := c.fill(ctx, store, engine, texts, snapshot.Documents); err != nil {
			return err
		}
		if snapshot, err = store.Snapshot(ctx, 0); err != nil {
			return err
		}
	}
	fmt.Printf("%d documents, %d units\n", snapshot.Documents, snapshot.Units)
	inputs, err := c.inputs(ctx, texts)
	if err != nil {
		return err
	}
	for _, in := range inputs[:min(4, len(inputs))] { // warm
		if _, err := engine.Check(ctx, in, store, nil); err != nil {
			return err
		}
	}
	if c.profile != "" {
		f, err := os.Create(c.profile)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if c.hints != "" {
		store.TellSegments(func(bytes int64) { fmt.Printf("the words of the library take %d MB of memory\n", bytes>>20) })
	}
	for range c.rounds {
		if err := c.round(ctx, store, engine, inputs); err != nil {
			return err
		}
	}
	return nil
}

// round checks all inputs, several at a time, and says how long it took.
func (c checking) round(ctx context.Context, store *library.Store, engine *checker.Engine, inputs []checker.Input) error {
	times, found := make([]time.Duration, len(inputs)), make([]*evidence.Evidence, len(inputs))
	used, err := processorTime()
	if err != nil {
		return err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	var group errgroup.Group
	group.SetLimit(c.atOnce)
	for i, in := range inputs {
		group.Go(func() (err error) {
			began := time.Now()
			found[i], err = engine.Check(ctx, in, store, nil)
			times[i] = time.Since(began)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	wall := time.Since(began)
	until, err := processorTime()
	if err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	candidates, aligned, sources := 0, 0, 0
	whole := sha256.New()
	for _, e := range found {
		candidates, aligned, sources = candidates+e.Library.Candidates, aligned+e.Library.Aligned, sources+len(e.Sources)
		e.Library.Aligned = 0 // how much was looked at is not what was found
		if err := evidence.Encode(whole, e); err != nil {
			return err
		}
	}
	slices.Sort(times)
	n := len(times)
	at := func(share float64) time.Duration { return times[int(share*float64(n-1))].Round(100 * time.Microsecond) }
	fmt.Printf("%d checks, %d at a time: median %v, nine tenths within %v, longest %v, %.2f a second; processor time of this process %v a check; %.1f MB allocated a check\n",
		n, c.atOnce, at(0.5), at(0.9), at(1), float64(n)/wall.Seconds(), ((until - used) / time.Duration(n)).Round(100*time.Microsecond), float64(after.TotalAlloc-before.TotalAlloc)/float64(n)/1e6)
	fmt.Printf("  %d candidates, %d aligned, %d sources a check; evidence %s; %d MB of memory at most\n",
		candidates/n, aligned/n, sources/n, hex.EncodeToString(whole.Sum(nil))[:16], mostMemory()>>20)
	return nil
}

// inputs are the documents to check.
func (c checking) inputs(ctx context.Context, texts *crowd.Crowd) ([]checker.Input, error) {
	inputs := make([]checker.Input, c.checked)
	for i := range inputs {
		d, err := reader.Parse(ctx, "text.txt", []byte(texts.Checked(i, c.characters, c.documents)), extract.Options{})
		if err != nil {
			return nil, err
		}
		inputs[i] = checker.Input{Document: d, Identity: evidence.Identity{
			Filename: fmt.Sprintf("checked-%d.txt", i), Applicant: fmt.Sprint("checked ", i), Institution: fmt.Sprint("institution ", i%200), Year: 2015 + i%10, Programme: fmt.Sprint("programme ", i%7),
		}}
	}
	return inputs, nil
}

// fill adds documents to those that there are.
func (c checking) fill(ctx context.Context, store *library.Store, engine *checker.Engine, texts *crowd.Crowd, from int) error {
	began := time.Now()
	for first := from; first < c.documents; first += loadBatch {
		out := make([]library.Prepared, min(loadBatch, c.documents-first))
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i := range out {
			group.Go(func() error {
				n := first + i
				text := []byte(texts.Document(n))
				d, err := reader.Parse(ctx, "text.txt", text, extract.Options{})
				if err != nil {
					return err
				}
				units, words, err := engine.Index(d)
				if err != nil {
					return err
				}
				out[i] = library.Prepared{Document: d, Units: units, Words: words, Upload: record.Upload{Data: text, Identity: evidence.Identity{
					Filename: fmt.Sprint(n, ".txt"), Title: fmt.Sprint("document ", n), Applicant: fmt.Sprint("applicant ", n),
					Institution: fmt.Sprint("institution ", n%200), Year: 2015 + n%10, Programme: fmt.Sprint("programme ", n%7),
				}}}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if _, err := store.Load(ctx, out); err != nil {
			return err
		}
	}
	fmt.Printf("%d documents loaded in %v\n", c.documents-from, time.Since(began).Round(time.Second))
	if pool := store.Postgres(); pool != nil {
		_, err := pool.Exec(ctx, "VACUUM ANALYZE")
		return err
	}
	return nil
}

// processorTime is what this process has used, on all processors.
func processorTime() (time.Duration, error) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, fmt.Errorf("processor time: %w", err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), nil
}

// mostMemory is how many bytes of memory this process had at most.
func mostMemory() int64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return r.Maxrss << 10
}
