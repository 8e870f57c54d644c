//go:build unix

package reader

import (
	"syscall"
	"time"
)

// processorSpent is what all threads of this process have taken.
func processorSpent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
