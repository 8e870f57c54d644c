package main

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
)

const (
	// clockSlip is how much further a clock may move than time passes without having jumped: clocks are set right by minutes.
	clockSlip = 10 * time.Minute
	// clockAbsence is how long an installation may have stored nothing before it is started: longer, and its clock may be ahead.
	clockAbsence = 30 * 24 * time.Hour
	// clockDistrust is for how long nothing is deleted after a jump, so that somebody can set the clock right.
	clockDistrust = 24 * time.Hour
)

// deletionClock compares the machine's clock with the time that has really passed, which nobody can set.
type deletionClock struct {
	begun  time.Time
	wall   time.Time     // as it was last looked at
	passed time.Duration // since the start, then
	until  time.Duration // it is not trusted before
	jumped time.Duration // at the start
}

// clockSince returns the clock of a program that has just started and has not recorded that yet. The newest entry of
// the record dates from its last run.
func clockSince(ctx context.Context, store *library.Store) (*deletionClock, error) {
	entries, _, err := store.Entries(ctx, audit.Filter{}, 1)
	if err != nil {
		return nil, fmt.Errorf("newest entry of the record: %w", err)
	}
	var newest time.Time
	if len(entries) > 0 {
		newest = entries[0].At
	}
	return clockOf(newest, time.Now()), nil
}

func clockOf(newest, begun time.Time) *deletionClock {
	c := &deletionClock{begun: begun, wall: begun.Round(0)}
	if away := begun.Sub(newest); !newest.IsZero() && away > clockAbsence {
		c.jumped = away
	}
	return c
}

// look returns by how much the clock has jumped since it was last looked at, 0 where it has not. A clock that was set back
// deletes nothing too early, but what it is set to next may.
func (c *deletionClock) look(wall time.Time, passed time.Duration) time.Duration {
	jump := c.jumped
	if off := wall.Sub(c.wall) - (passed - c.passed); off.Abs() > clockSlip {
		jump = off
	}
	c.wall, c.passed, c.jumped = wall, passed, 0
	if jump != 0 {
		c.until = passed + clockDistrust
	}
	return jump
}

// trusted reports whether the clock has not jumped for a day.
func (c *deletionClock) trusted() bool { return c.passed >= c.until }
