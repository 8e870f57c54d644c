package setting

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// retentionPage is the view of page/retention.html.
type retentionPage struct {
	site.Page
	Tab  string
	Card card

	File  string // whose rules count instead, "" for none
	Rules []ruleForm
	Most  int // rules
	Days  int // at most of a rule

	Tried   bool // what is previewed was typed and is not stored
	Preview *previewView

	Certificates []retention.Deletion // the newest first
}

// ruleForm is a rule as it was typed.
type ruleForm struct {
	Name, Days string
	Kind       retention.Kind
	Verdict    evidence.Verdict // "" is any
	State      string           // "" is any
}

// Age returns the days of a rule that holds.
func (f ruleForm) Age() int {
	days, _ := strconv.Atoi(f.Days)
	return days
}

func ruleTyped(r retention.Rule) ruleForm {
	f := ruleForm{Name: r.Name, Days: strconv.Itoa(r.Days), Kind: r.Kind}
	if len(r.Verdicts) == 1 { // both are any
		f.Verdict = r.Verdicts[0]
	}
	if len(r.States) == 1 {
		f.State = r.States[0]
	}
	return f
}

// ruleSaid says a rule in a line.
func ruleSaid(l *catalogue.Language, r retention.Rule) string {
	f := ruleTyped(r)
	text := l.Count("settings.ruleSaid", r.Days, "Name", r.Name, "Kind", l.Text("retention.kind."+string(r.Kind)))
	if f.Verdict != "" {
		text += l.Text("app.comma") + l.Text("retention.verdict."+string(f.Verdict))
	}
	if f.State != "" {
		text += l.Text("app.comma") + l.Text("retention.state."+f.State)
	}
	return text
}

// ruleRow is a row of the form of rules, by its number.
type ruleRow struct {
	ruleForm
	At   int
	Page retentionPage
}

// Rows returns the rows of the form: a rule each, and one for a new rule.
func (v retentionPage) Rows() (rows []ruleRow) {
	for i, f := range v.Rules {
		rows = append(rows, ruleRow{f, i, v})
	}
	if len(rows) < v.Most {
		rows = append(rows, ruleRow{ruleForm{}, len(rows), v})
	}
	return rows
}

// Kinds, Verdicts and States are what a rule may name.
func (v retentionPage) Kinds() []retention.Kind      { return retention.Kinds() }
func (v retentionPage) Verdicts() []evidence.Verdict { return retention.Verdicts() }
func (v retentionPage) States() []string             { return retention.States() }

// previewView is what rules would delete now.
type previewView struct {
	Rules []rulePreview
	Gone  int
	Rows  []previewRow // the first of them
	More  bool
}

// rulePreview counts the documents that a rule chooses: those to be deleted, and those kept and
// why.
type rulePreview struct {
	Name                   string
	Gone, Open, Held, Busy int
}

// previewRow is a document that a rule chooses.
type previewRow struct {
	retention.Document
	Rule string
	Kept retention.Keeper // "" is that it goes
	Name string           // for who may see documents
}

// mostPreviewed is how many documents a preview lists.
const mostPreviewed = 100

func (s *pages) retention(c *gin.Context) error {
	return s.showRetention(c, http.StatusOK, nil, nil)
}

// showRetention shows the page of rules: those that hold, or those that were typed.
func (s *pages) showRetention(c *gin.Context, status int, typed []ruleForm, change func(*retentionPage)) error {
	ctx := c.Request.Context()
	values, err := s.Settings(c)
	if err != nil {
		return err
	}
	v := retentionPage{Tab: "retention", File: s.RulesFile, Rules: typed, Most: setting.MostRules, Days: retention.MostDays}
	rules := values.Retention
	if s.RulesFile != "" {
		rules = s.Rules
	}
	if v.Card, err = s.cardOf(c, setting.Retention); err != nil {
		return err
	}
	if typed == nil {
		for _, r := range rules {
			v.Rules = append(v.Rules, ruleTyped(r))
		}
	}
	if v.Certificates, err = s.Store.Deletions(ctx); err != nil {
		return err
	}
	slices.Reverse(v.Certificates)
	v.Page = s.Page(c, s.Language(c).Text("retention.title"))
	v.Section, v.Back = "settings", "/settings/retention"
	if change != nil {
		change(&v)
	}
	if v.Preview == nil && typed == nil && len(rules) > 0 {
		if v.Preview, err = s.preview(c, rules); err != nil {
			return err
		}
	}
	return s.Render(c, status, "retention", v)
}

// preview returns what rules would delete now.
func (s *pages) preview(c *gin.Context, rules []retention.Rule) (*previewView, error) {
	at := time.Now()
	documents, err := s.Store.Retained(c.Request.Context(), at.Add(-retention.Youngest(rules)))
	if err != nil {
		return nil, err
	}
	v := &previewView{}
	for _, r := range rules {
		v.Rules = append(v.Rules, rulePreview{Name: r.Name})
	}
	sees := s.Reader(c).SeesAll()
	for _, d := range documents {
		rule, kept := retention.Choose(rules, d, at)
		if rule == nil {
			continue
		}
		p := &v.Rules[slices.IndexFunc(rules, func(r retention.Rule) bool { return r.Name == rule.Name })]
		switch kept {
		case retention.KeptOpen:
			p.Open++
		case retention.KeptHeld:
			p.Held++
		case retention.KeptBusy:
			p.Busy++
		default:
			p.Gone++
			v.Gone++
		}
		if len(v.Rows) == mostPreviewed {
			v.More = true
			continue
		}
		row := previewRow{Document: d, Rule: rule.Name, Kept: kept}
		if sees {
			found, err := s.Store.Document(c.Request.Context(), d.ID)
			if err != nil && !errors.Is(err, record.ErrNotFound) {
				return nil, err
			}
			row.Name = report.NameOf(found.Identity)
		}
		v.Rows = append(v.Rows, row)
	}
	return v, nil
}

// What the form of rules can do.
const (
	fieldDo   = "do"
	doPreview = "preview"
)

// saveRetention stores the rules of the form, or shows what they would delete.
func (s *pages) saveRetention(c *gin.Context) error {
	if s.RulesFile != "" { // a page of before the program was started so
		return s.showRetention(c, http.StatusConflict, nil, nil)
	}
	from, err := seen(c.PostForm(fieldSeen))
	if err != nil {
		return err
	}
	typed, rules, faults := s.typedRules(c)
	if c.PostForm(fieldDo) == doPreview && len(faults) == 0 {
		preview, err := s.preview(c, rules)
		if err != nil {
			return err
		}
		return s.showRetention(c, http.StatusOK, typed, func(v *retentionPage) { v.Preview, v.Tried = preview, true })
	}
	var value any
	if len(rules) > 0 {
		value = rules
	}
	if c.PostForm(fieldReset) != "" {
		value, faults = nil, nil
	}
	return s.save(c, setting.Retention, value, faults, from, func(status int, change func(*card)) error {
		return s.showRetention(c, status, typed, func(v *retentionPage) { change(&v.Card) })
	})
}

// typedRules reads the rules of a form and ignores rows without a name.
func (s *pages) typedRules(c *gin.Context) (typed []ruleForm, rules []retention.Rule, faults []site.FieldFault) {
	l := s.Language(c)
	typed = []ruleForm{}
	column := func(name string) []string { return c.PostFormArray(name) }
	names, kinds, days, verdicts, states := column("rule-name"), column("rule-kind"), column("rule-days"), column("rule-verdict"),
		column("rule-state")
	at := func(list []string, i int) string {
		if i >= len(list) {
			return ""
		}
		return site.CleanLine(list[i], site.MaxName)
	}
	named := map[string]bool{}
	for i := range min(len(names), setting.MostRules+1) {
		f := ruleForm{Name: at(names, i), Days: at(days, i), Kind: retention.Kind(at(kinds, i)), Verdict: evidence.Verdict(at(verdicts, i)),
			State: at(states, i)}
		if f.Name == "" {
			continue
		}
		n := len(typed)
		typed = append(typed, f)
		r := retention.Rule{Name: f.Name, Kind: f.Kind}
		r.Days, _ = strconv.Atoi(f.Days) // 0 is refused
		if f.Verdict != "" {
			r.Verdicts = []evidence.Verdict{f.Verdict}
		}
		if f.State != "" {
			r.States = []string{f.State}
		}
		var fault *retention.RuleFault
		switch err := r.Check(); {
		case errors.As(err, &fault):
			value := fault.Value
			if fault.Field == "days" {
				value = f.Days
			}
			faults = append(faults, site.FieldFault{Field: fmt.Sprintf("rule-%s-%d", fault.Field, n),
				Text: l.Text("retention.fault."+fault.Field, "Rule", f.Name, "Value", value, "Most", l.Number(retention.MostDays))})
		case named[r.Name]:
			faults = append(faults, site.FieldFault{Field: fmt.Sprintf("rule-name-%d", n),
				Text: l.Text("settings.fault.twin", "Value", r.Name)})
		}
		named[r.Name] = true
		rules = append(rules, r)
	}
	return typed, rules, faults
}

// certificate returns a certificate of deletion as it was signed.
func (s *pages) certificate(c *gin.Context, id int64) error {
	all, err := s.Store.Deletions(c.Request.Context())
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.ID == id {
			name := "zhiwen-deletion-" + strconv.FormatInt(id, 10) + ".txt"
			c.Header("Content-Disposition", site.Attachment(name, name))
			c.Data(http.StatusOK, "text/plain; charset=utf-8", d.Certificate)
			return nil
		}
	}
	return record.ErrNotFound
}
