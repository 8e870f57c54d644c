//go:build !unix

package reader

import "time"

// processorSpent tells nothing here: benchmarks print it as 0.
func processorSpent() time.Duration { return 0 }
