package crawl

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// open is a gate that lets all through and notes whom it was asked for.
type open struct {
	mu    sync.Mutex
	asked []string
}

func (o *open) gate(_ context.Context, host string, pause time.Duration) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = append(o.asked, fmt.Sprintf("%s %s", host, pause))
	return nil
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func anywhere(string) bool { return true }

func client() *Client {
	return New(func(context.Context) string { return Agent("1.2", "https://agency.example") })
}

// faultAt returns the fault of an address.
func faultAt(t *testing.T, c *Client, q Request) *Fault {
	t.Helper()
	if q.Within == nil {
		q.Within = anywhere
	}
	answer, err := c.Fetch(context.Background(), q, 0, new(open).gate)
	var fault *Fault
	if !errors.As(err, &fault) {
		t.Fatalf("%s: %+v, %v", q.Address, answer, err)
	}
	return fault
}

func TestRefused(t *testing.T) {
	own := []netip.Addr{netip.MustParseAddr("93.184.216.34")}
	for _, address := range []string{
		"127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255",
		"192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "203.0.113.9",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
		"2002:7f00:1::", "2001:0:4136:e378::", "2001:db8::1", "93.184.216.34", "::ffff:93.184.216.34",
	} {
		if err := refuse(netip.MustParseAddr(address), nil, own); !errors.Is(err, errPrivate) {
			t.Errorf("%s may be asked: %v", address, err)
		}
	}
	for _, address := range []string{"8.8.8.8", "172.32.0.1", "100.128.0.1", "192.167.1.1", "2606:2800:220:1::1", "64:ff9b::808:808", "2002:808:808::", "::ffff:8.8.8.8"} {
		if err := refuse(netip.MustParseAddr(address), nil, own); err != nil {
			t.Errorf("%s may not be asked: %v", address, err)
		}
	}
	allowed, err := setting.Web{Networks: []string{"10.1.0.0/16", "fd00::5", "127.0.0.1"}}.Prefixes()
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{"10.1.2.3": true, "10.2.2.3": false, "fd00::5": true, "fd00::6": false, "::ffff:10.1.0.9": true, "127.0.0.1": true, "127.0.0.2": false} {
		if err := refuse(netip.MustParseAddr(address), allowed, own); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// No way leads to this machine: not by address, by any way of writing it, by name, or by an answer
// that leads on.
func TestPrivate(t *testing.T) {
	asked := make(chan string, 10)
	inner := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer inner.Close()
	port := inner.URL[strings.LastIndexByte(inner.URL, ':'):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "0x7f.1", "[::]"} {
		fault := faultAt(t, client(), Request{Address: "http://" + host + port + "/secret"})
		if fault.Outcome != record.WebPrivate && fault.Outcome != record.WebUnreachable && fault.Outcome != record.WebKind {
			t.Errorf("%s: %v", host, fault)
		}
	}
	if fault := faultAt(t, client(), Request{Address: inner.URL}); fault.Outcome != record.WebPrivate || fault.Detail != "127.0.0.1" {
		t.Errorf("this machine: %+v", fault)
	}
	// A server that may be asked leads on to one that may not.
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, "http://127.0.0.2"+port+"/secret", http.StatusFound)
	}))
	defer outer.Close()
	q := Request{Address: outer.URL + "/a", Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	if fault := faultAt(t, client(), q); fault.Outcome != record.WebPrivate || fault.Detail != "127.0.0.2" {
		t.Errorf("led on: %+v", fault)
	}
	select {
	case path := <-asked:
		t.Errorf("this machine was asked for %s", path)
	default:
	}
}

func TestFetch(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			_, _ = fmt.Fprint(w, "User-agent: *\nDisallow: /\n\nUser-agent: zhiwen\nDisallow: /closed/\nCrawl-delay: 7\nSitemap: https://site.example/map.xml\n")
		case "/page":
			if r.Header.Get("If-None-Match") == `"1"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("ETag", `"1"`)
			w.Header().Set("Last-Modified", "Mon, 02 Jan 2026 03:04:05 GMT")
			w.Header().Set("Content-Type", "text/html; charset=gbk")
			_, _ = fmt.Fprint(w, r.Header.Get("User-Agent"))
		case "/on":
			http.Redirect(w, r, "/page", http.StatusMovedPermanently)
		case "/closed/on":
			t.Error("what is closed was asked for")
		case "/into":
			http.Redirect(w, r, "/closed/on", http.StatusFound)
		case "/out":
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop?x="+r.URL.Query().Get("x")+"1", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/huge":
			w.Header().Set("Content-Type", "text/html")
			block := strings.Repeat("x", 1<<20)
			for range MostBytes>>20 + 1 {
				_, _ = fmt.Fprint(w, block)
			}
		case "/bomb": // a gigabyte in a megabyte
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			block := make([]byte, 1<<20)
			for range 1 << 10 {
				if _, err := packed.Write(block); err != nil {
					return
				}
			}
		case "/picture":
			w.Header().Set("Content-Type", "image/png")
		case "/busy":
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/torn":
			w.Header().Set("Content-Length", "100")
			_, _ = fmt.Fprint(w, "<html>")
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	c, o := client(), new(open)
	host := strings.TrimPrefix(s.URL, "http://")
	answer, err := c.Fetch(context.Background(), Request{Address: s.URL + "/on", Allowed: loopback, Within: anywhere}, 2*time.Second, o.gate)
	if err != nil {
		t.Fatal(err)
	}
	want := &Answer{Address: s.URL + "/page", Name: "page", Body: []byte("Zhiwen/1.2 (text comparison; +https://agency.example)"), Kind: "text/html; charset=gbk", ETag: `"1"`, Modified: "Mon, 02 Jan 2026 03:04:05 GMT"}
	if diff := cmp.Diff(want, answer); diff != "" {
		t.Error(diff)
	}
	// robots.txt at the pause of the site; from then on at what it asks for.
	if diff := cmp.Diff([]string{host + " 2s", host + " 7s", host + " 7s"}, o.asked); diff != "" {
		t.Errorf("the gate: %s", diff)
	}
	if got := c.Sitemaps(s.URL + "/x"); !slices.Equal(got, []string{"https://site.example/map.xml"}) {
		t.Errorf("sitemaps %q", got)
	}
	answer, err = c.Fetch(context.Background(), Request{Address: s.URL + "/page", ETag: `"1"`, Allowed: loopback, Within: anywhere}, 0, o.gate)
	if err != nil || !answer.Unchanged {
		t.Errorf("the same page: %+v, %v", answer, err)
	}
	for path, want := range map[string]Fault{
		"/none":      {Outcome: record.WebGone, Status: 404},
		"/closed/on": {Outcome: record.WebRobots},
		"/into":      {Outcome: record.WebRobots},
		"/loop":      {Outcome: record.WebRedirects},
		"/file":      {Outcome: record.WebKind},
		"/huge":      {Outcome: record.WebLarge},
		"/bomb":      {Outcome: record.WebLarge},
		"/picture":   {Outcome: record.WebKind},
		"/busy":      {Outcome: record.WebStatus, Status: 503, After: 2 * time.Minute},
		"/torn":      {Outcome: record.WebUnreachable},
		"/out":       {Outcome: record.WebForeign},
	} {
		fault := faultAt(t, c, Request{Address: s.URL + path, Allowed: loopback, Within: func(a string) bool { return strings.HasPrefix(a, s.URL) }})
		if fault.Outcome != want.Outcome || want.Status != 0 && fault.Status != want.Status || fault.After != want.After {
			t.Errorf("%s: %+v, want %+v", path, fault, want)
		}
	}
}

// A page that comes byte by byte, or whose server says nothing, is given up when its time is over, and
// its connection with it.
func TestSlowPages(t *testing.T) {
	left := make(chan string, 2)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/drips":
			w.Header().Set("Content-Type", "text/html")
			for r.Context().Err() == nil {
				_, _ = fmt.Fprint(w, "<p>")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(10 * time.Millisecond)
			}
			left <- r.URL.Path
		case "/silent":
			<-r.Context().Done()
			left <- r.URL.Path
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	c := client()
	if c.mostTime != MostTime {
		t.Errorf("a page may take %v", c.mostTime)
	}
	c.mostTime = 500 * time.Millisecond
	for _, path := range []string{"/drips", "/silent"} {
		if fault := faultAt(t, c, Request{Address: s.URL + path, Allowed: loopback}); fault.Outcome != record.WebSlow {
			t.Errorf("%s: %+v", path, fault)
		}
		select {
		case <-left:
		case <-time.After(time.Minute):
			t.Errorf("%s is still being asked for", path)
		}
	}
}

// A server that makes a file before it sends the first byte has the time that files have; a page has
// less.
func TestLateAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client()
		transport, ok := c.http.Transport.(*http.Transport)
		if !ok {
			t.Fatalf("%T", c.http.Transport)
		}
		var serving sync.WaitGroup
		defer serving.Wait()
		dial := func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			serving.Go(func() {
				defer func() { _ = there.Close() }()
				if _, err := http.ReadRequest(bufio.NewReader(there)); err != nil {
					return
				}
				time.Sleep(MostFileTime - time.Second)
				_, _ = fmt.Fprint(there, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbody")
			})
			return here, nil
		}
		transport.DialContext, transport.DialTLSContext = dial, dial
		if a, err := c.Get(t.Context(), Get{Address: "http://repository.example/oai", Most: MostBytes, Interface: true}, 0, (&open{}).gate); err != nil || string(a.Body) != "body" {
			t.Errorf("an interface: %+v %v", a, err)
		}
		name, file, err := c.File(t.Context(), "https://repository.example/a.pdf", nil, MostBytes)
		if err != nil {
			t.Fatalf("a file: %v", err)
		}
		if body, err := io.ReadAll(file); err != nil || string(body) != "body" || name != "a.pdf" {
			t.Errorf("%s: %q %v", name, body, err)
		}
		_ = file.Close()
		_, _, err = c.ask(t.Context(), "http://site.example/", Request{}, expected{readable: readable, most: MostBytes, time: c.mostTime})
		var fault *Fault
		if !errors.As(err, &fault) || fault.Outcome != record.WebSlow {
			t.Errorf("a page: %v", err)
		}
	})
}

// A gate that does not open ends the work, and is no fault of the page.
func TestGate(t *testing.T) {
	ended := errors.New("ended")
	_, err := client().Fetch(context.Background(), Request{Address: "http://site.example/", Within: anywhere}, 0, func(context.Context, string, time.Duration) error { return ended })
	if !errors.Is(err, ended) {
		t.Errorf("%v", err)
	}
}

func TestRobots(t *testing.T) {
	for _, test := range []struct {
		status   int
		body     string
		page, up bool
	}{
		{200, "User-agent: *\nDisallow: /a", false, true},
		{200, "User-agent: Zhiwen\nAllow: /a/b\nDisallow: /a\n", true, true},
		{200, "", true, true},
		{404, "", true, true},
		{403, "", true, true}, // RFC 9309, 2.3.1.3: as if there were none
		{500, "", false, false},
		{503, "User-agent: *\nAllow: /", false, false},
		{429, "", false, false},
		{200, "User-agent: *\nDisallow: /a\n" + strings.Repeat("#", 10), false, true},
	} {
		r := readRobots(test.status, []byte(test.body))
		if r.allows("http://x.example/a/b") != test.page || r.allows("http://x.example/c") != test.up {
			t.Errorf("%d %q: %v, %v", test.status, test.body, r.allows("http://x.example/a/b"), r.allows("http://x.example/c"))
		}
	}
	if b, err := readSome(strings.NewReader("User-agent: *\n" + strings.Repeat("Disallow: /a\n", mostRobots/5))); err != nil || len(b) > mostRobots || !strings.HasSuffix(string(b), "/a\n") {
		t.Errorf("%d bytes of a long one, %v", len(b), err)
	}
}

func TestNormal(t *testing.T) {
	for address, want := range map[string]string{
		"HTTP://Site.Example:80/a#b":                        "http://site.example/a",
		"https://site.example:443":                          "https://site.example/",
		"https://site.example/a?utm_source=x&id=3&spm=1.2":  "https://site.example/a?id=3",
		"https://site.example/a?":                           "https://site.example/a",
		"https://[2001:db8::1]:443/":                        "https://[2001:db8::1]/",
		"http://site.example:8080/":                         "http://site.example:8080/",
		"ftp://site.example/":                               "",
		"http://u:p@site.example/":                          "",
		"http://site.example:25/":                           "",
		"/a":                                                "",
		"http://site.example/a/a/a/a/a":                     "",
		"http://site.example/" + strings.Repeat("x", 2000):  "",
		"http://site.example/" + strings.Repeat("a/b/", 20): "",
	} {
		if got, ok := Normal(address); got != want || ok != (want != "") {
			t.Errorf("%.80s: %q, %v", address, got, ok)
		}
	}
}

func TestRules(t *testing.T) {
	r, err := CompileRules(record.SiteRules{Hosts: []string{"site.example"}, Articles: []string{`/a/\d+$`}, Lists: []string{`/list/`}, Never: []string{`print=1`}})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]record.PageRole{
		"http://site.example/a/12": record.PageArticle, "http://site.example/list/3": record.PageList, "http://site.example/a/12?x": "",
		"http://other.example/a/12": "", "http://site.example/a/12?print=1/a/12": "", "http://site.example.evil/a/12": "",
	} {
		if role, ok := r.Role(address); role != want || ok != (want != "") {
			t.Errorf("%s: %s, %v", address, role, ok)
		}
	}
	if _, err := CompileRules(record.SiteRules{Articles: []string{"("}}); err == nil {
		t.Error("an expression that is none was taken")
	}
}

func FuzzNormal(f *testing.F) {
	f.Add("http://site.example/a?b=c#d")
	f.Add("http://:")
	f.Fuzz(func(t *testing.T, address string) {
		normal, ok := Normal(address)
		if !ok {
			return
		}
		if again, ok := Normal(normal); !ok || again != normal {
			t.Errorf("%q becomes %q, and that %q", address, normal, again)
		}
	})
}
