package site

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// peopleState says what the log-in of an installation is like.
type peopleState int

const (
	noAccounts peopleState = iota // everybody who reaches the server may everything
	setup                         // the first administrator has yet to be made: nothing else is served
	accounts                      // people log in
)

// Viewer is who reads a page. It is not changed once it is known.
type Viewer struct {
	rights Rights
	state  peopleState
	scopes []string // of a token; nil for a browser
	token  int64    // 0 for a browser

	Account record.Account // zero: nobody has logged in
	Session int64          // 0 where a token is used
}

// LoggedIn reports whether the reader is somebody with an account.
func (v *Viewer) LoggedIn() bool { return v.Account.ID != 0 }

// AmongAccounts reports whether there are accounts, so that work can be assigned.
func (v *Viewer) AmongAccounts() bool { return v.state == accounts }

// key is equal for readers who may the same.
func (v *Viewer) key() string {
	switch {
	case v.state == noAccounts:
		return "all"
	case !v.LoggedIn():
		return "none"
	}
	return "member " + record.JoinRoles(v.Account.Roles)
}

// viewer determines the sender of a request, once.
func (s *Site) viewer(c *gin.Context) (*Viewer, error) {
	if v, ok := c.Value(keyViewer).(*Viewer); ok {
		return v, nil
	}
	v, err := s.identify(c)
	if err != nil {
		return nil, err
	}
	c.Set(keyViewer, v)
	c.Request = c.Request.WithContext(audit.By(c.Request.Context(), actor(c)))
	return v, nil
}

// viewing returns a reader who has not logged in.
func (s *Site) viewing(state peopleState) *Viewer {
	return &Viewer{rights: s.config.Rights, state: state}
}

func (s *Site) identify(c *gin.Context) (*Viewer, error) {
	ctx := c.Request.Context()
	if s.config.Auth == nil {
		return s.viewing(noAccounts), nil
	}
	some, err := s.config.Auth.HasAccounts(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case !some && s.config.Accounts:
		return s.viewing(setup), nil
	case !some && forwarded(c.Request):
		return nil, errForwarded
	case !some:
		return s.viewing(noAccounts), nil
	}
	v := s.viewing(accounts)
	if scheme, secret, ok := strings.Cut(c.GetHeader("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		token, account, err := s.config.Auth.Token(ctx, strings.TrimSpace(secret))
		if errors.Is(err, auth.ErrNotLoggedIn) {
			return v, nil
		}
		if err != nil {
			return nil, err
		}
		v.Account, v.scopes, v.token = account, append([]string{}, token.Scopes...), token.ID
		return v, nil
	}
	cookie, _ := c.Request.Cookie(s.CookieName(c))
	if cookie == nil { // the only error there is
		return v, nil
	}
	session, account, err := s.config.Auth.Session(ctx, cookie.Value)
	if errors.Is(err, auth.ErrNotLoggedIn) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.Account, v.Session = account, session.ID
	return v, nil
}

// forwarded reports whether a request came by way of another program, which then listens for
// other machines: one of these headers is what such a program adds.
func forwarded(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return false
}

// Reader returns the viewer of a request that rights have let through.
func (s *Site) Reader(c *gin.Context) *Viewer {
	v, err := s.viewer(c)
	if err != nil {
		return s.viewing(accounts) // who may nothing
	}
	return v
}

// Client returns where a request comes from.
func Client(c *gin.Context) auth.Client {
	return auth.Client{Address: c.ClientIP(), Agent: CleanLine(c.GetHeader("User-Agent"), MaxField)}
}

// secure reports whether the reader reaches the server by HTTPS, be it by a proxy.
func (s *Site) secure(c *gin.Context) bool {
	return c.Request.TLS != nil || strings.HasPrefix(s.config.URL, "https://")
}

// CookieName is that of the session. Under HTTPS a browser takes it from this host alone
// and sends it nowhere else.
func (s *Site) CookieName(c *gin.Context) string { return s.OwnCookie(c, "session") }

// OwnCookie returns what a cookie of this host alone is called.
func (s *Site) OwnCookie(c *gin.Context, name string) string {
	if s.secure(c) {
		return "__Host-" + name
	}
	return name
}

// SetOwnCookie returns the browser a cookie of this host alone, for some seconds.
func (s *Site) SetOwnCookie(c *gin.Context, name, value string, seconds int) {
	http.SetCookie(c.Writer, &http.Cookie{
		Name: s.OwnCookie(c, name), Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: s.secure(c),
		SameSite: http.SameSiteLaxMode,
	})
}

// SetCookie sends the browser its session; "" takes it away. It ends with the browser, or
// when the server says so.
func (s *Site) SetCookie(c *gin.Context, value string) {
	cookie := &http.Cookie{Name: s.CookieName(c), Value: value, Path: "/", HttpOnly: true, Secure: s.secure(c),
		SameSite: http.SameSiteLaxMode}
	if value == "" {
		cookie.MaxAge = -1
		c.Set(keyViewer, s.viewing(accounts)) // the page that follows is nobody's
	}
	http.SetCookie(c.Writer, cookie)
}

// Address returns where readers reach a path of this server.
func (s *Site) Address(c *gin.Context, path string) string {
	if s.config.URL != "" {
		return strings.TrimSuffix(s.config.URL, "/") + path
	}
	scheme := "http"
	if s.secure(c) {
		scheme = "https"
	}
	return scheme + "://" + c.Request.Host + path
}

// toLogin sends a reader who has not logged in to where they can, if they look at a
// page; programs get the error.
func (s *Site) toLogin(c *gin.Context) bool {
	r := c.Request
	if forPrograms(c) || r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), "text/html") ||
		r.Header.Get(PartHeader) != "" || r.Header.Get(HaveHeader) != "" {
		return false
	}
	target := "/login"
	if back := r.URL.RequestURI(); back != "/" {
		target += "?" + url.Values{"back": {back}}.Encode()
	}
	c.Redirect(http.StatusSeeOther, target)
	return true
}

// ViewerOf returns an account as a reader, for pages shown to others in its name.
func (s *Site) ViewerOf(a record.Account) *Viewer {
	v := s.viewing(accounts)
	v.Account = a
	return v
}
