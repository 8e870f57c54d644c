//go:build unix

package main

import (
	"runtime"
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

// largest returns how many megabytes of memory the largest of the ended children had.
func largest() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" { // which counts bytes, not kilobytes
		return u.Maxrss >> 20
	}
	return u.Maxrss >> 10
}
