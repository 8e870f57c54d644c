package drawing

import (
	"os/exec"
	"syscall"
)

// endWithUs makes a program that we start end when this one is killed: nobody would
// wait for what it does. The caller must wait for it on the thread that starts it.
func endWithUs(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
