package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// load is the people and programs that use the servers.
type load struct {
	servers []*server
	result  *result

	mu     sync.Mutex
	random *rand.Rand
	number int      // of the last application
	past   []string // passages of some library applications that were sent
	checks []string // ids seen in lists, the latest last
}

func newLoad(servers []*server, r *result, random *rand.Rand) *load {
	return &load{servers: servers, result: r, random: random}
}

// begin starts everybody; ended waits until they have left.
func (l *load) begin(ctx context.Context, o options) (ended func()) {
	var all sync.WaitGroup
	each := func(n int, pause time.Duration, do func(context.Context, *http.Client)) {
		for range n {
			all.Go(func() {
				client := &http.Client{
					Timeout:       90 * time.Second,
					Transport:     &http.Transport{},
					CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
				}
				for wait(ctx, l.think(pause)) == nil {
					do(ctx, client)
				}
			})
		}
	}
	each(o.readers, 4*time.Second, l.read)
	each(o.uploaders, 12*time.Second, l.upload)
	each(3, 5*time.Second, l.readSlowly)
	each(3, 5*time.Second, l.sendHalf)
	each(5, time.Second, l.follow)
	return all.Wait
}

// think is a pause as people make them, of a mean length.
func (l *load) think(mean time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Duration(min(l.random.ExpFloat64(), 5) * float64(mean))
}

func (l *load) base() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.servers[l.random.IntN(len(l.servers))].base()
}

// upload sends one to three applications, to be checked or into the library. What is
// acknowledged stands in the ledger from then on.
func (l *load) upload(ctx context.Context, client *http.Client) {
	l.mu.Lock()
	library := l.random.IntN(3) == 0
	w := writing{l.random}
	var names, texts []string
	for range 1 + l.random.IntN(3) {
		l.number++
		var copied []string
		if len(l.past) > 0 {
			copied = []string{l.past[l.random.IntN(len(l.past))], l.past[l.random.IntN(len(l.past))]}
		}
		text := w.application(l.number, copied)
		names, texts = append(names, fmt.Sprintf("soak-%06d.txt", l.number)), append(texts, text)
		if library && len(l.past) < 500 {
			l.past = append(l.past, strings.Split(text, "\n\n")[2])
		}
	}
	l.mu.Unlock()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i, name := range names {
		part, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = io.WriteString(part, texts[i])
		}
		if err != nil {
			l.result.note("make an upload: %v", err)
			return
		}
	}
	if err := form.Close(); err != nil {
		l.result.note("make an upload: %v", err)
		return
	}
	path := "/checks"
	if library {
		path = "/library"
	}
	l.result.sent(names, library)
	status, _, err := l.ask(ctx, client, http.MethodPost, path, "POST "+path, form.FormDataContentType(), &body)
	if err == nil && status == http.StatusSeeOther {
		l.result.acknowledge(names)
	}
}

var checkLink = regexp.MustCompile(`href="/checks/(\d+)"`)

// read looks at a page, as readers do: mostly lists and reports.
func (l *load) read(ctx context.Context, client *http.Client) {
	l.mu.Lock()
	id := ""
	if len(l.checks) > 0 {
		id = l.checks[l.random.IntN(len(l.checks))]
	}
	at, word := l.random.IntN(100), words[l.random.IntN(len(words))]
	l.mu.Unlock()
	path, route := "/checks", "GET /checks"
	switch {
	case at < 30 || id == "":
	case at < 55:
		path, route = "/checks/"+id, "GET /checks/:id"
	case at < 65:
		path, route = "/checks/"+id+"/sources/1", "GET /checks/:id/sources/:source"
	case at < 75:
		path, route = "/library?q="+url.QueryEscape(word), "GET /library?q="
	case at < 82:
		path, route = "/library", "GET /library"
	case at < 90:
		path, route = "/checks/"+id+"/evidence.xml", "GET evidence.xml"
	case at < 96:
		path, route = "/checks/"+id+"/matches.csv", "GET matches.csv"
	default:
		path, route = "/checks/"+id+"/report.html", "GET report.html"
	}
	status, page, err := l.ask(ctx, client, http.MethodGet, path, route, "", nil)
	if err == nil && status == http.StatusOK && path == "/checks" {
		l.mu.Lock()
		for _, m := range checkLink.FindAllStringSubmatch(page, -1) {
			l.checks = append(l.checks, m[1])
		}
		l.checks = l.checks[max(0, len(l.checks)-300):]
		l.mu.Unlock()
	}
}

// ask makes a request and notes how it went.
func (l *load) ask(ctx context.Context, client *http.Client, method, path, route, kind string, body io.Reader) (status int, page string, err error) {
	request, err := http.NewRequestWithContext(ctx, method, l.base()+path, body)
	if err != nil {
		return 0, "", err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	begun := time.Now()
	answer, err := client.Do(request)
	if err == nil {
		defer func() { _ = answer.Body.Close() }()
		var all []byte
		if all, err = io.ReadAll(answer.Body); err == nil {
			l.result.answer(route, answer.StatusCode, answer.Header.Get("Retry-After") != "", time.Since(begun))
			return answer.StatusCode, string(all), nil
		}
	}
	if ctx.Err() == nil {
		l.result.unreachable()
	}
	return 0, "", err
}

// dial opens a connection to a server for a client that does not behave.
func (l *load) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", strings.TrimPrefix(l.base(), "http://"))
}

// readSlowly asks for a page and takes it byte by byte.
func (l *load) readSlowly(ctx context.Context, _ *http.Client) {
	c, err := l.dial(ctx)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	fmt.Fprintf(c, "GET /library HTTP/1.1\r\nHost: %s\r\n\r\n", c.RemoteAddr())
	for one := make([]byte, 1); wait(ctx, 200*time.Millisecond) == nil; {
		if _, err := c.Read(one); err != nil {
			return
		}
	}
}

// sendHalf begins an upload, sends half of it and stays for a while.
func (l *load) sendHalf(ctx context.Context, _ *http.Client) {
	c, err := l.dial(ctx)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	const length = 2 << 20
	fmt.Fprintf(c, "POST /checks HTTP/1.1\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n", c.RemoteAddr(), length)
	fmt.Fprint(c, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"half.txt\"\r\n\r\n"+strings.Repeat("半", length/6))
	_ = wait(ctx, 20*time.Second)
}

// follow keeps a stream of events open.
func (l *load) follow(ctx context.Context, client *http.Client) {
	l.mu.Lock()
	id := ""
	if len(l.checks) > 0 {
		id = l.checks[len(l.checks)-1]
	}
	l.mu.Unlock()
	if id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base()+"/events?check="+id, nil)
	if err != nil {
		return
	}
	answer, err := client.Do(request)
	if err != nil {
		return
	}
	defer func() { _ = answer.Body.Close() }()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return
	}
}
