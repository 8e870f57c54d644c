package auth_test

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/web/auth"
	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
)

const answer = "http://zhiwen.test/login/with/cas/answer"

var here = auth.Client{Address: "192.0.2.1", Agent: "test"}

// university is a log-in over a real store and a real CAS server.
type university struct {
	*auth.Service
	server *providertest.CASServer
	store  *library.Store
	clock  time.Time
}

func setUp(t *testing.T, change func(*auth.Outside), people ...providertest.Person) *university {
	t.Helper()
	u := &university{server: providertest.CAS(t, people...), store: librarytest.Open(t, librarytest.SQLite(t)), clock: time.Now()}
	p, err := provider.NewCAS(provider.CASConfig{Server: u.server.URL, Answer: answer})
	if err != nil {
		t.Fatal(err)
	}
	o := auth.Outside{Key: "cas", Provider: p, Login: []string{"uid", "user"}, Name: []string{"displayName"}, Institution: []string{"organization"}}
	if change != nil {
		change(&o)
	}
	u.Service = auth.New(u.store, func() time.Time { return u.clock }, auth.WithOutside(o))
	return u
}

// come takes a browser through the server, and returns its cookie and what it comes back
// with.
func (u *university) come(t *testing.T, login string) (cookie string, back url.Values) {
	t.Helper()
	location, cookie, err := u.BeginBy(t.Context(), "cas", "/checks/1", "", false, here)
	if err != nil {
		t.Fatal(err)
	}
	return cookie, u.server.LogIn(t, providertest.Browser(t), location, answer, login).Query()
}

func (u *university) logIn(t *testing.T, login string) (auth.Entry, error) {
	t.Helper()
	cookie, back := u.come(t, login)
	entry, to, err := u.LogInBy(t.Context(), "cas", cookie, back, here)
	if err == nil && to != "/checks/1" {
		t.Errorf("it leads to %q", to)
	}
	return entry, err
}

// acts returns what was recorded of accounts, oldest first.
func (u *university) acts(t *testing.T) (out []string) {
	t.Helper()
	entries, _, err := u.store.Entries(t.Context(), audit.Filter{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(entries)
	for _, e := range entries {
		out = append(out, strings.Join(strings.Fields(string(e.Act.Action)+" "+e.Act.Detail["what"]+" "+e.Act.Detail["roles"]+" "+e.Act.Detail["provider"]), " "))
	}
	return out
}

func rule(t *testing.T, text string) auth.RoleRule {
	t.Helper()
	r, err := auth.ReadRoleRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var zhang = providertest.Person{Login: "zhang", Name: "张三", Institution: "某大学", Groups: []string{"a:b=officers"}}

// Accounts are made at the first log-in where they are, and what the provider says is taken
// over at each.
func TestJoin(t *testing.T) {
	u := setUp(t, func(o *auth.Outside) {
		o.Join, o.Roles = true, []auth.RoleRule{rule(t, "memberOf=a:b=officers:officer"), rule(t, "memberOf=audit:auditor")}
	}, zhang)
	first, err := u.logIn(t, "zhang")
	if err != nil {
		t.Fatal(err)
	}
	want := record.Account{ID: first.Account.ID, Login: "zhang", Name: "张三", Institution: "某大学", Roles: []record.Role{record.Officer}, State: record.AccountActive}
	got := first.Account
	if got.Provider != "cas" || got.Subject != u.server.URL+"|zhang" || first.Pending {
		t.Errorf("account %+v", got)
	}
	got.Provider, got.Subject, got.CreatedAt, got.SeenAt = "", "", time.Time{}, time.Time{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, a, err := u.Session(t.Context(), first.Cookie); err != nil || a.ID != want.ID {
		t.Errorf("session of %+v, %v", a, err)
	}
	if elsewhere, err := u.Elsewhere(t.Context(), first.Cookie); err != nil || elsewhere != u.server.URL+"/logout" {
		t.Errorf("it is ended at %q, %v", elsewhere, err)
	}
	// What an administrator changes by hand, the provider says otherwise.
	changed := first.Account
	changed.Roles, changed.Name = []record.Role{record.Reviewer}, "王五"
	if err := u.store.SetAccount(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	again, err := u.logIn(t, "zhang")
	if err != nil || again.Account.ID != want.ID || again.Account.Name != "张三" || !again.Account.Has(record.Officer) || again.Account.Has(record.Reviewer) {
		t.Errorf("again: %+v, %v", again.Account, err)
	}
	if diff := cmp.Diff([]string{"add officer", "log-in", "change reviewer", "change officer", "log-in"}, u.acts(t)); diff != "" {
		t.Errorf("recorded: %s", diff)
	}
}

func TestRefused(t *testing.T) {
	people := []providertest.Person{
		zhang, {Login: "guest"}, {Login: "with space"}, {Login: "taken"}, {Login: "locked", Groups: []string{"officers"}}, {Login: "uninvited", Groups: []string{"officers"}},
	}
	invited := setUp(t, func(o *auth.Outside) { o.Roles = []auth.RoleRule{rule(t, "memberOf=officers:officer")} }, people...)
	joining := setUp(t, func(o *auth.Outside) { o.Join = true }, people...)
	for _, u := range []*university{invited, joining} {
		if _, _, err := u.Invite(t.Context(), record.Account{Login: "Taken", Roles: []record.Role{record.Officer}}); err != nil {
			t.Fatal(err)
		}
		id, err := u.InviteBy(t.Context(), "cas", record.Account{Login: "locked", Roles: []record.Role{record.Officer}})
		if err != nil {
			t.Fatal(err)
		}
		a, err := u.Account(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		a.State = record.AccountLocked
		if err := u.SetAccount(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		u     *university
		login string
		want  error
	}{
		{invited, "guest", auth.ErrNoRole}, {invited, "uninvited", auth.ErrUninvited}, {invited, "locked", auth.ErrLocked},
		{joining, "zhang", auth.ErrNoRole}, {joining, "with space", auth.ErrNoName}, {joining, "taken", auth.ErrNameTaken}, {joining, "locked", auth.ErrLocked},
	} {
		before := len(c.u.acts(t))
		entry, err := c.u.logIn(t, c.login)
		if !errors.Is(err, c.want) || entry.Cookie != "" {
			t.Errorf("%s: %+v, %v; want %v", c.login, entry, err, c.want)
		}
		if acts := c.u.acts(t); len(acts) != before+1 || acts[before] != "log-in-refused cas" {
			t.Errorf("%s: recorded %v", c.login, acts[before:])
		}
	}
	if accounts, err := joining.Accounts(t.Context()); err != nil || len(accounts) != 2 {
		t.Errorf("accounts %v, %v", accounts, err)
	}
}

// Who is invited gets their account, with the roles that the administrator gave it; and it
// is theirs from then on, whatever name others get there.
func TestInvited(t *testing.T) {
	u := setUp(t, nil, zhang)
	id, err := u.InviteBy(t.Context(), "cas", record.Account{Login: "Zhang", Roles: []record.Role{record.Reviewer}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.LogIn(t.Context(), "zhang", providertest.Password, here); !errors.Is(err, auth.ErrRefused) {
		t.Errorf("by a password here: %v", err)
	}
	entry, err := u.logIn(t, "zhang")
	if err != nil || entry.Account.ID != id || entry.Account.State != record.AccountActive || !entry.Account.Has(record.Reviewer) || entry.Account.Institution != "某大学" {
		t.Fatalf("%+v, %v", entry.Account, err)
	}
	// The same name at another server is somebody else.
	other := providertest.CAS(t, zhang)
	p, err := provider.NewCAS(provider.CASConfig{Server: other.URL, Answer: answer})
	if err != nil {
		t.Fatal(err)
	}
	moved := &university{server: other, store: u.store, Service: auth.New(u.store, nil, auth.WithOutside(auth.Outside{Key: "cas", Provider: p, Login: []string{"user"}, Join: true, Default: []record.Role{record.Officer}}))}
	if _, err := moved.logIn(t, "zhang"); !errors.Is(err, auth.ErrNameTaken) {
		t.Errorf("by another server: %v", err)
	}
	if _, err := u.InviteBy(t.Context(), "saml", record.Account{Login: "x"}); !errors.Is(err, record.ErrNotFound) {
		t.Errorf("by a provider that is not there: %v", err)
	}
}

// The last administrator does not lose the role by what a provider says.
func TestLastAdministrator(t *testing.T) {
	u := setUp(t, func(o *auth.Outside) {
		o.Join, o.Roles = true, []auth.RoleRule{rule(t, "memberOf=a:b=officers:officer"), rule(t, "user=root:administrator")}
	}, zhang)
	if _, err := u.logIn(t, "zhang"); err != nil {
		t.Fatal(err)
	}
	a, err := u.store.AccountOf(t.Context(), "zhang")
	if err != nil {
		t.Fatal(err)
	}
	a.Roles = []record.Role{record.Administrator}
	if err := u.SetAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := u.logIn(t, "zhang"); !errors.Is(err, record.ErrLastAdministrator) {
		t.Errorf("%v", err)
	}
	if a, err := u.Account(t.Context(), a.ID); err != nil || !a.Has(record.Administrator) {
		t.Errorf("%+v, %v", a, err)
	}
}

// A log-in is of the browser that began it, once, and not for long.
func TestFlowIsOfOneBrowser(t *testing.T) {
	u := setUp(t, func(o *auth.Outside) { o.Join, o.Default = true, []record.Role{record.Officer} }, zhang)
	try := func(key, cookie string, back url.Values) error {
		_, _, err := u.LogInBy(t.Context(), key, cookie, back, here)
		return err
	}
	_, back := u.come(t, "zhang")
	if err := try("cas", "", back); !errors.Is(err, auth.ErrFlow) {
		t.Errorf("by a browser without a cookie: %v", err)
	}
	_, back = u.come(t, "zhang")
	other, _ := u.come(t, "zhang")
	if err := try("cas", other, back); !errors.Is(err, auth.ErrFlow) {
		t.Errorf("by another browser: %v", err)
	}
	cookie, back := u.come(t, "zhang")
	if err := try("cas", cookie, back); err != nil {
		t.Fatal(err)
	}
	if err := try("cas", cookie, back); !errors.Is(err, auth.ErrFlow) {
		t.Errorf("the same answer again: %v", err)
	}
	cookie, back = u.come(t, "zhang")
	u.clock = u.clock.Add(11 * time.Minute)
	if err := try("cas", cookie, back); !errors.Is(err, auth.ErrFlow) {
		t.Errorf("too late: %v", err)
	}
	if err := try("cas", cookie, url.Values{"ticket": {"ST-1"}}); !errors.Is(err, auth.ErrFlow) {
		t.Errorf("unsolicited: %v", err)
	}
	if err := try("oidc", cookie, back); !errors.Is(err, record.ErrNotFound) {
		t.Errorf("by a provider that is not there: %v", err)
	}
	// Two tabs of a browser have one cookie.
	_, one, err := u.BeginBy(t.Context(), "cas", "/", "", false, here)
	if err != nil {
		t.Fatal(err)
	}
	if _, two, err := u.BeginBy(t.Context(), "cas", "/", one, false, here); err != nil || two != one {
		t.Errorf("another tab: %v", err)
	}
}

// Passwords that are switched off open nothing, but a link of the command line does.
func TestWithoutPasswords(t *testing.T) {
	store := librarytest.Open(t, librarytest.SQLite(t))
	with := auth.New(store, nil)
	_, key, err := with.Invite(t.Context(), record.Account{Login: "root", Roles: []record.Role{record.Administrator}})
	if err != nil {
		t.Fatal(err)
	}
	const password = "correct horse battery"
	entry, err := with.UseLink(t.Context(), key, password, here)
	if err != nil {
		t.Fatal(err)
	}
	without := auth.New(store, nil, auth.WithoutPasswords())
	if _, err := without.LogIn(t.Context(), "root", password, here); !errors.Is(err, auth.ErrNoPasswords) {
		t.Errorf("by a password: %v", err)
	}
	if key, err = with.Recover(t.Context(), entry.Account); err != nil {
		t.Fatal(err)
	}
	if _, err := without.UseLink(t.Context(), key, password, here); err != nil {
		t.Errorf("by a link: %v", err)
	}
}

// A shared address at which much fails shuts nobody out who has logged in there, nor a name
// its owner; who guesses is slowed down.
func TestSharedAddress(t *testing.T) {
	testrun.NeedWhole(t)
	clock := time.Now()
	s := auth.New(librarytest.Open(t, librarytest.SQLite(t)), func() time.Time { return clock })
	const password = "correct horse battery"
	nat, home := auth.Client{Address: "192.0.2.7"}, auth.Client{Address: "198.51.100.1"}
	for login, from := range map[string]auth.Client{"regular": nat, "new": home} {
		_, key, err := s.Invite(t.Context(), record.Account{Login: login, Roles: []record.Role{record.Officer}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.UseLink(t.Context(), key, password, from); err != nil {
			t.Fatal(err)
		}
	}
	try := func(login string, from auth.Client) (waits bool) {
		t.Helper()
		_, err := s.LogIn(t.Context(), login, password, from)
		var waiting *auth.WaitError
		if err != nil && !errors.As(err, &waiting) {
			t.Fatalf("%s at %s: %v", login, from.Address, err)
		}
		return err != nil
	}
	fail := func(login string, from auth.Client) (waits bool) {
		t.Helper()
		_, err := s.LogIn(context.WithoutCancel(t.Context()), login, "wrong password", from)
		return !errors.Is(err, auth.ErrRefused)
	}
	slowed := 0
	for i := range 130 { // a password tried on many names
		if fail("victim"+string(rune('一'+i)), nat) {
			slowed++
		}
	}
	if slowed < 20 {
		t.Errorf("of 130 guesses at an address %d had to wait", slowed)
	}
	if try("regular", nat) {
		t.Error("who has logged in there has to wait for others")
	}
	if !try("new", nat) {
		t.Error("who was never there does not wait")
	}
	clock = clock.Add(2 * time.Minute)
	if try("new", nat) {
		t.Error("they wait for more than a minute")
	}
	slowed = 0
	for i := range 60 { // a name tried from many addresses
		if fail("regular", auth.Client{Address: "203.0.113." + string(rune('一'+i))}) {
			slowed++
		}
	}
	if slowed < 20 {
		t.Errorf("of 60 guesses at a name %d had to wait", slowed)
	}
	if try("regular", nat) {
		t.Error("the owner of a name waits at their own address")
	}
	for range 10 {
		fail("regular", nat)
	}
	if !try("regular", nat) {
		t.Error("a name at an address is guessed at without end")
	}
}

func TestNewPassword(t *testing.T) {
	for password, want := range map[string]auth.PasswordFault{
		"short": auth.PasswordShort, "": auth.PasswordShort, strings.Repeat("ab12c", 50): auth.PasswordLong, "aaaaaaaaaaaa": auth.PasswordSame, "12121212121212": auth.PasswordSame,
		"I am zhang": auth.PasswordLogin, "xxZHANG1234yy": auth.PasswordLogin, "1234567890": auth.PasswordCommon, "qwertyuiop": auth.PasswordCommon, "Password123!": auth.PasswordCommon,
		"1qaz2wsx3edc": auth.PasswordCommon, "abcdefghij1": auth.PasswordCommon, "woaini1314520": auth.PasswordCommon, "\xff\xfe12345678901": auth.PasswordShort,
		"correct horse battery": "", "一二三四五六七八九十": "", "wT7#kq92Lm": "", "我们的密码很长也很好": "",
	} {
		err := auth.NewPassword("Zhang", password)
		var fault *auth.PasswordError
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", password, err)
		case want != "" && (!errors.As(err, &fault) || fault.Fault != want || !errors.Is(err, auth.ErrPassword)):
			t.Errorf("%q: %v, want %s", password, err, want)
		}
	}
}

func TestReadRoleRule(t *testing.T) {
	got := rule(t, "urn:oid:1.3.6=urn:mace:zhiwen:x=y:officer")
	if diff := cmp.Diff(auth.RoleRule{Claim: "urn:oid:1.3.6", Value: "urn:mace:zhiwen:x=y", Role: record.Officer}, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "groups", "groups=officers", "groups=officers:boss", "=a:officer", "groups=:officer", "groups:officer"} {
		if r, err := auth.ReadRoleRule(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, r)
		}
	}
}

// A provider that is away is no refusal: it is not recorded as one.
func TestAway(t *testing.T) {
	u := setUp(t, nil, zhang)
	cookie, back := u.come(t, "zhang")
	p, err := provider.NewCAS(provider.CASConfig{Server: "http://127.0.0.1:1", Answer: answer})
	if err != nil {
		t.Fatal(err)
	}
	s := auth.New(u.store, nil, auth.WithOutside(auth.Outside{Key: "cas", Provider: p, Login: []string{"user"}}))
	if _, _, err := s.LogInBy(t.Context(), "cas", cookie, back, here); !errors.Is(err, provider.ErrUnreachable) {
		t.Errorf("%v", err)
	}
	if acts := u.acts(t); len(acts) != 0 {
		t.Errorf("recorded %v", acts)
	}
}

// An invitation is found whatever its case, and whatever blanks were typed around it.
func TestInvitedInAnyCase(t *testing.T) {
	u := setUp(t, nil, zhang)
	id, err := u.InviteBy(t.Context(), "cas", record.Account{Login: "  ZHANG\u3000", Roles: []record.Role{record.Reviewer}})
	if err != nil {
		t.Fatal(err)
	}
	if entry, err := u.logIn(t, "zhang"); err != nil || entry.Account.ID != id {
		t.Errorf("account %+v, %v", entry.Account, err)
	}
}
