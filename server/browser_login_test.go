package main

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/pquerna/otp/totp"

	"zhiwen/web/auth/providertest"
)

// typed types into fields, by their selectors.
func (b *tab) typed(fields ...string) {
	b.t.Helper()
	for i := 0; i+1 < len(fields); i += 2 {
		b.do(chromedp.SendKeys(chromedp.CSS(fields[i]), fields[i+1]))
	}
}

const loginPassword = "seven unrelated words"

// openLink sets a password by a one-time link.
func (b *tab) openLink(address string) {
	b.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.open(u.RequestURI())
	b.typed("#password", loginPassword, "#again", loginPassword)
	b.follow("form.login button.primary")
}

// linkOf waits for the one-time link that the program prints at a path.
func linkOf(t *testing.T, out *output, path string) string {
	t.Helper()
	address := regexp.MustCompile(`http://\S+` + regexp.QuoteMeta(path) + `\S+`)
	for deadline := time.Now().Add(stepTimeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if a := address.FindString(out.String()); a != "" {
			return a
		}
	}
	t.Fatalf("no link is printed: %s", out.String())
	return ""
}

// invited has an administrator's tab invite somebody with a role, and fields of the form
// with what is typed into them; it gives the link.
func (b *tab) invited(login, role string, fields ...string) string {
	b.t.Helper()
	b.open("/people")
	typed := []string{"#invite [name=login]", login}
	for i := 0; i+1 < len(fields); i += 2 {
		typed = append(typed, "#invite [name="+fields[i]+"]", fields[i+1])
	}
	b.typed(typed...)
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelectorAll('#invite [name=role]').forEach(x => x.checked = x.value === '" + role + "')"))
	b.follow("#invite button.primary")
	return eval[string](b, "document.querySelector('.made .secret').innerText")
}

// TestBrowserAccounts goes from the link that the program prints to a reviewer who sees
// what is assigned to them, and no more, until their log-in is ended.
func TestBrowserAccounts(t *testing.T) {
	chromium(t)
	base, out := serveSaying(t, "--data", t.TempDir(), "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}

	admin := a.tab(t, "en")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "王主任", "#password", "password123", "#again", "password123")
	admin.expected = "422"
	admin.follow("form.login button.primary")
	admin.want("document.querySelector('.faults').innerText.includes('too common and easy to guess')", true)
	admin.typed("#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	admin.want("location.pathname", "/people")

	officer, reviewer := a.tab(t, "en"), a.tab(t, "zh")
	officer.openLink(admin.invited("officer", "officer"))
	reviewer.openLink(admin.invited("reviewer", "reviewer", "institution", "远方大学"))

	// The officer has two applications checked, and gives one to the reviewer.
	officer.want("location.pathname", "/")
	officer.follow("#samples")
	officer.wait("document.querySelector('a.hl') !== null")
	checked := eval[string](officer, "location.pathname")
	officer.open("/library")
	officer.follow("#documents a.row-title")
	officer.follow("form[action$='/check'] button")
	other := eval[string](officer, "location.pathname")
	if other == checked || !strings.HasPrefix(other, "/checks/") {
		t.Fatalf("the other check is at %s, the first at %s", other, checked)
	}
	reviewer.want("document.querySelectorAll('#checks .row').length", 0)
	officer.open(checked)
	document := eval[string](officer, "document.querySelector('a[href^=\"/documents/\"]').getAttribute('href').match(/^\\/documents\\/\\d+/)[0]")
	officer.open(document)
	officer.do(chromedp.Evaluate[chromedp.Void]("(s => { s.value = [...s.options].find(o => o.text.startsWith('reviewer')).value })(document.querySelector('#reviewers select'))"))
	officer.follow("#reviewers button.primary")
	officer.want("document.querySelector('#reviewers .shown').innerText.includes('reviewer')", true)

	// The reviewer sets up a second step, which takes the password.
	reviewer.open("/account")
	reviewer.typed("#factor-present", loginPassword)
	reviewer.follow("#factor button")
	reviewer.want("location.pathname", "/account/factor")
	secret := eval[string](reviewer, "document.querySelector('.secret').innerText")
	// A code holds for a minute or less: a browser that takes longer is given another.
	enterCode := func(after time.Duration, taken string) {
		t.Helper()
		reviewer.expected = "the server responded with a status of"
		for range 5 {
			code, err := totp.GenerateCode(secret, time.Now().Add(after))
			if err != nil {
				t.Fatal(err)
			}
			reviewer.typed("#code", code)
			reviewer.follow("form.login button.primary")
			if eval[bool](reviewer, taken) {
				return
			}
		}
		t.Fatalf("no code is taken\n%s", reviewer.shown())
	}
	enterCode(0, "document.querySelector('.recovery') !== null")
	reviewer.want("document.querySelectorAll('.recovery li').length", 10)

	// They see what is theirs, and nothing else.
	reviewer.open("/")
	reviewer.want("[...document.querySelectorAll('#checks a.row-title')].map(a => a.pathname).join()", checked)
	reviewer.expected = "the server responded with a status of"
	reviewer.do(chromedp.Evaluate[chromedp.Void]("window.got = null; Promise.all('" + strings.Join([]string{checked, other, document, "/library", "/people", checked + "/evidence.xml"}, " ") +
		"'.split(' ').map(u => fetch(u).then(r => r.status))).then(all => window.got = all.join(' ')); undefined"))
	reviewer.wait("window.got !== null")
	reviewer.want("window.got", "200 404 200 403 403 403")
	reviewer.follow("#checks a.row-title")
	reviewer.want("location.pathname", checked)

	// The other goes to them by a rule, which says first what it will do.
	officer.open("/selection?do=share&all=1&of=")
	officer.follow("main form button.primary")
	officer.want("document.querySelector('#plan strong')?.innerText", "1 application will get reviewers")
	officer.follow("button[name=plan]")
	officer.want("location.search.includes('did=share')", true)
	reviewer.open("/")
	reviewer.want("document.querySelectorAll('#checks .row').length", 2)

	// Logged out they are strangers; a password alone does not let them in again.
	reviewer.follow(".joined form button")
	reviewer.want("location.pathname", "/login")
	reviewer.open(checked)
	reviewer.want("location.pathname", "/login")
	reviewer.typed("#login", "reviewer", "#password", loginPassword)
	reviewer.follow("form.login button.primary")
	reviewer.want("location.pathname", "/login/code")
	enterCode(30*time.Second, "location.pathname !== '/login/code'") // the one of now was used
	reviewer.want("location.pathname", checked)

	// An administrator ends their log-ins.
	admin.open("/people")
	admin.follow("#people a.row-title[href='" + eval[string](admin, "[...document.querySelectorAll('#people a.row-title')].find(a => a.innerText.startsWith('reviewer')).getAttribute('href')") + "']")
	admin.follow("form[action$='/sessions/end'] button")
	reviewer.open("/")
	reviewer.want("location.pathname", "/login")
}

// TestBrowserProvider logs in by a CAS server in a browser, and out there again.
func TestBrowserProvider(t *testing.T) {
	chromium(t)
	server := providertest.CAS(t, providertest.Person{Login: "zhang", Name: "张三", Groups: []string{"officers"}})
	samlServer := providertest.SAML(t, providertest.Person{Login: "li", Name: "李四", Groups: []string{"auditors"}})
	address := freeAddress(t)
	base, out := serveSaying(t, "--data", t.TempDir(), "--addr", address, "--accounts", "--url", "http://"+address, "--cas-url", server.URL, "--cas-label-en", "Campus card",
		"--saml-metadata", samlServer.URL+"/metadata", "--saml-subject", "uid", "--new-accounts", "--role-rules", "memberOf=officers:officer;eduPersonAffiliation=auditors:auditor")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin := a.tab(t, "en")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")

	officer := a.tab(t, "en")
	officer.expected = "/favicon.ico" // which the server does not have
	officer.open("/library")
	officer.want("document.querySelector('a.way[href^=\"/login/with/cas\"]').innerText", "Campus card")
	officer.follow("a.way[href^='/login/with/cas']")
	officer.typed("[name=username]", "zhang", "[name=password]", providertest.Password)
	officer.follow("button")
	officer.want("location.pathname", "/library")
	officer.want("document.querySelector('[data-part=who]').innerText.includes('张三')", true)
	officer.follow(".joined form button")
	officer.wait("location.pathname === '/login'")
	if server.LoggedIn() {
		t.Error("they are still logged in with the server")
	}

	// SAML posts its answer from another site, without our cookies.
	answer, err := http.Get(base + "/login/with/saml/metadata")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	metadata, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	samlServer.Know(t, metadata)
	auditor := a.tab(t, "en")
	auditor.expected = samlServer.URL + "/favicon.ico"
	auditor.open("/audit")
	auditor.follow("a.way[href^='/login/with/saml']")
	auditor.typed("[name=user]", "li", "[name=password]", providertest.Password)
	auditor.follow("[type=submit]")
	auditor.wait("location.pathname === '/audit'")
	auditor.want("document.querySelector('[data-part=who]').innerText.includes('李四')", true)
}
