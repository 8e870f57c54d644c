//go:build linux || darwin

package main

import "golang.org/x/sys/unix"

// diskSpace gives the bytes of the disk that a folder is on, and how many of them are
// free for us.
func diskSpace(folder string) (size, free uint64, known bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, 0, false
	}
	block := uint64(s.Bsize) //nolint:gosec // its type differs from system to system; it is small and positive
	return s.Blocks * block, s.Bavail * block, true
}
