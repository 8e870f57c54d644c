package people

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// accountPage is the view of page/account.html: one's own account.
type accountPage struct {
	site.Page
	Account  record.Account
	Sessions []record.Session
	Current  int64             // session
	Faults   []site.FieldFault // of the password
	Tokens   []record.Token
	Scopes   []site.Scope
	NewToken string // shown once

	FactorFaults, TokenFaults []site.FieldFault
	By                        string // the provider that the account logs in by; "" is a password
	Done                      string // what was done, or ""
	PasswordSet               bool   // it was the password: tokens are asked about
	News                      int    // claims that were decided since the reader looked
}

// doneField is the query parameter that names the last action.
const doneField = "done"

const donePassword = "password"

// done returns what was done before the page that an address names, "" for nothing.
func (s *pages) done(c *gin.Context) string {
	keys := map[string]string{
		donePassword: "account.passwordSet", "sessions": "account.sessionsEnded", "again": "account.again", "saved": "people.saved",
	}
	if key := keys[c.Query(doneField)]; key != "" {
		return s.Language(c).Text(key)
	}
	return ""
}

func (s *pages) account(c *gin.Context) error {
	return s.showAccount(c, http.StatusOK, accountPage{Done: s.done(c), PasswordSet: c.Query(doneField) == donePassword})
}

func (s *pages) showAccount(c *gin.Context, status int, v accountPage) error {
	reader := s.Reader(c)
	sessions, err := s.Auth.Sessions(c.Request.Context(), reader.Account.ID)
	if err != nil {
		return err
	}
	if v.Tokens, err = s.Auth.Tokens(c.Request.Context(), reader.Account.ID); err != nil {
		return err
	}
	if v.News, err = s.Store.ClaimNews(c.Request.Context(), reader.Account.ID); err != nil {
		return err
	}
	v.Page, v.Scopes = s.Page(c, s.Language(c).Text("account.title")), site.Scopes()
	v.Account, v.Sessions, v.Current = reader.Account, sessions, reader.Session
	if reader.Account.Provider != "" {
		v.By = s.labelOf(c, reader.Account.Provider)
	}
	v.Back = "/account"
	return s.Render(c, status, "account", v)
}

// changePassword sets a new password; other sessions end.
func (s *pages) changePassword(c *gin.Context) error {
	reader, l := s.Reader(c), s.Language(c)
	password, faults := s.newPassword(c, reader.Account.Login)
	if len(faults) == 0 {
		err := s.Auth.ChangePassword(c.Request.Context(), reader.Account, reader.Session, c.PostForm("old"), password, site.Client(c))
		var waiting *auth.WaitError
		switch {
		case errors.As(err, &waiting):
			faults = append(faults, site.FieldFault{Field: "old", Text: l.Text("account.wait")})
		case errors.Is(err, auth.ErrRefused):
			faults = append(faults, site.FieldFault{Field: "old", Text: l.Text("account.oldWrong")})
		case err != nil:
			return err
		}
	}
	if len(faults) > 0 {
		return s.showAccount(c, http.StatusUnprocessableEntity, accountPage{Faults: faults})
	}
	c.Redirect(http.StatusSeeOther, "/account?"+doneField+"="+donePassword)
	return nil
}

// endOwnSession ends one of the reader's sessions, maybe this one.
func (s *pages) endOwnSession(c *gin.Context, id int64) error {
	reader := s.Reader(c)
	if err := s.Auth.EndSession(c.Request.Context(), reader.Account.ID, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account?done=sessions")
	return nil
}

// endOwnSessions ends all of the reader's sessions but this one.
func (s *pages) endOwnSessions(c *gin.Context) error {
	ctx, reader := c.Request.Context(), s.Reader(c)
	sessions, err := s.Auth.Sessions(ctx, reader.Account.ID)
	if err != nil {
		return err
	}
	for _, x := range sessions {
		if x.ID != reader.Session {
			if err := s.Auth.EndSession(ctx, reader.Account.ID, x.ID); err != nil {
				return err
			}
		}
	}
	c.Redirect(http.StatusSeeOther, "/account?done=sessions")
	return nil
}

// confirm has the reader prove once more who they are, before they change how they or
// their programs log in. What is wrong comes as a fault of a field; other errors come back.
func (s *pages) confirm(c *gin.Context, field string) (faults []site.FieldFault, err error) {
	reader := s.Reader(c)
	err = s.Auth.Confirm(c.Request.Context(), reader.Account, reader.Session, c.PostForm("present"), site.Client(c))
	var waiting *auth.WaitError
	l := s.Language(c)
	switch {
	case errors.As(err, &waiting):
		return []site.FieldFault{{Field: field, Text: l.Text("account.wait")}}, nil
	case errors.Is(err, auth.ErrRefused):
		return []site.FieldFault{{Field: field, Text: l.Text("account.oldWrong")}}, nil
	case errors.Is(err, auth.ErrStale):
		return []site.FieldFault{{Field: field, Text: l.Text("account.stale")}}, nil
	}
	return nil, err
}
