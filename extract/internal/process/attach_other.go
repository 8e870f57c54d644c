//go:build !linux

package process

import (
	"os"
	"os/exec"
)

// Self is the file this program was started from.
func Self() (string, error) { return os.Executable() }

// Attach leaves the child with its pipe: it ends when its parent does.
func Attach(cmd *exec.Cmd, _ bool) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
