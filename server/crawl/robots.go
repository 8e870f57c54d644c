package crawl

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"zhiwen/checker/record"
)

const (
	// robotName is what robots.txt knows this program by.
	robotName = "Zhiwen"
	// robotsKept is how long a robots.txt holds: RFC 9309, 2.4, wants no more than a day.
	robotsKept = 24 * time.Hour
	// robotsRetried is when one that could not be had is asked for again. Until then nothing of
	// its host is (RFC 9309, 2.3.1.4).
	robotsRetried = 10 * time.Minute
	// mostRobots is how much of one is read: what RFC 9309, 2.5, asks for.
	mostRobots = 500 << 10
	// mostDelay is the longest pause that a robots.txt may ask for; with a longer one a site
	// could not be followed.
	mostDelay = time.Minute
	// mostHosts is how many robots.txt are kept.
	mostHosts = 10_000
)

// robots are those that are known, by scheme and host.
type robots struct {
	mu   sync.Mutex
	kept map[string]*robotRules
}

// robotRules is a robots.txt as far as it is about this program.
type robotRules struct {
	group    *robotstxt.Group // nil forbids all
	sitemaps []string
	until    time.Time
}

func (r *robotRules) allows(address string) bool {
	u, err := url.Parse(address)
	return err == nil && r.group != nil && r.group.Test(u.RequestURI())
}

func (r *robotRules) delay() time.Duration {
	if r.group == nil {
		return 0
	}
	return min(r.group.CrawlDelay, mostDelay)
}

// Sitemaps returns the sitemaps that the robots.txt of an address names, without asking for
// anything that is not known.
func (c *Client) Sitemaps(address string) []string {
	c.robots.mu.Lock()
	defer c.robots.mu.Unlock()
	if r := c.robots.kept[origin(address)]; r != nil {
		return r.sitemaps
	}
	return nil
}

// origin returns the scheme and the host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// robotsOf returns the robots.txt that is about an address, and asks for it where it is not
// known. The error is a Fault where its host may not be asked, or of gate or the context.
func (c *Client) robotsOf(ctx context.Context, address string, pause time.Duration, gate Gate) (*robotRules, error) {
	from := origin(address)
	c.robots.mu.Lock()
	known := c.robots.kept[from]
	c.robots.mu.Unlock()
	if known != nil && time.Now().Before(known.until) {
		return known, nil
	}
	rules, err := c.askRobots(ctx, from, pause, gate)
	if err != nil {
		return nil, err
	}
	c.robots.mu.Lock()
	defer c.robots.mu.Unlock()
	if c.robots.kept == nil || len(c.robots.kept) >= mostHosts {
		c.robots.kept = map[string]*robotRules{}
	}
	c.robots.kept[from] = rules
	return rules, nil
}

func (c *Client) askRobots(ctx context.Context, from string, pause time.Duration, gate Gate) (*robotRules, error) {
	address := from + "/robots.txt"
	for range MostRedirects + 1 {
		if err := gate(ctx, Host(address), pause); err != nil {
			return nil, err
		}
		status, body, next, err := c.askText(ctx, address)
		var fault *Fault
		switch {
		case errors.As(err, &fault) && fault.Outcome == record.WebPrivate:
			return nil, err
		case errors.As(err, &fault) && address == from+"/robots.txt":
			return nil, err // nobody is there: that is what became of the page too
		case errors.As(err, &fault):
			return &robotRules{until: time.Now().Add(robotsRetried)}, nil
		case err != nil:
			return nil, err
		case next != "":
			var ok bool
			if address, ok = Normal(next); !ok {
				return readRobots(http.StatusNotFound, nil), nil
			}
			continue
		}
		return readRobots(status, body), nil
	}
	return readRobots(http.StatusNotFound, nil), nil // RFC 9309, 2.3.1.2: as if there were none
}

// readRobots makes rules of an answer.
func readRobots(status int, body []byte) *robotRules {
	all, err := robotstxt.FromStatusAndBytes(status, body)
	if err != nil { // neither success, nor none, nor a failing server
		all, err = robotstxt.FromStatusAndBytes(http.StatusServiceUnavailable, nil)
	}
	rules := &robotRules{until: time.Now().Add(robotsKept)}
	if status >= http.StatusInternalServerError || status == http.StatusTooManyRequests || err != nil {
		rules.until = time.Now().Add(robotsRetried)
		return rules
	}
	rules.group, rules.sitemaps = all.FindGroup(robotName), all.Sitemaps
	return rules
}

// askText asks for a text of any kind and takes its beginning.
func (c *Client) askText(ctx context.Context, address string) (status int, body []byte, next string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.mostTime, errSlow)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, "", &Fault{Outcome: record.WebKind, Detail: address}
	}
	r.Header.Set("User-Agent", c.agent(ctx))
	response, err := c.http.Do(r)
	if err != nil {
		return 0, nil, "", faultOf(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		to, err := response.Location()
		if err != nil {
			return http.StatusNotFound, nil, "", nil
		}
		return 0, nil, to.String(), nil
	}
	if body, err = readSome(response.Body); err != nil {
		return 0, nil, "", faultOf(ctx, err)
	}
	return response.StatusCode, body, "", nil
}

// readSome reads the beginning of a robots.txt; a line that is cut there is left out.
func readSome(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, mostRobots))
	if len(body) == mostRobots {
		body = body[:bytes.LastIndexByte(body, '\n')+1]
	}
	return body, err
}
