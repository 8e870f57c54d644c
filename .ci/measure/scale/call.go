package main

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
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

// crossing times the checks of a call's applications against one another and a library that "checks" has filled: of a
// growing call, all of its applications each time, as 同批互查 does, with their evidence stored. BenchmarkCrossCheck (server/worker) does it through the queue, in a
// library of made texts that it fills each time.
type crossing struct {
	url, dir   string
	texts      string
	documents  int
	joined     int
	sizes      string
	characters int
	atOnce     int
	hints      string
}

func (c crossing) run(ctx context.Context) error {
	store, engine, err := openEither(ctx, c.url, c.dir, c.hints)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // all is committed
	texts, err := crowd.Read(c.texts, c.joined)
	if err != nil {
		return err
	}
	call, err := store.PutCall(ctx, record.Call{Name: "scale", State: record.CallOpen}, "")
	if err != nil {
		return err
	}
	var applications []checker.Input
	for text := range strings.SplitSeq(c.sizes, ",") {
		size, err := strconv.Atoi(text)
		if err != nil || size < len(applications) {
			return fmt.Errorf("-applications is %q, not numbers that grow", c.sizes)
		}
		began := time.Now()
		for n := len(applications); n < size; n++ {
			in, err := c.load(ctx, store, engine, texts, call, n)
			if err != nil {
				return err
			}
			applications = append(applications, in)
		}
		fmt.Printf("%d applications, loaded in %v\n", size, time.Since(began).Round(time.Second))
		if err := c.cross(ctx, store, engine, call, applications); err != nil {
			return err
		}
	}
	return nil
}

// load stores the n-th application.
func (c crossing) load(ctx context.Context, store *library.Store, engine *checker.Engine, texts *crowd.Crowd, call int64, n int) (checker.Input, error) {
	text := []byte(texts.Application(n, c.characters, c.documents))
	d, err := reader.Parse(ctx, "text.txt", text, extract.Options{})
	if err != nil {
		return checker.Input{}, err
	}
	in := checker.Input{Document: d, Identity: evidence.Identity{
		Filename: fmt.Sprintf("application-%d.txt", n), Title: fmt.Sprint("application ", n), Applicant: fmt.Sprint("of call ", n), Institution: fmt.Sprint("institution ", n%200), Year: 2026,
	}}
	units, words, err := engine.Index(d)
	if err != nil {
		return checker.Input{}, err
	}
	ids, err := store.Load(ctx, []library.Prepared{{
		Document: d, Units: units, Words: words, Upload: record.Upload{Identity: in.Identity, Data: text, Call: call},
	}})
	if err != nil {
		return checker.Input{}, err
	}
	in.ID = ids[0]
	return in, nil
}

// cross checks all applications and says what it took.
func (c crossing) cross(ctx context.Context, store *library.Store, engine *checker.Engine, call int64, applications []checker.Input) error {
	used, err := processorTime()
	if err != nil {
		return err
	}
	began := time.Now()
	within := make([]int, len(applications)) // sources of the same call
	var group errgroup.Group
	group.SetLimit(c.atOnce)
	for i, in := range applications {
		group.Go(func() error {
			seen, err := store.Within(ctx, call)
			if err != nil {
				return err
			}
			found, err := engine.Check(ctx, in, seen, nil)
			if err != nil {
				return err
			}
			for _, s := range found.Sources {
				if s.SameCall {
					within[i]++
				}
			}
			var xml bytes.Buffer
			if err := evidence.Encode(&xml, found); err != nil {
				return err
			}
			return store.InTx(ctx, func(tx *library.Tx) error {
				check, err := tx.CreateCheck(ctx, in.ID)
				if err != nil {
					return err
				}
				if err := tx.StartCheck(ctx, check); err != nil {
					return err
				}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: found.Scores.Countable, Tally: record.TallyOf(found)}, xml.Bytes())
			})
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
	n := len(applications)
	shared := 0
	for _, s := range within {
		shared += min(s, 1)
	}
	fmt.Printf("%d checks on %d of %d processors: %v, %v a check; processor time of this process %v, %v a check; %d share text within the call; %d MB of memory at most\n",
		n, min(c.atOnce, runtime.GOMAXPROCS(0)), runtime.NumCPU(), wall.Round(time.Second), (wall / time.Duration(n)).Round(time.Millisecond),
		(until - used).Round(time.Second), ((until - used) / time.Duration(n)).Round(time.Millisecond), shared, mostMemory()>>20)
	return nil
}
