package extract

import "golang.org/x/sys/unix"

func childrenMaxRSS() int64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return u.Maxrss
}
