package host

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Limit are the connections of a server. It is safe for concurrent use.
type Limit struct {
	most    int
	proxies []netip.Prefix

	mu   sync.Mutex
	open *list.List // of *conn, the oldest first
	of   map[netip.Addr]int
}

// NewLimit makes a limit on the number of connections. Those of trusted proxies serve many people and
// are closed last; proxies are addresses or networks, as in the flag.
func NewLimit(most int, proxies []string) *Limit {
	l := &Limit{most: most, open: list.New(), of: map[netip.Addr]int{}}
	for _, p := range proxies {
		if network, err := netip.ParsePrefix(p); err == nil {
			l.proxies = append(l.proxies, network.Masked())
		} else if a, err := netip.ParseAddr(p); err == nil {
			l.proxies = append(l.proxies, netip.PrefixFrom(a, a.BitLen()))
		}
	}
	return l
}

// Serve makes a server keep to the limit: it must serve the listener that Serve returns.
func (l *Limit) Serve(s *http.Server, from net.Listener) net.Listener {
	handler := s.Handler
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if secured, ok := c.(interface{ NetConn() net.Conn }); ok { // TLS
			c = secured.NetConn()
		}
		return context.WithValue(ctx, key{}, c)
	}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(key{}).(*conn); ok {
			l.answering(c, 1)
			defer l.answering(c, -1)
		}
		handler.ServeHTTP(w, r)
	})
	return &listener{from, l}
}

// key is where a request has its connection.
type key struct{}

type listener struct {
	net.Listener
	limit *Limit
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.limit.enter(c), nil
}

// conn is a connection that is counted.
type conn struct {
	net.Conn
	limit *Limit
	peer  netip.Addr
	proxy bool

	at      *list.Element // nil once it is counted no more
	answers int           // requests that are being answered on it
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.limit.mu.Lock()
	c.limit.leave(c)
	c.limit.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite lets the server end its side first, so that a client reads the answer to a request
// whose body was not wanted.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// enter counts a connection and makes room for it. Where all are being answered there is none: then
// it is closed itself.
func (l *Limit) enter(inner net.Conn) net.Conn {
	c := &conn{Conn: inner, limit: l, peer: peer(inner.RemoteAddr())}
	for _, network := range l.proxies {
		c.proxy = c.proxy || network.Contains(c.peer)
	}
	l.mu.Lock()
	c.at = l.open.PushBack(c)
	l.of[c.peer]++
	var given *conn
	if l.open.Len() > l.most {
		given = l.idlest()
		l.leave(given)
	}
	l.mu.Unlock()
	if given != nil {
		_ = given.Conn.Close()
	}
	return c
}

// idlest returns the waiting connection to be closed: not of a proxy if possible, of the peer with
// the most connections, the oldest first.
func (l *Limit) idlest() (found *conn) {
	for e := l.open.Front(); e != nil; e = e.Next() {
		c := e.Value.(*conn) //nolint:forcetypeassert // nothing else is in it
		if c.answers > 0 {
			continue
		}
		switch {
		case found == nil, found.proxy && !c.proxy, found.proxy == c.proxy && l.of[c.peer] > l.of[found.peer]:
			found = c
		}
	}
	return found // there is one, at the latest the newest
}

// leave counts a connection no more.
func (l *Limit) leave(c *conn) {
	if c.at == nil {
		return
	}
	l.open.Remove(c.at)
	c.at = nil
	if l.of[c.peer]--; l.of[c.peer] == 0 {
		delete(l.of, c.peer)
	}
}

// answering counts the requests that are being answered on a connection.
func (l *Limit) answering(c *conn, by int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.answers += by
}

// peer returns the address at the other end: of IPv6 the network, since one who is at home has 2⁶⁴.
func peer(a net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	address := at.Addr().Unmap()
	const home = 64
	if network, err := address.Prefix(home); err == nil && address.Is6() {
		return network.Addr()
	}
	return address
}
