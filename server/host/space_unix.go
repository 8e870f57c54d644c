//go:build linux || darwin

package host

import "golang.org/x/sys/unix"

// diskSpace returns the bytes of the disk that a folder is on, and how many of them are
// free for us.
func diskSpace(folder string) (size, free uint64, known bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, 0, false
	}
	block := uint64(s.Bsize)
	return s.Blocks * block, s.Bavail * block, true
}
