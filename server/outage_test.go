package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/librarytest"
	"zhiwen/server/terminal"
)

// line is a line of the log in JSON.
type line struct {
	Level, Msg, Request, Error string
}

// linesOf reads the log of a server, and fails where it is no JSON.
func linesOf(t *testing.T, log string) (lines []line) {
	t.Helper()
	for text := range strings.Lines(log) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("no JSON: %q: %v", text, err)
		}
		lines = append(lines, l)
	}
	return lines
}

// A lost connection is one line in the log, and its end one, whatever the requests, the
// jobs, the queue and the leases of the time have met with; afterwards all goes on.
func TestLostConnectionIsOneLine(t *testing.T) {
	c := librarytest.Postgres(t)
	cable := newCable(t, c.DatabaseURL)
	var out, complaint output
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--database-url", cable.url, "--log-format", "json"},
			terminal.Terminal{Out: &out, Err: &complaint, Getenv: func(string) string { return "" }})
	}()
	defer func() {
		stop()
		if code := <-ended; code != exitDone {
			t.Errorf("the server ended with %d: %s", code, complaint.String())
		}
	}()
	waitFor(t, "the server says where it is", func() bool { return strings.Contains(out.String(), "http://") })
	_, rest, _ := strings.Cut(out.String(), "http://")
	base := "http://" + strings.TrimSuffix(strings.Fields(rest)[0], "/")
	status := func(path string) int {
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	waitFor(t, "the server is ready", func() bool { return status("/readyz") == http.StatusOK })
	before := len(linesOf(t, complaint.String()))
	for range 2 {
		cable.cut()
		begun := time.Now()
		for time.Since(begun) < 7*time.Second { // longer than a lease is renewed
			if code := status("/checks"); code != http.StatusServiceUnavailable {
				t.Errorf("without a database a page comes with status %d", code)
			}
			time.Sleep(100 * time.Millisecond)
		}
		cable.mend()
		waitFor(t, "the database is found again", func() bool {
			return strings.Contains(complaint.String(), "answers again") && status("/readyz") == http.StatusOK
		})
	}
	waitFor(t, "the end is said", func() bool { return strings.Count(complaint.String(), "answers again") == 2 })
	var said []string
	for _, l := range linesOf(t, complaint.String())[before:] {
		said = append(said, l.Msg)
	}
	if got, want := strings.Join(said, "\n"), strings.TrimSuffix(strings.Repeat("the database does not answer; what fails for that is not logged until it does\nthe database answers again\n", 2), "\n"); got != want {
		t.Errorf("the log says\n%s\nwant\n%s", got, want)
	}
}

// waitFor waits until something is so.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(stepTimeout); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// cable is a connection to a PostgreSQL server that can be cut.
type cable struct {
	url             string
	network, server string

	mu      sync.Mutex
	severed bool
	ends    map[net.Conn]bool
}

func newCable(t *testing.T, database string) *cable {
	t.Helper()
	config, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{ends: map[net.Conn]bool{}}
	c.network, c.server = pgNetwork(config.Host, int(config.Port))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close(); c.cut() })
	c.url = (&url.URL{Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Host: listener.Addr().String(), Path: "/" + config.Database, RawQuery: "sslmode=disable"}).String()
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go c.join(near)
		}
	}()
	return c
}

// pgNetwork returns where a server of a host, or of a folder with its socket, listens.
func pgNetwork(host string, port int) (network, address string) {
	if filepath.IsAbs(host) {
		return "unix", filepath.Join(host, ".s.PGSQL."+strconv.Itoa(port))
	}
	return "tcp", net.JoinHostPort(host, strconv.Itoa(port))
}

func (c *cable) join(near net.Conn) {
	far, err := net.Dial(c.network, c.server)
	c.mu.Lock()
	if err != nil || c.severed {
		c.mu.Unlock()
		_ = near.Close()
		if err == nil {
			_ = far.Close()
		}
		return
	}
	c.ends[near], c.ends[far] = true, true
	c.mu.Unlock()
	go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
	_, _ = io.Copy(near, far)
	_ = near.Close()
}

// cut breaks what is joined, and joins nothing more.
func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.severed = true
	for end := range c.ends {
		_ = end.Close()
	}
	clear(c.ends)
}

// mend joins again.
func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.severed = false
}
