package drawing

import (
	"os/exec"
	"syscall"
)

// endWithUs makes a started program end when this one is killed, since nobody would use its result.
// The caller must wait for it on the thread that starts it.
func endWithUs(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
