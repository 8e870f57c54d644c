package web

import (
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// codePage is the view of page/code.html: the second step of logging in.
type codePage struct {
	Page
	Login string
	To    string
	Fault string
}

// pendingCookie is the log-in of this browser that waits for a code.
func (s *site) pendingCookie(c *gin.Context) (string, record.Account, error) {
	cookie, err := c.Request.Cookie(s.cookieName(c))
	if err != nil {
		return "", record.Account{}, auth.ErrNotLoggedIn
	}
	a, err := s.Auth.Pending(c.Request.Context(), cookie.Value)
	return cookie.Value, a, err
}

func (s *site) codeForm(c *gin.Context) error {
	_, a, err := s.pendingCookie(c)
	if errors.Is(err, auth.ErrNotLoggedIn) { // it has taken too long
		c.Redirect(http.StatusSeeOther, "/login")
		return nil
	}
	if err != nil {
		return err
	}
	return s.showCode(c, http.StatusOK, codePage{Login: a.Login, To: localPath(c.DefaultQuery("back", "/"))})
}

func (s *site) showCode(c *gin.Context, status int, v codePage) error {
	v.Page = s.page(c, s.language(c).Text("code.title"))
	return s.render(c, status, "code", v)
}

func (s *site) logInByCode(c *gin.Context) error {
	cookie, a, err := s.pendingCookie(c)
	v := codePage{Login: a.Login, To: localPath(c.DefaultPostForm("to", "/"))}
	var entry auth.Entry
	if err == nil {
		entry, err = s.Auth.LogInByCode(c.Request.Context(), cookie, c.PostForm("code"), client(c))
	}
	switch {
	case errors.Is(err, auth.ErrNotLoggedIn):
		c.Redirect(http.StatusSeeOther, "/login")
		return nil
	case err != nil:
		status, said, err := s.sayRefused(c, err, s.language(c).Text("code.refused"))
		if err != nil {
			return err
		}
		v.Fault = said
		return s.showCode(c, status, v)
	}
	return s.enter(c, entry, v.To)
}

// factorPage is the view of page/factor.html: a second factor is set up.
type factorPage struct {
	Page
	Secret   string
	QR       template.URL
	Recovery []string // once it is set up
	Faults   []fieldFault
}

func (s *site) factorForm(c *gin.Context) error {
	reader := s.reader(c)
	if reader.account.TOTP.Secret != "" {
		c.Redirect(http.StatusSeeOther, "/account#factor")
		return nil
	}
	f, err := s.Auth.NewFactor(reader.account)
	if err != nil {
		return err
	}
	return s.showFactor(c, http.StatusOK, f, factorPage{})
}

func (s *site) showFactor(c *gin.Context, status int, f auth.Factor, v factorPage) error {
	v.Page = s.page(c, s.language(c).Text("factor.title"))
	v.Back = "/account"
	v.Secret, v.QR = f.Secret, template.URL("data:image/png;base64,"+base64.StdEncoding.EncodeToString(f.QR)) //nolint:gosec // of our own making
	return s.render(c, status, "factor", v)
}

// setFactor takes the second factor whose code its owner has typed, and shows the recovery codes, once.
func (s *site) setFactor(c *gin.Context) error {
	reader := s.reader(c)
	if reader.account.TOTP.Secret != "" {
		return record.ErrOvertaken
	}
	secret := c.PostForm("secret")
	codes, err := s.Auth.SetFactor(c.Request.Context(), reader.account, secret, c.PostForm("code"))
	if errors.Is(err, auth.ErrRefused) {
		f, err := s.Auth.FactorAgain(reader.account, secret)
		if err != nil {
			return errBadInput
		}
		return s.showFactor(c, http.StatusUnprocessableEntity, f, factorPage{Faults: []fieldFault{{"code", s.language(c).Text("code.refused")}}})
	}
	if err != nil {
		return err
	}
	return s.showFactor(c, http.StatusOK, auth.Factor{}, factorPage{Recovery: codes})
}

// endOwnFactor takes the reader's second factor away, by a code of it.
func (s *site) endOwnFactor(c *gin.Context) error {
	reader, ctx := s.reader(c), c.Request.Context()
	if err := s.Auth.CheckCode(ctx, reader.account, c.PostForm("code"), client(c)); err != nil {
		status, said, err := s.sayRefused(c, err, s.language(c).Text("code.refused"))
		if err != nil {
			return err
		}
		return s.showAccount(c, status, accountPage{FactorFaults: []fieldFault{{"code", said}}})
	}
	a, err := s.Auth.Account(ctx, reader.account.ID)
	if err != nil {
		return err
	}
	if err := s.Auth.EndFactor(ctx, a); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account?done=saved")
	return nil
}

// endFactor takes the second factor of an account away, whose owner has lost it.
func (s *site) endFactor(c *gin.Context, id int64) error {
	a, err := s.Auth.Account(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if err := s.Auth.EndFactor(c.Request.Context(), a); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(id)+"?done=saved")
	return nil
}

// newToken makes a token of the reader and shows it, once.
func (s *site) newToken(c *gin.Context) error {
	l := s.language(c)
	name := cleanLine(c.PostForm("name"), maxReviewer)
	var chosen []string
	for _, x := range scopes() {
		if slices.Contains(c.PostFormArray("scope"), string(x)) {
			chosen = append(chosen, string(x))
		}
	}
	days, err := strconv.Atoi(c.PostForm("days"))
	var faults []fieldFault
	if name == "" {
		faults = append(faults, fieldFault{"token-name", l.Text("token.noName")})
	}
	if len(chosen) == 0 {
		faults = append(faults, fieldFault{"token-scopes", l.Text("token.noScope")})
	}
	if err != nil || days < 1 || days > auth.MostTokenLife {
		faults = append(faults, fieldFault{"token-days", l.Text("token.badDays", "Most", auth.MostTokenLife)})
	}
	if len(faults) > 0 {
		return s.showAccount(c, http.StatusUnprocessableEntity, accountPage{TokenFaults: faults})
	}
	secret, err := s.Auth.NewToken(c.Request.Context(), s.reader(c).account.ID, name, chosen, days)
	if err != nil {
		return err
	}
	return s.showAccount(c, http.StatusOK, accountPage{NewToken: secret})
}

func (s *site) endToken(c *gin.Context, id int64) error {
	if err := s.Auth.EndToken(c.Request.Context(), s.reader(c).account.ID, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account?done=saved")
	return nil
}
