package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/checker/record"
)

// lines is a log in memory.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

// Whoever notices an outage only after its end does not make another of it; one that
// begins soon after the end of another is said.
func TestLateAndAgain(t *testing.T) {
	var out lines
	var down atomic.Bool
	var tries atomic.Int64
	ping := func(context.Context) error {
		defer tries.Add(1)
		if down.Load() {
			return errors.New("gone")
		}
		return nil
	}
	log, guard := NewGuard(slog.New(slog.NewTextHandler(&out, nil)), ping, func(context.Context) error { return nil })
	ctx, stop := context.WithCancel(context.Background())
	var watched sync.WaitGroup
	watched.Go(func() { guard.Watch(ctx) })
	defer watched.Wait()
	defer stop()
	fail := func() {
		log.Error("a job failed", "error", fmt.Errorf("ask: %w", record.ErrUnreachable))
	}
	until := func(what string, so func() bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("never: %s", what)
			}
		}
	}
	down.Store(true)
	fail()
	if !guard.Unreachable() || out.count("the database does not answer; what fails") != 1 {
		t.Fatal("the first is not said at once")
	}
	down.Store(false)
	until("the end is said", func() bool { return out.count("answers again") == 1 })

	before := tries.Load()
	fail()
	until("the late one is doubted", func() bool { return tries.Load() > before })
	until("it is over", func() bool {
		guard.kinds[away].mu.Lock()
		defer guard.kinds[away].mu.Unlock()
		return guard.kinds[away].since.IsZero()
	})
	if guard.Unreachable() || out.count("the database does not answer; what fails") != 1 || out.count("answers again") != 1 {
		t.Error("a late line makes an outage")
	}

	// What only says that it took too long is of the outage that has just been.
	late := func() {
		log.Error("elector: a try failed", "err", "elect timed out after 5s: context deadline exceeded")
	}
	late()
	if out.count("elector") != 0 {
		t.Error("a late line of the queue is written")
	}

	down.Store(true)
	fail()
	until("the second is said", func() bool { return out.count("the database does not answer; what fails") == 2 && guard.Unreachable() })
	down.Store(false)
	until("its end is said", func() bool { return out.count("answers again") == 2 })
	guard.kinds[away].mu.Lock()
	guard.kinds[away].ended = time.Now().Add(-2 * slow)
	guard.kinds[away].mu.Unlock()
	if late(); out.count("elector") != 1 {
		t.Error("what takes too long while the database answers is not written")
	}
	if out.count("a job failed") != 0 {
		t.Error("what failed for it is written")
	}
}
