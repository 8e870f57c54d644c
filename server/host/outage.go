// Package host has what a running server needs of the machine that it runs on: bounds for its
// connections (connection.go), HTTPS without a proxy (encryption.go), the ways to log in (login.go),
// room on the disk (disk.go), its figures for Prometheus (metrics.go), and a log that stays readable
// while the database does not answer or takes no more (outage.go).
//
// In go settings, a listener, the log and signs of life; out come the same, bounded, secured and
// watched. It knows nothing of what is served.
package host

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

// Guard keeps the log readable while the database does not answer or accept writes: one line
// reports the beginning, one the end; errors caused by it meanwhile, in requests, jobs and the
// queue, are counted and not logged. It is safe for concurrent use.
type Guard struct {
	log    *slog.Logger // that nothing is kept from
	kinds  [kinds]outage
	begins chan beginning
}

// outage is one sort of them.
type outage struct {
	cause        error
	begins, ends string // what is written
	try          func(context.Context) error
	patience     time.Duration // between two tries
	mu           sync.Mutex
	since        time.Time // zero while all is well
	ended        time.Time // when the one before was over
	kept         int       // lines that were not written
	under        atomic.Bool
}

// The kinds of outages, narrower ones first.
const (
	readOnly = iota // it takes no changes: servers change places
	away            // it does not answer
	full            // it has no room
	kinds
)

// beginning is that of an outage. A doubted one may be the last line of the outage before,
// from somebody who was slow to notice: it is said only where a try fails.
type beginning struct {
	kind    *outage
	reason  string
	doubted bool
}

const (
	// tryFor is how long a database may take to answer a try.
	tryFor = 5 * time.Second
	// slow is how much later than the end of an outage somebody may tell of it.
	slow = 30 * time.Second
)

// NewGuard makes a logger of one, through which all is to be logged, and what watches
// for outages of a store that runs from watch on.
func NewGuard(log *slog.Logger, ping, write func(context.Context) error) (*slog.Logger, *Guard) {
	o := &Guard{log: log, begins: make(chan beginning, kinds)}
	o.kinds[readOnly] = outage{
		cause: record.ErrReadOnly, try: write, patience: time.Second,
		begins: "the database can only be read, as a standby; what fails for that is not logged until it takes changes",
		ends:   "the database takes changes again",
	}
	o.kinds[away] = outage{
		cause: record.ErrUnreachable, try: ping, patience: time.Second,
		begins: "the database does not answer; what fails for that is not logged until it does", ends: "the database answers again",
	}
	// Where a row can be written a document may still find no room: it is tried at leisure.
	o.kinds[full] = outage{
		cause: record.ErrNoRoom, try: write, patience: 15 * time.Second,
		begins: "the disk, a quota or the database is full; what fails for that is not logged until there is room",
		ends:   "there is room again",
	}
	return slog.New(outageHandler{log.Handler(), o}), o
}

// Watch looks during outages whether they are over, until ctx ends.
func (o *Guard) Watch(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case b := <-o.begins:
			running.Go(func() { o.follow(ctx, b) })
		case <-ctx.Done():
			return
		}
	}
}

// follow waits for the end of an outage.
func (o *Guard) follow(ctx context.Context, b beginning) {
	kind := b.kind
	if b.doubted {
		if kind.tries(ctx) == nil {
			kind.end()
			return
		}
		o.begin(ctx, kind, b.reason)
	}
	every := time.NewTicker(kind.patience)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
		if kind.tries(ctx) != nil {
			continue
		}
		took, kept := kind.end()
		o.log.InfoContext(ctx, kind.ends, "after", took.Round(time.Second).String(), "lines kept back", kept)
		return
	}
}

// tries asks whether the outage is over.
func (k *outage) tries(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	return k.try(ctx)
}

// end records the end of the outage.
func (k *outage) end() (took time.Duration, kept int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	took, kept = time.Since(k.since), k.kept
	k.since, k.kept, k.ended = time.Time{}, 0, time.Now()
	k.under.Store(false)
	return took, kept
}

// begin says that there is an outage.
func (o *Guard) begin(ctx context.Context, kind *outage, reason string) {
	kind.under.Store(true)
	o.log.ErrorContext(ctx, kind.begins, "error", reason)
}

// note takes a line that tells of an outage, and reports whether it has dealt with it.
func (o *Guard) note(ctx context.Context, cause error, reason string) bool {
	for i := range o.kinds {
		kind := &o.kinds[i]
		if !errors.Is(cause, kind.cause) {
			continue
		}
		kind.mu.Lock()
		begins, doubted := kind.since.IsZero(), time.Since(kind.ended) < slow
		if begins {
			kind.since = time.Now()
		} else {
			kind.kept++
		}
		kind.mu.Unlock()
		if begins && !doubted {
			o.begin(ctx, kind, reason)
		}
		if begins {
			o.begins <- beginning{kind, reason, doubted}
		}
		return true
	}
	return false
}

// keep counts a line that is not written.
func (k *outage) keep() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept++
}

// mayBeOf reports whether a line is one of the queue's that tell of nothing but that they
// have waited too long or that something ended, and of the time of an outage or soon after it: a database that
// hangs is not told from one that is gone. At any other time such a line is written.
func (o *Guard) mayBeOf(r slog.Record) (so bool) {
	kind := &o.kinds[away]
	kind.mu.Lock()
	recent := !kind.since.IsZero() || time.Since(kind.ended) < slow
	kind.mu.Unlock()
	if !recent {
		return false
	}
	r.Attrs(func(a slog.Attr) bool {
		if !namesError(a.Key) {
			return true
		}
		text := a.Value.String()
		for _, part := range []string{context.DeadlineExceeded.Error(), "timeout", "EOF", "closed"} {
			so = so || strings.Contains(text, part)
		}
		return !so
	})
	return so
}

// Unreachable reports whether the database does not answer, or takes no changes, at the moment.
func (o *Guard) Unreachable() bool {
	return o.kinds[away].under.Load() || o.kinds[readOnly].under.Load()
}

// outageHandler passes on log lines that do not concern an outage.
type outageHandler struct {
	slog.Handler
	outages *Guard
}

// Handle implements slog.Handler.
func (h outageHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		reason, cause := tells(r)
		if cause == nil && h.outages.mayBeOf(r) {
			h.outages.kinds[away].keep()
			return nil
		}
		if cause != nil && h.outages.note(ctx, cause, reason) {
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

// tells returns the error that a log line reports. The queue logs its own as texts.
func tells(r slog.Record) (reason string, cause error) {
	r.Attrs(func(a slog.Attr) bool {
		switch v := a.Value.Any().(type) {
		case error:
			cause, reason = database.Cause(v), v.Error()
		case string:
			if namesError(a.Key) {
				cause, reason = lostBy(v), v
			}
		}
		return cause == nil
	})
	return reason, cause
}

// namesError reports whether an attribute of a line of the queue is its error.
func namesError(key string) bool { return key == "err" || key == "error" }

// lostBy returns what the text of an error of the driver says about its connection, nil where it says nothing.
func lostBy(text string) error {
	if strings.Contains(text, "SQLSTATE 25006") {
		return record.ErrReadOnly
	}
	for _, part := range []string{
		"failed to connect to", "connection refused", "connection reset", "unexpected EOF", "conn closed", "broken pipe",
		"terminating connection", "SQLSTATE 57P0", "SQLSTATE 08", "SQLSTATE 53300",
	} {
		if strings.Contains(text, part) {
			return record.ErrUnreachable
		}
	}
	return nil
}
