package librarytest

import "testing"

// Must is for what a test only needs as a means: it gives the value of a call, or ends the
// test with its error.
func Must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
