//go:build !linux

package reader

// watchResident sees nothing: other systems have no such account.
func watchResident() (most func() int64) { return func() int64 { return 0 } }
