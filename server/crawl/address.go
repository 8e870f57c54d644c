package crawl

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"

	"zhiwen/internal/each"
)

// errPrivate says that an address is this machine's or one of a private network.
var errPrivate = errors.New("an address of this machine or of a private network")

// refused are the ranges that no page of the web has, beside those that netip knows by
// name: RFC 6890 and its successors (IANA's registries of special-purpose addresses).
var refused = prefixes(
	"0.0.0.0/8",       // this network
	"100.64.0.0/10",   // carriers
	"192.0.0.0/24",    // protocols
	"192.0.2.0/24",    // documents, with 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32, 3fff::/20
	"192.88.99.0/24",  // relays of 6to4
	"198.18.0.0/15",   // measurements
	"198.51.100.0/24", //
	"203.0.113.0/24",  //
	"240.0.0.0/4",     // reserved, and broadcast
	"::/96",           // IPv4 in IPv6 of old
	"64:ff9b:1::/48",  // translation within a network
	"100::/64",        // discarded
	"2001::/23",       // protocols, with Teredo, which wraps IPv4
	"2001:db8::/32",   //
	"3fff::/20",       //
	"5f00::/16",       // segments
	"fec0::/10",       // sites, of old
)

func prefixes(texts ...string) []netip.Prefix {
	return each.Of(texts, netip.MustParsePrefix)
}

// wrapped are the ranges of IPv6 that hold an address of IPv4, with where it begins.
var wrapped = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
}

// refuse returns why an address may not be asked: nil, or errPrivate. What allowed has is
// allowed; own are the addresses of this machine.
func refuse(ip netip.Addr, allowed []netip.Prefix, own []netip.Addr) error {
	ip = ip.WithZone("").Unmap()
	for _, p := range allowed {
		if p.Contains(ip) {
			return nil
		}
	}
	if !ip.IsValid() || ip.IsUnspecified() || ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsMulticast() ||
		slices.Contains(own, ip) {
		return fmt.Errorf("%w: %s", errPrivate, ip)
	}
	for _, p := range refused {
		if p.Contains(ip) {
			return fmt.Errorf("%w: %s", errPrivate, ip)
		}
	}
	for _, w := range wrapped {
		if w.prefix.Contains(ip) {
			bytes := ip.As16()
			inner, _ := netip.AddrFromSlice(bytes[w.at : w.at+4])
			return refuse(inner, nil, own)
		}
	}
	return nil
}

// ownAddresses returns those of this machine.
func ownAddresses() ([]netip.Addr, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var out []netip.Addr
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p.Addr().WithZone("").Unmap())
		}
	}
	return out, nil
}

// allowedKey is the context key of the networks that a request may go to.
type allowedKey struct{}

// control is asked before each connection, with the address that the name was resolved
// to: what a name resolves to meanwhile, and where an answer leads on to, comes by here too.
func control(ctx context.Context, network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%w: %s", errPrivate, network)
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", errPrivate, address)
	}
	own, err := ownAddresses()
	if err != nil {
		return err
	}
	allowed, _ := ctx.Value(allowedKey{}).([]netip.Prefix)
	if only, _ := ctx.Value(allowedOnlyKey{}).(bool); only {
		ip := to.Addr().WithZone("").Unmap()
		if !slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(ip) }) {
			return fmt.Errorf("%w: %s without HTTPS", errPrivate, ip)
		}
	}
	return refuse(to.Addr(), allowed, own)
}

// Private reports whether an address of a page names this machine, or an address of this
// machine or of a private network that is not among those allowed. What other names resolve
// to is seen when they are asked.
func Private(address string, allowed []netip.Prefix) (bool, error) {
	u, err := url.Parse(address)
	if err != nil {
		return false, nil //nolint:nilerr // it is no address at all
	}
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		name = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false, nil //nolint:nilerr // a name
	}
	own, err := ownAddresses()
	if err != nil {
		return false, err
	}
	return refuse(ip, allowed, own) != nil, nil
}
