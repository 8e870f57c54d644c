// Package setting is the pages of what an installation's own people set: the agency's
// name and logo, where colours begin, what counts, by which rules documents are deleted;
// and, to read, what the program was started with.
package setting

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
	"zhiwen/web/site"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Settings(ctx context.Context) (setting.Values, error)
	// SettingChanges returns the last changes of a setting, the newest first.
	SettingChanges(ctx context.Context, name setting.Name, most int) ([]setting.Change, error)
	// ChangeSetting sets a setting in the name of by, who has seen a change as its newest; the
	// error wraps a setting.Fault where something is wrong with the value, and
	// record.ErrOvertaken where there is a newer change.
	ChangeSetting(ctx context.Context, name setting.Name, value string, seen int64, by string) error
	RoleEntries(ctx context.Context) ([]record.RoleEntry, error)
	// Documents returns a page of documents, newest first, and how many there are.
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	// Retained returns what rules of retention go by, of the documents that came before a time.
	Retained(ctx context.Context, before time.Time) ([]retention.Document, error)
	// Deletions returns the certificates of deletions by rule, oldest first.
	Deletions(ctx context.Context) ([]retention.Deletion, error)
	Webhooks
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store Store
	// Started are the settings that the program was started with.
	Started []Started
	// Rules are the rules of retention of the file that the program was started with, which
	// count instead of those that are set on the page; RulesFile is the file, "" for none.
	Rules     []retention.Rule
	RulesFile string
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	return append(p.webhookRoutes(), []site.Route{
		{Method: get, Path: "/settings", Do: p.overview, Compress: true},
		{Method: post, Path: "/settings/agency", Do: p.saveAgency},
		{Method: post, Path: "/settings/logo", Do: p.saveLogo, Upload: true},
		{Method: post, Path: "/settings/thresholds", Do: p.saveThresholds},
		{Method: post, Path: "/settings/counting", Do: p.saveCounting},
		{Method: post, Path: "/settings/web", Do: p.saveWeb},
		{Method: post, Path: "/settings/first", Do: p.saveFirst},
		{Method: get, Path: "/settings/retention", Do: p.retention, Compress: true},
		{Method: post, Path: "/settings/retention", Do: p.saveRetention},
		{Method: get, Path: "/settings/retention/certificates/:id", Do: site.ByID(p.certificate), Act: audit.Export},
		{Method: get, Path: "/settings/program", Do: p.program, Compress: true, Act: audit.View},
	}...)
}

// mostChanges is how many changes of a setting a page lists; the record has them all.
const mostChanges = 20

// card is the content of the card of a setting besides its form.
type card struct {
	Name    setting.Name
	Changes []changeRow // the newest first
	More    bool        // there are older ones
	Faults  []site.FieldFault
	Saved   bool // just now
	Late    bool // somebody else has changed it meanwhile
}

// Seen returns the newest change that the reader of a form has seen, 0 for none.
func (c card) Seen() int64 {
	if len(c.Changes) == 0 {
		return 0
	}
	return c.Changes[0].ID
}

// Usual reports whether the default holds.
func (c card) Usual() bool { return len(c.Changes) == 0 || c.Changes[0].Usual() }

// changeRow is a change as pages show it.
type changeRow struct {
	setting.Change
	Said []string // what was set, a line each
}

// cardOf reads the content of the card of a setting.
func (s *pages) cardOf(c *gin.Context, name setting.Name) (card, error) {
	changes, err := s.Store.SettingChanges(c.Request.Context(), name, mostChanges+1)
	if err != nil {
		return card{}, err
	}
	v := card{Name: name, Saved: c.Query("saved") == string(name), More: len(changes) > mostChanges}
	l := s.Language(c)
	for _, x := range changes[:min(len(changes), mostChanges)] {
		v.Changes = append(v.Changes, changeRow{x, said(l, x)})
	}
	return v, nil
}

// overviewPage is the view of page/settings.html.
type overviewPage struct {
	site.Page
	Tab  string
	Card map[string]card

	Titles     setting.Titles
	Logo       *site.Logo
	Thresholds thresholdForm
	Counting   countingForm
	Web        webForm
	First      firstForm

	Roles, Forms, Standards int // how many there are
	RetentionRules          int
	Bounds                  agencyBounds
}

// agencyBounds are what a name and a logo may be like.
type agencyBounds struct {
	Title    int // characters
	Logo     int64
	LogoSide int
	Contact  int // characters of how the agency is reached
}

func (s *pages) overview(c *gin.Context) error {
	return s.showOverview(c, http.StatusOK, nil)
}

// showOverview shows the page of settings; change restores typed values.
func (s *pages) showOverview(c *gin.Context, status int, change func(*overviewPage)) error {
	ctx := c.Request.Context()
	values, err := s.Settings(c)
	if err != nil {
		return err
	}
	v := overviewPage{
		Tab: "overview", Card: map[string]card{}, Titles: values.Agency, Thresholds: thresholdsTyped(values.Thresholds),
		Counting: countingTyped(values.Counting), RetentionRules: len(values.Retention),
		Bounds: agencyBounds{setting.MostTitle, setting.MostLogoBytes, setting.MostLogoSide, setting.MostContact},
		Web:    webTyped(values.Web), First: firstTyped(values.First),
	}
	if s.RulesFile != "" {
		v.RetentionRules = len(s.Rules)
	}
	for _, name := range setting.Names() {
		if v.Card[string(name)], err = s.cardOf(c, name); err != nil {
			return err
		}
	}
	entries, err := s.Store.RoleEntries(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Holds() {
			v.Roles++
		}
	}
	isForm := true
	documents, _, err := s.Store.Documents(ctx, record.Filter{Form: &isForm}) // there are some dozens
	if err != nil {
		return err
	}
	for _, d := range documents {
		if d.Standard {
			v.Standards++
		} else {
			v.Forms++
		}
	}
	v.Page = s.Page(c, s.Language(c).Text("settings.title"))
	v.Section, v.Back = "settings", "/settings"
	v.Logo = v.Agency.Logo
	if change != nil {
		change(&v)
	}
	return s.Render(c, status, "settings", v)
}
