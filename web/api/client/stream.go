package client

import (
	"context"
	"errors"
	"io"
	"net/url"
	"time"
)

// stream is a running request: it ends if nothing is sent or received for too long.
type stream struct {
	client     *Client
	ctx, outer context.Context //nolint:containedctx // of the one request, and of who made it
	cancel     context.CancelCauseFunc
	timer      *time.Timer
}

// moved records that data was sent or received.
func (s *stream) moved() { s.timer.Reset(s.client.silence) }

func (s *stream) end() {
	s.timer.Stop()
	s.cancel(nil)
}

// fault says what an error of a connection means.
func (s *stream) fault(err error) error {
	var here *unread
	var request *url.Error
	switch {
	case s.outer.Err() != nil:
		return err
	case errors.As(err, &here):
		return here.error
	case errors.Is(context.Cause(s.ctx), errSilence):
		err = errSilence
	case errors.As(err, &request):
		err = request.Err // without the address
	}
	return &Unreachable{Server: s.client.base, Err: err}
}

// unread wraps the error of reading a file that was to be sent.
type unread struct{ error }

// outgoing is the body that is sent.
type outgoing struct {
	io.Reader

	stream *stream
}

// Read implements io.Reader.
func (o *outgoing) Read(p []byte) (int, error) {
	o.stream.moved()
	n, err := o.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &unread{err}
	}
	return n, err
}

// incoming is what comes.
type incoming struct {
	io.ReadCloser

	stream *stream
}

// Read implements io.Reader.
func (i *incoming) Read(p []byte) (int, error) {
	i.stream.moved()
	n, err := i.ReadCloser.Read(p)
	i.stream.timer.Stop() // whoever reads may take their time
	if err != nil && !errors.Is(err, io.EOF) {
		err = i.stream.fault(err)
	}
	return n, err
}

// Close implements io.Closer.
func (i *incoming) Close() error {
	err := i.ReadCloser.Close()
	i.stream.end()
	return err
}
