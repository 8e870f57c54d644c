package extract

import (
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// limitProcess bounds what the kernel gives to this process: memory it may
// write to, processor time (beyond any deadline, for a child whose parent is
// gone), the size of files. RLIMIT_DATA and not RLIMIT_AS: the Go runtime and
// WebAssembly reserve address space they never touch.
func limitProcess(o Options) error {
	cpu := uint64(2*o.Deadline/time.Second) + 10
	for resource, limit := range map[int]uint64{
		unix.RLIMIT_DATA:  uint64(o.MemoryLimit),
		unix.RLIMIT_CPU:   cpu,
		unix.RLIMIT_FSIZE: 256 << 20, // pdfium's compiled code takes 14 MB
		unix.RLIMIT_CORE:  0,
	} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
	}
	return nil
}

// attach ties a child to this process: it dies with it, and its group with it.
func attach(cmd *exec.Cmd, leader bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: leader, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if leader {
			return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		return cmd.Process.Kill()
	}
}
