package crawl

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"zhiwen/checker/record"
)

// MostPostTime is what an answer to a message may take.
const MostPostTime = 10 * time.Second

// mostReply is how much of an answer to a message is read.
const mostReply = 64 << 10

// allowedOnlyKey says, in the context of a request, that it may go nowhere but to the networks
// that are allowed.
type allowedOnlyKey struct{}

// Post sends a message, by HTTPS, or by HTTP to an address of a network that is allowed. It
// follows no redirects and connects to no address of this machine or of a private network
// that is not allowed. It gives the status of the answer; the error is a Fault, or of the
// context.
func (c *Client) Post(
	ctx context.Context, address string, header http.Header, body []byte, allowed []netip.Prefix,
) (status int, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return 0, &Fault{Outcome: record.WebKind, Detail: address}
	}
	ctx = context.WithValue(ctx, allowedKey{}, allowed)
	if u.Scheme == "http" {
		ctx = context.WithValue(ctx, allowedOnlyKey{}, true)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, MostPostTime, errSlow)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, &Fault{Outcome: record.WebKind, Detail: address}
	}
	r.Header = header.Clone()
	r.Header.Set("User-Agent", c.agent(ctx))
	response, err := c.http.Do(r)
	if err != nil {
		return 0, faultOf(ctx, err)
	}
	_, _ = io.CopyN(io.Discard, response.Body, mostReply)
	_ = response.Body.Close()
	return response.StatusCode, nil
}
