//go:build !linux

package process

import (
	"os"
	"os/exec"
)

// Self returns the file from which this program was started.
func Self() (string, error) { return os.Executable() }

// Attach relies on the child's pipe: the child ends when its parent does.
func Attach(cmd *exec.Cmd, _ bool) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
