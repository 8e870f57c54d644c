// Package cas logs people in by the CAS protocol, version 3: a ticket that the browser
// brings is asked about at /p3/serviceValidate.
//
// In go the address of a CAS server and what a browser brings back; out come addresses
// for the browser, and whom the server has proved (package provider).
package cas

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"zhiwen/web/auth/provider"
)

// Config is a service of a CAS server.
type Config struct {
	Server string // https://cas.example.edu.cn/cas
	Answer string // our address to which the server sends browsers back
	After  string // our address for browsers that have logged out there
}

// Provider is a CAS server. It is safe for concurrent use.
type Provider struct {
	config Config
	client *http.Client
}

// New makes a provider.
func New(c Config) (*Provider, error) {
	if err := provider.CheckURL(c.Server); err != nil {
		return nil, fmt.Errorf("cas: server: %w", err)
	}
	c.Server = strings.TrimSuffix(c.Server, "/")
	return &Provider{config: c, client: provider.Client()}, nil
}

// service is what the server knows a log-in by: the state is part of it, so that a ticket
// of another log-in is refused by the server itself.
func (p *Provider) service(state string) string {
	return p.config.Answer + "?" + url.Values{"state": {state}}.Encode()
}

// Begin implements provider.Provider.
func (p *Provider) Begin(_ context.Context, state string, again bool) (provider.Begun, error) {
	q := url.Values{"service": {p.service(state)}}
	kept := ""
	if again {
		q.Set("renew", "true")
		kept = "renew"
	}
	return provider.Begun{Location: p.config.Server + "/login?" + q.Encode(), Kept: kept}, nil
}

// namespace is that of the answers, of all versions.
const namespace = "http://www.yale.edu/tp/cas"

// response is the answer to /p3/serviceValidate.
type response struct {
	XMLName xml.Name `xml:"http://www.yale.edu/tp/cas serviceResponse"`
	Success *struct {
		User       string `xml:"http://www.yale.edu/tp/cas user"`
		Attributes struct {
			All []attribute `xml:",any"`
		} `xml:"http://www.yale.edu/tp/cas attributes"`
	} `xml:"http://www.yale.edu/tp/cas authenticationSuccess"`
	Failure *struct {
		Code string `xml:"code,attr"`
	} `xml:"http://www.yale.edu/tp/cas authenticationFailure"`
}

// attribute is something that is said of somebody.
type attribute struct {
	XMLName xml.Name
	Value   string `xml:",chardata"`
}

// mostTicket is the most characters of a ticket: the protocol wants 32 to be taken, servers
// send up to 256.
const mostTicket = 1024

// Finish implements provider.Provider.
func (p *Provider) Finish(ctx context.Context, state, kept string, answer url.Values) (provider.Identity, error) {
	ticket := answer.Get("ticket")
	switch {
	case ticket == "": // as a server sends who has not logged in where it was asked for a gateway
		return provider.Identity{}, fmt.Errorf("cas: %w: no ticket", provider.ErrCancelled)
	case !strings.HasPrefix(ticket, "ST-") || len(ticket) > mostTicket:
		return provider.Identity{}, fmt.Errorf("cas: %w: not a service ticket", provider.ErrAnswer)
	}
	q := url.Values{"service": {p.service(state)}, "ticket": {ticket}}
	if kept != "" {
		q.Set(kept, "true")
	}
	body, err := p.ask(ctx, p.config.Server+"/p3/serviceValidate?"+q.Encode())
	if err != nil {
		return provider.Identity{}, err
	}
	var r response
	if err := xml.Unmarshal(body, &r); err != nil {
		return provider.Identity{}, fmt.Errorf("cas: read the answer: %w: %w", provider.ErrUnreachable, err)
	}
	switch {
	case r.Failure != nil && r.Success != nil, r.Failure == nil && r.Success == nil:
		return provider.Identity{}, fmt.Errorf("cas: %w: neither success nor failure", provider.ErrAnswer)
	case r.Failure != nil:
		return provider.Identity{}, fmt.Errorf("cas: %w: %q", provider.ErrAnswer, r.Failure.Code)
	}
	user := strings.TrimSpace(r.Success.User)
	if user == "" {
		return provider.Identity{}, fmt.Errorf("cas: %w: of nobody", provider.ErrAnswer)
	}
	claims := provider.Claims{}
	for _, a := range r.Success.Attributes.All {
		if a.XMLName.Space == namespace {
			claims[a.XMLName.Local] = append(claims[a.XMLName.Local], strings.TrimSpace(a.Value))
		}
	}
	claims["user"] = []string{user}
	return provider.Identity{Subject: p.config.Server + "|" + user, Claims: claims, Logout: p.logout()}, nil
}

// ask gets an answer of the server.
func (p *Provider) ask(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("cas: %w", err)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) { // without the address, which has the ticket
			err = failed.Err
		}
		return nil, fmt.Errorf("cas: ask: %w: %w", provider.ErrUnreachable, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("cas: ask: %w: status %d", provider.ErrUnreachable, answer.StatusCode)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("cas: ask: %w: %w", provider.ErrUnreachable, err)
	}
	return body, nil
}

// logout is where a browser ends its log-in with the server.
func (p *Provider) logout() string {
	address := p.config.Server + "/logout"
	if p.config.After != "" {
		address += "?" + url.Values{"service": {p.config.After}}.Encode()
	}
	return address
}
