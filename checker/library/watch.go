package library

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/worklist"
)

// subject is something whose changes can be watched: "c12" is check 12, "d7"
// document 7.
type subject string

func checkSubject(id int64) subject    { return subject("c" + strconv.FormatInt(id, 10)) }
func documentSubject(id int64) subject { return subject("d" + strconv.FormatInt(id, 10)) }

// Watch gives a channel that gets a value after a change of one of the checks or
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
// without a change: on PostgreSQL one every safetyPeriod, so that even a change
// whose notification was lost is seen. A check also changes with its document.
func (s *Store) Watch(checks, documents []int64) (changed <-chan struct{}, stop func()) {
	w := &watcher{changed: make(chan struct{}, 1)}
	for _, id := range checks {
		w.subjects = append(w.subjects, checkSubject(id))
	}
	for _, id := range documents {
		w.subjects = append(w.subjects, documentSubject(id))
	}
	s.startListening.Do(func() {
		if s.Postgres() == nil {
			return
		}
		ctx, stop := context.WithCancel(context.Background())
		s.stopListening = stop
		s.listening.Go(func() { s.listen(ctx) })
	})
	return w.changed, s.watchers.add(w)
}

// watcher is one who watches; no subjects are all.
type watcher struct {
	subjects []subject
	changed  chan struct{}
}

// watchers wakes those of this process.
type watchers struct {
	mu  sync.Mutex
	all map[*watcher]struct{}
}

func (ws *watchers) add(w *watcher) (remove func()) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.all == nil {
		ws.all = map[*watcher]struct{}{}
	}
	ws.all[w] = struct{}{}
	return func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		delete(ws.all, w)
	}
}

// wake tells those who watch one of the subjects; without subjects all of them.
func (ws *watchers) wake(changed []subject) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for w := range ws.all {
		concerned := len(changed) == 0 || len(w.subjects) == 0 ||
			slices.ContainsFunc(w.subjects, func(s subject) bool { return slices.Contains(changed, s) })
		if !concerned {
			continue
		}
		select {
		case w.changed <- struct{}{}:
		default: // it is awake
		}
	}
}

// changes are what a transaction has changed.
type changes struct {
	everything        bool
	checks, documents []int64
	moved             []int64 // of the checks, those whose rows of the work list change
	rows              []int64 // documents whose rows of the work list change, beside those of documents and moved
}

// row notes that the row of a document in the work list changes.
func (c *changes) row(document int64) { c.rows = append(c.rows, document) }

// move notes that a check has changed in what lists say of it, and not only in its
// progress.
func (c *changes) move(check int64) {
	c.check(check)
	c.moved = append(c.moved, check)
}

func (c *changes) check(id int64) {
	if !slices.Contains(c.checks, id) {
		c.checks = append(c.checks, id)
	}
}

func (c *changes) document(id int64) {
	if !slices.Contains(c.documents, id) {
		c.documents = append(c.documents, id)
	}
}

func (c *changes) empty() bool { return !c.everything && len(c.checks)+len(c.documents) == 0 }

// subjects lists the changes; none stands for everything.
func (c *changes) subjects() (out []subject) {
	if c.everything || len(c.checks)+len(c.documents) > mostSubjects {
		return nil
	}
	for _, id := range c.checks {
		out = append(out, checkSubject(id))
	}
	for _, id := range c.documents {
		out = append(out, documentSubject(id))
	}
	return out
}

// changeChannel is the PostgreSQL channel of changes. What is sent is the
// subjects with commas between; nothing stands for everything. A message may have
// 8,000 bytes: more than mostSubjects, of 21 bytes with the comma at most, are sent
// as everything.
const (
	changeChannel = "zhiwen_changes"
	mostSubjects  = 380
)

// keepWork makes the rows of the work list anew that the transaction has changed.
func (tx *Tx) keepWork(ctx context.Context) error {
	if tx.changes.everything {
		return worklist.KeepAll(ctx, tx.conn())
	}
	return worklist.Keep(ctx, tx.conn(), slices.Concat(tx.changes.documents, tx.changes.rows), tx.changes.moved)
}

// tell sends the changes of a transaction with its commit, on PostgreSQL, and
// gives them.
func (tx *Tx) tell(ctx context.Context) ([]subject, error) {
	if len(tx.changes.documents) > 0 {
		open, err := tx.ids(ctx, `SELECT id FROM checks WHERE state IN ('queued', 'running') AND `+
			fmt.Sprintf(oneOf(tx.sqlite, "doc_id"), 1), idParameter(tx.sqlite, tx.changes.documents))
		if err != nil {
			return nil, err
		}
		for _, id := range open {
			tx.changes.check(id)
		}
	}
	changed := tx.changes.subjects()
	if tx.sqlite {
		return changed, nil
	}
	var message strings.Builder
	for i, s := range changed {
		if i > 0 {
			message.WriteByte(',')
		}
		message.WriteString(string(s))
	}
	_, err := tx.q.Exec(ctx, `SELECT pg_notify($1, $2)`, changeChannel, message.String())
	return changed, err
}

const (
	// safetyPeriod is how often everybody is woken without a change, and the
	// connection that listens is tried.
	safetyPeriod = 10 * time.Second
	// The pauses before a lost connection is made again: twice as long each time,
	// up to the last.
	firstReconnect = 100 * time.Millisecond
	lastReconnect  = 5 * time.Second
)

// listen wakes the watchers of this process for what any server sends, until ctx
// ends.
func (s *Store) listen(ctx context.Context) {
	pause := firstReconnect
	for ctx.Err() == nil {
		if connected := s.listenOnce(ctx); connected {
			pause = firstReconnect
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, lastReconnect)
		s.watchers.wake(nil) // while nobody listens they look for themselves
	}
}

// listenOnce listens until the connection, which is not one of the pool, is lost
// or ctx ends.
func (s *Store) listenOnce(ctx context.Context) (connected bool) {
	conn, err := pgx.ConnectConfig(ctx, s.Postgres().Config().ConnConfig)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+changeChannel); err != nil {
		return false
	}
	s.watchers.wake(nil) // what was sent before is lost
	for {
		round, cancel := context.WithTimeout(ctx, s.safetyPeriod)
		for {
			n, err := conn.WaitForNotification(round)
			if err != nil {
				break // the round is over, or the connection is lost
			}
			s.watchers.wake(subjectsOf(n.Payload))
		}
		cancel()
		if ctx.Err() != nil {
			return true
		}
		alive, cancel := context.WithTimeout(ctx, s.safetyPeriod)
		err := conn.Ping(alive)
		cancel()
		if err != nil {
			return true
		}
		s.watchers.wake(nil)
	}
}

// subjectsOf reads a message.
func subjectsOf(message string) []subject {
	if message == "" {
		return nil
	}
	var out []subject
	for s := range strings.SplitSeq(message, ",") {
		out = append(out, subject(s))
	}
	return out
}
