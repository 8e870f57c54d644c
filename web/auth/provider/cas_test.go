package provider_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
)

const answer = "http://zhiwen.test/login/with/cas/answer"

func setUp(t *testing.T) (*providertest.CASServer, *provider.CAS) {
	t.Helper()
	server := providertest.CAS(t, providertest.Person{Login: "zhang", Name: "张三 <b>", Institution: "某大学", Groups: []string{"officers", "staff"}})
	p, err := provider.NewCAS(provider.CASConfig{Server: server.URL + "/", Answer: answer, After: "http://zhiwen.test/login"})
	if err != nil {
		t.Fatal(err)
	}
	return server, p
}

func begin(t *testing.T, p *provider.CAS, state string, again bool) provider.Begun {
	t.Helper()
	begun, err := p.Begin(t.Context(), state, again)
	if err != nil {
		t.Fatal(err)
	}
	return begun
}

func TestLogIn(t *testing.T) {
	server, p := setUp(t)
	browser := providertest.Browser(t)
	begun := begin(t, p, "STATE", false)
	back := server.LogIn(t, browser, begun.Location, answer, "zhang").Query()
	if back.Get("state") != "STATE" {
		t.Errorf("it comes back with %v", back)
	}
	got, err := p.Finish(t.Context(), "STATE", begun.Kept, back)
	if err != nil {
		t.Fatal(err)
	}
	want := provider.Identity{
		Subject: server.URL + "|zhang",
		Claims:  provider.Claims{"user": {"zhang"}, "displayName": {"张三 <b>"}, "organization": {"某大学"}, "memberOf": {"officers", "staff"}},
		Logout:  server.URL + "/logout?service=http%3A%2F%2Fzhiwen.test%2Flogin",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := p.Finish(t.Context(), "STATE", begun.Kept, back); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("the ticket again: %v", err)
	}
	if answer, err := browser.Get(got.Logout); err != nil || answer.Body.Close() != nil || server.LoggedIn() {
		t.Errorf("logging out there: %v, still logged in: %v", err, server.LoggedIn())
	}
}

// Who has to prove it again does not come by with the server's cookie.
func TestLogInAgain(t *testing.T) {
	server, p := setUp(t)
	browser := providertest.Browser(t)
	server.LogIn(t, browser, begin(t, p, "A", false).Location, answer, "zhang")
	begun := begin(t, p, "B", true)
	old := server.LogIn(t, browser, strings.Replace(begun.Location, "renew=true", "renew=no", 1), answer, "zhang").Query()
	if _, err := p.Finish(t.Context(), "B", begun.Kept, old); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("by the log-in of before: %v", err)
	}
	fresh := server.LogIn(t, browser, begun.Location, answer, "zhang").Query()
	if _, err := p.Finish(t.Context(), "B", begun.Kept, fresh); err != nil {
		t.Errorf("by a new one: %v", err)
	}
}

func TestBadAnswers(t *testing.T) {
	server, p := setUp(t)
	ticket := func(state string) string {
		return server.LogIn(t, providertest.Browser(t), begin(t, p, state, false).Location, answer, "zhang").Query().Get("ticket")
	}
	for name, c := range map[string]struct {
		ticket string
		want   error
	}{
		"of another log-in":  {ticket("OTHER"), provider.ErrAnswer},
		"made up":            {"ST-1-AAAA", provider.ErrAnswer},
		"not a ticket":       {"PT-1", provider.ErrAnswer},
		"too long":           {"ST-" + strings.Repeat("a", 5000), provider.ErrAnswer},
		"with more behind":   {"ST-1&service=http://evil.example", provider.ErrAnswer},
		"none, as cancelled": {"", provider.ErrCancelled},
	} {
		if who, err := p.Finish(t.Context(), "STATE", "", url.Values{"ticket": {c.ticket}, "state": {"STATE"}}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
	server.Life = -time.Second
	if _, err := p.Finish(t.Context(), "STATE", "", url.Values{"ticket": {ticket("STATE")}}); !errors.Is(err, provider.ErrAnswer) {
		t.Errorf("expired: %v", err)
	}
}

// What does not speak as a CAS server lets nobody in.
func TestBadServers(t *testing.T) {
	const success = `<cas:authenticationSuccess><cas:user>%s</cas:user></cas:authenticationSuccess>`
	wrap := func(s, space string) string {
		return fmt.Sprintf(`<cas:serviceResponse xmlns:cas=%q>%s</cas:serviceResponse>`, space, s)
	}
	const space = "http://www.yale.edu/tp/cas"
	failure := `<cas:authenticationFailure code="INVALID_TICKET"/>`
	for name, c := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"a page":            {200, "<html><body>hello</body></html>", provider.ErrUnreachable},
		"nothing":           {200, "", provider.ErrUnreachable},
		"cut off":           {200, wrap(fmt.Sprintf(success, "a"), space)[:80], provider.ErrUnreachable},
		"an error":          {500, wrap(fmt.Sprintf(success, "a"), space), provider.ErrUnreachable},
		"a redirect":        {302, wrap(fmt.Sprintf(success, "a"), space), provider.ErrUnreachable},
		"another namespace": {200, wrap(fmt.Sprintf(success, "a"), "http://evil.example"), provider.ErrUnreachable},
		"neither":           {200, wrap("", space), provider.ErrAnswer},
		"both":              {200, wrap(fmt.Sprintf(success, "a")+failure, space), provider.ErrAnswer},
		"nobody":            {200, wrap(fmt.Sprintf(success, " "), space), provider.ErrAnswer},
		"no end":            {200, wrap(fmt.Sprintf(success, strings.Repeat("a", 2<<20)), space), provider.ErrUnreachable},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://evil.example/")
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		p, err := provider.NewCAS(provider.CASConfig{Server: server.URL, Answer: answer})
		if err != nil {
			t.Fatal(err)
		}
		if who, err := p.Finish(t.Context(), "STATE", "", url.Values{"ticket": {"ST-1"}}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, who, err)
		} else if strings.Contains(err.Error(), "ST-1") {
			t.Errorf("%s: the error tells the ticket: %v", name, err)
		}
		server.Close()
	}
	for _, address := range []string{"http://cas.example.org/cas", "cas.example.org", "", "https://user:password@cas.example.org"} {
		if _, err := provider.NewCAS(provider.CASConfig{Server: address}); err == nil {
			t.Errorf("a server at %q is taken", address)
		}
	}
}
