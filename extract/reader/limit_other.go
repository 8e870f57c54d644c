//go:build !linux

package reader

import (
	"time"

	"zhiwen/extract"
)

// limitProcess relies on debug.SetMemoryLimit and the deadline alone: other
// systems have no limit on memory that the Go runtime survives setting.
func limitProcess(extract.Options, time.Duration) error { return nil }

func limitJob(extract.Options) error { return nil }

func virtualSize() (uint64, error) { return 0, nil }
