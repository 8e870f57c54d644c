package people

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/auth/provider"
	"zhiwen/web/site"
)

// wayIn is a provider that people log in by, as pages show it.
type wayIn struct {
	Key   string
	Label string
}

// waysIn returns the providers, in the reader's language.
func (s *pages) waysIn(c *gin.Context) (ways []wayIn) {
	l := s.Language(c)
	for _, o := range s.Auth.Outside() {
		label := o.Labels[l.Code]
		for _, other := range o.Labels { // the one that there is
			if label == "" {
				label = other
			}
		}
		if label == "" {
			label = l.Text("login.with." + o.Key)
		}
		ways = append(ways, wayIn{o.Key, label})
	}
	return ways
}

// labelOf returns what pages call the provider of a key.
func (s *pages) labelOf(c *gin.Context, key string) string {
	for _, w := range s.waysIn(c) {
		if w.Key == key {
			return w.Label
		}
	}
	return key // it is not set up any more
}

// flowCookie ties a log-in that has begun to its browser.
const (
	flowCookie  = "login"
	flowSeconds = 600
)

// logInWith sends the browser to a provider.
func (s *pages) logInWith(c *gin.Context) error {
	to, again := site.LocalPath(c.DefaultQuery("back", "/")), c.Query("again") != ""
	if s.Reader(c).LoggedIn() && !again {
		c.Redirect(http.StatusSeeOther, to)
		return nil
	}
	before := ""
	if cookie, err := c.Request.Cookie(s.OwnCookie(c, flowCookie)); err == nil {
		before = cookie.Value
	}
	location, cookie, err := s.Auth.BeginBy(c.Request.Context(), c.Param("provider"), to, before, again, site.Client(c))
	if err != nil {
		return s.refuseBy(c, err, to)
	}
	s.SetOwnCookie(c, flowCookie, cookie, flowSeconds)
	c.Redirect(http.StatusSeeOther, location)
	return nil
}

// answerPosted stores an answer that a provider made the browser post, without our cookies, and
// makes the browser return with them.
func (s *pages) answerPosted(c *gin.Context) error {
	if err := c.Request.ParseForm(); err != nil {
		return site.ErrBadInput
	}
	state, err := s.Auth.AnswerPosted(c.Request.Context(), c.Param("provider"), c.Request.PostForm)
	if err != nil {
		return s.refuseBy(c, err, "/")
	}
	c.Redirect(http.StatusSeeOther, c.Request.URL.Path+"?"+url.Values{"state": {state}}.Encode())
	return nil
}

// answered logs in somebody whom a provider sent back.
func (s *pages) answered(c *gin.Context) error {
	browser := ""
	if cookie, err := c.Request.Cookie(s.OwnCookie(c, flowCookie)); err == nil {
		browser = cookie.Value
	}
	entry, to, err := s.Auth.LogInBy(c.Request.Context(), c.Param("provider"), browser, c.Request.URL.Query(), site.Client(c))
	if err != nil {
		return s.refuseBy(c, err, to)
	}
	return s.enter(c, entry, site.LocalPath(to))
}

// outsideFaults say why somebody is not let in by a provider: the message "login.NAME".
var outsideFaults = []struct {
	err    error
	status int
	name   string
	logged bool // whoever runs the server can do something about it
}{
	{auth.ErrFlow, http.StatusBadRequest, "flow", false},
	{auth.ErrNoRole, http.StatusForbidden, "noRole", false},
	{auth.ErrUninvited, http.StatusForbidden, "uninvited", false},
	{auth.ErrNameTaken, http.StatusConflict, "nameTaken", false},
	{auth.ErrNoName, http.StatusForbidden, "noName", true},
	{auth.ErrLocked, http.StatusForbidden, "locked", false},
	{auth.ErrRefused, http.StatusForbidden, "locked", false}, // meanwhile
	{record.ErrLastAdministrator, http.StatusConflict, "lastAdministrator", true},
	{provider.ErrCancelled, http.StatusForbidden, "cancelled", false},
	{provider.ErrAnswer, http.StatusForbidden, "badAnswer", true},
	{provider.ErrUnreachable, http.StatusBadGateway, "unreachable", true},
}

// refuseBy shows the log-in page again with the reason why a provider's log-in was refused.
func (s *pages) refuseBy(c *gin.Context, err error, to string) error {
	for _, f := range outsideFaults {
		if errors.Is(err, f.err) {
			if f.logged {
				// not "error": what the network says here is not of the database
				s.Log.WarnContext(c.Request.Context(), "log-in by another provider", "provider", c.Param("provider"), "reason", err.Error())
			}
			return s.showLogin(c, f.status, loginPage{To: site.LocalPath(to), Fault: s.Language(c).Text("login." + f.name)})
		}
	}
	return err
}

// metadata returns what a provider has to know of us, where there is such a thing.
func (s *pages) metadata(c *gin.Context) error {
	o, err := s.Auth.OutsideOf(c.Param("provider"))
	if err != nil {
		return err
	}
	p, ok := o.Provider.(interface{ Metadata() ([]byte, error) })
	if !ok {
		return record.ErrNotFound
	}
	b, err := p.Metadata()
	if err != nil {
		return err
	}
	c.Data(http.StatusOK, "application/samlmetadata+xml", b)
	return nil
}

// leftPage is the view of page/left.html: logged out here, and next with the provider.
type leftPage struct {
	site.Page
	Elsewhere string
}

// leave redirects a browser that has logged out here to the log-out page of its provider.
func (s *pages) leave(c *gin.Context, elsewhere string) error {
	// Not by a redirect: the policy of our pages lets forms lead nowhere else.
	c.Header("Refresh", "0; url="+elsewhere)
	return s.Render(c, http.StatusOK, "left", leftPage{Page: s.Page(c, s.Language(c).Text("left.title")), Elsewhere: elsewhere})
}

// setProvider says by what an account logs in from now on.
func (s *pages) setProvider(c *gin.Context, id int64) error {
	ctx, by := c.Request.Context(), c.PostForm("by")
	if by == "" && !s.Auth.Passwords() {
		return site.ErrBadInput
	}
	err := s.Auth.SetProvider(ctx, id, by)
	if errors.Is(err, record.ErrLastAdministrator) {
		a, err := s.Auth.Account(ctx, id)
		if err != nil {
			return err
		}
		return s.showPerson(c, http.StatusConflict, personPage{Account: a, Faults: []site.FieldFault{{Field: "by",
			Text: s.Language(c).Text("people.lastAdministrator")}}})
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(id)+"?done=saved")
	return nil
}
