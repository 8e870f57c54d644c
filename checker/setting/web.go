package setting

import (
	"fmt"
	"net/netip"
	"strings"
)

// Web is how pages of the web are asked for.
type Web struct {
	// Networks are private networks, or addresses of this machine, that may be asked all the
	// same: "10.1.0.0/16", or one address.
	Networks []string `json:"networks"`
	// Contact is where those whose pages are asked for reach the agency: an address of mail or of
	// a page. It goes with every request; "" is none.
	Contact string `json:"contact"`
}

// Bounds of Web.
const (
	MostNetworks = 50
	MostContact  = 200 // characters
)

// Prefixes returns the networks; the error is a Fault if one cannot be parsed.
func (w Web) Prefixes() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range w.Networks {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, e := netip.ParseAddr(text)
			if e != nil || a.Zone() != "" {
				return nil, &Fault{"networks", "network", text}
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		if p.Addr().Is4In6() {
			return nil, &Fault{"networks", "network", text}
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// check returns a Fault, or nil if the value is valid.
func (w Web) check() error {
	if len(w.Networks) > MostNetworks {
		return &Fault{"networks", "networks", fmt.Sprint(len(w.Networks))}
	}
	if _, err := w.Prefixes(); err != nil {
		return err
	}
	// It stands in a header, within brackets.
	if len(w.Contact) > MostContact || strings.ContainsFunc(w.Contact,
		func(r rune) bool { return r <= ' ' || r > '~' || r == '(' || r == ')' || r == '\\' }) {
		return &Fault{"contact", "contact", w.Contact}
	}
	return nil
}
