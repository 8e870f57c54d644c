package site

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"zhiwen/checker/record"
)

// Operation is what a route does. Each is for certain roles and scopes, whatever its route: a line of a table of rights may
// be for fewer, never for more.
type Operation string

// The operations.
const (
	Read    Operation = ""         // look at what there is, or take a copy of it
	Export  Operation = "export"   // have a file made of what one may read
	Own     Operation = "own"      // look after what is one's own: views, claims, password, tokens
	Enter   Operation = "enter"    // log in and out, and choose a language
	Check   Operation = "check"    // have applications checked
	Shelve  Operation = "shelve"   // change the library, forms and roles of sections
	Decide  Operation = "decide"   // decide, and give opinions
	HandOut Operation = "hand out" // let others see applications: reviewers, and people with a link
	Delete  Operation = "delete"   // delete applications, checks and evidence
	Set     Operation = "set"      // set up calls, sites, repositories, folders, webhooks and how the program works
	Lead    Operation = "lead"     // look after accounts
	Judge   Operation = "judge"    // decide about claims
	Ask     Operation = "ask"      // ask about addresses of the web
)

// permission is who may do something: roles, reviewers for what is assigned to them, and tokens of scopes. Nil roles are all.
type permission struct {
	roles    []record.Role
	reviewer bool
	scopes   []Scope
}

// permitted lists who may perform each operation.
var permitted = map[Operation]permission{
	Read:    {reviewer: true, scopes: Scopes()},
	Export:  {roles: Readers, scopes: []Scope{ScopeRead}},
	Own:     {reviewer: true},
	Enter:   {},
	Check:   {roles: []record.Role{record.Officer}, scopes: []Scope{ScopeCheck}},
	Shelve:  {roles: []record.Role{record.Officer}, scopes: []Scope{ScopeLibrary}},
	Decide:  {roles: []record.Role{record.Officer}, reviewer: true, scopes: []Scope{ScopeDecide}},
	HandOut: {roles: []record.Role{record.Officer}, reviewer: true, scopes: []Scope{ScopeLink}},
	Delete:  {roles: []record.Role{record.Officer}, scopes: []Scope{ScopeCheck, ScopeLibrary}},
	Set:     {roles: []record.Role{record.Officer, record.Administrator}, scopes: []Scope{ScopeLibrary}},
	Lead:    {roles: []record.Role{record.Administrator}},
	Judge:   {roles: []record.Role{record.RightsRole, record.Administrator}},
	Ask:     {roles: []record.Role{record.Officer, record.Administrator, record.RightsRole}, scopes: []Scope{ScopeAddresses}},
}

// fits returns the fault of a line of the table of rights: a route that changes something must name what it does, and
// must not be open to people who may not do that.
func (r Right) fits(line string) error {
	d, known := permitted[r.Does]
	method, _, _ := strings.Cut(line, " ")
	reads := method == http.MethodGet || method == http.MethodOptions
	stranger := func(role record.Role) bool { return !slices.Contains(d.roles, role) }
	switch {
	case !known || reads != (r.Does == Read):
		return fmt.Errorf("%s does not say what it does", line)
	case d.roles != nil && (r.Who == Member || slices.ContainsFunc(r.Roles, stranger)), r.Reviewer != nil && !d.reviewer:
		return fmt.Errorf("%s is for some who may not %s", line, r.Does)
	case r.Scope != "" && !slices.Contains(d.scopes, r.Scope):
		return fmt.Errorf("%s is for tokens that may not %s", line, r.Does)
	}
	return nil
}

// MayDo reports whether a reader may do something to every application, in a route that is for others too; the error says
// why not.
func (v *Viewer) MayDo(what Operation) error {
	d := permitted[what]
	token := func(s Scope) bool { return slices.Contains(v.scopes, string(s)) }
	switch {
	case v.state == noAccounts:
		return nil
	case v.scopes != nil && !slices.ContainsFunc(d.scopes, token):
		return errScope
	case !v.Account.Has(d.roles...):
		return errForbidden
	}
	return nil
}
