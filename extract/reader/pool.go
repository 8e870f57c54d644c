package reader

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/process"
)

const (
	// filesPerChild bounds what a child may have read: starting one takes 40 ms, most files take 3, so
	// that starts are a fourth of the time, and whatever grows from file to file begins anew.
	filesPerChild = 50
	// idleChild is how long a child waits for its next file.
	idleChild = 5 * time.Second
)

// pool keeps the children that wait for their next file. All have the same options, by which they are
// confined. It is safe for concurrent use; the zero value is ready.
type pool struct {
	mu     sync.Mutex
	idle   []*child // the last one was used last
	closed bool
}

// take returns a child that waits, or nil.
func (p *pool) take() *child {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle); n > 0; n = len(p.idle) {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		c.expiry.Stop()
		if !c.gone() {
			return c
		}
	}
	return nil
}

// put lets a child wait.
func (p *pool) put(c *child) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		c.end()
		return
	}
	defer p.mu.Unlock()
	c.expiry = time.AfterFunc(idleChild, func() { p.drop(c) })
	p.idle = append(p.idle, c)
}

// drop ends an unused child.
func (p *pool) drop(c *child) {
	p.mu.Lock()
	i := slices.Index(p.idle, c)
	if i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		c.end()
	}
}

// close ends all children, those at work when they have finished.
func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, c := range idle {
		c.end()
	}
}

// ask has a child do a job. An answer never depends on what the child did before: where one that has
// read other files fails, a new one is asked. c, which may be nil, bounds the time of each.
func (p *pool) ask(ctx context.Context, q childRequest, data []byte, c *clock, report func(draft.Progress)) (childResponse, error) {
	q.More = true
	if used := p.take(); used != nil {
		a, err := used.ask(ctx, q, data, c, report)
		if err == nil || ctx.Err() != nil {
			p.after(used, a, err)
			return a, err
		}
		used.end()
	}
	fresh, err := startChild(q, true)
	if err != nil {
		return childResponse{}, late(ctx, err)
	}
	a, err := fresh.ask(ctx, q, data, c, report)
	p.after(fresh, a, err)
	return a, err
}

// after lets a child wait for its next file, unless it failed or has done enough.
func (p *pool) after(c *child, a childResponse, err error) {
	if err != nil || a.Ends {
		c.end()
		return
	}
	p.put(c)
}

// spawn has a child of its own do a job. leader gives it a process group of its own, which is killed
// with all that is in it when ctx ends.
func spawn(ctx context.Context, q childRequest, data []byte, leader bool, report func(draft.Progress)) (childResponse, error) {
	c, err := startChild(q, leader)
	if err != nil {
		return childResponse{}, late(ctx, err)
	}
	defer c.end()
	return c.ask(ctx, q, data, nil, report)
}

// late returns the cause of a context that has ended, or else err.
func late(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// child is a process that does one job at a time, in a temporary folder of its own.
type child struct {
	in        io.WriteCloser
	out       io.Reader
	pid       int
	kill      context.CancelFunc
	exited    chan struct{} // closed when it has ended and its folder is gone
	status    error         // of its end; set before exited is closed
	complaint headWriter    // complete when exited is closed
	expiry    *time.Timer   // while it waits
}

// startChild starts a child for a job and those after it.
func startChild(q childRequest, leader bool) (*child, error) {
	temp, remove, err := makeFolder()
	if err != nil {
		return nil, fmt.Errorf("extraction child: %w", err)
	}
	if q.Job == jobCompile {
		if err := os.MkdirAll(q.Options.CacheDir, 0o700); err != nil {
			remove()
			return nil, fmt.Errorf("extraction child: %w", err)
		}
	}
	ctx, kill := context.WithCancel(context.Background())
	c := &child{kill: kill, exited: make(chan struct{})}
	started := make(chan error, 1)
	// The kernel ends a child when the thread ends that started it: this one stays until then.
	go process.Bare(func() {
		defer close(c.exited)
		defer remove()
		cmd, err := c.start(ctx, temp, leader)
		started <- err
		if err == nil {
			c.status = cmd.Wait()
			kill()
		}
	})
	if err := <-started; err != nil {
		kill()
		<-c.exited
		return nil, fmt.Errorf("extraction child: %w", err)
	}
	return c, nil
}

// start starts the process in the folder temp. It is killed when ctx ends.
func (c *child) start(ctx context.Context, temp string, leader bool) (*exec.Cmd, error) {
	self, err := process.Self()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = []string{
		childEnvironment + "=1",
		"GOTRACEBACK=none",   // a crash of the runtime prints its reason and no more
		"MALLOC_ARENA_MAX=1", // C's allocator would reserve address space for each thread
		"PATH=" + os.Getenv("PATH"),
		"TMPDIR=" + temp,
	}
	if languages := os.Getenv("TESSDATA_PREFIX"); languages != "" {
		cmd.Env = append(cmd.Env, "TESSDATA_PREFIX="+languages)
	}
	cmd.Dir = temp
	cmd.Stderr = &c.complaint
	// The ends of the pipes are ours: those of exec are closed by Wait, which runs all the time.
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		_, _ = stdin.Close(), in.Close()
		return nil, err
	}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	process.Attach(cmd, leader)
	cmd.WaitDelay = process.WaitDelay
	err = cmd.Start()
	_, _ = stdin.Close(), stdout.Close()
	if err != nil {
		_, _ = in.Close(), out.Close()
		return nil, err
	}
	c.in, c.out, c.pid = in, out, cmd.Process.Pid
	return cmd, nil
}

// ask has the child do a job. When ctx ends, or the child fails to answer, it is killed.
func (c *child) ask(ctx context.Context, q childRequest, data []byte, limit *clock, report func(draft.Progress)) (childResponse, error) {
	head, err := json.Marshal(q)
	if err != nil {
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
	}
	stop := context.AfterFunc(ctx, c.kill)
	defer stop()
	limit.begin(func() time.Duration { return spentBy(c.pid) })
	// Standard input stays open while the child works: its end is how a child learns that its parent is
	// gone.
	written := make(chan struct{})
	go func() {
		defer close(written)
		if writeFrame(c.in, head) == nil {
			_ = writeFrame(c.in, data)
		}
	}()
	a, err := readAnswer(c.out, report, q.Options.MaxRecognised+q.Options.MaxPages/draft.ReportEvery)
	if err != nil {
		c.kill()
		<-c.exited
	}
	if ctx.Err() != nil {
		return childResponse{}, context.Cause(ctx)
	}
	if err != nil {
		return childResponse{}, failure(c.status, c.complaint.String())
	}
	select {
	case <-written:
	case <-time.After(process.WaitDelay): // it has answered without reading all
		a.Ends = true
	}
	return a, a.err()
}

// gone reports whether the child has ended.
func (c *child) gone() bool {
	select {
	case <-c.exited:
		return true
	default:
		return false
	}
}

// end ends the child and waits until it and its folder are gone.
func (c *child) end() {
	c.kill()
	<-c.exited
	_ = c.in.Close()
	if out, ok := c.out.(io.Closer); ok {
		_ = out.Close()
	}
}
