// Package outage keeps the log of a server readable while its database does not answer or
// takes no more.
package outage

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// Guard keeps the log readable while the database does not answer, or takes no more:
// one line says so, one that it is over; what fails for it meanwhile, in requests, jobs and
// the queue, is counted and not written. It is safe for concurrent use.
type Guard struct {
	log    *slog.Logger // that nothing is kept from
	kinds  [2]outage
	begins chan *outage
}

// outage is one sort of them.
type outage struct {
	cause        error
	begins, ends string // what is written
	try          func(context.Context) error
	patience     time.Duration // between two tries
	mu           sync.Mutex
	since        time.Time // zero while all is well
	kept         int       // lines that were not written
	under        atomic.Bool
}

// tryFor is how long a database may take to answer a try.
const tryFor = 5 * time.Second

// New makes a logger of one, through which all is to be logged, and what watches
// for outages of a store that runs from watch on.
func New(log *slog.Logger, ping, write func(context.Context) error) (*slog.Logger, *Guard) {
	o := &Guard{log: log, begins: make(chan *outage, 2)}
	o.kinds[0] = outage{
		cause: record.ErrUnreachable, try: ping, patience: time.Second,
		begins: "the database does not answer; what fails for that is not logged until it does", ends: "the database answers again",
	}
	// Where a row can be written a document may still find no room: it is tried at leisure.
	o.kinds[1] = outage{
		cause: record.ErrNoRoom, try: write, patience: 15 * time.Second,
		begins: "the disk, a quota or the database is full; what fails for that is not logged until there is room", ends: "there is room again",
	}
	return slog.New(outageHandler{log.Handler(), o}), o
}

// Watch looks during outages whether they are over, until ctx ends.
func (o *Guard) Watch(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case kind := <-o.begins:
			running.Go(func() { o.follow(ctx, kind) })
		case <-ctx.Done():
			return
		}
	}
}

// follow waits for the end of an outage.
func (o *Guard) follow(ctx context.Context, kind *outage) {
	every := time.NewTicker(kind.patience)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
		tried, cancel := context.WithTimeout(ctx, tryFor)
		err := kind.try(tried)
		cancel()
		if err != nil {
			continue
		}
		kind.mu.Lock()
		took, kept := time.Since(kind.since), kind.kept
		kind.since, kind.kept = time.Time{}, 0
		kind.under.Store(false)
		kind.mu.Unlock()
		o.log.InfoContext(ctx, kind.ends, "after", took.Round(time.Second).String(), "lines kept back", kept)
		return
	}
}

// note takes a line that tells of an outage, and says whether it has dealt with it.
func (o *Guard) note(ctx context.Context, cause error, reason string) bool {
	for i := range o.kinds {
		kind := &o.kinds[i]
		if !errors.Is(cause, kind.cause) {
			continue
		}
		kind.mu.Lock()
		begins := kind.since.IsZero()
		if begins {
			kind.since = time.Now()
			kind.under.Store(true)
		} else {
			kind.kept++
		}
		kind.mu.Unlock()
		if begins {
			o.log.ErrorContext(ctx, kind.begins, "error", reason)
			o.begins <- kind
		}
		return true
	}
	return false
}

// Unreachable says whether the database does not answer at the moment.
func (o *Guard) Unreachable() bool { return o.kinds[0].under.Load() }

// outageHandler hands lines on that do not tell of an outage.
type outageHandler struct {
	slog.Handler
	outages *Guard
}

// Handle implements slog.Handler.
func (h outageHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		if reason, cause := tells(r); cause != nil && h.outages.note(ctx, cause, reason) {
			return nil
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h outageHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return outageHandler{h.Handler.WithAttrs(attrs), h.outages}
}

// WithGroup implements slog.Handler.
func (h outageHandler) WithGroup(name string) slog.Handler {
	return outageHandler{h.Handler.WithGroup(name), h.outages}
}

// tells gives the error that a line is about. The queue gives its own as texts.
func tells(r slog.Record) (reason string, cause error) {
	r.Attrs(func(a slog.Attr) bool {
		switch v := a.Value.Any().(type) {
		case error:
			cause, reason = database.Cause(v), v.Error()
		case string:
			if (a.Key == "err" || a.Key == "error") && saysLost(v) {
				cause, reason = record.ErrUnreachable, v
			}
		}
		return cause == nil
	})
	return reason, cause
}

// saysLost says whether the text of an error of the driver is about its connection.
func saysLost(text string) bool {
	for _, part := range []string{
		"failed to connect to", "connection refused", "connection reset", "unexpected EOF", "conn closed", "broken pipe",
		"terminating connection", "SQLSTATE 57P0", "SQLSTATE 08", "SQLSTATE 53300",
	} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
