package database

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Subject is something whose changes can be watched: "c12" is check 12, "d7"
// document 7.
type Subject string

func checkSubject(id int64) Subject    { return Subject("c" + strconv.FormatInt(id, 10)) }
func documentSubject(id int64) Subject { return Subject("d" + strconv.FormatInt(id, 10)) }

// Watchers are those of this process. They are safe for concurrent use.
type Watchers struct {
	// SafetyPeriod is how often everybody is woken without a change, and the
	// connection that listens is tried. To be set before the first Watch.
	SafetyPeriod time.Duration

	postgres func(context.Context) (*pgx.Conn, error) // nil on SQLite

	mu  sync.Mutex
	all map[*watcher]struct{}

	// What listens on PostgreSQL, from the first watcher on.
	start     sync.Once
	stop      context.CancelFunc // nil while nothing listens
	listening sync.WaitGroup
}

// watcher waits for changes of its subjects; without subjects, of any.
type watcher struct {
	subjects []Subject
	changed  chan struct{}
}

// NewWatchers returns the watchers of a database.
func NewWatchers(db *DB) *Watchers {
	ws := &Watchers{SafetyPeriod: safetyPeriod, all: map[*watcher]struct{}{}}
	if pool := db.Postgres(); pool != nil {
		ws.postgres = func(ctx context.Context) (*pgx.Conn, error) { return pgx.ConnectConfig(ctx, pool.Config().ConnConfig) }
	}
	return ws
}

// Watch returns a channel that gets a value after a change of one of the checks or
// documents has been committed, whichever server made it; with neither, after
// every change. A change is one of what the records say: that there is one, its
// state, progress, scans read, identity. Who watches first and reads then misses nothing:
//
//	changed, stop := store.Watch([]int64{id}, nil)
//	defer stop()
//	for {
//		// read, and return when it is what was waited for
//		<-changed
//	}
//
// Changes that follow each other closely give one value, and there are values
// without a change: on PostgreSQL one every SafetyPeriod, so that even a change
// whose notification was lost is seen. A check also changes with its document.
func (ws *Watchers) Watch(checks, documents []int64) (changed <-chan struct{}, stop func()) {
	w := &watcher{changed: make(chan struct{}, 1)}
	for _, id := range checks {
		w.subjects = append(w.subjects, checkSubject(id))
	}
	for _, id := range documents {
		w.subjects = append(w.subjects, documentSubject(id))
	}
	ws.start.Do(func() {
		if ws.postgres == nil {
			return
		}
		ctx, stop := context.WithCancel(context.Background())
		ws.stop = stop
		ws.listening.Go(func() { ws.listen(ctx) })
	})
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.all[w] = struct{}{}
	return w.changed, func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		delete(ws.all, w)
	}
}

// Close ends listening; watchers are no longer woken by other servers.
func (ws *Watchers) Close() {
	ws.start.Do(func() {}) // too late to start
	if ws.stop != nil {
		ws.stop()
		ws.listening.Wait()
	}
}

// Wake tells those who watch one of the subjects; without subjects all of them.
func (ws *Watchers) Wake(changed []Subject) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for w := range ws.all {
		concerned := len(changed) == 0 || len(w.subjects) == 0 ||
			slices.ContainsFunc(w.subjects, func(s Subject) bool { return slices.Contains(changed, s) })
		if !concerned {
			continue
		}
		select {
		case w.changed <- struct{}{}:
		default: // it is awake
		}
	}
}

// Changes are what a transaction has changed.
type Changes struct {
	Everything        bool
	Checks, Documents []int64
}

// Check notes a change of a check.
func (c *Changes) Check(id int64) {
	if !slices.Contains(c.Checks, id) {
		c.Checks = append(c.Checks, id)
	}
}

// Document notes a change of a document.
func (c *Changes) Document(id int64) {
	if !slices.Contains(c.Documents, id) {
		c.Documents = append(c.Documents, id)
	}
}

// Empty reports whether there is no change.
func (c *Changes) Empty() bool { return !c.Everything && len(c.Checks)+len(c.Documents) == 0 }

// Subjects lists the changes; none stands for everything.
func (c *Changes) Subjects() (out []Subject) {
	if c.Everything || len(c.Checks)+len(c.Documents) > mostSubjects {
		return nil
	}
	for _, id := range c.Checks {
		out = append(out, checkSubject(id))
	}
	for _, id := range c.Documents {
		out = append(out, documentSubject(id))
	}
	return out
}

// channel is the PostgreSQL channel of changes. What is sent is the
// subjects with commas between; nothing stands for everything. A message may have
// 8,000 bytes: more than mostSubjects, of 21 bytes with the comma at most, are sent
// as everything.
const (
	channel      = "zhiwen_changes"
	mostSubjects = 380
)

// Tell sends changes to all servers with the commit of a transaction on PostgreSQL.
// On SQLite there are no others: the caller wakes the watchers after the commit.
func Tell(ctx context.Context, c Conn, changed []Subject) error {
	if c.IsSQLite {
		return nil
	}
	var message strings.Builder
	for i, s := range changed {
		if i > 0 {
			message.WriteByte(',')
		}
		message.WriteString(string(s))
	}
	_, err := c.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, message.String())
	return err
}

const (
	// safetyPeriod is the usual Watchers.SafetyPeriod.
	safetyPeriod = 10 * time.Second
	// The pauses before a lost connection is made again: twice as long each time,
	// up to the last.
	firstReconnect = 100 * time.Millisecond
	lastReconnect  = 5 * time.Second
)

// listen wakes the watchers of this process for what any server sends, until ctx
// ends.
func (ws *Watchers) listen(ctx context.Context) {
	pause := firstReconnect
	for ctx.Err() == nil {
		if connected := ws.listenOnce(ctx); connected {
			pause = firstReconnect
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, lastReconnect)
		ws.Wake(nil) // while nobody listens they look for themselves
	}
}

// listenOnce listens until the connection, which is not one of the pool, is lost
// or ctx ends.
func (ws *Watchers) listenOnce(ctx context.Context) (connected bool) {
	conn, err := ws.postgres(ctx)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false
	}
	ws.Wake(nil) // what was sent before is lost
	for {
		round, cancel := context.WithTimeout(ctx, ws.SafetyPeriod)
		for {
			n, err := conn.WaitForNotification(round)
			if err != nil {
				break // the round is over, or the connection is lost
			}
			ws.Wake(subjectsOf(n.Payload))
		}
		cancel()
		if ctx.Err() != nil {
			return true
		}
		alive, cancel := context.WithTimeout(ctx, ws.SafetyPeriod)
		err := conn.Ping(alive)
		cancel()
		if err != nil {
			return true
		}
		ws.Wake(nil)
	}
}

// subjectsOf reads a message.
func subjectsOf(message string) []Subject {
	if message == "" {
		return nil
	}
	var out []Subject
	for s := range strings.SplitSeq(message, ",") {
		out = append(out, Subject(s))
	}
	return out
}
