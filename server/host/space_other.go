//go:build !linux && !darwin

package host

// diskSpace does not know how much room there is on this system.
func diskSpace(string) (size, free uint64, known bool) { return 0, 0, false }
