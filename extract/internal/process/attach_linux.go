package process

import (
	"os/exec"
	"syscall"
)

// Self returns the path of the running program, even if its file was replaced by a newer one since
// the start.
func Self() (string, error) { return "/proc/self/exe", nil }

// Attach ties a child to this process: the child dies with it, and the child's group too.
func Attach(cmd *exec.Cmd, leader bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: leader, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if leader {
			return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		return cmd.Process.Kill()
	}
}
