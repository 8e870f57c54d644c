package process

import (
	"os/exec"
	"syscall"
)

// Self is this very program, even when its file was replaced by a newer
// one since the start.
func Self() (string, error) { return "/proc/self/exe", nil }

// Attach ties a child to this process: it dies with it, and its group with it.
func Attach(cmd *exec.Cmd, leader bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: leader, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if leader {
			return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		return cmd.Process.Kill()
	}
}
