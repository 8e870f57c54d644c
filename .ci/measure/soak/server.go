package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// server is one running program, which may be ended and started again. It is safe for
// concurrent use.
type server struct {
	binary, folder, database string
	address                  string       // host:port, the same every time
	memory                   atomic.Int64 // the most, in bytes
	crashes                  atomic.Int64 // how often it ended by itself

	mu   sync.Mutex
	cmd  *exec.Cmd
	gone chan ending // of cmd, filled when it ends
	log  *os.File
}

// ending is how a program ended.
type ending struct{ err error }

// newServer prepares a server with a data folder of its own.
func newServer(binary, folder, database string) (*server, error) {
	if err := os.MkdirAll(filepath.Join(folder, "tmp"), 0o700); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(folder, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &server{binary: binary, folder: folder, database: database, address: address, log: log}, nil
}

// base is where the pages are.
func (s *server) base() string { return "http://" + s.address }

// start starts the program, unless it runs, and waits until it answers. A program that
// ends by itself, as where its database is away, is started again for a while.
func (s *server) start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	const patience = 90 * time.Second
	for begun := time.Now(); time.Since(begun) < patience && ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if s.cmd != nil {
			select {
			case <-s.gone:
				s.crashes.Add(1)
				s.cmd = nil
			default:
			}
		}
		if s.cmd == nil {
			if err := s.launch(); err != nil {
				return err
			}
		}
		if s.answers(ctx) {
			return nil
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the server does not answer after %s; see %s", patience, s.log.Name())
}

func (s *server) launch() error {
	cmd := exec.Command(s.binary, "serve", "--addr", s.address, "--data", filepath.Join(s.folder, "data"))
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(s.folder, "tmp"), "DATABASE_URL="+s.database)
	cmd.Stdout, cmd.Stderr = s.log, s.log
	if err := cmd.Start(); err != nil {
		return err
	}
	gone := make(chan ending, 1)
	go func() { gone <- ending{cmd.Wait()} }()
	s.cmd, s.gone = cmd, gone
	return nil
}

func (s *server) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base()+"/healthz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode == http.StatusOK
}

// kill ends it at once.
func (s *server) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil {
		_ = s.cmd.Process.Kill()
		<-s.gone
		s.cmd = nil
	}
}

// stop asks it to end; the error says that it took too long or did not end well.
func (s *server) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		return nil
	}
	const patience = 30 * time.Second
	defer func() { s.cmd = nil }()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case end := <-s.gone:
		return end.err
	case <-time.After(patience):
		_ = s.cmd.Process.Kill()
		<-s.gone
		return fmt.Errorf("it did not end within %s", patience)
	}
}

// watch looks at the memory of the program once a second, and starts it again where it
// ended by itself, as a supervisor would.
func (s *server) watch(ctx context.Context) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		s.mu.Lock()
		if s.cmd != nil {
			s.memory.Store(max(s.memory.Load(), peak(s.cmd.Process.Pid)))
			select {
			case <-s.gone:
				s.crashes.Add(1)
				if err := s.launch(); err != nil {
					s.cmd = nil
				}
			default:
			}
		}
		s.mu.Unlock()
	}
}

// peak is the most memory that a process had at a time, in bytes; 0 where it is not known.
func peak(pid int) int64 {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			return n << 10
		}
	}
	return 0
}

// control stops or starts the database.
func control(ctx context.Context, o options, command string) error {
	out, err := exec.CommandContext(context.WithoutCancel(ctx), o.control, command, o.place).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", command, err, out)
	}
	return nil
}

// fill takes all room of the disk that a folder is on for a while.
func fill(ctx context.Context, folder string, d time.Duration) error {
	name := filepath.Join(folder, "filler")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	block := make([]byte, 1<<20)
	for err == nil {
		if _, err = f.Write(block); err != nil && len(block) > 1<<10 && errors.Is(err, syscall.ENOSPC) {
			block, err = block[:len(block)/2], nil
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return errors.Join(err, f.Close(), os.Remove(name))
	}
	err = wait(ctx, d)
	return errors.Join(err, f.Close(), os.Remove(name))
}
