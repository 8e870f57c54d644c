package worker

import (
	"context"
	"errors"
	"io"
	"net/netip"

	"zhiwen/checker/record"
	"zhiwen/server/crawl"
)

// Files gets files that callers name by their addresses.
type Files interface {
	File(ctx context.Context, address string, allowed []netip.Prefix, most int64) (name string, body io.ReadCloser, err error)
}

// FetchFile gets a file of the web, of so many bytes at the most, from no address of this
// machine or of a private network but those that are allowed on the page of settings. The
// caller closes body. The error is a record.FetchError, or of the context.
func (p *Pool) FetchFile(ctx context.Context, address string, most int64) (name string, body io.ReadCloser, err error) {
	files, ok := p.config.Web.(Files)
	if !ok {
		return "", nil, &record.FetchError{Outcome: record.WebUnreachable}
	}
	values, err := p.store.Settings(ctx)
	if err != nil {
		return "", nil, err
	}
	allowed, err := values.Web.Prefixes()
	if err != nil {
		return "", nil, err
	}
	name, body, err = files.File(ctx, address, allowed, most)
	if err != nil {
		return "", nil, fetchError(err)
	}
	return name, fetched{body}, nil
}

func fetchError(err error) error {
	var fault *crawl.Fault
	if errors.As(err, &fault) {
		return &record.FetchError{Outcome: fault.Outcome, Status: fault.Status}
	}
	return err
}

// fetched adds the reason to the error of a file that ends early.
type fetched struct{ io.ReadCloser }

// Read implements io.Reader.
func (f fetched) Read(b []byte) (int, error) {
	n, err := f.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fetchError(err)
	}
	return n, err
}
