package crawl

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"time"

	"zhiwen/checker/record"
)

// MostFileTime is what a file may take, from the connection to the last byte, redirects
// included.
const MostFileTime = 2 * time.Minute

// File gets a file that somebody has named, by HTTPS alone: not as a page that is followed, so
// that robots.txt and pauses are not asked. Like Fetch it connects to no address of this
// machine or of a private network that is not allowed. Body ends with an error where there are
// more than so many bytes; the caller closes it. The error is a Fault, or of the context.
func (c *Client) File(
	ctx context.Context, address string, allowed []netip.Prefix, most int64,
) (name string, body io.ReadCloser, err error) {
	ctx, cancel := context.WithTimeoutCause(context.WithValue(ctx, allowedKey{}, allowed), MostFileTime, errSlow)
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	for range MostRedirects + 1 {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
			return "", nil, &Fault{Outcome: record.WebKind, Detail: address}
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return "", nil, &Fault{Outcome: record.WebKind, Detail: address}
		}
		r.Header.Set("User-Agent", c.agent(ctx))
		response, err := c.http.Do(r)
		if err != nil {
			return "", nil, faultOf(ctx, err)
		}
		next, err := fileFault(response, most)
		if err == nil && next == "" {
			return fileName(response, u), &fileBody{ctx: ctx, body: response.Body, cancel: cancel, left: most}, nil
		}
		_ = response.Body.Close()
		if err != nil {
			return "", nil, err
		}
		address = next
	}
	return "", nil, &Fault{Outcome: record.WebRedirects, Detail: address}
}

// fileFault returns why an answer is no file, or where it leads on to.
func fileFault(response *http.Response, most int64) (next string, err error) {
	switch s := response.StatusCode; {
	case redirects(s):
		to, err := response.Location()
		if err != nil {
			return "", &Fault{Outcome: record.WebStatus, Status: s}
		}
		return to.String(), nil
	case s == http.StatusNotFound, s == http.StatusGone:
		return "", &Fault{Outcome: record.WebGone, Status: s}
	case s != http.StatusOK:
		return "", &Fault{Outcome: record.WebStatus, Status: s}
	case response.ContentLength > most:
		return "", &Fault{Outcome: record.WebLarge, Status: s}
	}
	return "", nil
}

// fileName returns what a file is called: as the server says, or as its address ends.
func fileName(response *http.Response, u *url.URL) string {
	if _, fields, err := mime.ParseMediaType(response.Header.Get("Content-Disposition")); err == nil && fields["filename"] != "" {
		return fields["filename"]
	}
	if name := path.Base(u.Path); name != "/" && name != "." {
		return name
	}
	return u.Hostname()
}

// fileBody is a file as it comes.
type fileBody struct {
	ctx    context.Context //nolint:containedctx // of the one request
	body   io.ReadCloser
	cancel context.CancelFunc
	left   int64
}

// Read implements io.Reader.
func (b *fileBody) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &Fault{Outcome: record.WebLarge}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = faultOf(b.ctx, err)
	}
	return n, err
}

// Close implements io.Closer.
func (b *fileBody) Close() error {
	err := b.body.Close()
	b.cancel()
	return err
}
