package reader

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/extract"
	"zhiwen/extract/internal/pdf"
)

// Draw draws page n of a PDF, from 1, in a child process, and finds the places of
// its characters; of a page that was recognised it recognises them anew, which
// takes seconds. name is used in messages only. A file of a format that cannot be
// drawn is ErrUnsupported, a page that is missing, has no size or cannot be drawn
// ErrDamaged, one that needs more time than Options.Deadline, or more memory,
// ErrLimits. When ctx ends, the child is killed and the error wraps the context's.
func (r *Runner) Draw(ctx context.Context, name string, data []byte, n int, recognised bool) (*extract.Drawing, error) {
	if int64(len(data)) > r.options.MaxBytes {
		return nil, fmt.Errorf("%s: %w: %d bytes, at most %d are read", name, extract.ErrTooLarge, len(data), r.options.MaxBytes)
	}
	limited, cancel := context.WithTimeout(ctx, r.options.Deadline)
	defer cancel()
	if format, err := Sniff(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	} else if format != extract.PDF {
		return nil, fmt.Errorf("%s: %w: pages of %s cannot be drawn", name, extract.ErrUnsupported, format)
	}
	a, err := spawn(limited, childRequest{Job: jobDraw, Options: r.warmed(ctx), Pages: []int{n}, Recognised: recognised}, data, true, nil)
	if err != nil {
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			err = fmt.Errorf("%w: page %d is not drawn after %s", extract.ErrLimits, n, r.options.Deadline)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.Drawing == nil || len([]rune(a.Drawing.Characters)) != len(a.Drawing.Boxes) {
		return nil, fmt.Errorf("%s: extraction child: no drawing", name)
	}
	return a.Drawing, nil
}

// drawPage does jobDraw.
func drawPage(ctx context.Context, data []byte, q childRequest) (d *extract.Drawing, err error) {
	defer func() {
		// As in parse: what is below panics on some damaged files.
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("%w: the reader failed on it", extract.ErrDamaged)
		}
	}()
	if len(q.Pages) != 1 {
		return nil, errors.New("a drawing is of one page")
	}
	return pdf.Draw(ctx, data, q.Options, q.Pages[0], q.Recognised)
}
