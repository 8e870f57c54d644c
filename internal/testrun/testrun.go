// Package testrun tells tests which run they are in. `go test ./...` is the fast one: it leaves
// out what takes long, and what needs a server, a browser or a program that is not there. With
// ZHIWEN_TEST_ALL it is the whole one, as make test runs it, and nothing is left out.
package testrun

import (
	"os"
	"testing"
)

const variable = "ZHIWEN_TEST_ALL"

// Whole reports whether this is the whole run.
func Whole() bool { return os.Getenv(variable) != "" }

// NeedWhole skips a test that takes too long for the fast run.
func NeedWhole(t testing.TB) {
	t.Helper()
	if !Whole() {
		t.Skipf("takes too long for the fast run: %s=1 runs it, as make test does", variable)
	}
}

// Rounds returns how often a test tries something at random: as in the fast run with -short too, since the race detector
// finds in further rounds what it finds in the first ones.
func Rounds(whole, fast int) int {
	if Whole() && !testing.Short() {
		return whole
	}
	return fast
}

// Missing ends a test that cannot be run for want of something: it is skipped, but failed in the
// whole run.
func Missing(t testing.TB, what string) {
	t.Helper()
	if Whole() {
		t.Fatalf("%s, and %s is set", what, variable)
	}
	t.Skip(what)
}
