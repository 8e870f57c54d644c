package people

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// peoplePage is the view of page/people.html.
type peoplePage struct {
	site.Page
	Accounts []record.Account
	New      record.Account // what was typed
	Roles    []record.Role
	Faults   []site.FieldFault
	Made     *madeLink
	Alike    map[int64][]record.Account // by account: others of a like name
	ways
}

// ways lists how an account can log in.
type ways struct {
	Ways      []wayIn
	Passwords bool
	By        string // the provider of the account; "" is a password
}

// Choice reports whether there is more than one way.
func (w ways) Choice() bool { return len(w.Ways) > 1 || len(w.Ways) == 1 && w.Passwords }

// Label returns what the provider of the account is called.
func (w ways) Label() string {
	for _, x := range w.Ways {
		if x.Key == w.By {
			return x.Label
		}
	}
	return w.By
}

// madeLink is a one-time link that was just made, to be handed to the owner of its account. It is
// shown once and stored nowhere.
type madeLink struct {
	Account record.Account
	Address string
	Invite  bool   // else a new password
	By      string // the provider that its owner logs in by; "" is a password
	Alike   []record.Account
}

// personPage is the view of page/person.html.
type personPage struct {
	site.Page
	Account  record.Account
	Sessions []record.Session
	Roles    []record.Role
	Faults   []site.FieldFault
	Done     string
	Alike    []record.Account // others of a like name
	ways
}

func (s *pages) people(c *gin.Context) error {
	return s.showPeople(c, http.StatusOK, peoplePage{New: record.Account{Roles: []record.Role{record.Reviewer}}})
}

func (s *pages) showPeople(c *gin.Context, status int, v peoplePage) error {
	var err error
	if v.Accounts, err = s.Auth.Accounts(c.Request.Context()); err != nil {
		return err
	}
	v.Alike = alike(v.Accounts)
	if v.Made != nil {
		for _, a := range v.Accounts {
			if record.LoginKey(a.Login) == record.LoginKey(v.Made.Account.Login) {
				v.Made.Alike = v.Alike[a.ID]
			}
		}
	}
	v.Page = s.Page(c, s.Language(c).Text("people.title"))
	v.Section, v.Back, v.Roles = "people", "/people", record.Roles()
	v.ways = ways{Ways: s.waysIn(c), Passwords: s.Auth.Passwords(), By: c.PostForm("by")}
	return s.Render(c, status, "people", v)
}

// typedAccount reads what an administrator typed about an account.
func (s *pages) typedAccount(c *gin.Context, a record.Account) (record.Account, []site.FieldFault) {
	a.Name, a.Institution = site.CleanLine(c.PostForm("name"), auth.MostName), site.CleanLine(c.PostForm("institution"), site.MaxField)
	a.Roles = site.Ticked(c, "role", record.Roles())
	var faults []site.FieldFault
	if len(a.Roles) == 0 {
		faults = append(faults, site.FieldFault{Field: "roles", Text: s.Language(c).Text("people.noRole")})
	}
	return a, faults
}

// invite makes an account and shows the link by which its owner sets a password.
func (s *pages) invite(c *gin.Context) error {
	a, faults := s.typedAccount(c, record.Account{Login: site.CleanLine(c.PostForm("login"), site.MaxField)})
	l := s.Language(c)
	if _, err := auth.CleanLogin(a.Login); err != nil {
		faults = append(faults, site.FieldFault{Field: "login", Text: l.Text("people.badLogin")})
	}
	if len(faults) > 0 {
		return s.showPeople(c, http.StatusUnprocessableEntity, peoplePage{New: a, Faults: faults})
	}
	made := &madeLink{Account: a, Invite: true}
	var err error
	if by := c.PostForm("by"); by != "" {
		_, err = s.Auth.InviteBy(c.Request.Context(), by, a)
		made.By, made.Address = s.labelOf(c, by), s.Address(c, "/login")
	} else if !s.Auth.Passwords() {
		return site.ErrBadInput
	} else {
		var key string
		_, key, err = s.Auth.Invite(c.Request.Context(), a)
		made.Address = s.Address(c, "/link/"+key)
	}
	if errors.Is(err, record.ErrLoginTaken) {
		return s.showPeople(c, http.StatusConflict, peoplePage{New: a, Faults: []site.FieldFault{{Field: "login",
			Text: l.Text("people.taken")}}})
	}
	if err != nil {
		return err
	}
	return s.showPeople(c, http.StatusOK, peoplePage{
		New: record.Account{Roles: []record.Role{record.Reviewer}}, Made: made,
	})
}

func (s *pages) person(c *gin.Context, a record.Account) error {
	return s.showPerson(c, http.StatusOK, personPage{Account: a, Done: s.done(c)})
}

func (s *pages) showPerson(c *gin.Context, status int, v personPage) error {
	var err error
	if v.Sessions, err = s.Auth.Sessions(c.Request.Context(), v.Account.ID); err != nil {
		return err
	}
	accounts, err := s.Auth.Accounts(c.Request.Context())
	if err != nil {
		return err
	}
	v.Alike = alike(accounts)[v.Account.ID]
	v.Page = s.Page(c, v.Account.Login)
	v.Section, v.Back, v.Roles = "people", personPath(v.Account.ID), record.Roles()
	v.ways = ways{Ways: s.waysIn(c), Passwords: s.Auth.Passwords(), By: v.Account.Provider}
	return s.Render(c, status, "person", v)
}

func personPath(id int64) string { return "/people/" + strconv.FormatInt(id, 10) }

// savePerson changes name, institution and roles of an account.
func (s *pages) savePerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []site.FieldFault) { return s.typedAccount(c, a) })
}

// lockPerson keeps an account out from now on.
func (s *pages) lockPerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []site.FieldFault) {
		a.State = record.AccountLocked
		return a, nil
	})
}

// unlockPerson lets an account in again: one that never had a password as invited.
func (s *pages) unlockPerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []site.FieldFault) {
		if a.State == record.AccountLocked {
			a.State = record.AccountActive
			if a.Password == "" && a.Provider == "" {
				a.State = record.AccountInvited
			}
		}
		return a, nil
	})
}

func (s *pages) changePerson(c *gin.Context, id int64, change func(record.Account) (record.Account, []site.FieldFault)) error {
	ctx := c.Request.Context()
	a, err := s.Auth.Account(ctx, id)
	if err != nil {
		return err
	}
	changed, faults := change(a)
	if len(faults) > 0 {
		return s.showPerson(c, http.StatusUnprocessableEntity, personPage{Account: changed, Faults: faults})
	}
	err = s.Auth.SetAccount(ctx, changed)
	if errors.Is(err, record.ErrLastAdministrator) {
		return s.showPerson(c, http.StatusConflict, personPage{Account: a, Faults: []site.FieldFault{{Field: "roles",
			Text: s.Language(c).Text("people.lastAdministrator")}}})
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(id)+"?done=saved")
	return nil
}

// resetPerson shows a link by which the owner of an account sets a new password.
func (s *pages) resetPerson(c *gin.Context, a record.Account) error {
	ctx := c.Request.Context()
	if a.State == record.AccountLocked || a.Provider != "" || !s.Auth.Passwords() {
		return site.ErrBadInput
	}
	key, err := s.Auth.ResetLink(ctx, a)
	if err != nil {
		return err
	}
	return s.showPeople(c, http.StatusOK, peoplePage{
		New:  record.Account{Roles: []record.Role{record.Reviewer}},
		Made: &madeLink{Account: a, Address: s.Address(c, "/link/"+key), Invite: a.State == record.AccountInvited},
	})
}

// endSessions ends all sessions of an account.
func (s *pages) endSessions(c *gin.Context, id int64) error {
	if err := s.Auth.EndSession(c.Request.Context(), id, 0); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(id)+"?done=sessions")
	return nil
}

// personFields is the view of the fields of an account, new or not.
type personFields struct {
	Account record.Account
	Roles   []record.Role
}

// Fields returns those of the account to be made.
func (v peoplePage) Fields() personFields { return personFields{v.New, v.Roles} }

// Fields returns the fields of the account.
func (v personPage) Fields() personFields { return personFields{v.Account, v.Roles} }
