// Package providertest runs providers of log-ins for tests: an OpenID provider (zitadel's),
// a SAML identity provider (crewjam's), and a CAS server after the protocol's text. Each
// knows some people, and how a browser goes through it.
package providertest

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"zhiwen/internal/each"

	"golang.org/x/net/html"
)

// Person is a person known to a provider. All have the password Password.
type Person struct {
	Login, Name, Institution string
	Groups                   []string
}

// Password is that of all people.
const Password = "their own password"

// Browser returns a browser that keeps cookies and follows no redirect by itself.
func Browser(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// page is what a browser has got.
type page struct {
	status   int
	at       *url.URL
	location *url.URL // where it is sent
	html     string
}

// open follows redirects from an address until a page comes, or one leads to an address
// that begins with until.
func open(t testing.TB, b *http.Client, address, until string) page {
	t.Helper()
	return settle(t, b, send(t, b, http.MethodGet, address, nil), until)
}

// submit sends a form and follows redirects as open does.
func submit(t testing.TB, b *http.Client, address string, form url.Values, until string) page {
	t.Helper()
	return settle(t, b, send(t, b, http.MethodPost, address, form), until)
}

func settle(t testing.TB, b *http.Client, p page, until string) page {
	t.Helper()
	for range 10 {
		if p.location == nil || strings.HasPrefix(p.location.String(), until) {
			return p
		}
		p = send(t, b, http.MethodGet, p.location.String(), nil)
	}
	t.Fatalf("more redirects than a browser follows, at %v", p.at)
	return p
}

func send(t testing.TB, b *http.Client, method, address string, form url.Values) page {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := b.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	p := page{status: answer.StatusCode, at: answer.Request.URL, html: string(body)}
	if to := answer.Header.Get("Location"); to != "" {
		if p.location, err = p.at.Parse(to); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// form returns the first form of the page: where it goes, and its fields.
func (p page) form(t testing.TB) (action string, fields url.Values) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(p.html))
	if err != nil {
		t.Fatal(err)
	}
	fields = url.Values{}
	for n := range root.Descendants() {
		attr := each.Map(n.Attr, func(a html.Attribute) (string, string) { return a.Key, a.Val })
		switch {
		case n.Data == "form" && action == "":
			to, err := p.at.Parse(attr["action"])
			if err != nil {
				t.Fatal(err)
			}
			action = to.String()
		case n.Data == "input" && attr["name"] != "":
			fields.Set(attr["name"], attr["value"])
		}
	}
	if action == "" {
		t.Fatalf("%v shows no form: status %d: %s", p.at, p.status, p.html)
	}
	return action, fields
}
