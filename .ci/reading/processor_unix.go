//go:build unix

package main

import (
	"syscall"
	"time"
)

// processor returns the processor time, of all threads, that this process has taken, and that
// its ended children have with all they started.
func processor() (own, children time.Duration) {
	of := func(who int) time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return of(syscall.RUSAGE_SELF), of(syscall.RUSAGE_CHILDREN)
}
