package web

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

const (
	// reviewerCookie remembers who decides where there are no accounts.
	reviewerCookie = "reviewer"
	// maxReviewer is the most characters of a reviewer's name.
	maxReviewer = 60
	// reviewerSeconds is how long the name is remembered after it was last used.
	reviewerSeconds = 365 * 24 * 60 * 60
)

// reviewer is the name that a browser keeps for its reader, or "".
func reviewer(c *gin.Context) string {
	cookie, err := c.Request.Cookie(reviewerCookie)
	if err != nil {
		return ""
	}
	name, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	return cleanLine(name, maxReviewer)
}

// signing is the name under which the reader decides: their account's or, where there
// are no accounts, what they typed; "" for none.
func (s *site) signing(c *gin.Context) string {
	if v := s.reader(c); v.state != noAccounts {
		return v.account.Signature()
	}
	return reviewer(c)
}

// signed is the name that a form is signed with. Where there are accounts, what it says
// itself is nothing.
func (s *site) signed(c *gin.Context) string {
	if v := s.reader(c); v.state != noAccounts {
		return v.account.Signature()
	}
	return cleanLine(c.PostForm("reviewer"), maxReviewer)
}

// setReviewer remembers the name under which the reader decides, or forgets it
// where it is "".
func (s *site) setReviewer(c *gin.Context, name string) {
	if s.reader(c).state != noAccounts {
		return // accounts have names
	}
	age := reviewerSeconds
	if name == "" {
		age = -1
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: reviewerCookie, Value: url.QueryEscape(name), Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// switchReviewer takes the name under which the reader decides from now on and
// goes back to where it was given.
func (s *site) switchReviewer(c *gin.Context) error {
	s.setReviewer(c, cleanLine(c.PostForm("reviewer"), maxReviewer))
	c.Redirect(http.StatusSeeOther, backOr(c, "/"))
	return nil
}

// cleanLine makes a line of what somebody typed, of at most n characters.
func cleanLine(s string, n int) string {
	return strings.Join(strings.Fields(cleanText(s, n)), " ")
}

// cleanText keeps of what somebody typed what can be stored and shown.
func cleanText(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r == 0xfffe || r == 0xffff || unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
	s = strings.TrimSpace(s)
	if runes := []rune(s); len(runes) > n {
		s = strings.TrimSpace(string(runes[:n]))
	}
	return s
}
