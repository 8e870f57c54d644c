package web

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

// viewer is who reads a page. It is not changed once it is known.
type viewer struct {
	state   peopleState
	account record.Account // zero: nobody has logged in
	session int64          // 0 where a token is used
	scopes  []string       // of a token; nil for a browser
}

func (v *viewer) loggedIn() bool { return v.account.ID != 0 }

// key is equal for readers who may the same.
func (v *viewer) key() string {
	switch {
	case v.state == noAccounts:
		return "all"
	case !v.loggedIn():
		return "none"
	}
	return "member " + record.JoinRoles(v.account.Roles)
}

// viewer finds out who sent a request, once.
func (s *site) viewer(c *gin.Context) (*viewer, error) {
	if v, ok := c.Value(keyViewer).(*viewer); ok {
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

func (s *site) identify(c *gin.Context) (*viewer, error) {
	ctx := c.Request.Context()
	if s.Auth == nil {
		return &viewer{}, nil
	}
	some, err := s.Auth.HasAccounts(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case !some && s.config.Accounts:
		return &viewer{state: setup}, nil
	case !some:
		return &viewer{}, nil
	}
	v := &viewer{state: accounts}
	if secret, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer "); ok {
		token, account, err := s.Auth.Token(ctx, secret)
		if errors.Is(err, auth.ErrNotLoggedIn) {
			return v, nil
		}
		if err != nil {
			return nil, err
		}
		v.account, v.scopes = account, append([]string{}, token.Scopes...)
		return v, nil
	}
	cookie, _ := c.Request.Cookie(s.cookieName(c))
	if cookie == nil { // the only error there is
		return v, nil
	}
	session, account, err := s.Auth.Session(ctx, cookie.Value)
	if errors.Is(err, auth.ErrNotLoggedIn) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.account, v.session = account, session.ID
	return v, nil
}

// reader is the viewer of a request that rights have let through.
func (s *site) reader(c *gin.Context) *viewer {
	v, err := s.viewer(c)
	if err != nil {
		return &viewer{state: accounts} // who may nothing
	}
	return v
}

// client is where a request comes from.
func client(c *gin.Context) auth.Client {
	return auth.Client{Address: c.ClientIP(), Agent: cleanLine(c.GetHeader("User-Agent"), maxField)}
}

// secure says whether the reader reaches the server by HTTPS, be it by a proxy.
func (s *site) secure(c *gin.Context) bool {
	return c.Request.TLS != nil || strings.HasPrefix(s.config.URL, "https://")
}

// cookieName is that of the session. Under HTTPS a browser takes it from this host alone
// and sends it nowhere else.
func (s *site) cookieName(c *gin.Context) string {
	if s.secure(c) {
		return "__Host-session"
	}
	return "session"
}

// setCookie gives the browser its session; "" takes it away. It ends with the browser, or
// when the server says so.
func (s *site) setCookie(c *gin.Context, value string) {
	cookie := &http.Cookie{Name: s.cookieName(c), Value: value, Path: "/", HttpOnly: true, Secure: s.secure(c), SameSite: http.SameSiteLaxMode}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(c.Writer, cookie)
}

// address is where readers reach a path of this server.
func (s *site) address(c *gin.Context, path string) string {
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
func (s *site) toLogin(c *gin.Context) bool {
	r := c.Request
	if r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), "text/html") || r.Header.Get(partHeader) != "" || r.Header.Get(haveHeader) != "" {
		return false
	}
	target := "/login"
	if back := r.URL.RequestURI(); back != "/" {
		target += "?" + url.Values{"back": {back}}.Encode()
	}
	c.Redirect(http.StatusSeeOther, target)
	return true
}
