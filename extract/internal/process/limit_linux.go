package process

import (
	"fmt"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"
)

// Limit bounds the processor time of a program that was started: the kernel kills it then. It is
// rounded up to seconds.
func Limit(cmd *exec.Cmd, most time.Duration) error {
	seconds := uint64((most + time.Second - 1) / time.Second)
	if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: seconds}, nil); err != nil {
		return fmt.Errorf("limit of processor time: %w", err)
	}
	return nil
}
