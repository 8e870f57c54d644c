package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"zhiwen/server/terminal"
	"zhiwen/web"
	"zhiwen/web/catalogue"
)

// proxyTime bounds the requests to a proxy.
const proxyTime = 20 * time.Second

// proxyCheck asks a server through the proxy before it, as browsers do, what the proxy makes of a request.
type proxyCheck struct {
	client *http.Client
	from   *url.URL // the address of users, without a path
	most   int64    // bytes of a file that the server takes
}

// proxyFault is something that a proxy gets wrong: a message of the catalogue after "proxy.", and its values.
type proxyFault struct {
	key  string
	args []any
}

func (f proxyFault) text(l *catalogue.Language) string { return l.Text("proxy."+f.key, f.args...) }

// tellProxy prints what the proxy at an address gets wrong, or that it gets nothing wrong. The error says that something is wrong.
func (c *configCheckCommand) tellProxy(ctx context.Context, t terminal.Terminal, l *catalogue.Language) error {
	from, err := url.Parse(c.From)
	if err != nil || from.Host == "" || from.Scheme != "http" && from.Scheme != "https" {
		fmt.Fprintln(t.Err, "zhiwen: --from:", l.Text("config.url", "Value", c.From))
		return terminal.ErrMisused
	}
	if path := strings.Trim(from.Path, "/"); path != "" {
		fmt.Fprintln(t.Err, "zhiwen: --from:", l.Text("config.urlPath", "Path", from.Path))
		return terminal.ErrMisused
	}
	ctx, cancel := context.WithTimeout(ctx, proxyTime)
	defer cancel()
	p := proxyCheck{client: &http.Client{Transport: newProxyTransport()}, from: from, most: c.MaxUpload << 20}
	address, faults := p.faults(ctx)
	for _, f := range faults {
		fmt.Fprintln(t.Err, "zhiwen:", f.text(l))
	}
	if address != "" {
		fmt.Fprintln(t.Out, "# "+l.Text("proxy.address", "Address", address))
	}
	if len(faults) > 0 {
		return terminal.ErrReported
	}
	_, err = fmt.Fprintln(t.Out, "# "+l.Text("proxy.good", "URL", c.From))
	return err
}

// newProxyTransport makes a transport that sends a body only when it is wanted, and asks the address itself.
func newProxyTransport() *http.Transport {
	return &http.Transport{ExpectContinueTimeout: proxyTime, DisableCompression: true}
}

// faults returns what the proxy gets wrong, and which address the server takes for the client's.
func (p proxyCheck) faults(ctx context.Context) (address string, out []proxyFault) {
	blame := func(key string, args ...any) { out = append(out, proxyFault{key, args}) }
	answer, err := p.ask(ctx, http.MethodGet, "/healthz", nil, nil)
	if err != nil {
		blame("unreachable", "URL", p.from.String(), "Reason", reasonOf(err))
		return "", out
	}
	_ = answer.Body.Close()
	seen, err := url.ParseQuery(answer.Header.Get(web.SeenHeader))
	if err != nil || seen.Get("protocol") == "" {
		blame("other", "URL", p.from.String(), "Status", answer.StatusCode)
		return "", out
	}
	if strings.HasPrefix(seen.Get("protocol"), "HTTP/1.0") {
		blame("protocol")
	}
	if !p.posts(ctx) {
		blame("host", "Seen", seen.Get("host"), "Host", p.from.Host, "URL", p.from.String())
	}
	if !p.takes(ctx) {
		blame("body", "Most", p.most>>20)
	}
	if !p.streams(ctx) {
		blame("stream")
	}
	return seen.Get("address"), out
}

// reasonOf returns the fault of an address, without the address itself.
func reasonOf(err error) string {
	var of *url.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	return err.Error()
}

// ask sends a request as a page of the address would. The body of the answer is to be closed.
func (p proxyCheck) ask(ctx context.Context, method, path string, body io.Reader, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.from.Scheme+"://"+p.from.Host+path, body)
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header
	}
	if header.Get("Expect") != "" {
		request.ContentLength = p.most
	}
	client := *p.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client.Do(request)
}

// form returns the headers of a form that a page of the address sends.
func (p proxyCheck) form() http.Header {
	return http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {p.from.Scheme + "://" + p.from.Host}}
}

// posts reports whether the server takes a form that one of its own pages sends.
func (p proxyCheck) posts(ctx context.Context) bool {
	answer, err := p.ask(ctx, http.MethodPost, "/language", strings.NewReader("language=en"), p.form())
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode != http.StatusForbidden
}

// takes reports whether a body as large as the largest file gets to the server, which refuses it there before it is sent: answers of
// the server name the request.
func (p proxyCheck) takes(ctx context.Context) bool {
	header := p.form()
	header.Set("Expect", "100-continue")
	answer, err := p.ask(ctx, http.MethodPost, "/language", &lateBody{ctx: ctx, left: p.most}, header)
	if err != nil {
		return false // the server answers before the body is sent
	}
	_ = answer.Body.Close()
	return answer.StatusCode != http.StatusRequestEntityTooLarge || answer.Header.Get("X-Request-Id") != ""
}

// bodyPause is how long a body waits for the answer of the server. A proxy asks for the body when the server has not answered for a
// second or less, and has no answer to hand on where the server ends the connection while the body is still being written.
const bodyPause = 5 * time.Second

// lateBody reads as zeros, which start after bodyPause.
type lateBody struct {
	ctx   context.Context
	begun bool
	left  int64
}

func (b *lateBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		select {
		case <-b.ctx.Done():
			return 0, b.ctx.Err()
		case <-time.After(bodyPause):
		}
	}
	if b.left == 0 {
		return 0, io.EOF
	}
	n := int(min(b.left, int64(len(p))))
	clear(p[:n])
	b.left -= int64(n)
	return n, nil
}

// streams reports whether the first line of a stream comes before the second is written.
func (p proxyCheck) streams(ctx context.Context) bool {
	answer, err := p.ask(ctx, http.MethodGet, "/healthz?stream=1", nil, nil)
	if err != nil {
		return false
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewReader(answer.Body)
	if _, err := lines.ReadString('\n'); err != nil {
		return false
	}
	first := time.Now()
	_, err = io.Copy(io.Discard, lines)
	return err == nil && time.Since(first) > web.StreamPause/2
}
