package people

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// loginPage is the view of page/login.html.
type loginPage struct {
	site.Page
	Login string
	To    string // where it leads
	Fault string

	Ways      []wayIn // other providers
	Passwords bool
}

func (s *pages) loginForm(c *gin.Context) error {
	to := site.LocalPath(c.DefaultQuery("back", "/"))
	if s.Reader(c).LoggedIn() {
		c.Redirect(http.StatusSeeOther, to)
		return nil
	}
	return s.showLogin(c, http.StatusOK, loginPage{To: to})
}

func (s *pages) showLogin(c *gin.Context, status int, v loginPage) error {
	v.Page, v.Ways, v.Passwords = s.Page(c, s.Language(c).Text("login.title")), s.waysIn(c), s.Auth.Passwords()
	v.Back = "/login" // an answer is for one use
	return s.Render(c, status, "login", v)
}

func (s *pages) logIn(c *gin.Context) error {
	v := loginPage{Login: site.CleanLine(c.PostForm("login"), site.MaxField), To: site.LocalPath(c.DefaultPostForm("to", "/"))}
	entry, err := s.Auth.LogIn(c.Request.Context(), v.Login, c.PostForm("password"), site.Client(c))
	if err != nil {
		return s.refuseLogin(c, err, v)
	}
	return s.enter(c, entry, v.To)
}

// refuseLogin shows the form again, with as much of the reason as a stranger may know.
func (s *pages) refuseLogin(c *gin.Context, err error, v loginPage) error {
	status, said, err := s.sayRefused(c, err, s.Language(c).Text("login.refused"))
	if err != nil {
		return err
	}
	v.Fault = said
	return s.showLogin(c, status, v)
}

// sayRefused returns the message and the status for somebody who cannot log in; it returns other
// errors unchanged.
func (s *pages) sayRefused(c *gin.Context, err error, refused string) (status int, said string, other error) {
	l := s.Language(c)
	var waiting *auth.WaitError
	switch {
	case errors.As(err, &waiting):
		seconds := max(1, int(time.Until(waiting.Until).Round(time.Second)/time.Second))
		c.Header("Retry-After", strconv.Itoa(seconds))
		return http.StatusTooManyRequests, l.Text("login.wait", "Time", l.Count("login.seconds", seconds)), nil
	case errors.Is(err, auth.ErrRefused):
		return http.StatusUnauthorized, refused, nil
	case errors.Is(err, auth.ErrNoPasswords):
		return http.StatusForbidden, l.Text("login.noPasswords"), nil
	}
	return 0, "", err
}

// enter sends the browser its session and leads on.
func (s *pages) enter(c *gin.Context, entry auth.Entry, to string) error {
	if old, err := c.Request.Cookie(s.CookieName(c)); err == nil { // of whoever used this browser before
		if err := s.Auth.LogOut(c.Request.Context(), old.Value); err != nil {
			return err
		}
	}
	s.SetCookie(c, entry.Cookie)
	if entry.Pending {
		to = "/login/code?" + url.Values{"back": {to}}.Encode()
	}
	c.Redirect(http.StatusSeeOther, to)
	return nil
}

func (s *pages) logOut(c *gin.Context) error {
	elsewhere := ""
	if cookie, err := c.Request.Cookie(s.CookieName(c)); err == nil {
		if elsewhere, err = s.Auth.Elsewhere(c.Request.Context(), cookie.Value); err != nil {
			return err
		}
		if err := s.Auth.LogOut(c.Request.Context(), cookie.Value); err != nil {
			return err
		}
	}
	s.SetCookie(c, "")
	if elsewhere != "" {
		return s.leave(c, elsewhere)
	}
	c.Redirect(http.StatusSeeOther, "/login")
	return nil
}

// linkPage is the view of page/link.html: a new password by a one-time link, or the
// first account.
type linkPage struct {
	site.Page
	Action  string
	First   bool // makes the first account
	Wanted  bool // of First: nothing else is served before
	Account record.Account
	Faults  []site.FieldFault
}

func (s *pages) linkForm(c *gin.Context) error {
	_, account, err := s.Auth.Link(c.Request.Context(), c.Param("key"))
	if err != nil {
		return err
	}
	return s.showLink(c, http.StatusOK, linkPage{Account: account, Action: c.Request.URL.Path})
}

func (s *pages) showLink(c *gin.Context, status int, v linkPage) error {
	title := "link.title"
	if v.First {
		title = "setup.title"
	}
	v.Page = s.Page(c, s.Language(c).Text(title))
	v.Back = "/" // addresses with a secret are for one use
	return s.Render(c, status, "link", v)
}

// newPassword reads a password that was typed twice.
func (s *pages) newPassword(c *gin.Context, login string) (password string, faults []site.FieldFault) {
	l := s.Language(c)
	password = c.PostForm("password")
	var weak *auth.PasswordError
	if errors.As(auth.NewPassword(login, password), &weak) {
		faults = append(faults, site.FieldFault{Field: "password",
			Text: l.Text("password."+string(weak.Fault), "Least", auth.LeastPassword, "Most", auth.MostPassword, "Different",
				auth.LeastDifferent)})
	} else if password != c.PostForm("again") {
		faults = append(faults, site.FieldFault{Field: "again", Text: l.Text("password.differ")})
	}
	return password, faults
}

func (s *pages) useLink(c *gin.Context) error {
	ctx, key := c.Request.Context(), c.Param("key")
	_, account, err := s.Auth.Link(ctx, key)
	if err != nil {
		return err
	}
	password, faults := s.newPassword(c, account.Login)
	if len(faults) > 0 {
		return s.showLink(c, http.StatusUnprocessableEntity, linkPage{Account: account, Action: c.Request.URL.Path, Faults: faults})
	}
	entry, err := s.Auth.UseLink(ctx, key, password, site.Client(c))
	if err != nil {
		return err
	}
	return s.enter(c, entry, "/")
}

// setupForm asks for the first account. Where accounts are wanted, only who has the link that
// the server printed gets it.
func (s *pages) setupForm(c *gin.Context) error {
	v := linkPage{First: true, Action: c.Request.URL.RequestURI()}
	if err := s.mayset(c, &v); err != nil {
		return err
	}
	return s.showLink(c, http.StatusOK, v)
}

// keyField names the secret of the link that makes the first account.
const keyField = "key"

// mayset fails where the first account takes a link and the request has none that holds.
func (s *pages) mayset(c *gin.Context, v *linkPage) error {
	v.Wanted = s.Accounts
	if !v.Wanted {
		return nil
	}
	l, _, err := s.Auth.Link(c.Request.Context(), c.Query(keyField))
	if err == nil && l.Purpose != record.LinkSetup {
		err = auth.ErrLink
	}
	return err
}

func (s *pages) setUp(c *gin.Context) error {
	v := linkPage{First: true, Action: c.Request.URL.RequestURI(), Account: record.Account{
		Login: site.CleanLine(c.PostForm("login"), site.MaxField), Name: site.CleanLine(c.PostForm("name"), auth.MostName),
	}}
	if err := s.mayset(c, &v); err != nil {
		return err
	}
	password, faults := s.newPassword(c, v.Account.Login)
	if login, err := auth.CleanLogin(v.Account.Login); err != nil {
		faults = append(faults, site.FieldFault{Field: "login", Text: s.Language(c).Text("people.badLogin")})
	} else {
		v.Account.Login = login
	}
	if v.Faults = faults; len(faults) > 0 {
		return s.showLink(c, http.StatusUnprocessableEntity, v)
	}
	key := ""
	if v.Wanted {
		key = c.Query(keyField)
	}
	entry, err := s.Auth.First(c.Request.Context(), key, v.Account, password, site.Client(c))
	if err != nil {
		return err
	}
	return s.enter(c, entry, "/people")
}
