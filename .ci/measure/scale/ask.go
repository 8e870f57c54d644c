package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
)

// asking times what checks ask: documents of 300 units, each a tenth known to the library,
// with three keys a group for each unit, as the default profile asks.
type asking struct {
	url       string
	documents int
	atOnce    int
	before    string
}

const keysPerUnit = 3

// bound is the most units of a value that the engine lets such documents read (mostUnits
// of package checker).
func bound(units int) int { return 64 + 2*units>>fingerprint.GroupBits }

func (a asking) run(ctx context.Context) error {
	store, err := open(ctx, a.url)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // nothing was written
	snapshot, err := store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	draw := newDrawer()
	ask := func(store *library.Store, n int) (took time.Duration, found int, err error) {
		queries := questions(draw, n, snapshot.Documents)
		began := time.Now()
		candidates, err := store.Candidates(ctx, queries, 1, bound(snapshot.Units), 0)
		return time.Since(began), len(candidates), err
	}
	times, total := make([]time.Duration, a.documents), 0
	began := time.Now()
	if a.before != "" {
		for n := range times {
			if times[n], err = a.askAfter(ctx, n, ask); err != nil {
				return err
			}
		}
	} else {
		found := make([]int, a.documents)
		for n := range 4 { // warm
			if _, _, err := ask(store, a.documents+n); err != nil {
				return err
			}
		}
		began = time.Now()
		var asking errgroup.Group
		asking.SetLimit(a.atOnce)
		for n := range times {
			asking.Go(func() (err error) {
				times[n], found[n], err = ask(store, n)
				return err
			})
		}
		if err := asking.Wait(); err != nil {
			return err
		}
		for _, f := range found {
			total += f
		}
	}
	wall := time.Since(began)
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	fmt.Printf("%d units, %d documents asked, %d at a time: median %v, nine tenths within %v, longest %v; %.1f a second; %d candidates a document\n",
		snapshot.Units, a.documents, a.atOnce, at(0.5), at(0.9), at(1), float64(a.documents)/wall.Seconds(), total/a.documents)
	return nil
}

// askAfter runs the command, opens the library anew and asks once.
func (a asking) askAfter(ctx context.Context, n int, ask func(*library.Store, int) (time.Duration, int, error)) (took time.Duration, err error) {
	if out, err := exec.CommandContext(ctx, "sh", "-c", a.before).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w: %s", a.before, err, out)
	}
	store, err := open(ctx, a.url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = store.Close() }() // nothing was written
	took, _, err = ask(store, n)
	return took, err
}

// questions are those of the n-th document that asks.
func questions(draw *drawer, n, documents int) (queries []fingerprint.Groups) {
	r := rand.New(rand.NewPCG(11, uint64(n)))
	known := made(draw, r.Int64N(int64(max(documents, 1))))
	for i := range keysPerUnit * unitsPerDocument {
		g := draw.groups(r)
		if i%10 == 0 {
			g = known[i/10*10%len(known)].Groups
		}
		queries = append(queries, g)
	}
	return queries
}
