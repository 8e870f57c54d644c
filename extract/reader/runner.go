package reader

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/pdf"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/process"
	"zhiwen/internal/wrap"
)

// Runner reads files in child processes of this same binary, so that a file that
// crashes, hangs or explodes a reader costs an error and nothing else; only short
// plain texts, which cannot, are read in this process. A child reads one file at a
// time, and up to filesPerChild of them if none fails. The program's main (and
// TestMain) must call ServeChild first. Safe for concurrent use. Close ends its
// children.
type Runner struct {
	options extract.Options
	pool    pool
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

// Close ends the children that wait for a file. What is being read is finished, and files may still be
// read, each by a child of its own.
func (r *Runner) Close() { r.pool.close() }

// Options returns the options with all defaults filled in.
func (r *Runner) Options() extract.Options { return r.options }

// Extract reads one file; see ExtractProgress.
func (r *Runner) Extract(ctx context.Context, name string, data []byte) (*extract.Document, error) {
	return r.ExtractProgress(ctx, name, data, nil)
}

// ExtractProgress reads one file. While pages, or the pictures of a Word file,
// are recognised, which takes seconds each, progress, which may be nil, is told
// how many of them are done; the deadline then counts anew from each that is
// done. A file whose reading ends while it recognises is read without that. name is
// used in messages only. Errors are those of Parse; a child that ran into the deadline
// or the memory limit is ErrLimits, one that crashed ErrDamaged. When ctx ends,
// the child is killed and the error wraps the context's.
func (r *Runner) ExtractProgress(ctx context.Context, name string, data []byte, progress func(done, total int)) (*extract.Document, error) {
	var recognising atomic.Bool
	d, err := r.extract(ctx, name, data, r.options.Tesseract, func(done, total int) {
		if recognising.Store(true); progress != nil {
			progress(done, total)
		}
	})
	if err != nil && recognising.Load() && ctx.Err() == nil { // what can be read without that is kept
		return r.extract(ctx, name, data, extract.NoTesseract, nil)
	}
	return d, err
}

// extract is ExtractProgress with the given program that recognises pictures.
func (r *Runner) extract(
	ctx context.Context, name string, data []byte, tesseract string, progress func(done, total int),
) (*extract.Document, error) {
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
		return d, wrap.Error(err, "%s", name)
	}
	o := r.options
	if format == extract.PDF {
		o = r.warmed(ctx)
	}
	o.Tesseract = tesseract
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begun := time.Now()
	limit := newClock(o.Deadline, func() { cancel(context.DeadlineExceeded) })
	defer limit.stop()
	a, err := r.pool.ask(limited, childRequest{Job: jobParse, Options: o}, data, limit, func(p draft.Progress) {
		if p.Read > 0 {
			limit.extend(func(used time.Duration) time.Duration {
				return readingEnds(used, o.Deadline, min(p.Read, o.MaxPages))
			})
			return
		}
		if p.Done > 0 { // the first page has the time that reading has left
			limit.extend(func(time.Duration) time.Duration { return o.Deadline })
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

// Confinement returns what children are kept from on this system. It starts one
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

// Bare calls do on a thread of its own, which ends with it: programs that are started there
// have no capabilities, where the system knows any, even where this program is root's. do
// must wait for what it starts.
func Bare(do func()) { process.Bare(do) }
