package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// This file is the one place that says who may do and see what: the table of rights,
// route by route, and the rules of rows below it. The middleware asks it before every
// route, templates before they show what leads to one (functions: may), lists before
// they list.

// audience is for whom a route is.
type audience int

const (
	byRole   audience = iota // who has one of the roles
	byPeople                 // likewise, and nobody where there are no accounts
	everyone                 // nobody needs to have logged in
	stranger                 // the way in: nobody needs to have logged in; not where there are no accounts
	first                    // makes the first account; only where there are none
	member                   // who has logged in, whatever their roles
	local                    // only where there are no accounts
)

// scope is what a token must be for; "" is nothing that a program may do.
type scope string

// The scopes of tokens.
const (
	scopeRead    scope = "read"    // whatever its account may see
	scopeCheck   scope = "check"   // have applications checked
	scopeLibrary scope = "library" // change the library, forms and roles of sections
	scopeDecide  scope = "decide"
)

// scopes is all of them, in the order in which pages list them.
func scopes() []scope { return []scope{scopeRead, scopeCheck, scopeLibrary, scopeDecide} }

// rowRule says whether a reviewer may have the row that a request names; the error
// wraps record.ErrNotFound where not, as if it were not there.
type rowRule func(s *site, c *gin.Context, v *viewer) error

// right is one line of the table: for whom a route is. A reviewer needs a rule of rows:
// without one the route is not for them.
type right struct {
	who      audience
	roles    []record.Role
	reviewer rowRule
	scope    scope
}

var (
	// readers see every application.
	readers = []record.Role{record.Officer, record.Auditor}
	// keepers change the library and have applications checked.
	keepers = []record.Role{record.Officer}
	// watchers read the record of who did what.
	watchers = []record.Role{record.Auditor}
	// leaders look after accounts.
	leaders = []record.Role{record.Administrator}
)

// rights is the table. A route without a line does not start, nor does a line without
// a route.
var rights = map[string]right{
	"GET /":       {who: member, scope: scopeRead},
	"GET /checks": {roles: readers, reviewer: listed, scope: scopeRead},

	"POST /checks":  {roles: keepers, scope: scopeCheck},
	"POST /samples": {roles: keepers, scope: scopeLibrary},

	"GET /checks/:id":                                     {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/matches/:match":                      {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/sources/:source":                     {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/pages":                               {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/pages/:page/picture":                 {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/report.html":                         {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/report.pdf":                          {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/sources.csv":                         {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/matches.csv":                         {roles: readers, reviewer: ofCheck, scope: scopeRead},
	"GET /checks/:id/sources/:source/pages":               {roles: readers, scope: scopeRead}, // whole pages of a source
	"GET /checks/:id/evidence.xml":                        {roles: readers, scope: scopeRead}, // signed: nothing of a source can be left out
	"GET /checks/:id/decided.xml":                         {roles: readers, scope: scopeRead},
	"POST /checks/:id/decisions":                          {roles: keepers, reviewer: ofCheck, scope: scopeDecide},
	"POST /checks/:id/cancel":                             {roles: keepers, scope: scopeCheck},
	"POST /checks/:id/retry":                              {roles: keepers, scope: scopeCheck},
	"POST /checks/:id/delete":                             {roles: keepers, scope: scopeCheck},
	"GET /checks/:id/sources/:source/pages/:page/picture": {roles: readers, scope: scopeRead},

	"GET /library":            {roles: readers, scope: scopeRead},
	"POST /library":           {roles: keepers, scope: scopeLibrary},
	"GET /forms":              {roles: readers, scope: scopeRead},
	"POST /forms":             {roles: keepers, scope: scopeLibrary},
	"GET /templates":          {roles: readers, scope: scopeRead},
	"GET /roles":              {roles: readers, scope: scopeRead},
	"POST /roles":             {roles: keepers, scope: scopeLibrary},
	"POST /roles/:id":         {roles: keepers, scope: scopeLibrary},
	"POST /roles/:id/end":     {roles: keepers, scope: scopeLibrary},
	"GET /documents/:id":      {roles: readers, reviewer: ofDocument, scope: scopeRead},
	"GET /documents/:id/file": {roles: readers, reviewer: ofDocument, scope: scopeRead},

	"POST /documents/:id/check":                  {roles: keepers, scope: scopeCheck},
	"POST /documents/:id/details":                {roles: keepers, scope: scopeLibrary},
	"POST /documents/:id/marks":                  {roles: keepers, scope: scopeLibrary},
	"GET /documents/:id/mark":                    {roles: keepers, scope: scopeLibrary},
	"GET /documents/:id/mark/:page/picture":      {roles: keepers, scope: scopeLibrary},
	"POST /documents/:id/marks/:mark/delete":     {roles: keepers, scope: scopeLibrary},
	"GET /documents/:id/rereads":                 {roles: readers, scope: scopeRead},
	"POST /documents/:id/rereads":                {roles: keepers, scope: scopeLibrary},
	"POST /documents/:id/retry":                  {roles: keepers, scope: scopeLibrary},
	"POST /documents/:id/delete":                 {roles: keepers, scope: scopeLibrary},
	"POST /documents/:id/reviewers":              {who: byPeople, roles: keepers},
	"POST /documents/:id/reviewers/:account/end": {who: byPeople, roles: keepers},

	"GET /events": {roles: readers, reviewer: listed, scope: scopeRead},

	"GET /audit":       {roles: watchers, scope: scopeRead},
	"GET /audit.jsonl": {roles: watchers, scope: scopeRead},

	"GET /login":                     {who: stranger},
	"POST /login":                    {who: stranger},
	"GET /link/:key":                 {who: stranger},
	"POST /link/:key":                {who: stranger},
	"GET /setup":                     {who: first},
	"POST /setup":                    {who: first},
	"GET /login/code":                {who: stranger},
	"POST /login/code":               {who: stranger},
	"POST /logout":                   {who: member},
	"GET /account":                   {who: member},
	"POST /account/password":         {who: member},
	"POST /account/sessions/:id/end": {who: member},
	"POST /account/sessions/end":     {who: member},

	"GET /account/factor":          {who: member},
	"POST /account/factor":         {who: member},
	"POST /account/factor/end":     {who: member},
	"POST /account/tokens":         {who: member},
	"POST /account/tokens/:id/end": {who: member},

	"POST /people/:id/factor/end":   {who: byPeople, roles: leaders},
	"GET /people":                   {who: byPeople, roles: leaders},
	"POST /people":                  {who: byPeople, roles: leaders},
	"GET /people/:id":               {who: byPeople, roles: leaders},
	"POST /people/:id":              {who: byPeople, roles: leaders},
	"POST /people/:id/lock":         {who: byPeople, roles: leaders},
	"POST /people/:id/unlock":       {who: byPeople, roles: leaders},
	"POST /people/:id/reset":        {who: byPeople, roles: leaders},
	"POST /people/:id/sessions/end": {who: byPeople, roles: leaders},

	"POST /language":    {who: everyone},
	"POST /reviewer":    {who: local},
	"GET /healthz":      {who: everyone},
	"GET /readyz":       {who: everyone},
	"GET /static/:name": {who: everyone},
	"GET /favicon.ico":  {who: everyone},
}

// lineOf is the name of a route's line.
func lineOf(r route) string { return r.method + " " + r.path }

// checkRights fails where table and routes do not name the same.
func checkRights(routes []route) error {
	left := maps.Clone(rights)
	var faults []error
	for _, r := range routes {
		if _, ok := rights[lineOf(r)]; !ok {
			faults = append(faults, fmt.Errorf("%s has no line in the table of rights", lineOf(r)))
		}
		delete(left, lineOf(r))
	}
	for _, line := range slices.Sorted(maps.Keys(left)) {
		faults = append(faults, fmt.Errorf("the table of rights has a line for %s, which is no route", line))
	}
	return errors.Join(faults...)
}

// Errors of rights.
var (
	errLogin     = errors.New("nobody has logged in")
	errForbidden = errors.New("the account may not do this")
	errSetup     = errors.New("there are no accounts yet")
	errConflict  = errors.New("a conflict of interest")
)

// allow says whether the reader of a request may have its route.
func (s *site) allow(c *gin.Context, r right) error {
	if r.who == everyone {
		return nil
	}
	v, err := s.viewer(c)
	if err != nil {
		return err
	}
	switch {
	case v.state == noAccounts && (!v.mayBy(r) || r.who == first && s.Auth == nil):
		return errNoRoute // there is nobody to log in, and nobody's account
	case v.state == noAccounts:
		return nil
	case r.who == local, r.who == first && v.state != setup:
		return errNoRoute
	case r.who == first:
		return nil
	case v.state == setup:
		return errSetup
	case r.who == stranger:
		return nil
	case !v.loggedIn():
		return errLogin
	case !v.mayBy(r):
		return errForbidden
	case r.who != member && !v.account.Has(r.roles...):
		return r.reviewer(s, c, v)
	}
	return nil
}

// mayBy says whether a reader may have routes of a line at all; which rows is another
// question.
func (v *viewer) mayBy(r right) bool {
	switch {
	case v.state == noAccounts:
		return r.who != stranger && r.who != byPeople && (r.who != member || r.scope != "")
	case r.who == everyone:
		return true
	case r.who == stranger:
		return v.state == accounts
	case r.who == first:
		return v.state == setup
	case r.who == local, !v.loggedIn():
		return false
	case v.scopes != nil && (r.scope == "" || !slices.Contains(v.scopes, string(r.scope))):
		return false
	case r.who == member:
		return true
	}
	return v.account.Has(r.roles...) || r.reviewer != nil && v.account.Has(record.Reviewer)
}

// may is what templates ask before they show what leads to a route.
func (v *viewer) may(line string) (bool, error) {
	r, ok := rights[line]
	if !ok {
		return false, fmt.Errorf("no route %q", line)
	}
	return v.mayBy(r), nil
}

// Rules of rows.

// listed leaves it to the handler, which shows no row that maySee refuses.
func listed(*site, *gin.Context, *viewer) error { return nil }

// ofCheck is for the check that the path names.
func ofCheck(s *site, c *gin.Context, v *viewer) error {
	id, err := paramID(c, "id")
	if err != nil {
		return err
	}
	check, err := s.Store.Check(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.maySee(c.Request.Context(), v, check.Document)
}

// ofDocument is for the document that the path names.
func ofDocument(s *site, c *gin.Context, v *viewer) error {
	id, err := paramID(c, "id")
	if err != nil {
		return err
	}
	d, err := s.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.maySee(c.Request.Context(), v, d)
}

// seesAll says whether a reader sees every application.
func (v *viewer) seesAll() bool { return v.state == noAccounts || v.account.Has(readers...) }

// maySee says whether a reader may see an application: a reviewer sees those assigned to
// them, without a conflict of interest. The error wraps record.ErrNotFound where not.
func (s *site) maySee(ctx context.Context, v *viewer, d record.Document) error {
	if v.seesAll() {
		return nil
	}
	hidden := fmt.Errorf("document %d is not shown to account %d: %w", d.ID, v.account.ID, record.ErrNotFound)
	if !v.account.Has(record.Reviewer) || conflictOf(v.account, d) != evidence.Other {
		return hidden
	}
	assigned, err := s.Store.Assigned(ctx, v.account.ID, d.ID)
	if err == nil && !assigned {
		err = hidden
	}
	return err
}

// conflictOf says what an account has to do with the people of an application;
// evidence.Other is nothing.
func conflictOf(a record.Account, d record.Document) evidence.Relation {
	return score.Conflict(evidence.Person{Name: a.Name, Institution: a.Institution}, d.Identity)
}

// onlyOf is the account whose assignments are all that a reader sees of checks, 0 where
// they see every one.
func (v *viewer) onlyOf() int64 {
	if v.seesAll() {
		return 0
	}
	return v.account.ID
}

// shown leaves out the checks of a list that a reader may not see.
func (s *site) shown(ctx context.Context, v *viewer, checks []record.Check) ([]record.Check, error) {
	if v.seesAll() {
		return checks, nil
	}
	var out []record.Check
	for _, check := range checks {
		err := s.maySee(ctx, v, check.Document)
		switch {
		case err == nil:
			out = append(out, check)
		case !errors.Is(err, record.ErrNotFound):
			return nil, err
		}
	}
	return out, nil
}
