//go:build unix

package reader

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFolder takes the exclusive lock of a folder.
func lockFolder(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
