package host

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"
)

// from is a listener's connection that says it comes from an address.
type from struct {
	net.Conn
	address string
	closed  *[]string
}

func (f from) RemoteAddr() net.Addr { return named(f.address) }

func (f from) Close() error {
	*f.closed = append(*f.closed, f.address)
	return nil
}

type named string

func (named) Network() string  { return "tcp" }
func (n named) String() string { return string(n) }

// The address with the most connections gives up its oldest that waits; proxies come last, and
// what is being answered stays.
func TestFair(t *testing.T) {
	for _, tt := range []struct {
		name    string
		open    []string // "!" before one: a request is being answered on it
		proxies []string
		newest  string
		closed  string
	}{
		{"room", []string{"10.0.0.1:1", "10.0.0.1:2", "10.0.0.2:1"}, nil, "10.0.0.3:1", ""},
		{"the most", []string{"10.0.0.2:1", "10.0.0.1:1", "10.0.0.1:2", "10.0.0.3:1"}, nil, "10.0.0.4:1", "10.0.0.1:1"},
		{"who comes from there gets in", []string{"10.0.0.1:1", "10.0.0.1:2", "10.0.0.1:3", "10.0.0.1:4"}, nil, "10.0.0.1:5", "10.0.0.1:1"},
		{"answered", []string{"!10.0.0.1:1", "10.0.0.1:2", "10.0.0.1:3", "10.0.0.2:1"}, nil, "10.0.0.2:2", "10.0.0.1:2"},
		{"all answered", []string{"!10.0.0.1:1", "!10.0.0.1:2", "!10.0.0.1:3", "!10.0.0.2:1"}, nil, "10.0.0.2:2", "10.0.0.2:2"},
		{"a proxy", []string{"10.0.0.9:1", "10.0.0.9:2", "10.0.0.9:3", "10.0.0.2:1"}, []string{"10.0.0.9"}, "10.0.0.9:4", "10.0.0.2:1"},
		{"a network of proxies alone", []string{"10.1.0.9:1", "10.1.0.9:2", "10.1.0.8:3", "10.1.0.9:4"},
			[]string{"10.1.0.0/16"}, "10.1.0.9:5", "10.1.0.9:1"},
		{"one home", []string{"10.0.0.1:1", "[2001:db8::1]:1", "[2001:db8::2]:1", "10.0.0.2:1"}, nil, "10.0.0.3:1", "[2001:db8::1]:1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLimit(4, tt.proxies)
			var closed []string
			open := func(address string) {
				busy := address[0] == '!'
				if busy {
					address = address[1:]
				}
				c, ok := l.enter(from{address: address, closed: &closed}).(*conn)
				if ok && busy {
					l.answering(c, 1)
				}
			}
			for _, address := range tt.open {
				open(address)
			}
			open(tt.newest)
			if got := fmt.Sprint(closed); got != fmt.Sprint(slices.DeleteFunc([]string{tt.closed}, func(s string) bool { return s == "" })) {
				t.Errorf("closed %s, want %s", got, tt.closed)
			}
		})
	}
}

// A server answers while one address holds all connections that there may be with nothing on
// them, with half a head, or with an answer read; one on which something is answered stays.
func TestServe(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	held, let := make(chan struct{}), make(chan struct{})
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			close(held)
			<-let
		}
		_, _ = io.WriteString(w, "here")
	})}
	limit := NewLimit(8, nil)
	go func() { _ = s.Serve(limit.Serve(s, inner)) }()
	t.Cleanup(func() { _ = s.Close() })
	dial := func(say string) net.Conn {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if _, err := io.WriteString(c, say); err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := dial("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
	<-held
	for i := range 100 {
		dial([]string{"", "GET / HTTP/1.1\r\nHo", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"}[i%3])
	}
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for range 20 {
		answer, err := client.Get("http://" + inner.Addr().String() + "/")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	close(let)
	answer, err := http.ReadResponse(bufio.NewReader(first), nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("what was being answered: %v", err)
	}
	_ = answer.Body.Close()
	limit.mu.Lock()
	defer limit.mu.Unlock()
	if limit.open.Len() > limit.most {
		t.Errorf("%d connections are open", limit.open.Len())
	}
}
