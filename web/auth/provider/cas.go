package provider

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// CASConfig is a service of a CAS server.
type CASConfig struct {
	Server string // https://cas.example.edu.cn/cas
	Answer string // our address to which the server sends browsers back
	After  string // our address for browsers that have logged out there
}

// CAS is a CAS server, which is asked at /p3/serviceValidate (protocol version 3). It is safe for concurrent use.
type CAS struct {
	config CASConfig
	client *http.Client
}

// NewCAS makes a provider.
func NewCAS(c CASConfig) (*CAS, error) {
	if err := CheckURL(c.Server); err != nil {
		return nil, fmt.Errorf("cas: server: %w", err)
	}
	c.Server = strings.TrimSuffix(c.Server, "/")
	return &CAS{config: c, client: Client()}, nil
}

// service returns what the server knows a log-in by: the state is part of it, so that a ticket of
// another log-in is refused by the server itself.
func (p *CAS) service(state string) string {
	return p.config.Answer + "?" + url.Values{"state": {state}}.Encode()
}

// Begin implements provider.Provider.
func (p *CAS) Begin(_ context.Context, state string, again bool) (Begun, error) {
	q := url.Values{"service": {p.service(state)}}
	kept := ""
	if again {
		q.Set("renew", "true")
		kept = "renew"
	}
	return Begun{Location: p.config.Server + "/login?" + q.Encode(), Kept: kept}, nil
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
func (p *CAS) Finish(ctx context.Context, state, kept string, answer url.Values) (Identity, error) {
	ticket := answer.Get("ticket")
	switch {
	case ticket == "": // as a server sends who has not logged in where it was asked for a gateway
		return Identity{}, fmt.Errorf("cas: %w: no ticket", ErrCancelled)
	case !strings.HasPrefix(ticket, "ST-") || len(ticket) > mostTicket:
		return Identity{}, fmt.Errorf("cas: %w: not a service ticket", ErrAnswer)
	}
	q := url.Values{"service": {p.service(state)}, "ticket": {ticket}}
	if kept != "" {
		q.Set(kept, "true")
	}
	body, err := p.ask(ctx, p.config.Server+"/p3/serviceValidate?"+q.Encode())
	if err != nil {
		return Identity{}, err
	}
	var r response
	if err := xml.Unmarshal(body, &r); err != nil {
		return Identity{}, fmt.Errorf("cas: read the answer: %w: %w", ErrUnreachable, err)
	}
	switch {
	case r.Failure != nil && r.Success != nil, r.Failure == nil && r.Success == nil:
		return Identity{}, fmt.Errorf("cas: %w: neither success nor failure", ErrAnswer)
	case r.Failure != nil:
		return Identity{}, fmt.Errorf("cas: %w: %q", ErrAnswer, r.Failure.Code)
	}
	user := strings.TrimSpace(r.Success.User)
	if user == "" {
		return Identity{}, fmt.Errorf("cas: %w: of nobody", ErrAnswer)
	}
	claims := Claims{}
	for _, a := range r.Success.Attributes.All {
		if a.XMLName.Space == namespace {
			claims[a.XMLName.Local] = append(claims[a.XMLName.Local], strings.TrimSpace(a.Value))
		}
	}
	claims["user"] = []string{user}
	return Identity{Subject: p.config.Server + "|" + user, Claims: claims, Logout: p.logout()}, nil
}

// ask gets an answer of the server.
func (p *CAS) ask(ctx context.Context, address string) ([]byte, error) {
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
		return nil, fmt.Errorf("cas: ask: %w: %w", ErrUnreachable, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("cas: ask: %w: status %d", ErrUnreachable, answer.StatusCode)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("cas: ask: %w: %w", ErrUnreachable, err)
	}
	return body, nil
}

// logout returns where a browser ends its log-in with the server.
func (p *CAS) logout() string {
	address := p.config.Server + "/logout"
	if p.config.After != "" {
		address += "?" + url.Values{"service": {p.config.After}}.Encode()
	}
	return address
}
