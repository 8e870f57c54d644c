package site

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

const (
	// reviewerCookie remembers who decides where there are no accounts.
	reviewerCookie = "reviewer"
	// MaxName is the most characters of a reviewer's name.
	MaxName = 60
	// reviewerSeconds is how long the name is remembered after it was last used.
	reviewerSeconds = 365 * 24 * 60 * 60
)

// reviewer returns the name that a browser keeps for its reader, or "".
func reviewer(c *gin.Context) string {
	cookie, err := c.Request.Cookie(reviewerCookie)
	if err != nil {
		return ""
	}
	name, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	return CleanLine(name, MaxName)
}

// Signing returns the name under which the reader decides: their account's or, where there are no
// accounts, what they typed; "" for none.
func (s *Site) Signing(c *gin.Context) string {
	if v := s.Reader(c); v.state != noAccounts {
		return v.Account.Signature()
	}
	return reviewer(c)
}

// Signed returns the name that a form is signed with. Where there are accounts, what it says itself
// is nothing.
func (s *Site) Signed(c *gin.Context) string {
	if v := s.Reader(c); v.state != noAccounts {
		return v.Account.Signature()
	}
	return CleanLine(c.PostForm("reviewer"), MaxName)
}

// SetReviewer remembers the name under which the reader decides, or forgets it
// where it is "".
func (s *Site) SetReviewer(c *gin.Context, name string) {
	if s.Reader(c).state != noAccounts {
		return // accounts have names
	}
	age := reviewerSeconds
	if name == "" {
		age = -1
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: reviewerCookie, Value: url.QueryEscape(name), Path: "/", MaxAge: age, HttpOnly: true, Secure: s.secure(c),
		SameSite: http.SameSiteLaxMode,
	})
}

// switchReviewer takes the name under which the reader decides from now on and
// goes back to where it was given.
func (s *Site) switchReviewer(c *gin.Context) error {
	s.SetReviewer(c, CleanLine(c.PostForm("reviewer"), MaxName))
	c.Redirect(http.StatusSeeOther, BackOr(c, "/"))
	return nil
}
