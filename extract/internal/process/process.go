// Package process starts other processes such that they end with this one.
package process

import "time"

// Waits is how many times longer than its processor time a job may take by the clock. With twenty
// programs beside it on two cores, a healthy job takes ten times as long as alone; one that sleeps ends
// after minutes.
const Waits = 10

// WaitDelay is how long a killed child's pipes may stay open.
const WaitDelay = 5 * time.Second
