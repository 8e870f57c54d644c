package people

import (
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// codePage is the view of page/code.html: the second step of logging in.
type codePage struct {
	site.Page
	Login string
	To    string
	Fault string
}

// pendingCookie returns the log-in of this browser that waits for a code.
func (s *pages) pendingCookie(c *gin.Context) (string, record.Account, error) {
	cookie, err := c.Request.Cookie(s.CookieName(c))
	if err != nil {
		return "", record.Account{}, auth.ErrNotLoggedIn
	}
	a, err := s.Auth.Pending(c.Request.Context(), cookie.Value)
	return cookie.Value, a, err
}

func (s *pages) codeForm(c *gin.Context) error {
	_, a, err := s.pendingCookie(c)
	if errors.Is(err, auth.ErrNotLoggedIn) { // it has taken too long
		c.Redirect(http.StatusSeeOther, "/login")
		return nil
	}
	if err != nil {
		return err
	}
	return s.showCode(c, http.StatusOK, codePage{Login: a.Login, To: site.LocalPath(c.DefaultQuery("back", "/"))})
}

func (s *pages) showCode(c *gin.Context, status int, v codePage) error {
	v.Page = s.Page(c, s.Language(c).Text("code.title"))
	return s.Render(c, status, "code", v)
}

func (s *pages) logInByCode(c *gin.Context) error {
	cookie, a, err := s.pendingCookie(c)
	v := codePage{Login: a.Login, To: site.LocalPath(c.DefaultPostForm("to", "/"))}
	var entry auth.Entry
	if err == nil {
		entry, err = s.Auth.LogInByCode(c.Request.Context(), cookie, c.PostForm("code"), site.Client(c))
	}
	switch {
	case errors.Is(err, auth.ErrNotLoggedIn):
		c.Redirect(http.StatusSeeOther, "/login")
		return nil
	case err != nil:
		status, said, err := s.sayRefused(c, err, s.refusedCode(c))
		if err != nil {
			return err
		}
		v.Fault = said
		return s.showCode(c, status, v)
	}
	return s.enter(c, entry, v.To)
}

// refusedCode returns what is said of a code that does not fit. It has the time of the server: where a clock is wrong,
// no code fits.
func (s *pages) refusedCode(c *gin.Context) string {
	l := s.Language(c)
	return l.Text("code.refused", "Time", l.Time(time.Now()))
}

// factorPage is the view of page/factor.html: a second factor is set up.
type factorPage struct {
	site.Page
	Secret   string
	QR       template.URL
	Recovery []string // once it is set up
	Faults   []site.FieldFault
}

// startFactor makes a second factor that the reader then sets up.
func (s *pages) startFactor(c *gin.Context) error {
	reader := s.Reader(c)
	if reader.Account.TOTP.Secret != "" {
		return record.ErrOvertaken
	}
	faults, err := s.confirm(c, "factor-present")
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return s.showAccount(c, http.StatusUnprocessableEntity, accountPage{FactorFaults: faults})
	}
	if err := s.Auth.BeginFactor(c.Request.Context(), reader.Session); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account/factor")
	return nil
}

func (s *pages) factorForm(c *gin.Context) error {
	reader := s.Reader(c)
	f, err := s.Auth.Factor(c.Request.Context(), reader.Account, reader.Session)
	if reader.Account.TOTP.Secret != "" || errors.Is(err, auth.ErrFlow) {
		c.Redirect(http.StatusSeeOther, "/account#factor")
		return nil
	}
	if err != nil {
		return err
	}
	return s.showFactor(c, http.StatusOK, f, factorPage{})
}

func (s *pages) showFactor(c *gin.Context, status int, f auth.Factor, v factorPage) error {
	v.Page = s.Page(c, s.Language(c).Text("factor.title"))
	v.Back = "/account"
	//nolint:gosec // of our own making
	v.Secret, v.QR = f.Secret, template.URL("data:image/png;base64,"+base64.StdEncoding.EncodeToString(f.QR))
	return s.Render(c, status, "factor", v)
}

// setFactor takes the second factor whose code its owner has typed, and shows the recovery codes, once.
func (s *pages) setFactor(c *gin.Context) error {
	reader := s.Reader(c)
	if reader.Account.TOTP.Secret != "" {
		return record.ErrOvertaken
	}
	ctx := c.Request.Context()
	codes, err := s.Auth.SetFactor(ctx, reader.Account, reader.Session, c.PostForm("code"))
	switch {
	case errors.Is(err, auth.ErrFlow): // it has taken too long
		c.Redirect(http.StatusSeeOther, "/account#factor")
		return nil
	case errors.Is(err, auth.ErrRefused):
		f, err := s.Auth.Factor(ctx, reader.Account, reader.Session)
		if err != nil {
			return err
		}
		faults := []site.FieldFault{{Field: "code", Text: s.refusedCode(c)}}
		return s.showFactor(c, http.StatusUnprocessableEntity, f, factorPage{Faults: faults})
	case err != nil:
		return err
	}
	return s.showFactor(c, http.StatusOK, auth.Factor{}, factorPage{Recovery: codes})
}

// endOwnFactor takes the reader's second factor away, by a code of it.
func (s *pages) endOwnFactor(c *gin.Context) error {
	reader, ctx := s.Reader(c), c.Request.Context()
	if err := s.Auth.CheckCode(ctx, reader.Account, c.PostForm("code"), site.Client(c)); err != nil {
		status, said, err := s.sayRefused(c, err, s.refusedCode(c))
		if err != nil {
			return err
		}
		return s.showAccount(c, status, accountPage{FactorFaults: []site.FieldFault{{Field: "code", Text: said}}})
	}
	a, err := s.Auth.Account(ctx, reader.Account.ID)
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
func (s *pages) endFactor(c *gin.Context, a record.Account) error {
	if err := s.Auth.EndFactor(c.Request.Context(), a); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(a.ID)+"?done=saved")
	return nil
}

// newToken makes a token for the reader and shows it once.
func (s *pages) newToken(c *gin.Context) error {
	l := s.Language(c)
	name := site.CleanLine(c.PostForm("name"), site.MaxName)
	chosen := each.Of(site.Ticked(c, "scope", site.Scopes()), func(x site.Scope) string { return string(x) })
	days, err := strconv.Atoi(c.PostForm("days"))
	var faults []site.FieldFault
	if name == "" {
		faults = append(faults, site.FieldFault{Field: "token-name", Text: l.Text("token.noName")})
	}
	if len(chosen) == 0 {
		faults = append(faults, site.FieldFault{Field: "token-scopes", Text: l.Text("token.noScope")})
	}
	if err != nil || days < 1 || days > auth.MostTokenLife {
		faults = append(faults, site.FieldFault{Field: "token-days", Text: l.Text("token.badDays", "Most", auth.MostTokenLife)})
	}
	if len(faults) == 0 {
		if faults, err = s.confirm(c, "token-present"); err != nil {
			return err
		}
	}
	if len(faults) > 0 {
		return s.showAccount(c, http.StatusUnprocessableEntity, accountPage{TokenFaults: faults})
	}
	secret, err := s.Auth.NewToken(c.Request.Context(), s.Reader(c).Account.ID, name, chosen, days)
	if err != nil {
		return err
	}
	return s.showAccount(c, http.StatusOK, accountPage{NewToken: secret})
}

// endTokens ends all tokens of the reader.
func (s *pages) endTokens(c *gin.Context) error { return s.endToken(c, 0) }

func (s *pages) endToken(c *gin.Context, id int64) error {
	if err := s.Auth.EndToken(c.Request.Context(), s.Reader(c).Account.ID, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/account?done=saved")
	return nil
}
