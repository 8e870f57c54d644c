//go:build unix

package reader

import (
	"syscall"
	"time"
)

// processorSpent returns what all threads of this process have taken, and its children that have
// ended.
func processorSpent() (all time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			return 0
		}
		all += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return all
}
