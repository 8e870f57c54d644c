package site

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
)

// bodyServer serves a form, JSON, a page and an upload over real connections, and counts what is
// answered.
func bodyServer(t *testing.T) (address string, s *Site, answered *atomic.Int64) {
	t.Helper()
	answered = &atomic.Int64{}
	do := func(c *gin.Context) error {
		answered.Add(1)
		c.String(http.StatusOK, "done")
		return nil
	}
	upload := func(c *gin.Context) error {
		_, err := io.Copy(io.Discard, c.Request.Body)
		if err != nil {
			return err
		}
		return do(c)
	}
	object := func(c *gin.Context) error {
		if err := ReadJSON(c, MaxForm, &map[string]any{}); err != nil {
			return err
		}
		return do(c)
	}
	s, h := testHandler(t, []Route{
		{Method: http.MethodPost, Path: "/form", Do: do}, {Method: http.MethodGet, Path: "/page", Do: do},
		{Method: http.MethodPost, Path: "/api/json", Do: object, JSON: true},
		{Method: http.MethodPost, Path: "/upload", Do: upload, Upload: true},
	})
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), s, answered
}

// send opens a connection with a request whose body has a byte of many.
func send(t *testing.T, address, line, kind string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	head := line + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + kind + "\r\nContent-Length: 60000\r\n\r\n"
	if _, err := io.WriteString(c, head+"a"); err != nil {
		t.Fatal(err)
	}
	return c
}

// ended reads what a connection answers until it is closed, and returns the status and the body.
func ended(t *testing.T, c net.Conn) (status int, said string) {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(bodyPatience / 2)); err != nil {
		t.Fatal(err)
	}
	all := bufio.NewReader(c)
	answer, err := http.ReadResponse(all, nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if _, err := all.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the connection stays open after status %d: %v", answer.StatusCode, err)
	}
	return answer.StatusCode, string(body)
}

// Whatever is answered before a body has come to its end, its connection is closed: nothing waits
// for the rest.
func TestUnreadBodyCloses(t *testing.T) {
	address, _, _ := bodyServer(t)
	for _, tt := range []struct {
		line, kind string
		status     int
	}{
		{"POST /form", "text/plain", http.StatusOK}, // which is no form
		{"GET /page", "text/plain", http.StatusOK},
		{"POST /api/json", "text/plain", http.StatusUnsupportedMediaType},
		{"POST /nowhere", "application/json", http.StatusNotFound},
		{"PUT /form", "application/json", http.StatusMethodNotAllowed},
	} {
		if status, _ := ended(t, send(t, address, tt.line, tt.kind)); status != tt.status {
			t.Errorf("%s: status %d, want %d", tt.line, status, tt.status)
		}
	}
}

// Who writes the whole of a large body before they read finds the answer, with a length or without; who goes on without an end, or
// sends a little now and then, is left all the same.
func TestAnswerBesideBody(t *testing.T) {
	address, _, _ := bodyServer(t)
	dial := func(head string) net.Conn {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if _, err := io.WriteString(c, "POST /nowhere HTTP/1.1\r\nHost: localhost\r\n"+head+"\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		return c
	}
	block := strings.Repeat("x", 1<<20)
	for head, part := range map[string]string{
		fmt.Sprintf("Content-Length: %d", 20<<20): block, "Transfer-Encoding: chunked": fmt.Sprintf("%x\r\n%s\r\n", len(block), block),
	} {
		c := dial(head)
		for i := range 20 {
			if _, err := io.WriteString(c, part); err != nil {
				t.Fatalf("%s, part %d: %v", head, i, err)
			}
		}
		if strings.HasPrefix(head, "Transfer") {
			_, _ = io.WriteString(c, "0\r\n\r\n")
		}
		if status, _ := ended(t, c); status != http.StatusNotFound {
			t.Errorf("%s: status %d", head, status)
		}
	}
	for name, pause := range map[string]time.Duration{"without an end": 0, "now and then": lingerPause / 4} {
		c := dial("Content-Length: 1000000000000")
		if err := c.SetWriteDeadline(time.Now().Add(bodyPatience)); err != nil {
			t.Fatal(err)
		}
		for {
			_, err := io.WriteString(c, block[:1+len(block)/2*int((lingerPause-pause)/lingerPause)])
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: it is read on", name)
			}
			if err != nil {
				break
			}
			time.Sleep(pause)
		}
	}
}

// Of one sender who opens many bodies and does not send them the oldest are refused; who sends
// theirs is answered all the time, from the same address too.
func TestManySlowBodies(t *testing.T) {
	address, s, answered := bodyServer(t)
	var slow []net.Conn
	for i := range 4 * maxBodies {
		line, kind := "POST /form", "application/x-www-form-urlencoded"
		if i%2 == 1 {
			line, kind = "POST /api/json", "application/json"
		}
		slow = append(slow, send(t, address, line, kind))
		// Each is counted before the next comes, so that it is known which are the oldest.
		for deadline := time.Now().Add(bodyPatience); ; time.Sleep(time.Millisecond) {
			s.senders.mu.Lock()
			n := len(s.senders.bodies["address 127.0.0.1"])
			s.senders.mu.Unlock()
			if n >= min(i+1, maxBodies) || time.Now().After(deadline) {
				break
			}
		}
	}
	for range 10 {
		answer, err := http.Post("http://"+address+"/form", "application/x-www-form-urlencoded", strings.NewReader("a=b"))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("status %d", answer.StatusCode)
		}
	}
	if n := answered.Load(); n != 10 {
		t.Errorf("%d were answered", n)
	}
	for i, c := range slow[:2*maxBodies] {
		status, said := ended(t, c)
		if status != http.StatusRequestTimeout || !strings.Contains(said, "slow-body") {
			t.Errorf("the body %d: status %d, %q", i, status, said)
		}
	}
}

// recorded is a connection that notes its deadlines.
type recorded struct {
	http.ResponseWriter
	at []time.Time
}

func (r *recorded) SetReadDeadline(at time.Time) error {
	r.at = append(r.at, at)
	return nil
}

func (r *recorded) last() time.Time { return r.at[len(r.at)-1] }

// A body has time for what has come of it, and at the most what the largest upload has; the
// deadline goes when its end was read, and not before.
func TestBodyDeadline(t *testing.T) {
	w := &recorded{}
	inner, outer := io.Pipe()
	b := &body{ReadCloser: inner, connection: http.NewResponseController(w)}
	go func() { _, _ = outer.Write(make([]byte, 100*leastRate)); _ = outer.Close() }()
	if _, err := io.ReadFull(b, make([]byte, 100*leastRate)); err != nil {
		t.Fatal(err)
	}
	b.extend()
	if got := w.last().Sub(b.begun); got != bodyPatience+100*time.Second {
		t.Errorf("after %d bytes there are %v", b.read, got)
	}
	b.read = 1 << 40
	b.extend()
	if got := w.last().Sub(b.begun); got != mostPatience {
		t.Errorf("at the most there are %v", got)
	}
	if _, err := b.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if !w.last().IsZero() {
		t.Errorf("at its end: %v", w.last())
	}
	b.giveUp()
	if !w.last().IsZero() {
		t.Error("what has ended is given up")
	}
	late := &body{ReadCloser: io.NopCloser(failing{}), connection: http.NewResponseController(w)}
	if _, err := late.Read(make([]byte, 1)); !IsSlow(err) {
		t.Errorf("too late: %v", err)
	}
	if late.giveUp(); w.last().IsZero() || time.Until(w.last()) > 0 {
		t.Errorf("given up: %v", w.last())
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, fmt.Errorf("read: %w", os.ErrDeadlineExceeded) }

// One sender has an eighth of the places of uploads; another has theirs; what has ended makes place.
func TestOwnUploads(t *testing.T) {
	s := newSenders()
	var release []func()
	for range maxOwnUploads {
		places, letGo := s.ownPlaces("account 1")
		if err := take(t.Context(), places, 1, 0); err != nil {
			t.Fatal(err)
		}
		release = append(release, func() { places.Release(1); letGo() })
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	mine, letGo := s.ownPlaces("account 1")
	if err := take(soon, mine, 1, time.Millisecond); err == nil {
		t.Error("one too many is taken")
	}
	others, letOthers := s.ownPlaces("account 2")
	if err := take(soon, others, 1, time.Millisecond); err != nil {
		t.Errorf("another's: %v", err)
	}
	others.Release(1)
	letOthers()
	release[0]()
	if err := take(soon, mine, 1, time.Millisecond); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
	mine.Release(1)
	letGo()
	for _, done := range release[1:] {
		done()
	}
	if len(s.uploads) != 0 {
		t.Errorf("%d senders are remembered", len(s.uploads))
	}
}
