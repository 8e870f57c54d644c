package setting

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// Fields that several forms have.
const (
	fieldSeen  = "seen"  // the newest change that the reader has seen
	fieldReset = "reset" // back to the default
)

// save changes a setting to a value, nil for the default, and redirects to its page; show shows
// faults there with the typed values.
func (s *pages) save(c *gin.Context, name setting.Name, value any, faults []site.FieldFault, seen int64,
	show func(status int, change func(*card)) error) error {
	refuse := func(faults []site.FieldFault) error {
		return show(http.StatusUnprocessableEntity, func(x *card) { x.Faults = faults })
	}
	if len(faults) > 0 {
		return refuse(faults)
	}
	stored := ""
	var err error
	if value != nil {
		stored, err = setting.Encode(name, value)
	}
	if err == nil {
		err = s.Store.ChangeSetting(c.Request.Context(), name, stored, seen, s.Signing(c))
	}
	var fault *setting.Fault
	switch {
	case errors.As(err, &fault):
		return refuse([]site.FieldFault{s.faultSaid(c, fault)})
	case errors.Is(err, record.ErrOvertaken):
		return show(http.StatusConflict, func(x *card) { x.Late = true })
	case err != nil:
		return err
	}
	page := "/settings"
	if name == setting.Retention {
		page += "/retention"
	}
	c.Redirect(http.StatusSeeOther, page+"?saved="+string(name)+"#"+string(name))
	return nil
}

func (s *pages) faultSaid(c *gin.Context, f *setting.Fault) site.FieldFault {
	return site.FieldFault{Field: f.Field, Text: s.Language(c).Text("settings.fault."+f.Name, "Value", f.Value, "Most",
		s.mostOf(c, f.Name))}
}

// mostOf returns the bound that a fault speaks of.
func (s *pages) mostOf(c *gin.Context, name string) string {
	l := s.Language(c)
	switch name {
	case "title":
		return strconv.Itoa(setting.MostTitle)
	case "length":
		return l.Number(setting.MostLeastLength)
	case "leastShare":
		return site.PercentOf(setting.MostLeastShare)
	case "rules":
		return strconv.Itoa(setting.MostRules)
	case "logoLarge":
		return l.Bytes(setting.MostLogoBytes)
	case "logoSize":
		return strconv.Itoa(setting.MostLogoSide)
	case "networks":
		return strconv.Itoa(setting.MostNetworks)
	case "contact":
		return strconv.Itoa(setting.MostContact)
	}
	return ""
}

// seen reads which change the reader of a form has seen.
func seen(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 0 {
		return 0, site.ErrBadInput
	}
	return id, nil
}

// saveOverview is save for a setting on the overview page; typed restores the typed values.
func (s *pages) saveOverview(c *gin.Context, name setting.Name, value any, faults []site.FieldFault, typed func(*overviewPage)) error {
	from, err := seen(c.PostForm(fieldSeen))
	if err != nil {
		return err
	}
	if c.PostForm(fieldReset) != "" {
		value, faults = nil, nil
	}
	return s.save(c, name, value, faults, from, func(status int, change func(*card)) error {
		return s.showOverview(c, status, func(v *overviewPage) {
			typed(v)
			changeCard(v, name, change)
		})
	})
}

func (s *pages) saveAgency(c *gin.Context) error {
	line := func(name string) string { return site.CleanLine(c.PostForm(name), site.MaxField) }
	titles := setting.Titles{Chinese: line("zh"), English: line("en")}
	var value any = titles
	if titles == (setting.Titles{}) {
		value = nil
	}
	return s.saveOverview(c, setting.Agency, value, nil, func(v *overviewPage) { v.Titles = titles })
}

// thresholdForm is where colours begin, in percent as it was typed, by figure.
type thresholdForm struct {
	Figures        []record.FigureName
	Notable, Grave map[record.FigureName]string
}

func thresholdsTyped(thresholds map[record.FigureName]record.Threshold) thresholdForm {
	f := thresholdForm{record.FigureNames(), map[record.FigureName]string{}, map[record.FigureName]string{}}
	for name, t := range thresholds {
		f.Notable[name], f.Grave[name] = site.PercentOf(t.Notable), site.PercentOf(t.Grave)
	}
	return f
}

func (s *pages) saveThresholds(c *gin.Context) error {
	l := s.Language(c)
	form := thresholdsTyped(nil)
	value := map[record.FigureName]record.Threshold{}
	var faults []site.FieldFault
	for _, f := range record.FigureNames() {
		read := func(kind string) (string, int) {
			field := kind + "-" + string(f)
			text := site.CleanLine(c.PostForm(field), site.MaxName)
			n, ok := site.Thousandths(text)
			if !ok {
				faults = append(faults, site.FieldFault{Field: field, Text: l.Text("settings.fault.share", "Value", text)})
			}
			return text, n
		}
		var t record.Threshold
		form.Notable[f], t.Notable = read("notable")
		form.Grave[f], t.Grave = read("grave")
		value[f] = t
	}
	return s.saveOverview(c, setting.Thresholds, value, faults, func(v *overviewPage) { v.Thresholds = form })
}

// countingForm is what counts, as it was typed.
type countingForm struct {
	Reasons []evidence.Reason // all that there are
	Exclude []evidence.Reason
	Length  string // characters
	Share   string // percent
	Level   int    // of hints, in thousandths; 0 is none
	Levels  []int  // all that there are
}

// Excludes reports whether text does not count for a reason.
func (f countingForm) Excludes(r evidence.Reason) bool { return slices.Contains(f.Exclude, r) }

func countingTyped(v setting.Count) countingForm {
	return countingForm{evidence.Reasons(), v.Exclude, strconv.Itoa(v.LeastLength),
		strconv.FormatFloat(float64(v.LeastShare)/10, 'f', -1, 64), v.FalseAlarms, setting.HintLevels()}
}

func (s *pages) saveCounting(c *gin.Context) error {
	l := s.Language(c)
	form := countingForm{
		Reasons: evidence.Reasons(), Levels: setting.HintLevels(), Level: setting.DefaultCount().FalseAlarms,
		Length: site.CleanLine(c.PostForm("length"), site.MaxName), Share: site.CleanLine(c.PostForm("share"), site.MaxName),
	}
	form.Exclude = site.Ticked(c, "exclude", evidence.Reasons())
	value := setting.Count{Exclude: append([]evidence.Reason{}, form.Exclude...)}
	var faults []site.FieldFault
	var err error
	if value.LeastLength, err = strconv.Atoi(form.Length); err != nil {
		faults = append(faults, site.FieldFault{Field: "least-length",
			Text: l.Text("settings.fault.length", "Value", form.Length, "Most", s.mostOf(c, "length"))})
	}
	var ok bool
	if value.LeastShare, ok = site.Thousandths(form.Share); !ok {
		faults = append(faults, site.FieldFault{Field: "least-share",
			Text: l.Text("settings.fault.leastShare", "Value", form.Share, "Most", s.mostOf(c, "leastShare"))})
	}
	if text := site.CleanLine(c.PostForm("false-alarms"), site.MaxName); text != "" { // a form of before does not say it
		if form.Level, err = strconv.Atoi(text); err != nil || !slices.Contains(form.Levels, form.Level) {
			faults = append(faults, site.FieldFault{Field: "false-alarms", Text: l.Text("settings.fault.falseAlarms", "Value", text)})
		}
	}
	value.FalseAlarms = form.Level
	return s.saveOverview(c, setting.Counting, value, faults, func(v *overviewPage) { v.Counting = form })
}

// logoOverhead is what a form with a logo has beside it.
const logoOverhead = 16 << 10

// saveLogo takes a picture, or takes the one that there is away.
func (s *pages) saveLogo(c *gin.Context) error {
	body := c.Request.Body
	c.Request.Body = http.MaxBytesReader(c.Writer, body, setting.MostLogoBytes+logoOverhead)
	form, err := c.Request.MultipartReader()
	if err != nil {
		return site.ErrBadInput
	}
	var file []byte
	fields := map[string]string{}
	tooLarge := false
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		limit := int64(site.MaxField)
		if err == nil && part.FormName() == "logo" {
			limit = setting.MostLogoBytes + 1
		}
		var value []byte
		if err == nil {
			value, err = io.ReadAll(io.LimitReader(part, limit))
		}
		var bytes *http.MaxBytesError
		if errors.As(err, &bytes) {
			tooLarge = true
			break
		}
		if site.IsSlow(err) {
			return err
		}
		if err != nil {
			return site.ErrBadInput
		}
		if part.FormName() == "logo" {
			file = value
		} else {
			fields[part.FormName()] = string(value)
		}
	}
	if tooLarge || len(file) > setting.MostLogoBytes {
		c.Header("Connection", "close")
		_, _ = io.CopyN(io.Discard, body, setting.MostLogoBytes) // so that the answer is read
		return s.refuseLogo(c, &setting.Fault{Field: "logo", Name: "logoLarge"})
	}
	from, err := seen(fields[fieldSeen])
	if err != nil {
		return err
	}
	var value any
	if fields[fieldReset] == "" {
		picture, err := setting.ReadLogo(file)
		var fault *setting.Fault
		if errors.As(err, &fault) {
			return s.refuseLogo(c, fault)
		}
		if err != nil {
			return err
		}
		value = picture
	}
	return s.save(c, setting.Logo, value, nil, from, func(status int, change func(*card)) error {
		return s.showOverview(c, status, func(v *overviewPage) { changeCard(v, setting.Logo, change) })
	})
}

func (s *pages) refuseLogo(c *gin.Context, f *setting.Fault) error {
	said := s.faultSaid(c, f)
	return s.showOverview(c, http.StatusUnprocessableEntity, func(v *overviewPage) {
		changeCard(v, setting.Logo, func(x *card) { x.Faults = []site.FieldFault{said} })
	})
}

func changeCard(v *overviewPage, name setting.Name, change func(*card)) {
	x := v.Card[string(name)]
	change(&x)
	v.Card[string(name)] = x
}

// said returns what a change has set.
func said(l *catalogue.Language, c setting.Change) []string {
	if c.Usual() {
		return []string{l.Text("settings.usual." + string(c.Name))}
	}
	v := setting.Usual()
	if err := v.Set(c); err != nil {
		return nil // of another version
	}
	switch c.Name {
	case setting.Agency:
		return slices.DeleteFunc([]string{v.Agency.Chinese, v.Agency.English}, func(s string) bool { return s == "" })
	case setting.Logo:
		return []string{l.Text("settings.logoSaid", "Width", v.Logo.Width, "Height", v.Logo.Height)}
	case setting.Thresholds:
		return each.Of(record.FigureNames(), func(f record.FigureName) string { return phrase.Threshold(l, f, v.Thresholds[f]) })
	case setting.Counting:
		form := countingTyped(v.Counting)
		return []string{
			phrase.Exclusions(l, v.Counting.Exclude),
			l.Text("settings.leastSaid", "Length", form.Length, "Share", form.Share+" %"),
			phrase.HintLevel(l, v.Counting.FalseAlarms),
		}
	case setting.OfWeb:
		return webSaid(l, v.Web)
	case setting.OfFirst:
		return firstSaid(l, v.First)
	case setting.Retention:
		var out []string
		for _, r := range v.Retention {
			out = append(out, ruleSaid(l, r))
		}
		return out
	}
	return nil
}
