//go:build !linux

package extract

import (
	"os"
	"os/exec"
)

// limitProcess relies on debug.SetMemoryLimit and the deadline alone: other
// systems have no limit on memory that the Go runtime survives setting.
func limitProcess(Options) error { return nil }

// ownProgram is the file this program was started from.
func ownProgram() (string, error) { return os.Executable() }

// attach leaves the child with its pipe: it ends when its parent does.
func attach(cmd *exec.Cmd, _ bool) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
