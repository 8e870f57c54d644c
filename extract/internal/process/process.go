// Package process starts other processes such that they end with this one.
package process

import "time"

// WaitDelay is how long a killed child's pipes may stay open.
const WaitDelay = 5 * time.Second
