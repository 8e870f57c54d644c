package crawl

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"time"

	"zhiwen/checker/record"
)

// mostGetAddress is how long an address may be that another system has given, in bytes: tokens of
// lists are long.
const mostGetAddress = 8 << 10

// Get is a request for what another system has named: an answer of its interface, a page about
// a document, or the document itself, of whatever kind.
type Get struct {
	Address string
	Accept  string         // content types, as the header of requests has them
	Allowed []netip.Prefix // private networks that may be asked
	Most    int64          // bytes of the answer
	// Interface says that it is an interface for programs, so that robots.txt, which is about
	// pages, is not asked.
	Interface bool
}

// Get asks for what is to be had at an address, which is taken as it is written, and follows its
// redirects to wherever they lead that is neither of this machine nor in a private network that is not
// allowed. The pause between requests to a host is at least so long, and what its robots.txt
// asks for. The error is a Fault, or of gate or the context.
func (c *Client) Get(ctx context.Context, q Get, pause time.Duration, gate Gate) (*Answer, error) {
	ctx = context.WithValue(ctx, allowedKey{}, q.Allowed)
	e := expected{accept: q.Accept, readable: func(string) bool { return true }, most: q.Most, time: MostFileTime}
	next := q.Address
	for range MostRedirects + 1 {
		address, ok := asWritten(next)
		if !ok {
			return nil, &Fault{Outcome: record.WebKind, Detail: next}
		}
		wait := pause
		if !q.Interface {
			rules, err := c.robotsOf(ctx, address, pause, gate)
			if err != nil {
				return nil, err
			}
			if !rules.allows(address) {
				return nil, &Fault{Outcome: record.WebRobots, Detail: address}
			}
			wait = max(pause, rules.delay())
		}
		if err := gate(ctx, Host(address), wait); err != nil {
			return nil, err
		}
		answer, to, err := c.ask(ctx, address, Request{}, e)
		if err != nil || to == "" {
			return answer, err
		}
		next = to
	}
	return nil, &Fault{Outcome: record.WebRedirects, Detail: q.Address}
}

// asWritten returns an address unchanged except for its fragment; ok is false if nothing can be
// fetched from it. Normal would leave out fields of a query, which a token may have.
func asWritten(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" {
		return "", false
	}
	if port := u.Port(); port != "" && !usablePort(port) {
		return "", false
	}
	if host, port, err := net.SplitHostPort(u.Host); err == nil && port == "" {
		u.Host = host
	}
	u.Fragment, u.RawFragment = "", ""
	out := u.String()
	return out, len(out) <= mostGetAddress
}

// Usable reports whether an address is one that Get can ask.
func Usable(address string) bool {
	_, ok := asWritten(address)
	return ok
}
