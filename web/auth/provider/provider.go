// Package provider logs people in by CAS, OpenID Connect (authorization code with PKCE, state and
// nonce) and SAML 2.0, and has what these have in common: how a log-in begins,
// what comes of it, and how it fails.
//
// A provider is told a state, which is what ties its answer to the browser that began: it
// has to come back with the answer. Who keeps it, and whether it is used once, is not
// known here; nor are accounts, roles and pages.
package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Errors of providers; test with errors.Is. They are wrapped with details.
var (
	// ErrAnswer refuses an answer that is not the provider's, or not to what was asked.
	ErrAnswer = errors.New("the answer of the log-in does not hold")
	// ErrCancelled says that the provider, or whoever sat before it, has refused.
	ErrCancelled = errors.New("the provider has refused the log-in")
	// ErrUnreachable says that the provider does not answer, or not as it should.
	ErrUnreachable = errors.New("the provider cannot be reached")
)

// Identity is the person that a provider has authenticated.
type Identity struct {
	// Subject is the person, for ever, among all persons of all providers of one kind.
	Subject string `json:"subject"`
	// Claims is what the provider says of them.
	Claims Claims `json:"claims"`
	// Logout is where a browser ends the log-in with the provider too; "" for nowhere.
	Logout string `json:"logout,omitempty"`
}

// Begun is a log-in that has begun.
type Begun struct {
	Location string // where the browser goes
	Kept     string // what the answer is held against; for nobody's eyes
}

// Provider proves who people are. It must be safe for concurrent use.
type Provider interface {
	// Begin begins a log-in whose answer comes back with state. again asks people who
	// have logged in with the provider already to prove it once more. The error wraps
	// ErrUnreachable where the provider does not answer.
	Begin(ctx context.Context, state string, again bool) (Begun, error)
	// Finish returns whom an answer proves. The errors are those of this package.
	Finish(ctx context.Context, state, kept string, answer url.Values) (Identity, error)
}

// Clock returns the time; nil is the real one.
type Clock func() time.Time

// Now returns the time.
func (c Clock) Now() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// Claims are what a provider says of somebody: values by name.
type Claims map[string][]string

// First returns the first value of a claim, "" for none.
func (c Claims) First(name string) string {
	if values := c[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// Object is an object of JSON whose numbers stay as they are written: 20210001 is a number of staff, not 2.0210001e+07.
type Object map[string]any

// UnmarshalJSON implements json.Unmarshaler.
func (o *Object) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode((*map[string]any)(o))
}

// mostDepth bounds how deep objects in claims are looked into.
const mostDepth = 6

// Flatten returns claims of what JSON holds: what stands in an object goes by its name, a
// dot, and its name in there (realm_access.roles).
func Flatten(object map[string]any) Claims {
	c := Claims{}
	c.add("", object, 0)
	return c
}

func (c Claims) add(name string, value any, depth int) {
	if depth > mostDepth {
		return
	}
	switch v := value.(type) {
	case map[string]any:
		if name != "" {
			name += "."
		}
		for k, x := range v {
			c.add(name+k, x, depth+1)
		}
	case []any:
		for _, x := range v {
			c.add(name, x, depth+1)
		}
	case string:
		c[name] = append(c[name], v)
	case float64:
		c[name] = append(c[name], strconv.FormatFloat(v, 'f', -1, 64))
	case json.Number:
		said := v.String()
		if f, err := v.Float64(); err == nil && strings.ContainsAny(said, "eE") {
			said = strconv.FormatFloat(f, 'f', -1, 64)
		}
		c[name] = append(c[name], said)
	case bool:
		c[name] = append(c[name], fmt.Sprint(v))
	}
}

// CheckURL reports whether secrets may go to an address: by HTTPS or on this machine.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return fmt.Errorf("%q is not an address such as https://login.example.org", address)
	}
	host := u.Hostname()
	ip, err := netip.ParseAddr(host)
	local := host == "localhost" || err == nil && ip.IsLoopback()
	if u.Scheme != "https" && !(u.Scheme == "http" && local) {
		return fmt.Errorf("%q must begin with https://: what is said there would be read on the way", address)
	}
	return nil
}

const (
	// patience is how long a provider may take for an answer.
	patience = 10 * time.Second
	// MostAnswer is the most bytes of an answer that are read.
	MostAnswer = 1 << 20
)

// Client returns how providers are asked: not for ever, not for more than MostAnswer bytes, and
// nowhere else than where they are.
func Client() *http.Client {
	return &http.Client{Timeout: patience, Transport: bounded{http.DefaultTransport},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > 3 || !strings.EqualFold(r.URL.Host, via[0].URL.Host) || r.URL.Scheme != via[0].URL.Scheme {
				return http.ErrUseLastResponse
			}
			return nil
		}}
}

// bounded bounds the bodies of answers.
type bounded struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, MostAnswer), answer.Body}
	}
	return answer, err
}
