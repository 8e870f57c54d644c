package provider_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
)

const (
	openidAnswer = "http://localhost:9/login/with/oidc/answer"
	after        = "http://localhost:9/login"
)

func setUpOpenID(t *testing.T, change func(*provider.OpenIDConfig)) (*providertest.OpenIDServer, *provider.OpenID) {
	t.Helper()
	server := providertest.OpenID(
		t,
		openidAnswer,
		after,
		providertest.Person{Login: "zhang", Name: "张三", Institution: "某大学", Groups: []string{"officers", "staff"}},
	)
	c := provider.OpenIDConfig{
		Issuer:   server.Issuer,
		ClientID: server.ClientID,
		Secret:   server.Secret,
		Scopes:   []string{"openid", "profile", "email"},
		Answer:   openidAnswer,
		After:    after,
	}
	if change != nil {
		change(&c)
	}
	p, err := provider.NewOpenID(c)
	if err != nil {
		t.Fatal(err)
	}
	return server, p
}

// come takes a new browser through the provider.
func come(t *testing.T, server *providertest.OpenIDServer, p *provider.OpenID, state string) (kept string, back url.Values) {
	t.Helper()
	begun, err := p.Begin(t.Context(), state, false)
	if err != nil {
		t.Fatal(err)
	}
	return begun.Kept, server.LogIn(t, providertest.Browser(t), begun.Location, openidAnswer, "zhang").Query()
}

func TestOpenIDLogIn(t *testing.T) {
	server, p := setUpOpenID(t, nil)
	begun, err := p.Begin(t.Context(), "STATE", false)
	if err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(begun.Location)
	if err != nil {
		t.Fatal(err)
	}
	if q := to.Query(); q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("nonce") == "" ||
		q.Get("state") != "STATE" ||
		q.Get("response_type") != "code" {
		t.Errorf("asked with %v", q)
	}
	browser := providertest.Browser(t)
	back := server.LogIn(t, browser, begun.Location, openidAnswer, "zhang").Query()
	got, err := p.Finish(t.Context(), "STATE", begun.Kept, back)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != server.Issuer+"|id of zhang" {
		t.Errorf("subject %q", got.Subject)
	}
	for name, want := range map[string][]string{
		"preferred_username": {"zhang"}, "email": {"zhang@example.org"}, "organization": {"某大学"}, "realm_access.roles": {"officers", "staff"},
	} {
		if diff := cmp.Diff(want, got.Claims[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if _, err := p.Finish(t.Context(), "STATE", begun.Kept, back); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("the code again: %v", err)
	}
	if got := server.LogOut(t, browser, got.Logout); got != after {
		t.Errorf("logging out leads to %q", got)
	}
}

// An answer that was not asked for, or asked for by another log-in, is refused.
func TestBadOpenIDAnswers(t *testing.T) {
	server, p := setUpOpenID(t, nil)
	change := func(name, value string) func(url.Values) { return func(q url.Values) { q.Set(name, value) } }
	for name, c := range map[string]struct {
		change func(url.Values)
		want   error
	}{
		"another state":  {change("state", "OTHER"), provider.ErrAnswer},
		"no state":       {change("state", ""), provider.ErrAnswer},
		"no code":        {change("code", ""), provider.ErrAnswer},
		"made-up code":   {change("code", "AAAA"), provider.ErrAnswer},
		"another issuer": {change("iss", "https://evil.example"), provider.ErrAnswer},
		"refused":        {change("error", "access_denied"), provider.ErrCancelled},
	} {
		kept, back := come(t, server, p, "STATE")
		c.change(back)
		if who, err := p.Finish(t.Context(), "STATE", kept, back); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
	// The verifier and the nonce are of one log-in.
	kept, back := come(t, server, p, "STATE")
	other, _ := come(t, server, p, "STATE")
	if _, err := p.Finish(t.Context(), "STATE", other, back); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("a code that another log-in asked for: %v", err)
	}
	var k, o map[string]any
	if json.Unmarshal([]byte(kept), &k) != nil || json.Unmarshal([]byte(other), &o) != nil {
		t.Fatal("what was kept is no JSON")
	}
	kept, back = come(t, server, p, "STATE")
	if err := json.Unmarshal([]byte(kept), &k); err != nil {
		t.Fatal(err)
	}
	k["nonce"] = o["nonce"]
	mixed, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Finish(t.Context(), "STATE", string(mixed), back); !errors.Is(err, provider.ErrAnswer) ||
		!strings.Contains(err.Error(), "another log-in") {
		t.Errorf("a token with another nonce: %v", err)
	}
}

// A token that was changed, is another's, or of another time lets nobody in.
func TestBadTokens(t *testing.T) {
	server, p := setUpOpenID(t, nil)
	another, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	claims := func(change func(map[string]any)) func(string) string {
		return func(token string) string { return server.Resigned(t, token, change) }
	}
	set := func(name string, value any) func(string) string {
		return claims(func(c map[string]any) { c[name] = value })
	}
	part := func(token string, i int) string { return strings.Split(token, ".")[i] }
	at := func(after time.Duration) float64 { return float64(time.Now().Add(after).Unix()) }
	for name, tamper := range map[string]func(string) string{
		"of another issuer":      set("iss", "https://evil.example"),
		"for another client":     set("aud", []string{"another"}),
		"for several":            set("aud", []string{server.ClientID, "another"}), // azp is removed below
		"by another party":       set("azp", "another"),
		"expired":                set("exp", at(-2*time.Minute)),
		"not yet valid":          set("nbf", at(10*time.Minute)),
		"of the future":          set("iat", at(10*time.Minute)),
		"without a nonce":        claims(func(c map[string]any) { delete(c, "nonce") }),
		"of nobody":              set("sub", ""),
		"of another access":      set("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
		"of somebody else":       set("sub", "id of wang"),
		"with another signature": func(token string) string { return token[:len(token)-8] + "AAAAAAAA" },
		"with other claims": func(token string) string {
			b, _ := base64.RawURLEncoding.DecodeString(part(token, 1))
			return part(token, 0) + "." + base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(b), "id of zhang", "id of root", 1))) + "." + part(token, 2)
		},
		"by another key": func(token string) string {
			return providertest.Sign(t, jose.SigningKey{Algorithm: jose.RS256, Key: another}, claimsOf(t, token))
		},
		"by the client's secret": func(token string) string {
			return providertest.Sign(t, jose.SigningKey{Algorithm: jose.HS256, Key: []byte(strings.Repeat(server.Secret, 3))}, claimsOf(t, token))
		},
		"unsigned": func(token string) string {
			return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + part(token, 1) + "."
		},
		"no token": func(string) string { return "" },
	} {
		if name == "for several" {
			tamper = claims(func(c map[string]any) {
				c["aud"] = []string{server.ClientID, "another"}
				delete(c, "azp")
			})
		}
		server.Tamper = nil
		kept, back := come(t, server, p, "STATE")
		server.Tamper = tamper
		if who, err := p.Finish(t.Context(), "STATE", kept, back); !errors.Is(err, provider.ErrAnswer) {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
	// Clocks may differ by a little, and what is resigned unchanged is taken: so it is what
	// was changed that is refused above.
	for name, change := range map[string]func(map[string]any){
		"unchanged":        func(map[string]any) {},
		"our clock ahead":  func(c map[string]any) { c["exp"] = at(-30 * time.Second) },
		"our clock behind": func(c map[string]any) { c["iat"] = at(30 * time.Second) },
	} {
		server.Tamper = nil
		kept, back := come(t, server, p, "STATE")
		server.Tamper = claims(change)
		if _, err := p.Finish(t.Context(), "STATE", kept, back); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func claimsOf(t *testing.T, token string) map[string]any {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{}
	if err := json.Unmarshal(b, &claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// Who is asked again has to have logged in since.
func TestAgain(t *testing.T) {
	server, p := setUpOpenID(t, nil)
	begun, err := p.Begin(t.Context(), "STATE", true)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(begun.Location, "prompt=login") || !strings.Contains(begun.Location, "max_age=0") {
		t.Errorf("asked with %s", begun.Location)
	}
	back := server.LogIn(t, providertest.Browser(t), begun.Location, openidAnswer, "zhang").Query()
	server.Tamper = func(token string) string {
		return server.Resigned(t, token, func(c map[string]any) { c["auth_time"] = float64(time.Now().Add(-time.Hour).Unix()) })
	}
	if _, err := p.Finish(t.Context(), "STATE", begun.Kept, back); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("who logged in an hour ago: %v", err)
	}
}

// A provider that is away is told as such, and asked anew afterwards; a wrong secret of
// ours is no fault of whoever logs in.
func TestUnreachable(t *testing.T) {
	server, p := setUpOpenID(t, func(c *provider.OpenIDConfig) { c.Secret = "wrong" })
	kept, back := come(t, server, p, "STATE")
	if _, err := p.Finish(t.Context(), "STATE", kept, back); !errors.Is(err, provider.ErrUnreachable) {
		t.Errorf("a wrong secret: %v", err)
	}
	up := false
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !up {
			http.Error(w, "away", http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		at := "http://" + r.Host
		_ = json.NewEncoder(w).
			Encode(map[string]any{"issuer": at, "authorization_endpoint": at + "/auth", "token_endpoint": at + "/token", "jwks_uri": at + "/keys"})
	}))
	defer away.Close()
	p, err := provider.NewOpenID(provider.OpenIDConfig{Issuer: away.URL, ClientID: "x", Answer: openidAnswer})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Begin(t.Context(), "STATE", false); !errors.Is(err, provider.ErrUnreachable) {
		t.Errorf("away: %v", err)
	}
	up = true
	if _, err := p.Begin(t.Context(), "STATE", false); err != nil {
		t.Errorf("back again: %v", err)
	}
}

func TestSettings(t *testing.T) {
	for name, c := range map[string]provider.OpenIDConfig{
		"plain HTTP": {Issuer: "http://sso.example.org", ClientID: "x"},
		"no issuer":  {ClientID: "x"},
		"no client":  {Issuer: "https://sso.example.org"},
	} {
		if _, err := provider.NewOpenID(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// A slash at the end of the issuer, that one side writes and the other does not, keeps nobody out, and makes nobody another
// person.
func TestSlashOfIssuer(t *testing.T) {
	server, p := setUpOpenID(t, func(c *provider.OpenIDConfig) { c.Issuer += "/" })
	kept, back := come(t, server, p, "STATE")
	got, err := p.Finish(t.Context(), "STATE", kept, back)
	if err != nil || got.Subject != server.Issuer+"|id of zhang" {
		t.Errorf("%+v, %v", got, err)
	}
}
