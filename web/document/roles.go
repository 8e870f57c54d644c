package document

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// roleListView is the view of page/roles.html.
type roleListView struct {
	site.Page
	Entries []record.RoleEntry // that officers have added and that hold, newest first
	Ended   []record.RoleEntry // that do not hold any more, the last one first
	Given   []exclude.Entry    // of the file that the program was started with
	BuiltIn []exclude.Entry
	Form    roleForm
	Late    bool // somebody else has changed the entry meanwhile
}

// roleForm is what an officer fills in.
type roleForm struct {
	ID       int64 // of the entry to change, 0 for a new one
	Values   roleValues
	Faults   []site.FieldFault
	Names    []string          // of the roles of the built-in table
	Reasons  []evidence.Reason // that an entry can have
	Reviewer string
}

// roleValues are the fields of a form as they were typed.
type roleValues struct {
	Role, Own                         string // a name of the built-in table, or one of the officer's own
	Reason                            string // of evidence, reasonOfRole or reasonNone
	Headings, Endings, Phrases, Words string // one a line
	Programme, From, To               string
}

// What a form says beside the reasons of evidence.
const (
	reasonOfRole = "role" // that of the built-in entry of the role
	reasonNone   = "none" // the text counts
)

// fieldOf returns the field of the form that a fault is to be mended in.
func fieldOf(f *exclude.Fault) string {
	switch f.Name {
	case exclude.FaultNameless:
		return "role-own"
	case exclude.FaultReason, exclude.FaultIdle:
		return "role-reason"
	case exclude.FaultYears:
		return "role-from"
	}
	return "role-headings"
}

// roleList shows the table of roles of sections, and the form for an entry: a new
// one, or the one that the address names.
func (s *pages) roleList(c *gin.Context) error {
	id, err := site.QueryNumber(c, "edit")
	if err != nil {
		return err
	}
	form := roleForm{Values: roleValues{Reason: reasonOfRole}}
	if id != 0 {
		entries, err := s.Store.RoleEntries(c.Request.Context())
		if err != nil {
			return err
		}
		i := slices.IndexFunc(entries, func(e record.RoleEntry) bool { return e.ID == id && e.Holds() })
		if i < 0 {
			return record.ErrNotFound
		}
		form = roleForm{ID: id, Values: valuesOf(entries[i].Entry)}
	}
	return s.showRoles(c, http.StatusOK, form, false)
}

func (s *pages) showRoles(c *gin.Context, status int, form roleForm, late bool) error {
	entries, err := s.Store.RoleEntries(c.Request.Context())
	if err != nil {
		return err
	}
	v := roleListView{Page: s.Page(c, s.Language(c).Text("roles.title")), BuiltIn: exclude.Default().Entries(), Form: form, Late: late}
	v.Section, v.Back = "forms", "/roles"
	v.Form.Names, v.Form.Reasons = phrase.RoleNames(), exclude.EntryReasons()
	if v.Form.Reviewer == "" {
		v.Form.Reviewer = v.Reviewer
	}
	if s.Roles != nil {
		all := s.Roles.Entries()
		v.Given = all[:len(all)-len(v.BuiltIn)]
	}
	for _, e := range slices.Backward(entries) {
		if e.Holds() {
			v.Entries = append(v.Entries, e)
		} else {
			v.Ended = append(v.Ended, e)
		}
	}
	slices.SortStableFunc(v.Ended, func(a, b record.RoleEntry) int { return b.EndedAt.Compare(a.EndedAt) })
	return s.Render(c, status, "roles", v)
}

// valuesOf returns the form of an entry.
func valuesOf(e exclude.Entry) roleValues {
	lines := func(list []string) string { return strings.Join(list, "\n") }
	year := func(y int) string {
		if y == 0 {
			return ""
		}
		return strconv.Itoa(y)
	}
	v := roleValues{
		Own: e.Name, Reason: string(e.Reason), Headings: lines(e.Headings), Endings: lines(e.Endings),
		Phrases: lines(e.Phrases), Words: lines(e.Words), Programme: e.Programme, From: year(e.From), To: year(e.To),
	}
	if slices.Contains(phrase.RoleNames(), e.Name) {
		v.Role, v.Own = e.Name, ""
	}
	if v.Reason == "" {
		v.Reason = reasonNone
	}
	return v
}

// entry makes an entry from the form and returns its faults.
func (v roleValues) entry(l *catalogue.Language) (e exclude.Entry, faults []site.FieldFault) {
	lines := func(s string) (out []string) {
		for line := range strings.Lines(s) {
			if line = strings.Join(strings.Fields(line), " "); line != "" && !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
		return out
	}
	year := func(field, s string) int {
		if s == "" {
			return 0
		}
		y, err := strconv.Atoi(s)
		if err != nil || y < 1 || y > report.MaxYear {
			faults = append(faults, site.FieldFault{Field: field, Text: l.Text("roles.fault.year", "Value", s)})
			return 0
		}
		return y
	}
	if v.Role != "" && !slices.Contains(phrase.RoleNames(), v.Role) {
		faults = append(faults, site.FieldFault{Field: "role-role", Text: l.Text("roles.fault.role", "Value", v.Role)})
	}
	e = exclude.Entry{
		Name: v.Role, Reason: evidence.Reason(v.Reason), Headings: lines(v.Headings), Endings: lines(v.Endings), Phrases: lines(v.Phrases),
		Words: lines(v.Words), Programme: v.Programme, From: year("role-from", v.From), To: year("role-to", v.To),
	}
	if e.Name == "" {
		e.Name = v.Own
	}
	switch v.Reason {
	case reasonNone:
		e.Reason = ""
	case reasonOfRole:
		e.Reason = ""
		for _, built := range exclude.Default().Entries() {
			if built.Name == e.Name {
				e.Reason = built.Reason
			}
		}
	}
	for _, f := range e.Faults() {
		faults = append(faults, site.FieldFault{Field: fieldOf(f), Text: phrase.RoleFault(l, f)})
	}
	return e, faults
}

// saveRole adds an entry, or changes the one of the id.
func (s *pages) saveRole(c *gin.Context, id int64) error {
	line := func(name string) string { return site.CleanLine(c.PostForm(name), site.MaxField) }
	list := func(name string) string { return site.CleanText(c.PostForm(name), site.MaxForm) }
	form := roleForm{ID: id, Reviewer: s.Signed(c), Values: roleValues{
		Role: line("role"), Own: line("own"), Reason: line("reason"), Headings: list("headings"), Endings: list("endings"),
		Phrases: list("phrases"), Words: list("words"), Programme: line("programme"), From: line("from"), To: line("to"),
	}}
	l := s.Language(c)
	entry, faults := form.Values.entry(l)
	if form.Reviewer == "" {
		faults = append(faults, site.FieldFault{Field: "role-reviewer", Text: l.Text("roles.fault.reviewer")})
	}
	if form.Faults = faults; len(faults) > 0 {
		return s.showRoles(c, http.StatusUnprocessableEntity, form, false)
	}
	twin, err := s.twinOf(c, id, entry)
	if err != nil {
		return err
	}
	if twin != 0 {
		form.Faults = []site.FieldFault{{Field: "role-" + strconv.FormatInt(twin, 10), Text: l.Text("roles.fault.twin")}}
		return s.showRoles(c, http.StatusUnprocessableEntity, form, false)
	}
	s.SetReviewer(c, form.Reviewer)
	saved, err := s.Store.PutRole(c.Request.Context(), id, entry, form.Reviewer)
	if errors.Is(err, record.ErrOvertaken) {
		form.ID = 0 // what was typed can still be added
		return s.showRoles(c, http.StatusConflict, form, true)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/roles#role-"+strconv.FormatInt(saved, 10))
	return nil
}

// sameEntry reports whether two entries say the same, in whatever order.
func sameEntry(a, b exclude.Entry) bool {
	same := func(x, y []string) bool {
		return slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y)))
	}
	return a.Name == b.Name && a.Reason == b.Reason && a.Programme == b.Programme && a.From == b.From && a.To == b.To &&
		same(a.Headings, b.Headings) && same(a.Endings, b.Endings) && same(a.Phrases, b.Phrases) && same(a.Words, b.Words)
}

// twinOf returns the entry that holds and says the same as one that is to be stored in place of
// another, or 0.
func (s *pages) twinOf(c *gin.Context, replaces int64, entry exclude.Entry) (int64, error) {
	entries, err := s.Store.RoleEntries(c.Request.Context())
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if e.ID != replaces && e.Holds() && sameEntry(e.Entry, entry) {
			return e.ID, nil
		}
	}
	return 0, nil
}

func (s *pages) addRole(c *gin.Context) error { return s.saveRole(c, 0) }

// endRole takes an entry out of the table.
func (s *pages) endRole(c *gin.Context, id int64) error {
	by := s.Signed(c)
	if by == "" {
		form := roleForm{Values: roleValues{Reason: reasonOfRole}}
		form.Faults = []site.FieldFault{{Field: "role-" + strconv.FormatInt(id, 10), Text: s.Language(c).Text("roles.fault.ender")}}
		return s.showRoles(c, http.StatusUnprocessableEntity, form, false)
	}
	s.SetReviewer(c, by)
	err := s.Store.EndRole(c.Request.Context(), id, by)
	if errors.Is(err, record.ErrOvertaken) {
		return s.showRoles(c, http.StatusConflict, roleForm{Values: roleValues{Reason: reasonOfRole}}, true)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/roles")
	return nil
}
