// Package people is the pages of who uses an installation and of what they did: the way
// in, one's own account, everybody's accounts, and the record.
package people

import (
	"context"
	"net/http"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// Store is what these pages read of the library. Unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Check(ctx context.Context, id int64) (record.Check, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	Call(ctx context.Context, id int64) (record.Call, error)
	// Entries returns entries of the record, newest first, and whether there are more.
	Entries(ctx context.Context, f audit.Filter, limit int) (entries []audit.Entry, more bool, err error)
	audit.Stored
	// ClaimNews returns how many claims of an account were decided since it looked.
	ClaimNews(ctx context.Context, account int64) (int, error)
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store Store
	// Auth is the log-in; nil where there is none, and everybody may everything.
	Auth *auth.Service
	// Accounts says that people must log in, so that the first account takes a link.
	Accounts bool
	// SignText signs the end of the record that is exported; nil leaves it unsigned.
	SignText func(text []byte) string
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	return []site.Route{
		{Method: get, Path: "/login", Do: p.loginForm, Compress: true},
		{Method: post, Path: "/login", Do: p.logIn},
		{Method: get, Path: "/login/code", Do: p.codeForm, Compress: true},
		{Method: post, Path: "/login/code", Do: p.logInByCode},
		{Method: get, Path: "/login/with/:provider", Do: p.logInWith},
		{Method: get, Path: "/login/with/:provider/answer", Do: p.answered},
		{Method: post, Path: "/login/with/:provider/answer", Do: p.answerPosted},
		{Method: get, Path: "/login/with/:provider/metadata", Do: p.metadata},
		{Method: post, Path: "/logout", Do: p.logOut},
		{Method: get, Path: "/link/:key", Do: p.linkForm, Compress: true},
		{Method: post, Path: "/link/:key", Do: p.useLink},
		{Method: get, Path: "/setup", Do: p.setupForm, Compress: true},
		{Method: post, Path: "/setup", Do: p.setUp},
		{Method: get, Path: "/account", Do: p.account, Compress: true},
		{Method: post, Path: "/account/password", Do: p.changePassword},
		{Method: post, Path: "/account/sessions/:id/end", Do: site.ByID(p.endOwnSession)},
		{Method: post, Path: "/account/sessions/end", Do: p.endOwnSessions},
		{Method: get, Path: "/account/factor", Do: p.factorForm, Compress: true},
		{Method: post, Path: "/account/factor/start", Do: p.startFactor},
		{Method: post, Path: "/account/factor", Do: p.setFactor},
		{Method: post, Path: "/account/factor/end", Do: p.endOwnFactor},
		{Method: post, Path: "/account/tokens", Do: p.newToken},
		{Method: post, Path: "/account/tokens/:id/end", Do: site.ByID(p.endToken)},
		{Method: post, Path: "/account/tokens/end", Do: p.endTokens},
		{Method: get, Path: "/people", Do: p.people, Compress: true},
		{Method: post, Path: "/people", Do: p.invite},
		{Method: get, Path: "/people/:id", Do: site.Found(p.Auth.Account, p.person), Compress: true},
		{Method: post, Path: "/people/:id", Do: site.ByID(p.savePerson)},
		{Method: post, Path: "/people/:id/lock", Do: site.ByID(p.lockPerson)},
		{Method: post, Path: "/people/:id/unlock", Do: site.ByID(p.unlockPerson)},
		{Method: post, Path: "/people/:id/factor/end", Do: site.Found(p.Auth.Account, p.endFactor)},
		{Method: post, Path: "/people/:id/reset", Do: site.Found(p.Auth.Account, p.resetPerson)},
		{Method: post, Path: "/people/:id/provider", Do: site.ByID(p.setProvider)},
		{Method: post, Path: "/people/:id/sessions/end", Do: site.ByID(p.endSessions)},
		{Method: get, Path: "/audit", Do: p.auditList, Compress: true, Act: audit.View},
		{Method: get, Path: "/audit.jsonl", Do: p.exportRecord, Compress: true, Act: audit.Export},
	}
}
