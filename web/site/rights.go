package site

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// Audience says who may use a route.
type Audience int

// The audiences.
const (
	ByRole   Audience = iota // who has one of the roles
	ByPeople                 // likewise, and nobody where there are no accounts
	Everyone                 // nobody needs to have logged in
	Stranger                 // the way in: nobody needs to have logged in; not where there are no accounts
	First                    // makes the first account; only where there are none
	Member                   // who has logged in, whatever their roles
	Local                    // only where there are no accounts
)

// Scope is what a token must be for; "" is nothing that a program may do.
type Scope string

// The scopes of tokens.
const (
	ScopeRead    Scope = "read"    // whatever its account may see
	ScopeCheck   Scope = "check"   // have applications checked
	ScopeLibrary Scope = "library" // change the library, forms and roles of sections
	ScopeDecide  Scope = "decide"
	// ScopeAddresses is for asking what is known of addresses of the web, and handing them in.
	ScopeAddresses Scope = "addresses"
	// ScopeLink is for links by which others read a report without an account.
	ScopeLink Scope = "link"
)

// Scopes returns all scopes, in the order in which pages list them.
func Scopes() []Scope {
	return []Scope{ScopeRead, ScopeCheck, ScopeLibrary, ScopeDecide, ScopeAddresses, ScopeLink}
}

// RowRule reports whether a reviewer may have the row that a request names; the error
// wraps record.ErrNotFound where not, as if it were not there.
type RowRule func(s *Site, c *gin.Context, v *Viewer) error

// Right is one line of a table of rights: for whom a route is. A reviewer needs a rule
// of rows: without one the route is not for them.
type Right struct {
	Does     Operation
	Who      Audience
	Roles    []record.Role
	Reviewer RowRule
	Scope    Scope
	// Foreign lets pages of other sites post to it, as a provider of log-ins has browsers do.
	Foreign bool
}

// Rights is a table of rights, by Route.Line. The middleware asks it before every
// route, templates before they show what leads to one (function may), lists before
// they list.
type Rights map[string]Right

// check fails where table and routes do not name the same.
func (t Rights) check(routes []Route) error {
	left := maps.Clone(t)
	var faults []error
	for _, r := range routes {
		if _, ok := t[r.Line()]; !ok {
			faults = append(faults, fmt.Errorf("%s has no line in the table of rights", r.Line()))
		}
		if err := t[r.Line()].fits(r.Line()); err != nil {
			faults = append(faults, err)
		}
		delete(left, r.Line())
	}
	for _, line := range slices.Sorted(maps.Keys(left)) {
		faults = append(faults, fmt.Errorf("the table of rights has a line for %s, which is no route", line))
	}
	return errors.Join(faults...)
}

// allow reports whether the reader of a request may have its route.
func (s *Site) allow(c *gin.Context, r Right) error {
	if r.Who == Everyone {
		return nil
	}
	v, err := s.viewer(c)
	if err != nil {
		return err
	}
	switch {
	case v.state == noAccounts && (!v.Holds(r) || r.Who == First && s.config.Auth == nil):
		return errNoRoute // there is nobody to log in, and nobody's account
	case v.state == noAccounts:
		return nil
	case r.Who == Local, r.Who == First && v.state != setup:
		return errNoRoute
	case r.Who == First:
		return nil
	case v.state == setup:
		return errSetup
	case r.Who == Stranger:
		return nil
	case !v.LoggedIn():
		return errLogin
	case v.lacks(r):
		return errScope
	case !v.Holds(r):
		return errForbidden
	case r.Who != Member && !v.Account.Has(r.Roles...):
		return r.Reviewer(s, c, v.asReviewer())
	}
	return nil
}

// asReviewer returns a reader who has a route as a reviewer alone: what else they are shows them more, and lets them do
// nothing to it.
func (v *Viewer) asReviewer() *Viewer {
	alone := *v
	alone.Account.Roles = []record.Role{record.Reviewer}
	return &alone
}

// Holds reports whether a reader may have routes of a line at all; which rows is another
// question.
func (v *Viewer) Holds(r Right) bool {
	switch {
	case v.state == noAccounts:
		return r.Who != Stranger && r.Who != ByPeople && (r.Who != Member || r.Scope != "")
	case r.Who == Everyone:
		return true
	case r.Who == Stranger:
		return v.state == accounts
	case r.Who == First:
		return v.state == setup
	case r.Who == Local, !v.LoggedIn():
		return false
	case v.lacks(r):
		return false
	case r.Who == Member:
		return true
	}
	return v.Account.Has(r.Roles...) || r.Reviewer != nil && v.Account.Has(record.Reviewer)
}

// lacks reports whether a reader uses a token that is not for routes of a line.
func (v *Viewer) lacks(r Right) bool {
	return v.scopes != nil && (r.Scope == "" || !slices.Contains(v.scopes, string(r.Scope)))
}

// May reports whether a reader may have the route of a line, as "GET /checks"; handlers
// and templates ask it before they show what leads there. A line that is not in the
// table fails.
func (v *Viewer) May(line string) (bool, error) {
	r, ok := v.rights[line]
	if !ok {
		return false, fmt.Errorf("no route %q", line)
	}
	return v.Holds(r), nil
}
