package web

import (
	"os"
	"runtime/debug"
	"testing"
)

// Each test makes all pages anew: with little else in memory, half the time would go into
// looking for what is free again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
