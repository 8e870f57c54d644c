package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// peoplePage is the view of page/people.html.
type peoplePage struct {
	Page
	Accounts []record.Account
	New      record.Account // what was typed
	Roles    []record.Role
	Faults   []fieldFault
	Made     *madeLink
}

// madeLink is a one-time link that was just made, to be handed to the owner of its account. It is
// shown once and stored nowhere.
type madeLink struct {
	Account record.Account
	Address string
	Invite  bool // else a new password
}

// personPage is the view of page/person.html.
type personPage struct {
	Page
	Account  record.Account
	Sessions []record.Session
	Roles    []record.Role
	Faults   []fieldFault
	Done     string
	Self     bool // the reader's own
}

func (s *site) people(c *gin.Context) error {
	return s.showPeople(c, http.StatusOK, peoplePage{New: record.Account{Roles: []record.Role{record.Reviewer}}})
}

func (s *site) showPeople(c *gin.Context, status int, v peoplePage) error {
	var err error
	if v.Accounts, err = s.Auth.Accounts(c.Request.Context()); err != nil {
		return err
	}
	v.Page = s.page(c, s.language(c).Text("people.title"))
	v.Section, v.Back, v.Roles = "people", "/people", record.Roles()
	return s.render(c, status, "people", v)
}

// typedAccount reads what an administrator typed about an account.
func (s *site) typedAccount(c *gin.Context, a record.Account) (record.Account, []fieldFault) {
	a.Name, a.Institution = cleanLine(c.PostForm("name"), maxReviewer), cleanLine(c.PostForm("institution"), maxField)
	a.Roles = nil
	for _, r := range record.Roles() {
		if slices.Contains(c.PostFormArray("role"), string(r)) {
			a.Roles = append(a.Roles, r)
		}
	}
	var faults []fieldFault
	if len(a.Roles) == 0 {
		faults = append(faults, fieldFault{"roles", s.language(c).Text("people.noRole")})
	}
	return a, faults
}

// invite makes an account and shows the link by which its owner sets a password.
func (s *site) invite(c *gin.Context) error {
	a, faults := s.typedAccount(c, record.Account{Login: cleanLine(c.PostForm("login"), maxField)})
	l := s.language(c)
	if _, err := auth.CleanLogin(a.Login); err != nil {
		faults = append(faults, fieldFault{"login", l.Text("people.badLogin")})
	}
	if len(faults) > 0 {
		return s.showPeople(c, http.StatusUnprocessableEntity, peoplePage{New: a, Faults: faults})
	}
	_, key, err := s.Auth.Invite(c.Request.Context(), a)
	if errors.Is(err, record.ErrLoginTaken) {
		return s.showPeople(c, http.StatusConflict, peoplePage{New: a, Faults: []fieldFault{{"login", l.Text("people.taken")}}})
	}
	if err != nil {
		return err
	}
	return s.showPeople(c, http.StatusOK, peoplePage{
		New: record.Account{Roles: []record.Role{record.Reviewer}}, Made: &madeLink{Account: a, Address: s.address(c, "/link/"+key), Invite: true},
	})
}

func (s *site) person(c *gin.Context, id int64) error {
	a, err := s.Auth.Account(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.showPerson(c, http.StatusOK, personPage{Account: a, Done: s.done(c)})
}

func (s *site) showPerson(c *gin.Context, status int, v personPage) error {
	var err error
	if v.Sessions, err = s.Auth.Sessions(c.Request.Context(), v.Account.ID); err != nil {
		return err
	}
	v.Page = s.page(c, v.Account.Login)
	v.Section, v.Back, v.Roles, v.Self = "people", personPath(v.Account.ID), record.Roles(), v.Account.ID == s.reader(c).account.ID
	return s.render(c, status, "person", v)
}

func personPath(id int64) string { return "/people/" + strconv.FormatInt(id, 10) }

// savePerson changes name, institution and roles of an account.
func (s *site) savePerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []fieldFault) { return s.typedAccount(c, a) })
}

// lockPerson keeps an account out from now on.
func (s *site) lockPerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []fieldFault) {
		a.State = record.AccountLocked
		return a, nil
	})
}

// unlockPerson lets an account in again: one that never had a password as invited.
func (s *site) unlockPerson(c *gin.Context, id int64) error {
	return s.changePerson(c, id, func(a record.Account) (record.Account, []fieldFault) {
		if a.State == record.AccountLocked {
			a.State = record.AccountActive
			if a.Password == "" && a.Provider == "" {
				a.State = record.AccountInvited
			}
		}
		return a, nil
	})
}

func (s *site) changePerson(c *gin.Context, id int64, change func(record.Account) (record.Account, []fieldFault)) error {
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
		return s.showPerson(c, http.StatusConflict, personPage{Account: a, Faults: []fieldFault{{"roles", s.language(c).Text("people.lastAdministrator")}}})
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, personPath(id)+"?done=saved")
	return nil
}

// resetPerson shows a link by which the owner of an account sets a new password.
func (s *site) resetPerson(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	a, err := s.Auth.Account(ctx, id)
	if err != nil {
		return err
	}
	if a.State == record.AccountLocked {
		return errBadInput
	}
	key, err := s.Auth.ResetLink(ctx, a)
	if err != nil {
		return err
	}
	return s.showPeople(c, http.StatusOK, peoplePage{
		New: record.Account{Roles: []record.Role{record.Reviewer}}, Made: &madeLink{Account: a, Address: s.address(c, "/link/"+key), Invite: a.State == record.AccountInvited},
	})
}

// endSessions ends all sessions of an account.
func (s *site) endSessions(c *gin.Context, id int64) error {
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

// Fields are those of the account to be made.
func (v peoplePage) Fields() personFields { return personFields{v.New, v.Roles} }

// Fields are those of the account.
func (v personPage) Fields() personFields { return personFields{v.Account, v.Roles} }
