//go:build !linux

package process

import (
	"os/exec"
	"time"
)

// Limit does nothing: other systems have no limit for a program that runs.
func Limit(*exec.Cmd, time.Duration) error { return nil }
