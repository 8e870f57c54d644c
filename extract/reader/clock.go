package reader

import (
	"sync"
	"time"

	"zhiwen/extract/internal/process"
)

// clock bounds the processor time of a job, so that a file is not refused because the machine is busy.
// It is safe for concurrent use.
type clock struct {
	mu       sync.Mutex
	deadline time.Duration
	over     func()               // called when the time is over
	begun    time.Time            // of the job in a child, before that of waiting for one
	spent    func() time.Duration // processor time since begun; nil while no child has the job
	allowed  time.Duration        // of spent
	timer    *time.Timer
}

// newClock starts a clock, which calls over after the deadline.
func newClock(deadline time.Duration, over func()) *clock {
	c := &clock{deadline: deadline, over: over, begun: time.Now(), allowed: deadline}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(deadline, c.look)
	return c
}

// begin starts the clock anew for a child whose processor time spent returns.
func (c *clock) begin(spent func() time.Duration) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.timer.Stop() {
		return // it is over
	}
	before := spent()
	c.begun, c.spent, c.allowed = time.Now(), func() time.Duration { return spent() - before }, c.deadline
	c.timer.Reset(c.deadline)
}

// extend sets how much longer the job may take. left returns it for a given time that the job has used.
func (c *clock) extend(left func(used time.Duration) time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := c.used()
	more := left(used)
	if c.allowed = used + more; c.timer.Stop() {
		c.timer.Reset(max(more, 0))
	}
}

// used returns the time that the job has used. The lock is held.
func (c *clock) used() time.Duration {
	if c.spent == nil {
		return time.Since(c.begun)
	}
	return c.spent()
}

// look ends the job if its time is over, or looks again when it may be.
func (c *clock) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := c.allowed - c.used()
	if left <= 0 || time.Since(c.begun) >= process.Waits*c.allowed {
		c.over()
		return
	}
	c.timer.Reset(left)
}

// stop stops the clock.
func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
}
