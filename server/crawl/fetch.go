// Package crawl asks web servers for pages, politely and safely.
//
// In go addresses; out come answers, or a Fault that says why there is none. It keeps
// robots.txt and the pauses that others count (Gate), follows few redirects, takes no more
// than so many bytes and seconds, and connects to no address of this machine or of a
// private network, unless that is allowed, whatever names resolve to. It knows no SQL and
// reads no page: that is for a process of its own (extract/reader).
package crawl

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/record"
)

const (
	// MostBytes is what a page, a feed or a sitemap may have. Pages have some hundred
	// kilobytes; sitemaps are parted by those who make them.
	MostBytes = 8 << 20
	// MostTime is what the answer to Fetch may take, from the connection to the last byte.
	MostTime = 30 * time.Second
	// MostRedirects is how often an answer may lead on.
	MostRedirects = 5

	mostHeader = 64 << 10
)

// Fault is why there is no page, by the outcome of it.
type Fault struct {
	Outcome record.WebOutcome
	Status  int    // of the answer, 0 for none
	Detail  string // what it is about
	// After is how long the server wants to be left alone; 0 says nothing.
	After time.Duration
}

// Error implements error.
func (f *Fault) Error() string { return "no page: " + string(f.Outcome) + " " + f.Detail }

// Request is an HTTP request of the crawler.
type Request struct {
	Address        string
	ETag, Modified string         // of the answer before, "" for none
	Allowed        []netip.Prefix // private networks that may be asked
	// Within says where an answer may lead on to.
	Within func(address string) bool
}

// Answer is what a server gave.
type Answer struct {
	Address        string // that it came from in the end
	Name           string // of the file, as the server says or its address ends
	Unchanged      bool   // it is as it was; no body
	Body           []byte
	Kind           string // content type as it came
	ETag, Modified string
}

// Gate is asked before each request to a host, those of redirects and robots.txt among
// them. It waits until it is that host's turn.
type Gate func(ctx context.Context, host string, pause time.Duration) error

// Client asks. It is safe for concurrent use.
type Client struct {
	agent  func(ctx context.Context) string
	http   *http.Client
	robots robots

	mostTime time.Duration // MostTime
}

// Agent returns what a program of a version calls itself, with where its owner is reached, if that
// is known.
func Agent(version, contact string) string {
	if contact != "" {
		contact = "; +" + contact
	}
	return robotName + "/" + version + " (text comparison" + contact + ")"
}

// New makes a client that names itself by agent, which is asked each time.
func New(agent func(ctx context.Context) string) *Client {
	dialer := &net.Dialer{Timeout: MostTime / 3, ControlContext: control}
	return &Client{agent: agent, mostTime: MostTime, http: &http.Client{
		Transport: &http.Transport{
			// No proxy: it would resolve names by itself. No connection is kept: each is asked whether it is
			// allowed, and a site is asked at most once in some seconds.
			Proxy: nil, DialContext: dialer.DialContext, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			// How long an answer may take, its first byte too, each request says by itself.
			TLSHandshakeTimeout: MostTime / 3, MaxResponseHeaderBytes: mostHeader,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Fetch asks for a page. The pause between requests to a host is at least so long, and
// what its robots.txt asks for. The error is a Fault, or of gate or the context.
func (c *Client) Fetch(ctx context.Context, q Request, pause time.Duration, gate Gate) (*Answer, error) {
	ctx = context.WithValue(ctx, allowedKey{}, q.Allowed)
	address, ok := Normal(q.Address)
	if !ok {
		return nil, &Fault{Outcome: record.WebKind, Detail: q.Address}
	}
	for range MostRedirects + 1 {
		rules, err := c.robotsOf(ctx, address, pause, gate)
		if err != nil {
			return nil, err
		}
		if !rules.allows(address) {
			return nil, &Fault{Outcome: record.WebRobots, Detail: address}
		}
		if err := gate(ctx, Host(address), max(pause, rules.delay())); err != nil {
			return nil, err
		}
		answer, next, err := c.ask(ctx, address, q, expected{accept: pageKinds, readable: readable, most: MostBytes, time: c.mostTime})
		if err != nil || next == "" {
			return answer, err
		}
		if address, ok = Normal(next); !ok {
			return nil, &Fault{Outcome: record.WebKind, Detail: next}
		}
		if !q.Within(address) {
			return nil, &Fault{Outcome: record.WebForeign, Detail: address}
		}
	}
	return nil, &Fault{Outcome: record.WebRedirects, Detail: address}
}

// pageKinds is what pages, feeds and sitemaps are, for the header of requests.
const pageKinds = "text/html, application/xhtml+xml, application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9"

// expected is what an answer may be.
type expected struct {
	accept   string                 // content types, as the header of requests has them
	readable func(kind string) bool // of which content types it may be
	most     int64                  // bytes of it
	time     time.Duration          // that it may take
}

// ask sends one request; next is where its answer leads on to, "" for an answer.
func (c *Client) ask(ctx context.Context, address string, q Request, e expected) (answer *Answer, next string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.time, errSlow)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, "", &Fault{Outcome: record.WebKind, Detail: address}
	}
	r.Header.Set("User-Agent", c.agent(ctx))
	r.Header.Set("Accept", e.accept)
	r.Header.Set("Accept-Language", "zh-CN, zh;q=0.9, en;q=0.5")
	if q.ETag != "" {
		r.Header.Set("If-None-Match", q.ETag)
	}
	if q.Modified != "" {
		r.Header.Set("If-Modified-Since", q.Modified)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return nil, "", faultOf(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	switch s := response.StatusCode; {
	case s == http.StatusNotModified && (q.ETag != "" || q.Modified != ""):
		return &Answer{Address: address, Unchanged: true}, "", nil
	case redirects(s):
		to, err := response.Location()
		if err != nil {
			return nil, "", &Fault{Outcome: record.WebStatus, Status: s}
		}
		return nil, to.String(), nil
	case s == http.StatusNotFound, s == http.StatusGone:
		return nil, "", &Fault{Outcome: record.WebGone, Status: s}
	case s != http.StatusOK:
		return nil, "", &Fault{Outcome: record.WebStatus, Status: s, After: after(response.Header.Get("Retry-After"), time.Now())}
	}
	kind := response.Header.Get("Content-Type")
	if !e.readable(kind) {
		return nil, "", &Fault{Outcome: record.WebKind, Status: response.StatusCode, Detail: kind}
	}
	if response.ContentLength > e.most {
		return nil, "", &Fault{Outcome: record.WebLarge, Status: response.StatusCode, Detail: strconv.FormatInt(response.ContentLength, 10)}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, e.most+1))
	if err != nil {
		return nil, "", faultOf(ctx, err)
	}
	if int64(len(body)) > e.most {
		return nil, "", &Fault{Outcome: record.WebLarge, Status: response.StatusCode}
	}
	return &Answer{Address: address, Name: fileName(response, r.URL), Body: body, Kind: kind, ETag: header(response, "ETag"),
		Modified: header(response, "Last-Modified")}, "", nil
}

// header returns a header that is sent back the next time; one of an odd length is not.
func header(r *http.Response, name string) string {
	const most = 300 // bytes
	if v := r.Header.Get(name); len(v) <= most {
		return v
	}
	return ""
}

// redirects reports whether a status leads to another address.
func redirects(status int) bool {
	return status == http.StatusMovedPermanently || status == http.StatusFound || status == http.StatusSeeOther ||
		status == http.StatusTemporaryRedirect || status == http.StatusPermanentRedirect
}

var errSlow = errors.New("the answer took too long")

// faultOf tells why a request failed: an end of the work itself is no fault of the page.
func faultOf(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, errPrivate):
		return &Fault{Outcome: record.WebPrivate, Detail: strings.TrimPrefix(unwrapped(err).Error(), errPrivate.Error()+": ")}
	case errors.Is(context.Cause(ctx), errSlow):
		return &Fault{Outcome: record.WebSlow}
	case ctx.Err() != nil:
		return fmt.Errorf("fetch: %w", context.Cause(ctx))
	}
	// A connection that does not come about in its own, shorter time among them.
	return &Fault{Outcome: record.WebUnreachable, Detail: reason(err)}
}

// unwrapped returns the error of control within what the transport makes of it.
func unwrapped(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// reason returns a short name of a connection error; the error text contains addresses of this
// machine.
func reason(err error) string {
	var dns *net.DNSError
	var verify *tls.CertificateVerificationError
	var parse *url.Error
	switch {
	case errors.As(err, &dns):
		return "DNS"
	case errors.As(err, &verify):
		return "TLS"
	case errors.As(err, &parse) && strings.Contains(parse.Err.Error(), "tls:"):
		return "TLS"
	}
	return ""
}

// readable reports whether an answer of a content type may be a page, a feed or a sitemap; one
// that says nothing may.
func readable(kind string) bool {
	media, _, err := mime.ParseMediaType(kind)
	if kind == "" || err != nil {
		return kind == ""
	}
	switch media {
	case "text/html", "application/xhtml+xml", "text/xml", "application/xml", "application/gzip", "application/x-gzip":
		return true
	}
	return strings.HasSuffix(media, "+xml") && !strings.HasPrefix(media, "image/")
}

// after reads the pause that a server asks for (Retry-After).
func after(text string, now time.Time) time.Duration {
	const most = 24 * time.Hour
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return min(time.Duration(n)*time.Second, most)
	}
	if t, err := http.ParseTime(text); err == nil && t.After(now) {
		return min(t.Sub(now), most)
	}
	return 0
}
