package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// part is a run on one kind of database.
type part struct {
	name     string
	servers  int
	database string // URL; "" is SQLite
	folder   string
}

const (
	// patience is how long the servers may take to finish their work after the load.
	patience = 15 * time.Minute
	// down is how long a database, or the room on a disk, is away.
	down = 6 * time.Second
)

// run loads and disturbs the servers, lets them finish, and judges what is there.
func (p part) run(ctx context.Context, o options, random *rand.Rand) (*result, error) {
	if err := os.MkdirAll(p.folder, 0o700); err != nil {
		return nil, err
	}
	var servers []*server
	for i := range p.servers {
		s, err := newServer(o.binary, filepath.Join(p.folder, fmt.Sprintf("server-%d", i+1)), p.database)
		if err != nil {
			return nil, err
		}
		servers = append(servers, s)
	}
	r := newResult()
	defer func() {
		for _, s := range servers {
			s.kill()
		}
	}()
	for _, s := range servers {
		if err := s.start(ctx); err != nil {
			return nil, err
		}
	}
	watching, stopWatching := context.WithCancel(ctx)
	var watched sync.WaitGroup
	for _, s := range servers {
		watched.Go(func() { s.watch(watching) })
	}
	begun := time.Now()
	loading, stopLoading := context.WithCancel(ctx)
	ended := newLoad(servers, r, random).begin(loading, o)
	err := p.disturb(ctx, o, servers, r, plan(p, o, random), random)
	stopLoading()
	ended()
	r.loaded = time.Since(begun)
	if err == nil {
		err = r.settle(ctx, p)
	}
	if err == nil {
		err = r.judge(ctx, p, o, servers)
	}
	stopWatching()
	watched.Wait()
	for _, s := range servers {
		if e := s.stop(); e != nil && err == nil {
			r.note("the last stop: %v", e)
		}
		r.memory = max(r.memory, s.memory.Load())
		r.left(s.folder)
	}
	return r, err
}

// disturb does to the servers what happens to servers, evenly over the length of the
// load, which lasts longer where that takes longer.
func (p part) disturb(ctx context.Context, o options, servers []*server, r *result, acts []act, random *rand.Rand) error {
	every := o.length / time.Duration(len(acts)+1)
	begun := time.Now()
	for i, act := range acts {
		if err := wait(ctx, time.Until(begun.Add(time.Duration(i+1)*every))); err != nil {
			return err
		}
		s := servers[random.IntN(len(servers))]
		r.done[act]++
		var err error
		switch act {
		case killed:
			s.kill()
			err = s.start(ctx)
		case stopped:
			if e := s.stop(); e != nil {
				r.note("SIGTERM: %v", e)
			}
			err = s.start(ctx)
		case halted:
			err = errors.Join(control(ctx, o, "halt"), wait(ctx, down), control(ctx, o, "resume"))
		case filled:
			err = fill(ctx, s.folder, down)
		case onlyRead:
			err = p.readOnly(ctx, down)
		case clockBack:
			err = p.setBack(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", act, err)
		}
	}
	return wait(ctx, time.Until(begun.Add(o.length)))
}

// act is something that happens to a server.
type act string

const (
	killed    act = "kill -9"
	stopped   act = "SIGTERM"
	halted    act = "database stopped"
	filled    act = "disk filled"
	onlyRead  act = "database only read"
	clockBack act = "clock set back by a day"
)

// plan is what happens, in order: the kills, and for every ten of them an orderly stop, a clock that is set back
// and, where there is one to stop or to fill, a database or a disk.
func plan(p part, o options, random *rand.Rand) []act {
	var acts []act
	for i := range o.kills {
		acts = append(acts, killed)
		if i%10 != 4 && i != 0 {
			continue
		}
		acts = append(acts, stopped, clockBack)
		if p.database != "" {
			acts = append(acts, halted, onlyRead)
		}
		if o.small {
			acts = append(acts, filled)
		}
	}
	random.Shuffle(len(acts), func(i, j int) { acts[i], acts[j] = acts[j], acts[i] })
	return acts
}

// wait waits for a while; the error says that ctx has ended.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
