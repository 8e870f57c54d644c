package reader

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/internal/article"
	"zhiwen/extract/internal/draft"
)

// ReadWeb reads an answer of a web server in a child process: a page, a feed or a sitemap.
// A page without a main text has no Article, and only links. Errors are those of
// Extract.
func (r *Runner) ReadWeb(ctx context.Context, q extract.WebRequest, data []byte) (*extract.WebPage, error) {
	o := r.options
	if int64(len(data)) > o.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", extract.ErrTooLarge, len(data), o.MaxBytes)
	}
	if len(data) == 0 {
		return nil, extract.ErrEmpty
	}
	limited, cancel := context.WithTimeoutCause(ctx, o.Deadline, context.DeadlineExceeded)
	defer cancel()
	a, err := r.pool.ask(limited, childRequest{Job: jobWeb, Options: o, Web: &q}, data, nil, nil)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("%w: not done after %s", extract.ErrLimits, o.Deadline)
	case err != nil:
		return nil, err
	case a.Web == nil:
		return nil, errors.New("extraction child: no page")
	}
	return a.Web, nil
}

// readWeb is ReadWeb in the child.
func readWeb(ctx context.Context, data []byte, q childRequest) (*extract.WebPage, error) {
	if q.Web == nil {
		return nil, errors.New("no request")
	}
	b := draft.New(q.Options.MaxCharacters)
	page, main, err := article.Read(ctx, b, *q.Web, data, time.Now())
	if err != nil || !main {
		return page, err
	}
	d, err := b.Document()
	if errors.Is(err, extract.ErrNoText) {
		return page, nil
	}
	if err != nil {
		return nil, err
	}
	d.Metadata = extract.Metadata{} // what a page says of itself is the page's; it is no form
	page.Article = d
	return page, nil
}
