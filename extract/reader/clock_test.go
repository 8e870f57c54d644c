package reader

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/extract/internal/process"
)

// A job that the machine keeps waiting has its time; one that only waits ends all the same.
func TestClock(t *testing.T) {
	const deadline = 40 * time.Millisecond
	over := make(chan time.Time, 1)
	start := func(spent *atomic.Int64) *clock {
		c := newClock(deadline, func() { over <- time.Now() })
		c.begin(func() time.Duration { return time.Duration(spent.Load()) })
		return c
	}
	ended := func() time.Time {
		t.Helper()
		select {
		case at := <-over:
			return at
		case <-time.After(patience):
			t.Fatal("it does not end")
			return time.Time{}
		}
	}

	var spent atomic.Int64
	spent.Store(int64(time.Hour)) // of earlier jobs
	c := start(&spent)
	select {
	case <-over:
		if time.Since(c.begun) < process.Waits*deadline {
			t.Error("a job that waits for the machine is ended")
		}
	case <-time.After(3 * deadline):
		spent.Add(int64(deadline))
		ended()
	}

	c = start(&spent)
	if passed := ended().Sub(c.begun); passed < process.Waits*deadline {
		t.Errorf("a job that only waits is ended after %s", passed)
	}

	c = start(&spent)
	c.extend(func(used time.Duration) time.Duration {
		if used != 0 {
			t.Errorf("it has used %s", used)
		}
		return 3 * deadline
	})
	spent.Add(int64(2 * deadline))
	select {
	case <-over:
		if time.Since(c.begun) < process.Waits*3*deadline {
			t.Error("it is ended before the time that it was given")
		}
	case <-time.After(3 * deadline):
		spent.Add(int64(deadline))
		ended()
	}

	c = start(&spent)
	c.stop()
	select {
	case <-over:
		t.Error("a clock that was stopped ends a job")
	case <-time.After(2 * deadline):
	}
}

func TestSpentBy(t *testing.T) {
	begun, before := time.Now(), spentBy(os.Getpid())
	for time.Since(begun) < 200*time.Millisecond {
	}
	if spentBy(os.Getpid()) <= before {
		t.Error("a busy process takes no time")
	}
	if got := spentBy(-1); got != 0 && got <= before {
		t.Errorf("no process has taken %s", got)
	}
}
