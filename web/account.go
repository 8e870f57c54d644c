package web

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// accountPage is the view of page/account.html: one's own account.
type accountPage struct {
	Page
	Account  record.Account
	Sessions []record.Session
	Current  int64        // session
	Faults   []fieldFault // of the password
	Tokens   []record.Token
	Scopes   []scope
	NewToken string // shown once

	FactorFaults, TokenFaults []fieldFault
	Done                      string // what was done, or ""
	Least                     int    // characters of a password
}

// doneField says in an address what was done before it.
const doneField = "done"

// doneSaid are the messages that an address may ask for.
var doneSaid = map[string]string{"password": "account.passwordSet", "sessions": "account.sessionsEnded", "saved": "people.saved"}

// done is what was done before the page that an address names, "" for nothing.
func (s *site) done(c *gin.Context) string {
	key := doneSaid[c.Query(doneField)]
	if key == "" {
		return ""
	}
	return s.language(c).Text(key)
}

func (s *site) account(c *gin.Context) error {
	return s.showAccount(c, http.StatusOK, accountPage{Done: s.done(c)})
}

func (s *site) showAccount(c *gin.Context, status int, v accountPage) error {
	reader := s.reader(c)
	sessions, err := s.Auth.Sessions(c.Request.Context(), reader.account.ID)
	if err != nil {
		return err
	}
	if v.Tokens, err = s.Auth.Tokens(c.Request.Context(), reader.account.ID); err != nil {
		return err
	}
	v.Page, v.Scopes = s.page(c, s.language(c).Text("account.title")), scopes()
	v.Account, v.Sessions, v.Current, v.Least = reader.account, sessions, reader.session, auth.LeastPassword
	v.Back = "/account"
	return s.render(c, status, "account", v)
}

// changePassword sets a new password; other sessions end.
func (s *site) changePassword(c *gin.Context) error {
	reader, l := s.reader(c), s.language(c)
	password, faults := s.newPassword(c, reader.account.Login)
	if len(faults) == 0 {
		err := s.Auth.ChangePassword(c.Request.Context(), reader.account, reader.session, c.PostForm("old"), password, client(c))
		var waiting *auth.WaitError
		switch {
		case errors.As(err, &waiting):
			faults = append(faults, fieldFault{"old", l.Text("account.wait")})
		case errors.Is(err, auth.ErrRefused):
			faults = append(faults, fieldFault{"old", l.Text("account.oldWrong")})
		case err != nil:
			return err
		}
	}
	if len(faults) > 0 {
		return s.showAccount(c, http.StatusUnprocessableEntity, accountPage{Faults: faults})
	}
	c.Redirect(http.StatusSeeOther, "/account?done=password")
	return nil
}

// endOwnSession ends one of the reader's sessions, maybe this one.
func (s *site) endOwnSession(c *gin.Context, id int64) error {
	reader := s.reader(c)
	if err := s.Auth.EndSession(c.Request.Context(), reader.account.ID, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account?done=sessions")
	return nil
}

// endOwnSessions ends all of the reader's sessions but this one.
func (s *site) endOwnSessions(c *gin.Context) error {
	ctx, reader := c.Request.Context(), s.reader(c)
	sessions, err := s.Auth.Sessions(ctx, reader.account.ID)
	if err != nil {
		return err
	}
	for _, x := range sessions {
		if x.ID != reader.session {
			if err := s.Auth.EndSession(ctx, reader.account.ID, x.ID); err != nil {
				return err
			}
		}
	}
	c.Redirect(http.StatusSeeOther, "/account?done=sessions")
	return nil
}
