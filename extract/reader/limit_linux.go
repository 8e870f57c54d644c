package reader

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// limitProcess bounds what the kernel gives to this process for all its jobs: memory, processor time, the
// size of files.
//
// Memory is bounded by RLIMIT_AS, counted from what the program has reserved
// at its start. RLIMIT_DATA would be nearer to the point but does not hold: the
// kernel lets a mapping over a reservation, which is how the Go runtime grows,
// pass it once by any amount.
func limitProcess(o extract.Options, processor time.Duration) error {
	reserved, err := virtualSize()
	if err != nil {
		return err
	}
	for _, l := range []struct {
		resource int
		limit    uint64
	}{
		{unix.RLIMIT_AS, reserved + uint64(o.MemoryLimit-programMemory) + leftover(o)},
		{unix.RLIMIT_CPU, uint64(processor / time.Second)},
		{unix.RLIMIT_FSIZE, 256 << 20}, // pdfium's compiled code takes 14 MB
		{unix.RLIMIT_CORE, 0},
	} {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.resource, &now); err != nil {
			return fmt.Errorf("limit %d: %w", l.resource, err)
		}
		limit := min(l.limit, now.Max)
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			return fmt.Errorf("limit %d: %w", l.resource, err)
		}
	}
	return nil
}

// limitJob bounds the memory that this process takes from now on: each job has as much as the first. The
// processor time of a job is bounded by the parent (clock), since the runtime survives a soft limit.
func limitJob(o extract.Options) error {
	reserved, err := virtualSize()
	if err != nil {
		return err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return fmt.Errorf("limit of memory: %w", err)
	}
	limit.Cur = min(limit.Max, reserved+uint64(o.MemoryLimit-programMemory))
	return wrap.Error(unix.Setrlimit(unix.RLIMIT_AS, &limit), "limit of memory")
}

// virtualSize returns the address space this process has, in bytes.
func virtualSize() (uint64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages uint64
	if _, err := fmt.Sscan(string(statm), &pages); err != nil {
		return 0, err
	}
	return pages * uint64(os.Getpagesize()), nil
}
