package reader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/pdf"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/process"
)

// Runner reads files in child processes of this same binary, one file each, so
// that a file that crashes, hangs or explodes a reader costs an error and
// nothing else; only short plain texts, which cannot, are read in this process.
// The program's main (and TestMain) must call ServeChild first. Safe for
// concurrent use.
type Runner struct {
	options extract.Options
	warm    sync.Once // before the first PDF
	cold    bool      // the cache of compiled code cannot be filled
}

// NewRunner checks the options, whose error lists all that is wrong with them,
// and that the program was built with pdfium.
// It removes what children have left behind whose parent was killed.
func NewRunner(o extract.Options) (*Runner, error) {
	o, err := withDefaults(o)
	if err != nil {
		return nil, err
	}
	if err := pdfium.Check(); err != nil {
		return nil, err
	}
	sweepFolders(time.Now())
	return &Runner{options: o}, nil
}

// Options returns the options with all defaults filled in.
func (r *Runner) Options() extract.Options { return r.options }

// Extract reads one file; see ExtractProgress.
func (r *Runner) Extract(ctx context.Context, name string, data []byte) (*extract.Document, error) {
	return r.ExtractProgress(ctx, name, data, nil)
}

// ExtractProgress reads one file. While pages, or the pictures of a Word file,
// are recognised, which takes seconds each, progress, which may be nil, is told
// how many of them are done; the deadline then counts anew from each that is
// done. name is used in messages only. Errors are those of Parse; a child that ran into the deadline
// or the memory limit is ErrLimits, one that crashed ErrDamaged. When ctx ends,
// the child is killed and the error wraps the context's.
func (r *Runner) ExtractProgress(ctx context.Context, name string, data []byte, progress func(done, total int)) (*extract.Document, error) {
	if int64(len(data)) > r.options.MaxBytes {
		return nil, fmt.Errorf("%s: %w: %d bytes, at most %d are read", name, extract.ErrTooLarge, len(data), r.options.MaxBytes)
	}
	// What can be refused by a glance needs no process, nor does a short text,
	// whose reading is linear.
	format, err := Sniff(data)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case format == extract.TXT && len(data) <= shortText:
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		d, err := parseAs(ctx, format, data, r.options, pdf.SecondInProcess, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return d, nil
	}
	o := r.options
	if format == extract.PDF {
		o = r.warmed(ctx)
	}
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begun := time.Now()
	deadline := time.AfterFunc(o.Deadline, func() { cancel(context.DeadlineExceeded) })
	defer deadline.Stop()
	a, err := spawn(limited, childRequest{Job: jobParse, Options: o}, data, true, func(p draft.Progress) {
		if p.Read > 0 {
			deadline.Reset(readingEnds(time.Since(begun), o.Deadline, min(p.Read, o.MaxPages)))
			return
		}
		if p.Done > 0 { // the first page has the time that reading has left
			deadline.Reset(o.Deadline)
		}
		if progress != nil {
			progress(p.Done, p.Total)
		}
	})
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		} else if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%w: not done after %s", extract.ErrLimits, time.Since(begun).Round(time.Second))
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.Document == nil {
		return nil, fmt.Errorf("%s: extraction child: no document", name)
	}
	return a.Document, nil
}

// readingEnds returns the time that is left, when some has passed, to a child that
// has read so many pages: up to the deadline and, at a usual pace, at least a
// fifth of it until it reports again. So files of thousands of pages are read,
// while slow pages gain nothing and one that never ends next to nothing.
func readingEnds(passed, deadline time.Duration, pages int) time.Duration {
	left := deadline - passed
	if passed <= time.Duration(pages)*readAllowance {
		left = max(left, deadline/5)
	}
	return left
}

// warmed returns the options for a child that uses pdfium, whose compiled code is in
// the cache from then on.
func (r *Runner) warmed(ctx context.Context) extract.Options {
	r.warm.Do(func() { r.cold = r.fillCache(ctx) != nil })
	o := r.options
	if r.cold {
		o.CacheDir = ""
	}
	return o
}

// fillCache has pdfium compiled into the cache by a child that reads no file:
// those that do cannot write there.
func (r *Runner) fillCache(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), compileTime)
	defer cancel()
	_, err := spawn(ctx, childRequest{Job: jobCompile, Options: r.options}, nil, true, nil)
	return err
}

// Confinement says what children are kept from on this system. It starts one
// that does nothing.
func (r *Runner) Confinement(ctx context.Context) (Confinement, error) {
	ctx, cancel := context.WithTimeout(ctx, r.options.Deadline)
	defer cancel()
	a, err := spawn(ctx, childRequest{Job: jobConfinement, Options: r.options}, nil, true, nil)
	return a.Confinement, err
}

const (
	// maxAnswer bounds what a child may send: the text and its structure as
	// JSON, for the largest document the other limits allow.
	maxAnswer = 256 << 20
	// shortText is up to how many bytes a plain text is read without a child: a
	// long application, which takes some megabytes of memory and milliseconds.
	shortText = 1 << 20
	// compileTime is how long pdfium may be compiled: two seconds on a machine
	// that does nothing else. Without the cache every file would pay for it.
	compileTime = 2 * time.Minute
	// maxComplaint is how much of a child's standard error is looked at.
	maxComplaint = 64 << 10
)

// spawn runs one child in a temporary folder of its own. leader gives it a
// process group of its own, which is killed with all that is in it when ctx
// ends.
func spawn(ctx context.Context, q childRequest, data []byte, leader bool, report func(draft.Progress)) (childResponse, error) {
	temp, remove, err := makeFolder()
	if err != nil {
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
	}
	defer remove()
	if q.Job == jobCompile {
		if err := os.MkdirAll(q.Options.CacheDir, 0o700); err != nil {
			return childResponse{}, fmt.Errorf("extraction child: %w", err)
		}
	}
	// The kernel ends a child when the thread ends that started it.
	var a childResponse
	process.Bare(func() { a, err = start(ctx, q, data, temp, leader, report) })
	return a, err
}

// Bare calls do on a thread of its own, which ends with it: programs that are started there
// have no capabilities, where the system knows any, even where this program is root's. do
// must wait for what it starts.
func Bare(do func()) { process.Bare(do) }

// start runs a child in the folder temp and waits for it.
func start(ctx context.Context, q childRequest, data []byte, temp string, leader bool, report func(draft.Progress)) (childResponse, error) {
	head, err := json.Marshal(q)
	if err != nil {
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
	}
	self, err := process.Self()
	if err != nil {
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
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
	var complaint headWriter
	cmd.Stderr = &complaint
	in, out, err := pipes(cmd)
	if err != nil {
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
	}
	process.Attach(cmd, leader)
	cmd.WaitDelay = process.WaitDelay
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil { // its time was over before it began
			return childResponse{}, context.Cause(ctx)
		}
		return childResponse{}, fmt.Errorf("extraction child: %w", err)
	}
	// Standard input stays open while the child works: its end is how a child
	// learns that its parent is gone.
	go func() {
		if writeFrame(in, head) == nil {
			_ = writeFrame(in, data)
		}
	}()
	a, readErr := readAnswer(out, report, q.Options.MaxRecognised+q.Options.MaxPages/draft.ReportEvery)
	_ = in.Close()
	if readErr != nil {
		_ = cmd.Cancel()
	}
	waitErr := cmd.Wait()
	if ctx.Err() != nil {
		return childResponse{}, context.Cause(ctx)
	}
	if readErr != nil {
		return childResponse{}, failure(waitErr, complaint.String())
	}
	return a, a.err()
}

// readAnswer reads a child's answer and the reports of progress before it, of
// which there are at most so many and one more.
func readAnswer(out io.Reader, report func(draft.Progress), reports int) (a childResponse, err error) {
	for range reports + 2 {
		frame, err := readFrame(out, maxAnswer)
		if err != nil {
			return childResponse{}, err
		}
		var a childResponse
		if err := json.Unmarshal(frame, &a); err != nil {
			return childResponse{}, fmt.Errorf("extraction child: answer: %w", err)
		}
		if a.Progress == nil {
			return a, nil
		}
		if report != nil {
			report(*a.Progress)
		}
	}
	return childResponse{}, errors.New("extraction child: no answer")
}

func pipes(cmd *exec.Cmd) (io.WriteCloser, io.Reader, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	return in, out, err
}

// err returns the child's error the same sentinel it had there.
func (a childResponse) err() error {
	if !a.Failed {
		return nil
	}
	s := extract.ErrorNamed(a.Error)
	if s == nil {
		return fmt.Errorf("extraction child: %s", a.Message)
	}
	if a.Pictures != nil {
		return a.Pictures
	}
	detail := strings.TrimPrefix(strings.TrimPrefix(a.Message, s.Error()), ": ")
	if detail == "" {
		return fmt.Errorf("%w", s)
	}
	return fmt.Errorf("%w: %s", s, detail)
}

// failure tells why a child ended without an answer. Go's runtime dies of
// exhausted memory with a message of its own; the kernel kills.
func failure(waitErr error, complaint string) error {
	var exit *exec.ExitError
	switch {
	case strings.Contains(complaint, "out of memory"), strings.Contains(complaint, "cannot allocate memory"),
		strings.Contains(complaint, "failed to reserve"), strings.Contains(complaint, "errno=12"), strings.Contains(complaint, "pthread_create failed"),
		strings.Contains(complaint, "failed to allocate"): // of the race detector
		return fmt.Errorf("%w: out of memory", extract.ErrLimits)
	case strings.Contains(complaint, "stack exceeds"), strings.Contains(complaint, "stack overflow"):
		return fmt.Errorf("%w: nested too deep", extract.ErrLimits)
	case errors.As(waitErr, &exit) && exit.ExitCode() < 0: // by a signal: the kernel's, for memory or time
		return fmt.Errorf("%w: ended by the system", extract.ErrLimits)
	case complaint == "" && waitErr != nil && errors.As(waitErr, &exit) && exit.ExitCode() == 1:
		return fmt.Errorf("extraction child: %w", waitErr)
	}
	return fmt.Errorf("%w: the reader crashed on it", extract.ErrDamaged)
}

// headWriter keeps the beginning of what is written, never more.
type headWriter struct{ head bytes.Buffer }

func (w *headWriter) Write(p []byte) (int, error) {
	if room := maxComplaint - w.head.Len(); room > 0 {
		w.head.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (w *headWriter) String() string { return w.head.String() }
