package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/auth/provider"
)

// flowLife is how long somebody may take to log in with another provider.
const flowLife = 10 * time.Minute

// Outside is a log-in provider with the rules for what it states about people.
type Outside struct {
	Key      string            // "oidc", "saml" or "cas": accounts are stored with it
	Labels   map[string]string // of its button, by language
	Provider provider.Provider
	// The claims that have a log-in name, a name, and an institution: the first that
	// there is counts.
	Login, Name, Institution []string
	// Roles are those that claims give. Where there are any, an account has at each
	// log-in what they give then; else it keeps what an administrator gave it.
	Roles []RoleRule
	// Default is what an account has to which no rule gives a role, and a new one where
	// there are no rules; none refuses it.
	Default []record.Role
	// Join makes accounts of people who have none; else only those are let in whom an
	// administrator has invited.
	Join bool
}

// RoleRule assigns a role to everybody whose claim has a value.
type RoleRule struct {
	Claim, Value string // the value "*" is any
	Role         record.Role
}

// ReadRoleRule reads CLAIM=VALUE:ROLE.
func ReadRoleRule(text string) (RoleRule, error) {
	claim, rest, ok := strings.Cut(text, "=")
	i := strings.LastIndex(rest, ":")
	if !ok || i <= 0 || claim == "" {
		return RoleRule{}, fmt.Errorf("%q does not say which value of which claim gives which role: write CLAIM=VALUE:ROLE", text)
	}
	role := record.Role(rest[i+1:])
	if !slices.Contains(record.Roles(), role) {
		return RoleRule{}, fmt.Errorf("%q: there is no role %q; the roles are %s", text, role,
			strings.ReplaceAll(record.JoinRoles(record.Roles()), ",", ", "))
	}
	return RoleRule{claim, rest[:i], role}, nil
}

// roles returns the roles that claims assign, in the order of record.Roles.
func (o *Outside) roles(claims provider.Claims) (roles []record.Role) {
	for _, r := range o.Roles {
		if values := claims[r.Claim]; len(values) > 0 && (r.Value == "*" || slices.Contains(values, r.Value)) {
			roles = append(roles, r.Role)
		}
	}
	if len(roles) == 0 {
		roles = o.Default
	}
	return record.ReadRoles(record.JoinRoles(roles))
}

// Errors of log-ins by other providers, beside those of package provider. Whoever gets
// them has proved who they are and may be told.
var (
	// ErrFlow says that a log-in was not begun by this browser, was ended already, or
	// took too long.
	ErrFlow = errors.New("no such log-in has begun")
	// ErrNoRole says that the provider gives somebody no role.
	ErrNoRole = errors.New("the provider gives no role")
	// ErrUninvited says that somebody has no account, and none is made.
	ErrUninvited = errors.New("there is no account")
	// ErrNameTaken says that somebody's log-in name is another account's.
	ErrNameTaken = errors.New("the log-in name is another account's")
	// ErrNoName says that the provider does not say under which name somebody logs in.
	ErrNoName = errors.New("the provider gives no log-in name")
	// ErrLocked says that somebody's account is locked.
	ErrLocked = errors.New("the account is locked")
)

// Outside returns the providers, in the order in which they were named.
func (s *Service) Outside() []Outside { return s.outside }

// OutsideOf returns a provider, or an error that wraps record.ErrNotFound.
func (s *Service) OutsideOf(key string) (*Outside, error) {
	for i := range s.outside {
		if s.outside[i].Key == key {
			return &s.outside[i], nil
		}
	}
	return nil, fmt.Errorf("provider %q: %w", key, record.ErrNotFound)
}

// Passwords reports whether people can log in by passwords of their own here.
func (s *Service) Passwords() bool { return !s.noPasswords }

// flow is the stored state of a started log-in.
type flow struct {
	Kept     string             `json:"kept"`
	To       string             `json:"to"`                 // where the reader wanted to go
	Identity *provider.Identity `json:"identity,omitempty"` // of an answer that was posted
}

// BeginBy begins a log-in by a provider: the browser gets the cookie and goes to location.
// browser is the cookie that it has of another one that it has begun, or "". again asks the
// provider to have them prove it once more.
func (s *Service) BeginBy(ctx context.Context, key, to, browser string, again bool, from Client) (location, cookie string, err error) {
	o, err := s.OutsideOf(key)
	if err != nil {
		return "", "", err
	}
	state, hash := newSecret("")
	begun, err := o.Provider.Begin(ctx, state, again)
	if err != nil {
		return "", "", fmt.Errorf("begin a log-in by %s: %w", key, err)
	}
	if cookie = browser; cookie == "" {
		cookie, _ = newSecret("")
	}
	return begun.Location, cookie, s.putFlow(ctx, record.Flow{Hash: hash, Browser: hashOf(cookie), Address: from.Address, Provider: key},
		flow{Kept: begun.Kept, To: to})
}

func (s *Service) putFlow(ctx context.Context, f record.Flow, what flow) error {
	b, err := json.Marshal(what)
	if err != nil {
		return err
	}
	now := s.clock()
	f.Kept, f.ExpiresAt = string(b), now.Add(flowLife)
	return s.store.PutFlow(ctx, f, now)
}

// AnswerPosted stores an answer that another site made the browser post, without its cookies, and
// returns the state under which LogInBy finds it: the browser must return once more with its
// cookie.
func (s *Service) AnswerPosted(ctx context.Context, key string, answer url.Values) (state string, err error) {
	o, err := s.OutsideOf(key)
	if err != nil {
		return "", err
	}
	state = answer.Get("RelayState")
	f, what, err := s.flow(s.store.TakeFlow(ctx, hashOf(state), s.clock()))
	if err != nil {
		return "", s.refuseBy(ctx, key, 0, err)
	}
	if f.Provider != key {
		return "", s.refuseBy(ctx, key, 0, ErrFlow)
	}
	identity, err := o.Provider.Finish(ctx, state, what.Kept, answer)
	if err != nil {
		return "", s.refuseBy(ctx, key, 0, err)
	}
	what.Identity, what.Kept = &identity, ""
	return state, s.putFlow(ctx, f, what)
}

// flow reads the stored state of a log-in; the error is ErrFlow if there is none.
func (s *Service) flow(f record.Flow, err error) (record.Flow, flow, error) {
	var what flow
	if err == nil {
		err = json.Unmarshal([]byte(f.Kept), &what)
	}
	return f, what, refusal(err, ErrFlow)
}

// LogInBy ends a log-in by a provider with a session, and says where the reader wanted to
// go. browser is the cookie of BeginBy, answer what the browser has come back with. The
// errors are those above and those of package provider.
func (s *Service) LogInBy(ctx context.Context, key, browser string, answer url.Values, from Client) (entry Entry, to string, err error) {
	o, err := s.OutsideOf(key)
	if err != nil {
		return Entry{}, "", err
	}
	state := answer.Get("state")
	f, what, err := s.flow(s.store.TakeFlow(ctx, hashOf(state), s.clock()))
	if err == nil && (f.Provider != key || browser == "" || f.Browser != hashOf(browser)) {
		err = ErrFlow
	}
	if err != nil {
		return Entry{}, "", s.refuseBy(ctx, key, 0, err)
	}
	identity := what.Identity
	if identity == nil {
		x, err := o.Provider.Finish(ctx, state, what.Kept, answer)
		if err != nil {
			return Entry{}, what.To, s.refuseBy(ctx, key, 0, err)
		}
		identity = &x
	}
	a, err := s.accountOf(ctx, o, *identity)
	if err != nil {
		return Entry{}, what.To, s.refuseBy(ctx, key, a.ID, err)
	}
	entry, err = s.beginAs(ctx, a, record.Session{Logout: identity.Logout}, from)
	return entry, what.To, err
}

// refuseBy records that somebody was not let in by a provider, and returns the reason.
func (s *Service) refuseBy(ctx context.Context, key string, account int64, reason error) error {
	known := false
	for _, x := range []error{
		ErrFlow, ErrNoRole, ErrUninvited, ErrNameTaken, ErrNoName, ErrLocked, record.ErrLastAdministrator, provider.ErrAnswer,
		provider.ErrCancelled,
	} {
		known = known || errors.Is(reason, x)
	}
	if !known { // a fault of ours or of the provider
		return reason
	}
	act := audit.Act{Action: audit.LogInRefused, Subject: audit.SubjectAccount, ID: account, Detail: map[string]string{"provider": key}}
	return errors.Join(reason, s.store.Record(ctx, act))
}

// accountOf finds or makes the account of somebody, and takes over what the provider says
// of them. An account that is refused comes with the error.
func (s *Service) accountOf(ctx context.Context, o *Outside, who provider.Identity) (record.Account, error) {
	a, err := s.store.AccountBy(ctx, o.Key, who.Subject)
	if errors.Is(err, record.ErrNotFound) {
		a, err = s.firstTime(ctx, o, who)
	}
	if err != nil {
		return a, err
	}
	if a.State == record.AccountLocked {
		return a, ErrLocked
	}
	was := a
	if name := nameIn(who.Claims, o.Name); name != "" {
		a.Name = name
	}
	if institution := line(first(who.Claims, o.Institution)); institution != "" {
		a.Institution = institution
	}
	if len(o.Roles) > 0 {
		if a.Roles = o.roles(who.Claims); len(a.Roles) == 0 {
			return was, ErrNoRole
		}
	}
	if a.Name == was.Name && a.Institution == was.Institution && slices.Equal(a.Roles, was.Roles) {
		return a, nil
	}
	if err := s.store.SetAccount(ctx, a); err != nil {
		return was, err
	}
	return a, nil
}

// firstTime returns the account of somebody who logs in by a provider for the first time: that
// to which they are invited under their log-in name or, where accounts are made, a new one.
func (s *Service) firstTime(ctx context.Context, o *Outside, who provider.Identity) (record.Account, error) {
	login, err := CleanLogin(first(who.Claims, o.Login))
	isEmail := record.LoginKey(login) == record.LoginKey(who.Claims.First("email"))
	if err != nil || isEmail && who.Claims.First("email_verified") == "false" { // anyone may state any address
		return record.Account{}, ErrNoName
	}
	roles := o.roles(who.Claims)
	if len(o.Roles) > 0 && len(roles) == 0 {
		return record.Account{}, ErrNoRole
	}
	a, err := s.store.AccountOf(ctx, login)
	switch {
	case err == nil && a.State == record.AccountLocked && a.Provider == o.Key && a.Subject == "":
		return a, ErrLocked
	case err == nil && a.Provider == o.Key && a.Subject == "":
		if err := s.store.Bind(ctx, a.ID, o.Key, who.Subject); err != nil {
			return a, refusal(err, ErrNameTaken) // by somebody else, meanwhile
		}
		return s.store.Account(ctx, a.ID)
	case err == nil: // of somebody who logs in otherwise
		return a, ErrNameTaken
	case !errors.Is(err, record.ErrNotFound):
		return record.Account{}, err
	case !o.Join:
		return record.Account{}, ErrUninvited
	case len(roles) == 0:
		return record.Account{}, ErrNoRole
	}
	a = record.Account{
		Login: login, Name: nameIn(who.Claims, o.Name), Institution: line(first(who.Claims, o.Institution)),
		Roles: roles, State: record.AccountActive, Provider: o.Key, Subject: who.Subject,
	}
	id, err := s.store.AddAccount(ctx, a, false)
	if errors.Is(err, record.ErrLoginTaken) {
		return record.Account{}, ErrNameTaken
	}
	if err != nil {
		return record.Account{}, err
	}
	s.known.Store(true)
	return s.store.Account(ctx, id)
}

// first returns the first value of the first of some claims that there is.
func first(claims provider.Claims, names []string) string {
	for _, name := range names {
		if value := strings.TrimSpace(claims.First(name)); value != "" {
			return value
		}
	}
	return ""
}

// nameIn returns the name from a provider: from the configured claims, or else the family name and the given name
// in the order of their script.
func nameIn(claims provider.Claims, names []string) string {
	if name := line(first(claims, names)); name != "" {
		return name
	}
	family, given := line(claims.First("family_name")), line(claims.First("given_name"))
	if family == "" || given == "" {
		return family + given
	}
	if strings.ContainsFunc(family+given, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hangul) }) {
		return line(family + given)
	}
	return line(given + " " + family)
}

// mostLine bounds the characters of a name from a provider.
const mostLine = MostName

// line cleans a text from a provider: one line, no longer than what people may type.
func line(text string) string {
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	if runes := []rune(text); len(runes) > mostLine {
		text = strings.TrimSpace(string(runes[:mostLine]))
	}
	return text
}

// InviteBy makes an account whose owner logs in by a provider under its log-in name. The
// errors are ErrLogin and record.ErrLoginTaken, and record.ErrNotFound for the provider.
func (s *Service) InviteBy(ctx context.Context, key string, a record.Account) (id int64, err error) {
	if _, err := s.OutsideOf(key); err != nil {
		return 0, err
	}
	if a.Login, err = CleanLogin(a.Login); err != nil {
		return 0, err
	}
	a.State, a.Password, a.Provider, a.Subject = record.AccountInvited, "", key, ""
	return s.store.AddAccount(ctx, a, false)
}

// SetProvider changes how an account logs in from now on: by a provider, "" for a password. It
// removes the password and the binding to the former provider and ends sessions and links; the
// account is invited until it has logged in. The error is ErrNotFound if it is locked,
// ErrLastAdministrator if nobody could manage accounts any more.
func (s *Service) SetProvider(ctx context.Context, account int64, key string) error {
	if key != "" {
		if _, err := s.OutsideOf(key); err != nil {
			return err
		}
	}
	return s.store.SetProvider(ctx, account, key)
}
