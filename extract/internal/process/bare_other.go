//go:build !linux

package process

// Bare calls do: other systems have no capabilities to remove.
func Bare(do func()) { do() }
