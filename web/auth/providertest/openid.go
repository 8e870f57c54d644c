package providertest

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
	"golang.org/x/text/language"
)

// OpenIDServer is an OpenID provider with one client.
type OpenIDServer struct {
	Issuer, ClientID, Secret string
	// Tamper, where it is set, gets each ID token before it is given out, and returns what
	// is given out in its place.
	Tamper func(token string) string

	store *openIDStore
}

// openIDStore adds to what the provider's example stores: what people belong to, and where
// browsers go that have logged out.
type openIDStore struct {
	*storage.Storage
	people map[string]Person
	after  string
}

// users are the people as the example stores them.
type users map[string]*storage.User

func (u users) GetUserByID(id string) *storage.User          { return u[id] }
func (u users) GetUserByUsername(login string) *storage.User { return u["id of "+login] }
func (u users) ExampleClientID() string                      { return "unused" }

// GetClientByClientID implements op.Storage.
func (s *openIDStore) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	c, err := s.Storage.GetClientByClientID(ctx, id)
	return leavingClient{c, s.after}, err
}

// leavingClient is a client with an address for browsers that have logged out.
type leavingClient struct {
	op.Client
	after string
}

// PostLogoutRedirectURIs implements op.Client.
func (c leavingClient) PostLogoutRedirectURIs() []string { return []string{c.after} }

// SetUserinfoFromToken implements op.Storage.
func (s *openIDStore) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, token, subject, origin string) error {
	err := s.Storage.SetUserinfoFromToken(ctx, info, token, subject, origin)
	p := s.people[subject]
	info.AppendClaims("organization", p.Institution)
	info.AppendClaims("realm_access", map[string]any{"roles": p.Groups}) // as Keycloak says it
	return err
}

// OpenID runs an OpenID provider until the test ends. Its client has the address answer for
// browsers that come back, and after for those that have logged out.
func OpenID(t testing.TB, answer, after string, people ...Person) *OpenIDServer {
	t.Helper()
	s := &OpenIDServer{ClientID: "zhiwen " + t.Name(), Secret: "the client's secret"}
	known, accounts := users{}, map[string]Person{}
	for _, p := range people {
		id := "id of " + p.Login
		accounts[id] = p
		known[id] = &storage.User{
			ID: id, Username: p.Login, Password: Password, FirstName: p.Name, Email: p.Login + "@example.org", EmailVerified: true,
			PreferredLanguage: language.Chinese,
		}
	}
	clients := map[string]*storage.Client{s.ClientID: storage.WebClient(s.ClientID, s.Secret, answer)}
	s.store = &openIDStore{storage.NewStorageWithClients(known, clients), accounts, after}
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Tamper == nil || r.URL.Path != "/oauth/token" {
			handler.ServeHTTP(w, r)
			return
		}
		recorded := httptest.NewRecorder()
		handler.ServeHTTP(recorded, r)
		body := map[string]any{}
		if err := json.Unmarshal(recorded.Body.Bytes(), &body); err != nil {
			t.Error(err)
		}
		if token, ok := body["id_token"].(string); ok {
			body["id_token"] = s.Tamper(token)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(recorded.Code)
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(server.Close)
	s.Issuer = server.URL
	before := slog.Default() // the example logs every request there
	handler = exampleop.SetupServer(s.Issuer, s.store, slog.New(slog.NewTextHandler(io.Discard, nil)), false)
	slog.SetDefault(before)
	return s
}

// Resigned returns a token with other claims, signed by the provider's key as it is called
// by another issuer, too.
func (s *OpenIDServer) Resigned(t testing.TB, token string, change func(claims map[string]any)) string {
	t.Helper()
	key, err := s.store.SigningKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	signed, err := jose.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{}
	if err := json.Unmarshal(signed.UnsafePayloadWithoutVerification(), &claims); err != nil {
		t.Fatal(err)
	}
	change(claims)
	return Sign(t, jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: key.Key(), KeyID: key.ID()}}, claims)
}

// Sign signs claims by a key.
func Sign(t testing.TB, key jose.SigningKey, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(key, nil)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	object, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	token, err := object.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// LogIn takes a browser through the provider, and returns the address with which it comes
// back.
func (s *OpenIDServer) LogIn(t testing.TB, b *http.Client, location, answer, login string) *url.URL {
	t.Helper()
	p := open(t, b, location, answer)
	if p.location == nil && strings.Contains(p.html, "password") {
		action, fields := p.form(t)
		fields.Set("username", login)
		fields.Set("password", Password)
		p = submit(t, b, action, fields, answer)
	}
	if p.location == nil {
		t.Fatalf("%s is not let in: status %d: %s", login, p.status, p.html)
	}
	return p.location
}

// LogOut takes a browser to where it ends its log-in, and returns where it is sent.
func (s *OpenIDServer) LogOut(t testing.TB, b *http.Client, location string) string {
	t.Helper()
	p := open(t, b, location, s.store.after)
	if p.location == nil {
		t.Fatalf("logging out: status %d: %s", p.status, p.html)
	}
	return p.location.String()
}
