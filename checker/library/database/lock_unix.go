//go:build unix

package database

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// fileLock is an advisory lock of a folder; the system releases it when the
// process ends, however it ends.
type fileLock struct{ f *os.File }

func acquireLock(path string) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		holder, _ := io.ReadAll(io.LimitReader(f, 32)) // only for the message
		return nil, fmt.Errorf("%w (%s)", ErrLocked, strings.TrimSpace(string(holder)))
	}
	if err := f.Truncate(0); err == nil {
		_, _ = fmt.Fprintf(f, "process %d\n", os.Getpid())
	}
	return &fileLock{f}, nil
}

func (l *fileLock) release() error { return l.f.Close() }
