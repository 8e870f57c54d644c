package reader

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
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
	if format, err := Sniff(data); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	} else if format != extract.PDF {
		return nil, fmt.Errorf("%s: %w: pages of %s cannot be drawn", name, extract.ErrUnsupported, format)
	}
	return r.draw(ctx, name, data, childRequest{Job: jobDraw, Options: r.warmed(ctx), Pages: []int{n}, Recognised: recognised})
}

// DrawFigure draws a figure of a file of any format in a child process: the picture as stored,
// without anything drawn over it. name is used in messages only. The errors are those of Draw, and
// ErrDamaged if the file has no such figure.
func (r *Runner) DrawFigure(ctx context.Context, name string, data []byte, f extract.Figure) (*extract.Drawing, error) {
	if int64(len(data)) > r.options.MaxBytes {
		return nil, fmt.Errorf("%s: %w: %d bytes, at most %d are read", name, extract.ErrTooLarge, len(data), r.options.MaxBytes)
	}
	format, err := Sniff(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	o := r.options
	if format == extract.PDF {
		o = r.warmed(ctx)
	}
	return r.draw(ctx, name, data, childRequest{Job: jobFigure, Options: o, Pages: []int{f.Page}, Ref: f.Ref})
}

// Figures reads a file as Extract does, but recognises nothing, for the figures of a
// document whose text is known: recognition takes minutes and finds none.
func (r *Runner) Figures(ctx context.Context, name string, data []byte) (*extract.Document, error) {
	return r.extract(ctx, name, data, extract.NoTesseract, nil)
}

// draw has a child draw something.
func (r *Runner) draw(ctx context.Context, name string, data []byte, q childRequest) (*extract.Drawing, error) {
	limited, cancel := context.WithTimeout(ctx, r.options.Deadline)
	defer cancel()
	a, err := r.pool.ask(limited, q, data, nil, nil)
	if err != nil {
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			err = fmt.Errorf("%w: page %d is not drawn after %s", extract.ErrLimits, q.Pages[0], r.options.Deadline)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.Drawing == nil || len([]rune(a.Drawing.Characters)) != len(a.Drawing.Boxes) {
		return nil, fmt.Errorf("%s: extraction child: no drawing", name)
	}
	return a.Drawing, nil
}

// drawn does what draws; what is below panics on some damaged files, as in parse.
func drawn(draw func() (*extract.Drawing, error)) (d *extract.Drawing, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, panicked(p)
		}
	}()
	return draw()
}

// drawPage does jobDraw.
func drawPage(ctx context.Context, data []byte, q childRequest) (*extract.Drawing, error) {
	if len(q.Pages) != 1 {
		return nil, errors.New("a drawing is of one page")
	}
	return pdf.Draw(ctx, data, q.Options, q.Pages[0], q.Recognised)
}

// drawFigure does jobFigure.
func drawFigure(ctx context.Context, data []byte, q childRequest) (*extract.Drawing, error) {
	if len(q.Pages) != 1 {
		return nil, errors.New("a figure stands on one page")
	}
	format, err := Sniff(data)
	if err != nil {
		return nil, err
	}
	if format == extract.PDF {
		return pdf.DrawFigure(ctx, data, q.Options, q.Pages[0], q.Ref)
	}
	b := draft.New(q.Options.MaxCharacters)
	if err := read(ctx, b, format, data); err != nil {
		return nil, err
	}
	if q.Ref < 0 || q.Ref >= len(b.Placed) {
		return nil, fmt.Errorf("%w: it has no picture %d", extract.ErrDamaged, q.Ref)
	}
	picture, err := b.Placed[q.Ref].Picture.Fit(extract.FigureSide, q.Options.MemoryLimit/2)
	if err != nil {
		return nil, fmt.Errorf("%w: picture %d: %w", extract.ErrDamaged, q.Ref, err)
	}
	return pdf.Picture(picture)
}
