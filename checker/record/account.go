package record

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Role is what an account may do; web/rights.go says what that is. The values are
// stable: databases keep them, and mappings of other log-ins name them.
type Role string

// The roles of accounts. An account may have several.
const (
	Administrator Role = "administrator" // people and settings; no applications
	Officer       Role = "officer"       // the library, checks, who reviews what
	Reviewer      Role = "reviewer"      // the applications assigned to them
	RightsRole    Role = "rights"        // claims of authorship of web articles
	Auditor       Role = "auditor"       // reads everything, and the log; changes nothing
)

// Roles returns all roles, in the order in which pages list them.
func Roles() []Role { return []Role{Administrator, Officer, Reviewer, RightsRole, Auditor} }

// AccountState reports whether an account can be used.
type AccountState string

// The states of an account. Accounts are never deleted: decisions name them.
const (
	AccountInvited AccountState = "invited" // has yet to set a password
	AccountActive  AccountState = "active"
	AccountLocked  AccountState = "locked" // by an administrator; nobody logs in
)

// Errors of accounts; test with errors.Is.
var (
	// ErrLoginTaken says that another account has the log-in name, in whatever case.
	ErrLoginTaken = errors.New("the log-in name is taken")
	// ErrLastAdministrator refuses a change that would leave nobody who can log in and
	// look after the accounts.
	ErrLastAdministrator = errors.New("no other administrator is left")
	// ErrHasAccounts refuses to make the first account where there are some already.
	ErrHasAccounts = errors.New("there are accounts already")
)

// Account is somebody who logs in.
type Account struct {
	ID          int64
	Login       string
	Name        string // as decisions and lists show it
	Institution string // for conflicts of interest; "" where they have none or it is not known
	Roles       []Role // in the order of Roles
	State       AccountState
	CreatedAt   time.Time
	SeenAt      time.Time // of the last log-in; zero for none

	// Secrets: neither pages nor logs show them.

	Password string    // argon2id in the PHC form; "" for none
	TOTP     TOTPState // the second factor
	Provider string    // that the account logs in by, such as "oidc"; "" for its password
	Subject  string    // whom the provider knows it as; "" until it has logged in by it
}

// TOTPState is the second factor of an account.
type TOTPState struct {
	Secret   string   // base32; "" where there is none
	LastStep int64    // the time step of the last code that was taken: none is taken twice
	Recovery []string // hashes of the recovery codes that are left
}

// Has reports whether the account has one of the roles.
func (a Account) Has(roles ...Role) bool {
	return slices.ContainsFunc(roles, func(r Role) bool { return slices.Contains(a.Roles, r) })
}

// Signature returns how decisions name the account.
func (a Account) Signature() string {
	if a.Name == "" || a.Name == a.Login {
		return a.Login
	}
	return a.Name + " (" + a.Login + ")"
}

// LoginKey is equal for log-in names that are one.
func LoginKey(login string) string { return strings.ToLower(strings.TrimSpace(login)) }

// JoinRoles writes roles as ReadRoles reads them.
func JoinRoles(roles []Role) string {
	var names []string
	for _, r := range Roles() {
		if slices.Contains(roles, r) {
			names = append(names, string(r))
		}
	}
	return strings.Join(names, ",")
}

// ReadRoles reads roles parted by commas; unknown ones are left out.
func ReadRoles(text string) []Role {
	var out []Role
	parts := strings.Split(text, ",")
	for _, r := range Roles() {
		if slices.ContainsFunc(parts, func(p string) bool { return strings.TrimSpace(p) == string(r) }) {
			out = append(out, r)
		}
	}
	return out
}

// Session is a log-in that has not ended. Its cookie is not stored, only its hash.
type Session struct {
	ID        int64
	Hash      string // lower-case hex SHA-256 of the cookie
	Account   int64
	CreatedAt time.Time
	SeenAt    time.Time
	Address   string // of the browser, when it logged in
	Agent     string // what the browser calls itself
	Pending   bool   // the second factor has yet to come: good for nothing else
	Logout    string // address at which the log-in with its provider is ended too; "" for none
}

// Flow is what somebody has begun and not ended: a log-in of another provider, or a second
// factor. It is used once.
type Flow struct {
	Hash      string // lower-case hex SHA-256 of what comes back with the answer
	Browser   string // the same of the cookie of the browser that began
	Address   string // of that browser
	Provider  string // "" is the second factor of an account
	Kept      string // what the answer is held against
	ExpiresAt time.Time
}

// LinkPurpose says what a one-time link is for.
type LinkPurpose string

// The purposes of links.
const (
	LinkSetup  LinkPurpose = "setup"  // makes the first administrator; of no account
	LinkInvite LinkPurpose = "invite" // sets the first password of an account
	LinkReset  LinkPurpose = "reset"  // sets a new one
)

// Link is a one-time link, which is stored as its hash only.
type Link struct {
	Hash      string
	Purpose   LinkPurpose
	Account   int64 // 0 of LinkSetup
	ExpiresAt time.Time
}

// Token lets a program act for an account, within its scopes and for a time. It is
// stored as its hash only.
type Token struct {
	ID        int64
	Hash      string
	Account   int64
	Name      string
	Scopes    []string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero for never; to the hour
}

// Assignment gives an application to a reviewer, whichever checks of it there are or will
// be.
type Assignment struct {
	Account  Account
	Document int64
	By       string
	At       time.Time
	Due      string // YYYY-MM-DD; "" is none
}

// CheckFilter chooses checks. Zero fields choose all but comparisons of pages of the web.
type CheckFilter struct {
	Reviewer int64      // account to whom the checked document is assigned; 0 is all
	Call     int64      // of the checked document; 0 is whether or not
	State    CheckState // "" is any
	Latest   bool       // the last of its document alone
	Compared bool       // comparisons of pages of the web alone, for which nobody asked; else all but them
	Before   int64      // those with a smaller id; 0 is all
	Limit    int        // 0 is no limit
	Offset   int
}
