package librarytest

import "testing"

// Must returns the value of a call that a test needs only as a means, or ends the test with its
// error.
func Must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
