package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// cookieOf returns the session that an answer gives, "" for none.
func cookieOf(a answer) *http.Cookie {
	for _, c := range a.Result().Cookies() {
		if c.Name == "session" || c.Name == "__Host-session" {
			return c
		}
	}
	return nil
}

func browser(c *http.Cookie) []string {
	return []string{"Accept", "text/html", "Cookie", c.Name + "=" + c.Value}
}

// Where accounts are wanted and there are none, only the link that the terminal shows leads in.
func TestFirstAccountByLink(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.Accounts = true })
	h := p.handler()
	for _, target := range []string{"/", "/library", "/checks/1", "/login"} {
		if a := get(t, h, target, "Accept", "text/html"); a.Code != http.StatusForbidden || !strings.Contains(text(a.page), "no accounts yet") {
			t.Errorf("%s: status %d: %s", target, a.Code, text(a.page))
		}
	}
	key, err := p.Auth.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"/setup", "/setup?key=AAAA"} {
		if a := get(t, h, target, "Accept", "text/html"); a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", target, a.Code)
		}
		if a := post(t, h, target, url.Values{"login": {"eve"}, "password": {testPassword}, "again": {testPassword}}); a.Code != http.StatusNotFound {
			t.Errorf("post to %s: status %d", target, a.Code)
		}
	}
	page := get(t, h, "/setup?key="+key, "Accept", "text/html")
	checkPage(t, page)
	form := url.Values{"login": {"root"}, "name": {"王主任"}, "password": {"short"}, "again": {"short"}}
	if a := post(t, h, "/setup?key="+key, form); a.Code != http.StatusUnprocessableEntity || !strings.Contains(text(a.page), "at least 10") {
		t.Errorf("a short password: status %d", a.Code)
	}
	form.Set("password", testPassword)
	form.Set("again", testPassword)
	a := post(t, h, "/setup?key="+key, form)
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/people" || cookieOf(a) == nil {
		t.Fatalf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := get(t, h, "/people", browser(cookieOf(a))...); a.Code != http.StatusOK || !strings.Contains(text(a.page), "王主任 (root)") {
		t.Errorf("people: status %d", a.Code)
	}
	if a := post(t, h, "/setup?key="+key, form); a.Code != http.StatusNotFound {
		t.Errorf("the same link again: status %d", a.Code)
	}
	accounts, err := p.Auth.Accounts(t.Context())
	if err != nil || len(accounts) != 1 || !accounts[0].Has(record.Administrator) || !accounts[0].Has(record.Officer) {
		t.Errorf("accounts %v, %v", accounts, err)
	}
}

// On this machine, without accounts, all works as it is, and every page says so until
// there is an account.
func TestNoAccountsYet(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	for _, target := range []string{"/", "/library", "/checks/1", "/checks/1/sources/2", "/documents/1", "/setup", "/nowhere"} {
		a := get(t, h, target, "Accept", "text/html")
		if !strings.Contains(a.Body.String(), "No accounts yet") {
			t.Errorf("%s does not say that there are no accounts", target)
		}
		checkPage(t, a)
	}
	form := url.Values{"login": {"root"}, "password": {testPassword}, "again": {testPassword}}
	a := post(t, h, "/setup", form)
	if a.Code != http.StatusSeeOther || cookieOf(a) == nil {
		t.Fatalf("status %d", a.Code)
	}
	if b := get(t, h, "/", browser(cookieOf(a))...); b.Code != http.StatusOK || strings.Contains(b.Body.String(), "No accounts yet") {
		t.Errorf("afterwards: status %d: %s", b.Code, text(b.page))
	}
	if b := get(t, h, "/", "Accept", "text/html"); b.Code != http.StatusSeeOther || b.Header().Get("Location") != "/login" {
		t.Errorf("a stranger: status %d", b.Code)
	}
	if b := get(t, h, "/checks/1?match=3", "Accept", "text/html"); b.Header().Get("Location") != "/login?back=%2Fchecks%2F1%3Fmatch%3D3" {
		t.Errorf("a stranger at a report is sent to %q", b.Header().Get("Location"))
	}
	if b := get(t, h, "/checks/1/sources.csv"); b.Code != http.StatusUnauthorized {
		t.Errorf("a program: status %d", b.Code)
	}
}

func logIn(t testing.TB, h http.Handler, login, password string) answer {
	t.Helper()
	return post(t, h, "/login", url.Values{"login": {login}, "password": {password}, "to": {"/library"}}, "Accept", "text/html")
}

func TestLogIn(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	p.join(t, "Zhang.San", record.Officer)
	_, _, err := p.Auth.Invite(t.Context(), record.Account{Login: "invited", Roles: []record.Role{record.Officer}})
	if err != nil {
		t.Fatal(err)
	}
	p.acts(t)
	checkPage(t, get(t, h, "/login", "Accept", "text/html"))
	// Who is wrong is not told how: neither which names there are nor which are usable.
	wrong := logIn(t, h, "zhang.san", "wrong password")
	for _, login := range []string{"nobody", "invited"} {
		if a := logIn(t, h, login, testPassword); a.Code != wrong.Code || strings.ReplaceAll(a.Body.String(), login, "zhang.san") != wrong.Body.String() {
			t.Errorf("%s is told something else: status %d", login, a.Code)
		}
	}
	if wrong.Code != http.StatusUnauthorized || cookieOf(wrong) != nil {
		t.Errorf("a wrong password: status %d, cookie %v", wrong.Code, cookieOf(wrong))
	}
	a := logIn(t, h, " ZHANG.san ", testPassword)
	cookie := cookieOf(a)
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/library" || cookie == nil {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Secure || cookie.Path != "/" || cookie.MaxAge != 0 {
		t.Errorf("cookie %v", cookie)
	}
	if b := get(t, h, "/library", browser(cookie)...); b.Code != http.StatusOK || !strings.Contains(text(b.page), "Name of Zhang.San (Zhang.San)") {
		t.Errorf("the library: status %d", b.Code)
	}
	// A second log-in with this browser ends the first.
	again := post(t, h, "/login", url.Values{"login": {"zhang.san"}, "password": {testPassword}}, browser(cookie)...)
	if next := cookieOf(again); next == nil || next.Value == cookie.Value {
		t.Errorf("the session has the same cookie after a log-in: %v", next)
	}
	if b := get(t, h, "/library", browser(cookie)...); b.Code != http.StatusSeeOther {
		t.Errorf("the old cookie: status %d", b.Code)
	}
	cookie = cookieOf(again)
	out := post(t, h, "/logout", nil, browser(cookie)...)
	if out.Code != http.StatusSeeOther || cookieOf(out) == nil || cookieOf(out).MaxAge >= 0 {
		t.Errorf("logging out: status %d, cookie %v", out.Code, cookieOf(out))
	}
	if b := get(t, h, "/library", browser(cookie)...); b.Code != http.StatusSeeOther {
		t.Errorf("after logging out: status %d", b.Code)
	}
	want := []string{
		"log-in-refused by", "log-in-refused by", "log-in-refused by", "log-in by Zhang.San", "log-in by Zhang.San", "log-out by Zhang.San", "log-out by Zhang.San",
	}
	if diff := cmp.Diff(want, p.acts(t)); diff != "" {
		t.Errorf("recorded: %s", diff)
	}
}

// Nobody is led to another site after logging in.
func TestLogInLeadsHere(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	p.join(t, "a", record.Officer)
	for _, to := range []string{"//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"} {
		a := post(t, h, "/login", url.Values{"login": {"a"}, "password": {testPassword}, "to": {to}}, "Accept", "text/html")
		if a.Header().Get("Location") != "/" {
			t.Errorf("to %q leads to %q", to, a.Header().Get("Location"))
		}
	}
}

// Under HTTPS the cookie is for this host alone.
func TestSecureCookie(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.URL, c.Hosts = "https://zhiwen.example.org", []string{"zhiwen.example.org"} })
	h := p.handler()
	p.join(t, "a", record.Officer)
	cookie := cookieOf(logIn(t, h, "a", testPassword))
	if cookie == nil || cookie.Name != "__Host-session" || !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("cookie %v", cookie)
	}
	if a := get(t, h, "/library", "Accept", "text/html", "Cookie", "session="+cookie.Value); a.Code != http.StatusSeeOther {
		t.Errorf("under the name of a cookie that others may set: status %d", a.Code)
	}
}

// After some failures one waits, whether or not there is such a name; another name does not.
func TestLogInWaits(t *testing.T) {
	testrun.NeedWhole(t)
	p := testPeople(t, nil)
	h := p.handler()
	p.join(t, "a", record.Officer)
	p.join(t, "b", record.Officer)
	for _, login := range []string{"a", "nobody"} {
		for range 8 { // 3 are free, the wait doubles: by then it is longer than this test
			logIn(t, h, login, "wrong password")
		}
		a := logIn(t, h, login, testPassword)
		if a.Code != http.StatusTooManyRequests || a.Header().Get("Retry-After") == "" {
			t.Errorf("%s after failures: status %d, Retry-After %q", login, a.Code, a.Header().Get("Retry-After"))
		}
	}
	if a := logIn(t, h, "b", testPassword); a.Code != http.StatusSeeOther {
		t.Errorf("another name: status %d", a.Code)
	}
}

// An administrator invites, changes, resets, locks; the last one stays.
func TestPeople(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	root, admin := p.join(t, "root", record.Administrator)
	p.acts(t)
	for _, target := range []string{"/people", "/people/1", "/account"} {
		a := get(t, h, target, admin...)
		if a.Code != http.StatusOK {
			t.Fatalf("%s: status %d", target, a.Code)
		}
		checkPage(t, a)
	}
	for _, c := range []struct {
		form url.Values
		want int
	}{
		{url.Values{"login": {"new person"}, "role": {"officer"}}, 422},
		{url.Values{"login": {"new"}}, 422},
		{url.Values{"login": {"ROOT"}, "role": {"officer"}}, 409},
		{url.Values{"login": {"new"}, "name": {"新人"}, "role": {"officer", "reviewer"}}, 200},
	} {
		if a := post(t, h, "/people", c.form, admin...); a.Code != c.want {
			t.Errorf("%v: status %d, want %d", c.form, a.Code, c.want)
		} else if c.want == 200 {
			link := text(one(t, a.page, ".secret"))
			u, err := url.Parse(link)
			if err != nil || !strings.HasPrefix(u.Path, "/link/") {
				t.Fatalf("link %q", link)
			}
			checkPage(t, get(t, h, u.Path, "Accept", "text/html"))
			form := url.Values{"password": {testPassword}, "again": {"something else"}}
			if a := post(t, h, u.Path, form); a.Code != http.StatusUnprocessableEntity {
				t.Errorf("two passwords: status %d", a.Code)
			}
			form.Set("again", testPassword)
			if a := post(t, h, u.Path, form); a.Code != http.StatusSeeOther || cookieOf(a) == nil {
				t.Errorf("the link: status %d", a.Code)
			}
			if a := get(t, h, u.Path, "Accept", "text/html"); a.Code != http.StatusNotFound {
				t.Errorf("the link again: status %d", a.Code)
			}
		}
	}
	// A name that is taken for another is told when it is made, in the list, and on both pages.
	const like = "The name or username is similar to:"
	if s := text(get(t, h, "/people", admin...).page); strings.Contains(s, like) {
		t.Errorf("before: %q", s)
	}
	made := post(t, h, "/people", url.Values{"login": {"r0ot"}, "role": {"officer"}}, admin...)
	if s := text(one(t, made.page, ".made")); !strings.Contains(s, like+" Name of root (root)") {
		t.Errorf("when it is made: %q", s)
	}
	for _, target := range []string{"/people", "/people/1", "/people/3"} {
		a := get(t, h, target, admin...)
		checkPage(t, a)
		if !strings.Contains(text(a.page), like) {
			t.Errorf("%s: %q", target, text(a.page))
		}
	}
	session := browser(cookieOf(logIn(t, h, "new", testPassword)))
	if a := get(t, h, "/library", session...); a.Code != http.StatusOK {
		t.Errorf("an officer at the library: status %d", a.Code)
	}
	if a := post(t, h, "/people/2", url.Values{"name": {"新人"}, "role": {"reviewer"}}, admin...); a.Code != http.StatusSeeOther {
		t.Errorf("other roles: status %d", a.Code)
	}
	if a := get(t, h, "/library", session...); a.Code != http.StatusForbidden {
		t.Errorf("no officer any more: status %d", a.Code)
	}
	if a := post(t, h, "/people/2/sessions/end", nil, admin...); a.Code != http.StatusSeeOther {
		t.Errorf("ending sessions: status %d", a.Code)
	}
	if a := get(t, h, "/account", session...); a.Code != http.StatusSeeOther {
		t.Errorf("a session that was ended: status %d", a.Code)
	}
	session = browser(cookieOf(logIn(t, h, "new", testPassword)))
	post(t, h, "/people/2/lock", nil, admin...)
	if a := get(t, h, "/account", session...); a.Code != http.StatusSeeOther {
		t.Errorf("a session of a locked account: status %d", a.Code)
	}
	if a := logIn(t, h, "new", testPassword); a.Code != http.StatusUnauthorized {
		t.Errorf("a locked account logs in: status %d", a.Code)
	}
	post(t, h, "/people/2/unlock", nil, admin...)
	if a := logIn(t, h, "new", testPassword); a.Code != http.StatusSeeOther {
		t.Errorf("an unlocked account: status %d", a.Code)
	}
	for target, form := range map[string]url.Values{"/people/1/lock": nil, "/people/1": {"role": {"officer"}}} {
		if a := post(t, h, target, form, admin...); a.Code != http.StatusConflict {
			t.Errorf("%s of the last administrator: status %d", target, a.Code)
		}
	}
	if a, err := p.Auth.Account(t.Context(), root); err != nil || !a.Has(record.Administrator) || a.State != record.AccountActive {
		t.Errorf("the last administrator is %+v, %v", a, err)
	}
}

// Who changes their password ends their log-ins elsewhere.
func TestChangePassword(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, first := p.join(t, "a", record.Officer)
	second := browser(cookieOf(logIn(t, h, "a", testPassword)))
	form := url.Values{"old": {"wrong password"}, "password": {"another good one"}, "again": {"another good one"}}
	if a := post(t, h, "/account/password", form, second...); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("a wrong old password: status %d", a.Code)
	}
	form.Set("old", testPassword)
	if a := post(t, h, "/account/password", form, second...); a.Code != http.StatusSeeOther {
		t.Errorf("status %d: %s", a.Code, text(a.page))
	}
	if a := get(t, h, "/account", second...); a.Code != http.StatusOK {
		t.Errorf("this session: status %d", a.Code)
	}
	if a := get(t, h, "/account", first...); a.Code != http.StatusSeeOther {
		t.Errorf("the other session: status %d", a.Code)
	}
	if a := logIn(t, h, "a", testPassword); a.Code != http.StatusUnauthorized {
		t.Errorf("the old password: status %d", a.Code)
	}
}

// Decisions name the account, whatever a form says.
func TestDecisionsNameTheAccount(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, header := p.join(t, "zhang", record.Officer)
	form := url.Values{"subject": {"check"}, "verdict": {"no-concern"}, "reviewer": {"somebody else"}}
	if a := post(t, h, "/checks/1/decisions", form, header...); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	if got := p.rows.decisions[1][0].Reviewer; got != "Name of zhang (zhang)" {
		t.Errorf("the decision names %q", got)
	}
	decided, err := evidence.DecodeAny(get(t, h, "/checks/1/decided.xml", header...).Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := decided.Decisions.Decisions; len(got) != 1 || got[0].Reviewer != "Name of zhang (zhang)" {
		t.Errorf("what is exported names %+v", got)
	}
	if a := post(t, h, "/reviewer", url.Values{"reviewer": {"x"}}, header...); a.Code != http.StatusNotFound {
		t.Errorf("typing a name: status %d", a.Code)
	}
}

// A refused access stands in the record with the page that was asked for, and says so on the page of the record.
func TestRefusalsNameThePage(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, reviewer := p.join(t, "liu", record.Reviewer)
	if a := get(t, h, "/settings/retention?secret=x", reviewer...); a.Code != http.StatusForbidden {
		t.Fatalf("status %d", a.Code)
	}
	entries, _, err := p.rows.Entries(t.Context(), audit.Filter{}, 10)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if act := entries[0].Act; act.Action != audit.Refuse || len(act.Detail) != 1 || act.Detail["page"] != "GET /settings/retention" {
		t.Errorf("recorded %+v", act)
	}
	_, auditor := p.join(t, "zhao", record.Auditor)
	if page := text(get(t, h, "/audit", auditor...).page); !strings.Contains(page, "page GET /settings/retention") {
		t.Errorf("the page of the record says %s", page)
	}
}

// Who is not let in stands in the record under the account that was tried, without what
// was typed; who must wait stands there too, once for as long as they go on trying.
func TestRefusedLogInsAreRecorded(t *testing.T) {
	testrun.NeedWhole(t)
	p := testPeople(t, nil)
	h := p.handler()
	id, _ := p.join(t, "zhang", record.Officer)
	waited := 0
	for range 8 {
		if logIn(t, h, "zhang", "mistyped secret").Code == http.StatusTooManyRequests {
			waited++
		}
	}
	if waited < 2 {
		t.Fatalf("%d tries were kept waiting", waited)
	}
	logIn(t, h, "my password typed as a name", "x")
	entries, _, err := p.accounts.Entries(t.Context(), audit.Filter{Action: audit.LogInRefused}, 100)
	if err != nil {
		t.Fatal(err)
	}
	var delayed, named, nobody int
	for _, e := range entries {
		line, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(line), "secret") || strings.Contains(string(line), "password") {
			t.Errorf("what was typed is in the record: %s", line)
		}
		switch {
		case e.Act.ID == 0:
			nobody++
		case e.Act.ID != id || e.Act.Detail["login"] != "zhang" || e.Actor.Address == "":
			t.Errorf("the entry %s", line)
		case e.Act.Detail["what"] != "":
			delayed++
		default:
			named++
		}
	}
	if named != 8-waited || delayed != 1 || nobody != 1 {
		t.Errorf("%d refused, %d kept waiting and %d of nobody are recorded, of %d tries with %d that waited", named, delayed, nobody, 9, waited)
	}
}
