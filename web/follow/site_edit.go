package follow

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/site"
)

// What a site has where nobody says otherwise: a look a day, three seconds between two
// requests, as careful programs leave, and as many pages as a large blog has.
const (
	defaultHours, defaultPause, defaultMost = 24, 3, 10_000
	defaultZone                             = "+08:00"
)

// values are the fields of the form as they were typed.
type values struct {
	Name, Starts, Hosts, Articles, Lists, Never, Zone, Hours, Pause, Most string
	Taught                                                                map[string]string
}

// editView is the view of page/site-edit.html.
type editView struct {
	site.Page
	ID     int64
	Seen   int64 // the change that the reader has seen
	Values values
	Fields []string // that a site can be taught
	refused
	MostRule, MostHours, MostPause, LeastPages, MostPages int
}

func lines(all []string) string { return strings.Join(all, "\n") }

// typed returns rules as the form shows them.
func typed(r record.SiteRules) values {
	return values{
		Name: r.Name, Starts: lines(r.Starts), Hosts: lines(r.Hosts), Articles: lines(r.Articles), Lists: lines(r.Lists),
		Never: lines(r.Never), Zone: r.Zone, Hours: strconv.Itoa(r.Hours), Pause: strconv.Itoa(r.Pause), Most: strconv.Itoa(r.Most),
		Taught: r.Taught,
	}
}

func (p sites) edit(c *gin.Context, id int64) error {
	v := editView{ID: id, Values: typed(record.SiteRules{Zone: defaultZone, Hours: defaultHours, Pause: defaultPause, Most: defaultMost})}
	if id != 0 {
		s, err := p.Store.Site(c.Request.Context(), id)
		if err != nil {
			return err
		}
		v.Values, v.Seen = typed(s.SiteRules), s.Change
	}
	return p.showEdit(c, http.StatusOK, v)
}

func (p sites) showEdit(c *gin.Context, status int, v editView) error {
	title := "sites.new"
	if v.ID != 0 {
		title = "sites.edit"
	}
	v.Page = p.Page(c, p.Language(c).Text(title))
	v.Section, v.Fields = "library", extract.TaughtFields()
	v.MostRule, v.MostHours, v.MostPause, v.LeastPages, v.MostPages = record.MostRule, record.MostHours, record.MostPause,
		record.LeastPages, record.MostPages
	return p.Render(c, status, "site-edit", v)
}

// save stores the form, or shows it again with its faults.
func (p sites) save(c *gin.Context, id int64) error {
	const maxName, maxLines = 100, record.MostRules * 2 * record.MostRule
	var (
		r   record.SiteRules
		err error
	)
	v := editView{ID: id, Values: values{Taught: map[string]string{}}}
	line := func(field string, most int) string { return site.CleanLine(c.PostForm(field), most) }
	several := func(field string, to *string) (out []string) {
		*to = site.CleanText(c.PostForm(field), maxLines)
		for text := range strings.Lines(*to) {
			if text = strings.TrimSpace(text); text != "" {
				out = append(out, text)
			}
		}
		return out
	}
	v.Values.Name, v.Values.Zone = line("name", maxName), line("zone", len(defaultZone))
	v.Values.Hours, v.Values.Pause, v.Values.Most = line("hours", 10), line("pause", 10), line("most", 10)
	r.Name, r.Zone = v.Values.Name, v.Values.Zone
	r.Starts, r.Hosts = several("starts", &v.Values.Starts), several("hosts", &v.Values.Hosts)
	r.Articles, r.Lists, r.Never = several("articles", &v.Values.Articles), several("lists", &v.Values.Lists),
		several("never", &v.Values.Never)
	r.Hours, r.Pause, r.Most = number(v.Values.Hours), number(v.Values.Pause), number(v.Values.Most)
	r.Taught = map[string]string{}
	for _, field := range extract.TaughtFields() {
		if text := strings.TrimSpace(site.CleanText(c.PostForm("taught-"+field), record.MostRule)); text != "" {
			r.Taught[field], v.Values.Taught[field] = text, text
		}
	}
	if v.Seen, err = seen(c, id); err != nil {
		return err
	}
	put, err := p.Jobs.PutSite(c.Request.Context(), id, r, v.Seen, p.Signing(c))
	l := p.Language(c)
	var fault *record.SiteFault
	switch {
	case errors.As(err, &fault):
		text := l.Text("sites.fault."+fault.Name, "Field", l.Text("sites.field."+fault.Field), "Value", fault.Value)
		v.Faults = []site.FieldFault{{Field: "site-" + fault.Field, Text: text}}
		return p.showEdit(c, http.StatusUnprocessableEntity, v)
	case err != nil:
		var status int
		if v.refused, status = refusal(l, err, "site-name", "sites.taken", r.Name); status == 0 {
			return err
		}
		return p.showEdit(c, status, v)
	}
	c.Redirect(http.StatusSeeOther, address(sitesHome, put))
	return nil
}
