package provider

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// skew is by how much the provider's clock may be behind ours.
const skew = time.Minute

// OpenIDConfig is a client of an OpenID provider.
type OpenIDConfig struct {
	Issuer   string   // as the provider says it is called: https://sso.example.org/realms/main
	ClientID string   // under which the provider knows us
	Secret   string   // of the client; "" of a public one
	Scopes   []string // beside openid
	Answer   string   // our address to which the provider sends browsers back
	After    string   // our address for browsers that have logged out there
	Clock    Clock
}

// OpenID is an OpenID provider. It is asked for what it can when it is first needed, so
// that a server starts without it. It is safe for concurrent use.
type OpenID struct {
	config OpenIDConfig
	client *http.Client

	mu    sync.Mutex
	found *found
}

// found is what a provider says of itself.
type found struct {
	*oidc.Provider
	issuer   string // as it calls itself
	logout   string // its end_session_endpoint
	namesIss bool   // it says in answers whose they are (RFC 9207)
}

// NewOpenID makes a provider.
func NewOpenID(c OpenIDConfig) (*OpenID, error) {
	if err := CheckURL(c.Issuer); err != nil {
		return nil, fmt.Errorf("openid: issuer: %w", err)
	}
	if c.ClientID == "" {
		return nil, errors.New("openid: no client id")
	}
	return &OpenID{config: c, client: Client()}, nil
}

// find asks the provider what it can, once.
func (p *OpenID) find(ctx context.Context) (*found, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	// The context gives keys their client; they are fetched long after this request.
	ctx = oidc.ClientContext(context.WithoutCancel(ctx), p.client)
	issuer := p.config.Issuer
	x, err := oidc.NewProvider(ctx, issuer)
	if err != nil { // issuers are compared as text, and administrators add or leave out the slash at the end
		other := strings.TrimSuffix(issuer, "/")
		if other == issuer {
			other += "/"
		}
		if y, again := oidc.NewProvider(ctx, other); again == nil {
			issuer, x, err = other, y, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("openid: ask %s: %w: %w", p.config.Issuer, ErrUnreachable, err)
	}
	var more struct {
		Logout   string `json:"end_session_endpoint"`
		NamesIss bool   `json:"authorization_response_iss_parameter_supported"`
	}
	if err := x.Claims(&more); err != nil {
		return nil, fmt.Errorf("openid: ask %s: %w: %w", p.config.Issuer, ErrUnreachable, err)
	}
	p.found = &found{Provider: x, issuer: issuer, logout: more.Logout, namesIss: more.NamesIss}
	return p.found, nil
}

func (p *OpenID) oauth(f *found) *oauth2.Config {
	scopes := []string{oidc.ScopeOpenID}
	for _, s := range p.config.Scopes {
		if !slices.Contains(scopes, s) {
			scopes = append(scopes, s)
		}
	}
	return &oauth2.Config{ClientID: p.config.ClientID, ClientSecret: p.config.Secret, Endpoint: f.Endpoint(), RedirectURL: p.config.Answer,
		Scopes: scopes}
}

// kept holds the values that an answer must match.
type kept struct {
	Nonce    string    `json:"nonce"`
	Verifier string    `json:"verifier"`
	Again    time.Time `json:"again,omitzero"` // they must have proved who they are after this
}

// Begin implements provider.Provider.
func (p *OpenID) Begin(ctx context.Context, state string, again bool) (Begun, error) {
	f, err := p.find(ctx)
	if err != nil {
		return Begun{}, err
	}
	k := kept{Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
	options := []oauth2.AuthCodeOption{oidc.Nonce(k.Nonce), oauth2.S256ChallengeOption(k.Verifier)}
	if again {
		k.Again = p.config.Clock.Now()
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	b, err := json.Marshal(k)
	if err != nil {
		return Begun{}, err
	}
	return Begun{Location: p.oauth(f).AuthCodeURL(state, options...), Kept: string(b)}, nil
}

// refused returns an answer that does not hold, for a reason.
func refused(format string, args ...any) error {
	return fmt.Errorf("openid: %w: %w", ErrAnswer, fmt.Errorf(format, args...))
}

// Finish implements provider.Provider.
func (p *OpenID) Finish(ctx context.Context, state, text string, answer url.Values) (Identity, error) {
	var k kept
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return Identity{}, fmt.Errorf("openid: what was kept: %w", err)
	}
	f, err := p.find(ctx)
	if err != nil {
		return Identity{}, err
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(state)) != 1:
		return Identity{}, refused("another state")
	case (f.namesIss || answer.Has("iss")) && answer.Get("iss") != f.issuer:
		return Identity{}, refused("it is of the issuer %q", answer.Get("iss"))
	case answer.Has("error"):
		return Identity{}, fmt.Errorf("openid: %w: %q", ErrCancelled, answer.Get("error"))
	case answer.Get("code") == "":
		return Identity{}, refused("it has no code")
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.oauth(f).Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(k.Verifier))
	var said *oauth2.RetrieveError
	switch {
	case errors.As(err, &said) && said.ErrorCode != "" && said.ErrorCode != "invalid_client":
		return Identity{}, refused("the code: %w", err)
	case err != nil:
		return Identity{}, fmt.Errorf("openid: exchange the code: %w: %w", ErrUnreachable, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, refused("no ID token")
	}
	id, err := p.verify(ctx, f, raw, token.AccessToken, k)
	if err != nil {
		return Identity{}, err
	}
	claims, err := p.claims(ctx, f, id, token)
	if err != nil {
		return Identity{}, err
	}
	return Identity{Subject: f.issuer + "|" + id.Subject, Claims: claims, Logout: p.logout(f, raw)}, nil
}

// verify checks an ID token: its signature, for whom it was issued, when, and for which log-in.
func (p *OpenID) verify(ctx context.Context, f *found, raw, access string, k kept) (*oidc.IDToken, error) {
	now := func() time.Time { return p.config.Clock.Now().Add(-skew) }
	id, err := f.VerifierContext(ctx, &oidc.Config{ClientID: p.config.ClientID, Now: now}).Verify(ctx, raw)
	if err != nil {
		return nil, refused("the ID token: %w", err)
	}
	var more struct {
		Party    string `json:"azp"`
		AuthTime int64  `json:"auth_time"`
	}
	if err := id.Claims(&more); err != nil {
		return nil, refused("the ID token: %w", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(k.Nonce)) != 1:
		return nil, refused("the ID token is of another log-in")
	case id.Subject == "":
		return nil, refused("the ID token is of nobody")
	case len(id.Audience) > 1 && more.Party == "", more.Party != "" && more.Party != p.config.ClientID:
		return nil, refused("the ID token is for another client")
	case id.IssuedAt.After(p.config.Clock.Now().Add(skew)):
		return nil, refused("the ID token is of %v, which has not come yet", id.IssuedAt)
	case !k.Again.IsZero() && time.Unix(more.AuthTime, 0).Before(k.Again.Add(-skew)):
		return nil, refused("they have not logged in again")
	}
	if id.AccessTokenHash != "" {
		if err := id.VerifyAccessToken(access); err != nil {
			return nil, refused("the access token: %w", err)
		}
	}
	return id, nil
}

// claims returns what the ID token says of somebody and, where the provider has more to
// say, that too.
func (p *OpenID) claims(ctx context.Context, f *found, id *oidc.IDToken, token *oauth2.Token) (Claims, error) {
	all := Object{}
	if f.UserInfoEndpoint() != "" {
		info, err := f.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return nil, fmt.Errorf("openid: ask who it is: %w: %w", ErrUnreachable, err)
		}
		if info.Subject != id.Subject {
			return nil, refused("the provider describes somebody else")
		}
		if err := info.Claims(&all); err != nil {
			return nil, refused("the description: %w", err)
		}
	}
	signed := Object{}
	if err := id.Claims(&signed); err != nil {
		return nil, refused("the ID token: %w", err)
	}
	maps.Copy(all, signed)
	return Flatten(all), nil
}

// logout returns where a browser ends its log-in with the provider.
func (p *OpenID) logout(f *found, raw string) string {
	u, err := url.Parse(f.logout)
	if f.logout == "" || err != nil {
		return ""
	}
	q := u.Query()
	q.Set("id_token_hint", raw)
	q.Set("client_id", p.config.ClientID)
	if p.config.After != "" {
		q.Set("post_logout_redirect_uri", p.config.After)
	}
	u.RawQuery = q.Encode()
	return u.String()
}
