package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/web/auth"
	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
)

const outsideBase = "http://localhost:9"

// outsideWay is a provider set up, and how a browser goes through it: from where we send it
// to the request with which it comes back, which has no cookie of ours yet.
type outsideWay struct {
	auth.Outside
	comeBack  func(t *testing.T, location, login string) (method, target string, form url.Values)
	elsewhere string // where one is sent after logging out, "" for nowhere
}

// outsideWays returns all kinds of providers, each with the person zhang, an officer, and guest.
func outsideWays(t *testing.T) map[string]outsideWay {
	t.Helper()
	people := []providertest.Person{{Login: "zhang", Name: "张三", Institution: "某大学", Groups: []string{"officers"}}, {Login: "guest", Groups: []string{"guests"}}}
	answer := func(key string) string { return outsideBase + "/login/with/" + key + "/answer" }
	get := func(u *url.URL) (string, string, url.Values) { return http.MethodGet, u.RequestURI(), nil }

	casServer := providertest.CAS(t, people...)
	casProvider := must(provider.NewCAS(provider.CASConfig{Server: casServer.URL, Answer: answer("cas"), After: outsideBase + "/login"}))(t)

	openidServer := providertest.OpenID(t, answer("oidc"), outsideBase+"/login", people...)
	openidProvider := must(provider.NewOpenID(provider.OpenIDConfig{
		Issuer: openidServer.Issuer, ClientID: openidServer.ClientID, Secret: openidServer.Secret, Scopes: []string{"profile", "email"}, Answer: answer("oidc"), After: outsideBase + "/login",
	}))(t)

	samlServer := providertest.SAML(t, people...)
	key, certificate := providertest.KeyPair(t)
	samlProvider := must(provider.NewSAML(provider.SAMLConfig{
		Provider: samlServer.URL + "/metadata", EntityID: outsideBase + "/login/with/saml/metadata", Answer: answer("saml"), Key: key, Certificate: certificate, Subject: "uid",
	}))(t)

	outside := func(key string, p provider.Provider) auth.Outside {
		return auth.Outside{
			Key: key, Provider: p, Join: true, Login: []string{"preferred_username", "uid", "user"}, Name: []string{"name", "displayName", "cn"},
			Institution: []string{"organization", "scopedAffiliation"},
			Roles: []auth.RoleRule{
				{Claim: "realm_access.roles", Value: "officers", Role: record.Officer}, {Claim: "memberOf", Value: "officers", Role: record.Officer},
				{Claim: "eduPersonAffiliation", Value: "officers", Role: record.Officer},
			},
		}
	}
	return map[string]outsideWay{
		"cas": {outside("cas", casProvider), func(t *testing.T, location, login string) (string, string, url.Values) {
			return get(casServer.LogIn(t, providertest.Browser(t), location, answer("cas"), login))
		}, casServer.URL},
		"oidc": {outside("oidc", openidProvider), func(t *testing.T, location, login string) (string, string, url.Values) {
			return get(openidServer.LogIn(t, providertest.Browser(t), location, answer("oidc"), login))
		}, openidServer.Issuer},
		"saml": {outside("saml", samlProvider), func(t *testing.T, location, login string) (string, string, url.Values) {
			samlServer.Know(t, must(samlProvider.Metadata())(t))
			to, form := samlServer.LogIn(t, providertest.Browser(t), location, login)
			u := must(url.Parse(to))(t)
			return http.MethodPost, u.RequestURI(), form
		}, ""},
	}
}

// cookieNamed returns a cookie that an answer gives.
func cookieNamed(t *testing.T, a answer, name string) string {
	t.Helper()
	for _, c := range a.Result().Cookies() {
		if c.Name == name {
			if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
				t.Errorf("cookie %v", c)
			}
			return c.Name + "=" + c.Value
		}
	}
	t.Fatalf("no cookie %s: status %d: %s", name, a.Code, text(a.page))
	return ""
}

// arrive goes through a provider up to the answer of the last request; cookie is what
// the browser has of ours then.
func (p *peopleSite) arrive(t *testing.T, h http.Handler, w outsideWay, login string, cookie func(string) string) answer {
	t.Helper()
	begun := get(t, h, "/login/with/"+w.Key+"?back=%2Flibrary", "Accept", "text/html")
	ours := cookie(cookieNamed(t, begun, "login"))
	method, target, form := w.comeBack(t, begun.Header().Get("Location"), login)
	if method == http.MethodPost { // from a page of the provider: no cookies go along
		posted := post(t, h, target, form, "Accept", "text/html", "Origin", "http://idp.example", "Sec-Fetch-Site", "cross-site")
		if posted.Code != http.StatusSeeOther {
			return posted
		}
		target = posted.Header().Get("Location")
	}
	return get(t, h, target, "Accept", "text/html", "Cookie", ours)
}

func same(s string) string { return s }

// People log in by each kind of provider, with the roles that it gives them, and log out
// there too.
func TestLogInByProviders(t *testing.T) {
	for key, w := range outsideWays(t) {
		t.Run(key, func(t *testing.T) {
			p := testPeople(t, nil, auth.WithOutside(w.Outside))
			h := p.handler()
			p.join(t, "root", record.Administrator)
			p.acts(t)
			page := get(t, h, "/login?back=%2Flibrary", "Accept", "text/html")
			checkPage(t, page)
			if to := attr(one(t, page.page, "a.way"), "href"); to != "/login/with/"+key+"?back=%2flibrary" && to != "/login/with/"+key+"?back=%2Flibrary" {
				t.Errorf("the button leads to %q", to)
			}
			in := p.arrive(t, h, w, "zhang", same)
			if in.Code != http.StatusSeeOther || in.Header().Get("Location") != "/library" || cookieOf(in) == nil {
				t.Fatalf("status %d to %q: %s", in.Code, in.Header().Get("Location"), text(in.page))
			}
			header := browser(cookieOf(in))
			if a := get(t, h, "/library", header...); a.Code != http.StatusOK || !strings.Contains(text(a.page), "张三") {
				t.Errorf("the library: status %d", a.Code)
			}
			mine := get(t, h, "/account", header...)
			checkPage(t, mine)
			if said := text(mine.page); !strings.Contains(said, "某大学") || !strings.Contains(said, "Institutional login") || len(all(mine.page, "#old")) > 0 {
				t.Errorf("the account's page says %s", said)
			}
			out := post(t, h, "/logout", nil, header...)
			switch to := out.Header().Get("Refresh"); {
			case w.elsewhere == "" && (out.Code != http.StatusSeeOther || to != ""):
				t.Errorf("logging out: status %d, to %q", out.Code, to)
			case w.elsewhere != "" && (out.Code != http.StatusOK || !strings.HasPrefix(to, "0; url="+w.elsewhere) || len(all(out.page, ".who")) > 0):
				t.Errorf("logging out: status %d, to %q", out.Code, to)
			}
			if a := get(t, h, "/library", header...); a.Code != http.StatusSeeOther {
				t.Errorf("after logging out: status %d", a.Code)
			}
			refused := p.arrive(t, h, w, "guest", same)
			checkPage(t, refused)
			if refused.Code != http.StatusForbidden || cookieOf(refused) != nil || !strings.Contains(text(refused.page), "no role in this system") {
				t.Errorf("without a role: status %d: %s", refused.Code, text(refused.page))
			}
			for name, cookie := range map[string]func(string) string{"another browser": func(string) string { return "login=AAAA" }, "no cookie": func(string) string { return "x=y" }} {
				a := p.arrive(t, h, w, "zhang", cookie)
				if a.Code != http.StatusBadRequest || cookieOf(a) != nil || !strings.Contains(text(a.page), "Please log in again here") {
					t.Errorf("%s: status %d: %s", name, a.Code, text(a.page))
				}
			}
			if got := p.acts(t); !cmp.Equal(got[:2], []string{"add by", "log-in by zhang"}) || !strings.Contains(strings.Join(got, "\n"), "log-in-refused") {
				t.Errorf("recorded: %q", got)
			}
		})
	}
}

// A page of another site posts only where providers do, and there only what holds.
func TestForeignPosts(t *testing.T) {
	w := outsideWays(t)["saml"]
	p := testPeople(t, nil, auth.WithOutside(w.Outside))
	h := p.handler()
	p.join(t, "root", record.Administrator)
	foreign := []string{"Accept", "text/html", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}
	if a := post(t, h, "/login", url.Values{"login": {"root"}, "password": {testPassword}}, foreign...); a.Code != http.StatusForbidden {
		t.Errorf("logging in: status %d", a.Code)
	}
	for size, c := range map[int]struct {
		form url.Values
		want int
	}{
		0: {url.Values{}, http.StatusBadRequest}, 4: {url.Values{"RelayState": {"AAAA"}, "SAMLResponse": {"PHg+"}}, http.StatusBadRequest},
		70000: {url.Values{"SAMLResponse": {strings.Repeat("A", 70000)}}, http.StatusRequestEntityTooLarge},
	} {
		if a := post(t, h, "/login/with/saml/answer", c.form, foreign...); a.Code != c.want || cookieOf(a) != nil {
			t.Errorf("%d bytes: status %d", size, a.Code)
		}
	}
	metadata := get(t, h, "/login/with/saml/metadata")
	if metadata.Code != http.StatusOK || !strings.Contains(metadata.Body.String(), outsideBase+"/login/with/saml/answer") {
		t.Errorf("metadata: status %d", metadata.Code)
	}
	for _, target := range []string{"/login/with/nobody", "/login/with/nobody/answer", "/login/with/nobody/metadata"} {
		if a := get(t, h, target, "Accept", "text/html"); a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", target, a.Code)
		}
	}
}

// An administrator invites by a provider, and changes how somebody logs in.
func TestPeopleByProviders(t *testing.T) {
	w := outsideWays(t)["cas"]
	w.Join, w.Roles, w.Labels = false, nil, map[string]string{"en": "Campus card", "zh": "校园卡"}
	p := testPeople(t, nil, auth.WithOutside(w.Outside))
	h := p.handler()
	_, admin := p.join(t, "root", record.Administrator)
	if a := p.arrive(t, h, w, "zhang", same); a.Code != http.StatusForbidden || !strings.Contains(text(a.page), "have no account") {
		t.Errorf("uninvited: status %d: %s", a.Code, text(a.page))
	}
	made := post(t, h, "/people", url.Values{"login": {"zhang"}, "role": {"reviewer"}, "by": {"cas"}}, admin...)
	checkPage(t, made)
	if said := text(one(t, made.page, ".made")); !strings.Contains(said, "Campus card") || !strings.HasSuffix(said, "/login") {
		t.Errorf("invited: %s", said)
	}
	in := p.arrive(t, h, w, "zhang", same)
	if in.Code != http.StatusSeeOther {
		t.Fatalf("invited: status %d: %s", in.Code, text(in.page))
	}
	header := browser(cookieOf(in))
	if a := get(t, h, "/library", header...); a.Code != http.StatusForbidden {
		t.Errorf("a reviewer at the library: status %d", a.Code)
	}
	// What takes a password of others takes a fresh log-in of theirs.
	token := url.Values{"name": {"script"}, "scope": {"read"}, "days": {"7"}}
	if a := post(t, h, "/account/tokens", token, header...); a.Code != http.StatusOK {
		t.Errorf("a token right after the log-in: status %d", a.Code)
	}
	person := get(t, h, "/people/2", admin...)
	checkPage(t, person)
	if said := text(person.page); !strings.Contains(said, "Campus card") || strings.Contains(said, "Link for a new password") {
		t.Errorf("their page says %s", said)
	}
	if a := post(t, h, "/people/2/reset", nil, admin...); a.Code != http.StatusBadRequest {
		t.Errorf("a link for a password that there is not: status %d", a.Code)
	}
	if a := post(t, h, "/people/1/provider", url.Values{"by": {"cas"}}, admin...); a.Code != http.StatusConflict {
		t.Errorf("the last administrator: status %d", a.Code)
	}
	if a := post(t, h, "/people/2/provider", url.Values{"by": {""}}, admin...); a.Code != http.StatusSeeOther {
		t.Errorf("by a password from now on: status %d", a.Code)
	}
	if a := get(t, h, "/account", header...); a.Code != http.StatusSeeOther {
		t.Errorf("their session: status %d", a.Code)
	}
	if a := p.arrive(t, h, w, "zhang", same); a.Code != http.StatusConflict {
		t.Errorf("by the provider of before: status %d", a.Code)
	}
}

// Where passwords are switched off nothing asks for one, and links of the command line
// still let in.
func TestPasswordsSwitchedOff(t *testing.T) {
	testrun.NeedWhole(t)
	w := outsideWays(t)["cas"]
	p := testPeople(t, nil, auth.WithOutside(w.Outside), auth.WithoutPasswords())
	h := p.handler()
	id, admin := p.join(t, "root", record.Administrator) // by a link
	page := get(t, h, "/login", "Accept", "text/html")
	checkPage(t, page)
	if len(all(page.page, "#password")) > 0 || !strings.Contains(text(page.page), "zhiwen account reset") {
		t.Errorf("the way in says %s", text(page.page))
	}
	if a := logIn(t, h, "root", testPassword); a.Code != http.StatusForbidden || cookieOf(a) != nil {
		t.Errorf("by a password: status %d", a.Code)
	}
	if a := post(t, h, "/people", url.Values{"login": {"x"}, "role": {"reviewer"}}, admin...); a.Code != http.StatusBadRequest {
		t.Errorf("inviting by a password: status %d", a.Code)
	}
	people := get(t, h, "/people", admin...)
	checkPage(t, people)
	key := must(p.Auth.Recover(t.Context(), must(p.Auth.Account(t.Context(), id))(t)))(t)
	if a := post(t, h, "/link/"+key, url.Values{"password": {testPassword}, "again": {testPassword}}); a.Code != http.StatusSeeOther || cookieOf(a) == nil {
		t.Errorf("by a link of the command line: status %d", a.Code)
	}
}
