package process

import (
	"os/exec"
	"time"

	"golang.org/x/sys/unix"

	"zhiwen/internal/wrap"
)

// Limit bounds the processor time of a program that was started: the kernel kills it then. It is
// rounded up to seconds.
func Limit(cmd *exec.Cmd, most time.Duration) error {
	seconds := uint64((most + time.Second - 1) / time.Second)
	err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: seconds}, nil)
	return wrap.Error(err, "limit of processor time")
}
