package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// codeAt returns the code of a secret, some periods from a time.
func codeAt(t *testing.T, now time.Time, secret string, periods int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, now.Add(time.Duration(periods)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// With a second factor a password alone opens nothing, no code opens twice, and a recovery
// code stands in once.
func TestSecondFactor(t *testing.T) {
	p := testPeople(t, nil)
	now := time.Now() // it stands still: a code holds for periods, and a busy machine may take as long
	p.now = func() time.Time { return now }
	h := p.handler()
	id, header := p.join(t, "zhang", record.Officer)
	if a := get(t, h, "/account/factor", header...); a.Code != http.StatusSeeOther {
		t.Errorf("before it was begun: status %d", a.Code)
	}
	if a := post(t, h, "/account/factor", url.Values{"code": {"000000"}}, header...); a.Code != http.StatusSeeOther {
		t.Errorf("a code before it was begun: status %d", a.Code)
	}
	for password, want := range map[string]int{"": 422, "wrong password": 422, testPassword: 303} {
		if a := post(t, h, "/account/factor/start", url.Values{"present": {password}}, header...); a.Code != want {
			t.Errorf("by the password %q: status %d, want %d", password, a.Code, want)
		}
	}
	page := get(t, h, "/account/factor", header...)
	checkPage(t, page)
	secret := text(one(t, page.page, ".secret"))
	for _, field := range all(page.page, "input") {
		if attr(field, "value") == secret {
			t.Error("the secret stands in a field that comes back")
		}
	}
	if a := post(t, h, "/account/factor", url.Values{"code": {"000"}}, header...); a.Code != http.StatusUnprocessableEntity || text(one(t, a.page, ".secret")) != secret {
		t.Errorf("a wrong code: status %d", a.Code)
	}
	// What a browser says the secret is counts for nothing.
	if a := post(t, h, "/account/factor", url.Values{"secret": {"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"}, "code": {codeAt(t, now, "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", 0)}}, header...); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("a secret of its own: status %d", a.Code)
	}
	used := codeAt(t, now, secret, -1)
	set := post(t, h, "/account/factor", url.Values{"code": {used}}, header...)
	recovery := all(set.page, "li")
	if set.Code != http.StatusOK || len(recovery) != 10 {
		t.Fatalf("status %d, %d recovery codes: %s", set.Code, len(recovery), text(set.page))
	}
	a, err := p.Auth.Account(t.Context(), id)
	if err != nil || strings.Contains(strings.Join(a.TOTP.Recovery, " "), strings.ReplaceAll(text(recovery[0]), "-", "")) {
		t.Errorf("recovery codes are stored as they are: %v", err)
	}

	first := logIn(t, h, "zhang", testPassword)
	pending := browser(cookieOf(first))
	if first.Header().Get("Location") != "/login/code?back=%2Flibrary" {
		t.Errorf("the password leads to %q", first.Header().Get("Location"))
	}
	for _, target := range []string{"/library", "/account", "/checks/1"} {
		if a := get(t, h, target, pending...); a.Code != http.StatusSeeOther || !strings.HasPrefix(a.Header().Get("Location"), "/login") {
			t.Errorf("%s by the password alone: status %d", target, a.Code)
		}
	}
	checkPage(t, get(t, h, "/login/code", pending...))
	try := func(code string) answer {
		t.Helper()
		return post(t, h, "/login/code", url.Values{"code": {code}, "to": {"/library"}}, pending...)
	}
	if a := try(used); a.Code != http.StatusUnauthorized {
		t.Errorf("a code that was used: status %d", a.Code)
	}
	done := try(codeAt(t, now, secret, 1))
	if done.Code != http.StatusSeeOther || done.Header().Get("Location") != "/library" || cookieOf(done) == nil || cookieOf(done).Value == cookieOf(first).Value {
		t.Fatalf("the right code: status %d: %s", done.Code, text(done.page))
	}
	if a := get(t, h, "/library", browser(cookieOf(done))...); a.Code != http.StatusOK {
		t.Errorf("after both: status %d", a.Code)
	}
	if a := try(codeAt(t, now, secret, 1)); a.Header().Get("Location") != "/login" {
		t.Errorf("the log-in that waited still does: status %d", a.Code)
	}
	for i, want := range []int{http.StatusSeeOther, http.StatusUnauthorized} {
		pending = browser(cookieOf(logIn(t, h, "zhang", testPassword)))
		if a := try(strings.ToUpper(text(recovery[0]))); a.Code != want {
			t.Errorf("the recovery code, time %d: status %d", i+1, a.Code)
		}
	}
	if _, err := p.Auth.Recover(t.Context(), must(p.Auth.Account(t.Context(), id))(t)); err != nil {
		t.Fatal(err)
	}
	if a := logIn(t, h, "zhang", testPassword); a.Header().Get("Location") != "/library" {
		t.Errorf("after an administrator took it away: %q", a.Header().Get("Location"))
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A token does what it is for, for its account, until it ends; and nothing with accounts.
func TestTokens(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	id, header := p.join(t, "zhang", record.Officer)
	form := url.Values{"name": {"script"}, "scope": {"read"}, "days": {"7"}}
	if a := post(t, h, "/account/tokens", form, header...); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("without the password: status %d", a.Code)
	}
	form.Set("present", testPassword)
	made := post(t, h, "/account/tokens", form, header...)
	if made.Code != http.StatusOK {
		t.Fatalf("status %d: %s", made.Code, text(made.page))
	}
	checkPage(t, made)
	bearer := func(secret string) []string { return []string{"Authorization", "Bearer " + secret} }
	secret := text(one(t, made.page, ".secret"))
	for target, want := range map[string]int{"/library": 200, "/checks/1/evidence.xml": 200, "/account": 403, "/people": 403, "/audit": 403} {
		if a := get(t, h, target, bearer(secret)...); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	for _, target := range []string{"/checks/1/delete", "/documents/1/check", "/checks/1/decisions", "/account/tokens", "/logout"} {
		if a := post(t, h, target, nil, bearer(secret)...); a.Code != http.StatusForbidden {
			t.Errorf("%s by a token to read: status %d", target, a.Code)
		}
	}
	check := must(p.Auth.NewToken(t.Context(), id, "c", []string{"check"}, 1))(t)
	if a := post(t, h, "/documents/1/check", nil, bearer(check)...); a.Code != http.StatusSeeOther {
		t.Errorf("a check by a token for it: status %d", a.Code)
	}
	if a := get(t, h, "/library", bearer(check)...); a.Code != http.StatusForbidden {
		t.Errorf("reading by a token to check: status %d", a.Code)
	}
	for _, wrong := range []string{"", "zhiwen_AAAA", secret + "x"} {
		if a := get(t, h, "/library", append(bearer(wrong), header[:2]...)...); a.Code != http.StatusUnauthorized {
			t.Errorf("a wrong token beside a session: status %d", a.Code)
		}
	}
	tokens := must(p.Auth.Tokens(t.Context(), id))(t)
	if strings.Contains(tokens[1].Hash, secret) || tokens[1].UsedAt.IsZero() {
		t.Errorf("stored as %+v", tokens[1])
	}
	later := auth.New(p.accounts, func() time.Time { return time.Now().Add(8 * 24 * time.Hour) })
	if _, _, err := later.Token(t.Context(), secret); err == nil {
		t.Error("a token holds after its time")
	}
	if a := post(t, h, "/account/tokens/1/end", nil, header...); a.Code != http.StatusSeeOther {
		t.Errorf("ending: status %d", a.Code)
	}
	if a := get(t, h, "/library", bearer(secret)...); a.Code != http.StatusUnauthorized {
		t.Errorf("a token that was ended: status %d", a.Code)
	}
}

// Tokens end with a password that somebody else, or a link, sets; who sets their own is asked about them.
func TestTokensAndPasswords(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	id, header := p.join(t, "zhang", record.Officer)
	_, leader := p.join(t, "wang", record.Administrator)
	token := func() []string {
		return []string{"Authorization", "Bearer " + must(p.Auth.NewToken(t.Context(), id, "script", []string{"read"}, 1))(t)}
	}
	status := func(of []string) int { return get(t, h, "/library", of...).Code }

	script := token()
	form := url.Values{"old": {testPassword}, "password": {"another good one"}, "again": {"another good one"}}
	after := get(t, h, post(t, h, "/account/password", form, header...).Header().Get("Location"), header...)
	if kept := text(one(t, after.page, "#kept-tokens")); !strings.Contains(kept, "script") || status(script) != http.StatusOK {
		t.Errorf("after one's own change: %q, status %d", kept, status(script))
	}
	if a := post(t, h, "/account/tokens/end", nil, header...); a.Code != http.StatusSeeOther || status(script) != http.StatusUnauthorized {
		t.Errorf("all ended: status %d, then %d", a.Code, status(script))
	}

	script = token()
	if a := post(t, h, fmt.Sprintf("/people/%d/reset", id), nil, leader...); a.Code != http.StatusOK ||
		status(script) != http.StatusUnauthorized {
		t.Errorf("an administrator resets it: status %d, then %d", a.Code, status(script))
	}
	key := must(p.Auth.ResetLink(t.Context(), must(p.Auth.Account(t.Context(), id))(t)))(t)
	script = token() // made by whoever is in still
	must(p.Auth.UseLink(t.Context(), key, "a third good one", auth.Client{}))(t)
	if status(script) != http.StatusUnauthorized {
		t.Errorf("a link has set it: status %d", status(script))
	}
}

// Sessions end when they are not used, and in any case after a day's work.
func TestSessionsExpire(t *testing.T) {
	p := testPeople(t, nil)
	_, key, err := p.Auth.Invite(t.Context(), record.Account{Login: "a", Roles: []record.Role{record.Officer}})
	if err != nil {
		t.Fatal(err)
	}
	entry := must(p.Auth.UseLink(t.Context(), key, testPassword, auth.Client{}))(t)
	now := time.Now()
	at := func(after time.Duration) error {
		_, _, err := auth.New(p.accounts, func() time.Time { return now.Add(after) }).Session(t.Context(), entry.Cookie)
		return err
	}
	if err := at(auth.SessionIdle + time.Minute); err == nil {
		t.Error("a session that was not used holds")
	}
	for after := time.Duration(0); after < auth.SessionLife; after += auth.SessionIdle / 2 {
		if err := at(after); err != nil {
			t.Fatalf("after %v of use: %v", after, err)
		}
	}
	if err := at(auth.SessionLife + time.Second); err == nil {
		t.Error("a session that is used holds for ever")
	}
}
