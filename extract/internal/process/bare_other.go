//go:build !linux

package process

// Bare calls do: other systems have no capabilities to take away.
func Bare(do func()) { do() }
