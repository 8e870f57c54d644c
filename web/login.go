package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// loginPage is the view of page/login.html.
type loginPage struct {
	Page
	Login string
	To    string // where it leads
	Fault string
}

func (s *site) loginForm(c *gin.Context) error {
	to := localPath(c.DefaultQuery("back", "/"))
	if s.reader(c).loggedIn() {
		c.Redirect(http.StatusSeeOther, to)
		return nil
	}
	return s.showLogin(c, http.StatusOK, loginPage{To: to})
}

func (s *site) showLogin(c *gin.Context, status int, v loginPage) error {
	v.Page = s.page(c, s.language(c).Text("login.title"))
	return s.render(c, status, "login", v)
}

func (s *site) logIn(c *gin.Context) error {
	v := loginPage{Login: cleanLine(c.PostForm("login"), maxField), To: localPath(c.DefaultPostForm("to", "/"))}
	entry, err := s.Auth.LogIn(c.Request.Context(), v.Login, c.PostForm("password"), client(c))
	if err != nil {
		return s.refuseLogin(c, err, v)
	}
	return s.enter(c, entry, v.To)
}

// refuseLogin shows the form again, with what is wrong as far as a stranger may know.
func (s *site) refuseLogin(c *gin.Context, err error, v loginPage) error {
	status, said, err := s.sayRefused(c, err, s.language(c).Text("login.refused"))
	if err != nil {
		return err
	}
	v.Fault = said
	return s.showLogin(c, status, v)
}

// sayRefused gives what a stranger who is not let in is told, and by which status; other
// errors come back.
func (s *site) sayRefused(c *gin.Context, err error, refused string) (status int, said string, other error) {
	l := s.language(c)
	var waiting *auth.WaitError
	switch {
	case errors.As(err, &waiting):
		seconds := max(1, int(time.Until(waiting.Until).Round(time.Second)/time.Second))
		c.Header("Retry-After", strconv.Itoa(seconds))
		return http.StatusTooManyRequests, l.Text("login.wait", "Time", l.Count("login.seconds", seconds)), nil
	case errors.Is(err, auth.ErrRefused):
		return http.StatusUnauthorized, refused, nil
	}
	return 0, "", err
}

// enter gives the browser its session and leads on.
func (s *site) enter(c *gin.Context, entry auth.Entry, to string) error {
	if old, err := c.Request.Cookie(s.cookieName(c)); err == nil { // of whoever used this browser before
		if err := s.Auth.LogOut(c.Request.Context(), old.Value); err != nil {
			return err
		}
	}
	s.setCookie(c, entry.Cookie)
	if entry.Pending {
		to = "/login/code?" + url.Values{"back": {to}}.Encode()
	}
	c.Redirect(http.StatusSeeOther, to)
	return nil
}

func (s *site) logOut(c *gin.Context) error {
	if cookie, err := c.Request.Cookie(s.cookieName(c)); err == nil {
		if err := s.Auth.LogOut(c.Request.Context(), cookie.Value); err != nil {
			return err
		}
	}
	s.setCookie(c, "")
	c.Redirect(http.StatusSeeOther, "/login")
	return nil
}

// linkPage is the view of page/link.html: a new password by a one-time link, or the
// first account.
type linkPage struct {
	Page
	Action  string
	First   bool // makes the first account
	Wanted  bool // of First: nothing else is served before
	Account record.Account
	Faults  []fieldFault
	Least   int // characters of a password
}

func (s *site) linkForm(c *gin.Context) error {
	_, account, err := s.Auth.Link(c.Request.Context(), c.Param("key"))
	if err != nil {
		return err
	}
	return s.showLink(c, http.StatusOK, linkPage{Account: account, Action: c.Request.URL.Path})
}

func (s *site) showLink(c *gin.Context, status int, v linkPage) error {
	title := "link.title"
	if v.First {
		title = "setup.title"
	}
	v.Page, v.Least = s.page(c, s.language(c).Text(title)), auth.LeastPassword
	v.Back = "/" // addresses with a secret are for one use
	return s.render(c, status, "link", v)
}

// newPassword reads a password that was typed twice.
func (s *site) newPassword(c *gin.Context, login string) (password string, faults []fieldFault) {
	l := s.language(c)
	password = c.PostForm("password")
	if auth.NewPassword(login, password) != nil {
		faults = append(faults, fieldFault{"password", l.Count("password.weak", auth.LeastPassword)})
	} else if password != c.PostForm("again") {
		faults = append(faults, fieldFault{"again", l.Text("password.differ")})
	}
	return password, faults
}

func (s *site) useLink(c *gin.Context) error {
	ctx, key := c.Request.Context(), c.Param("key")
	_, account, err := s.Auth.Link(ctx, key)
	if err != nil {
		return err
	}
	password, faults := s.newPassword(c, account.Login)
	if len(faults) > 0 {
		return s.showLink(c, http.StatusUnprocessableEntity, linkPage{Account: account, Action: c.Request.URL.Path, Faults: faults})
	}
	entry, err := s.Auth.UseLink(ctx, key, password, client(c))
	if err != nil {
		return err
	}
	return s.enter(c, entry, "/")
}

// setupForm asks for the first account. Where accounts are wanted, only who has the link that
// the server printed gets it.
func (s *site) setupForm(c *gin.Context) error {
	v := linkPage{First: true, Action: c.Request.URL.RequestURI()}
	if err := s.mayset(c, &v); err != nil {
		return err
	}
	return s.showLink(c, http.StatusOK, v)
}

// keyField names the secret of the link that makes the first account.
const keyField = "key"

// mayset fails where the first account takes a link and the request has none that holds.
func (s *site) mayset(c *gin.Context, v *linkPage) error {
	v.Wanted = s.config.Accounts
	if !v.Wanted {
		return nil
	}
	l, _, err := s.Auth.Link(c.Request.Context(), c.Query(keyField))
	if err == nil && l.Purpose != record.LinkSetup {
		err = auth.ErrLink
	}
	return err
}

func (s *site) setUp(c *gin.Context) error {
	v := linkPage{First: true, Action: c.Request.URL.RequestURI(), Account: record.Account{
		Login: cleanLine(c.PostForm("login"), maxField), Name: cleanLine(c.PostForm("name"), maxReviewer),
	}}
	if err := s.mayset(c, &v); err != nil {
		return err
	}
	password, faults := s.newPassword(c, v.Account.Login)
	if login, err := auth.CleanLogin(v.Account.Login); err != nil {
		faults = append(faults, fieldFault{"login", s.language(c).Text("people.badLogin")})
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
	entry, err := s.Auth.First(c.Request.Context(), key, v.Account, password, client(c))
	if err != nil {
		return err
	}
	return s.enter(c, entry, "/people")
}
