package desk

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/web/live"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

func callPath(id int64) string { return "/calls/" + strconv.FormatInt(id, 10) }

// callListPage is the view of page/calls.html.
type callListPage struct {
	site.Page
	Calls  []record.Call
	Gone   bool // one was deleted just now
	queues map[int64]record.Queue
}

// Queue returns what people have yet to do of a call's applications, nothing where they are not the reader's to
// see.
func (v callListPage) Queue(call int64) record.Queue { return v.queues[call] }

func (s *pages) callList(c *gin.Context) error {
	v := callListPage{Page: s.Page(c, s.Language(c).Text("calls.title")), Gone: c.Query("done") == "deleted"}
	v.Section, v.Back = "calls", "/calls"
	var err error
	if v.Calls, err = s.Store.Calls(c.Request.Context()); err != nil {
		return err
	}
	if s.Reader(c).SeesAll() {
		if v.queues, err = s.Store.WorkQueues(c.Request.Context(), record.WorkFilter{}, finding.GraveFrom); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, "calls", v)
}

// callPage is the view of page/call.html: a call with its progress, its figures and its
// work list.
type callPage struct {
	site.Page
	Call     record.Call
	Progress progressView
	Plots    []plot
	Drawn    bool // the plots have bars: something was checked
	Work     workView
	Shown    bool        // the applications are the reader's to see
	Review   *reviewView // nil where nobody is asked
	Upload   *upload.Box
	Live     string
}

// Late reports whether the deadline has passed.
func (v callPage) Late() bool {
	return v.Call.Deadline != "" && v.Call.Deadline < time.Now().Format(time.DateOnly)
}

// progressView is how far the applications of a call are.
type progressView struct {
	Call   int64
	States []stateCount
	Total  int
	Done   int
	// Outlook is when what waits will be done.
	Outlook record.Outlook
}

// stateCount is how many applications are in a state.
type stateCount struct {
	State record.WorkState
	Count int
	Width string // of the bar, of 100
	X     string // where it begins
	Link  string
}

// Open reports whether something still changes by itself.
func (v progressView) Open() bool {
	return slices.ContainsFunc(v.States, func(x stateCount) bool { return x.State.Open() })
}

// Percent returns how much of the work is done.
func (v progressView) Percent() int {
	if v.Total == 0 {
		return 0
	}
	return v.Done * 100 / v.Total
}

// progressOf shows how far a call is, and how long it will still take.
func (s *pages) progressOf(ctx context.Context, call int64) (progressView, error) {
	p, err := s.Store.WorkProgress(ctx, record.WorkFilter{Call: call})
	if err != nil {
		return progressView{}, err
	}
	v := progressOf(call, p)
	if v.Open() {
		v.Outlook, err = s.Store.CallOutlook(ctx, call)
	}
	return v, err
}

// progressOf shows how far a call is.
func progressOf(call int64, p record.CallProgress) progressView {
	v := progressView{Call: call, Total: p.Total, Done: p.Done()}
	begun := 0
	for _, state := range []record.WorkState{
		record.WorkDone, record.WorkRunning, record.WorkQueued, record.WorkWaiting, record.WorkUnchecked, record.WorkCancelled,
		record.WorkFailed, record.WorkUnread,
	} {
		n := p.ByState[state]
		if n == 0 {
			continue
		}
		v.States = append(v.States, stateCount{
			State: state, Count: n, X: barWidth(begun, p.Total), Width: barWidth(n, p.Total),
			Link: callPath(call) + "?" + url.Values{fieldState: {string(state)}}.Encode(),
		})
		begun += n
	}
	return v
}

// showCall shows a call.
func (s *pages) showCall(c *gin.Context, call record.Call) (err error) {
	ctx, reader := c.Request.Context(), s.Reader(c)
	v := callPage{Page: s.Page(c, call.Name, "live.js", "upload.js", "work.js", "call.js"), Call: call, Shown: reader.SeesAll()}
	v.Section = "calls"
	filter := record.WorkFilter{Call: call.ID}
	if v.Progress, err = s.progressOf(ctx, call.ID); err != nil {
		return err
	}
	histogram, err := s.Store.WorkHistogram(ctx, filter)
	if err != nil {
		return err
	}
	set, err := s.Settings(c)
	if err != nil {
		return err
	}
	v.Plots = plots(callPath(call.ID), histogram, set.ThresholdsOf(call.Settings))
	v.Drawn = slices.ContainsFunc(v.Plots, func(p plot) bool { return p.Most > 0 })
	if !v.Shown {
		return s.Render(c, http.StatusOK, "call", v)
	}
	l, err := readList(callPath(call.ID), c.Request.URL.Query(), call.ID)
	if err != nil {
		return err
	}
	var stream url.Values
	if v.Work, stream, err = s.workView(c, l); err != nil {
		return err
	}
	if v.Review, err = s.reviewing(c, call, v.Work.Facets); err != nil {
		return err
	}
	v.Live = live.Address(stream)
	if call.State == record.CallOpen {
		box := s.Uploads.Box("/checks")
		box.Call = call.ID
		v.Upload = &box
	}
	return s.Render(c, http.StatusOK, "call", v)
}

// progress returns the fragment of a call's page that says how far it is, for a script that keeps
// the page as it is.
func (s *pages) progress(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	if _, err := s.Store.Call(ctx, id); err != nil {
		return err
	}
	v, err := s.progressOf(ctx, id)
	if err != nil {
		return err
	}
	return s.RenderPart(c, http.StatusOK, "call", "call-progress", v)
}

// deletePage is the view of page/call-delete.html: what deleting a call means.
type deletePage struct {
	site.Page
	Call     record.Call
	Progress progressView
	Running  int
}

func (s *pages) askDelete(c *gin.Context, call record.Call) error {
	ctx := c.Request.Context()
	p, err := s.Store.WorkProgress(ctx, record.WorkFilter{Call: call.ID})
	if err != nil {
		return err
	}
	v := deletePage{Page: s.Page(c, s.Language(c).Text("calls.delete")), Call: call, Progress: progressOf(call.ID, p)}
	v.Section, v.Running = "calls", p.ByState[record.WorkRunning]+p.ByState[record.WorkQueued]+p.ByState[record.WorkWaiting]
	return s.Render(c, http.StatusOK, "call-delete", v)
}

// deleteCall deletes a call, with its applications where the form says so.
func (s *pages) deleteCall(c *gin.Context, id int64) error {
	with := c.PostForm("applications") != ""
	if with {
		if err := s.Reader(c).MayDo(site.Delete); err != nil {
			return err
		}
	}
	if err := s.Jobs.DeleteCall(c.Request.Context(), id, with); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/calls?done=deleted")
	return nil
}

// callForm is the view of page/call-edit.html.
type callForm struct {
	site.Page
	ID          int64 // 0 for a new call
	Values      callValues
	Faults      []site.FieldFault
	Forms       []formChoice
	Collections []record.Collection
	Figures     []record.FigureName
	Reasons     []evidence.Reason // for which text may not count
	Usual       setting.Count     // what counts where the call says nothing
	Levels      []int             // of hints, in thousandths
	Usually     string            // for which reasons text does not count then
	Changes     []changeRow       // the newest first
	More        bool              // there are older ones
	Late        bool              // somebody else has changed it meanwhile
}

// Seen returns the newest change that the reader of the form has seen, 0 for none.
func (v callForm) Seen() int64 {
	if len(v.Changes) == 0 {
		return 0
	}
	return v.Changes[0].ID
}

// DefaultShare returns the least share of a source where the call says nothing, in percent.
func (v callForm) DefaultShare() string { return shareTyped(v.Usual.LeastShare) }

// formChoice is a blank form that a call may have.
type formChoice struct {
	ID   int64
	Name string
}

// callValues are the fields of a call as they were typed.
type callValues struct {
	Name, Programme, Year, Deadline, Opinions, Due string
	Profile                                        string // evidence.Profiles
	Closed, WithoutWeb                             bool
	Forms, Collections                             []int64
	Notable, Grave                                 map[record.FigureName]string // percent
	Count                                          countValues
}

// HasForm and HasCollection report whether something is chosen.
func (v callValues) HasForm(id int64) bool       { return slices.Contains(v.Forms, id) }
func (v callValues) HasCollection(id int64) bool { return slices.Contains(v.Collections, id) }

const (
	maxCallName  = 200
	mostForms    = 200
	mostOpinions = 9
)

func (s *pages) newCall(c *gin.Context) error {
	set, err := s.Settings(c)
	if err != nil {
		return err
	}
	v := callValues{Year: strconv.Itoa(time.Now().Year()), Notable: map[record.FigureName]string{}, Grave: map[record.FigureName]string{},
		Count: countOf(record.CallSettings{}, set.Counting)}
	return s.showForm(c, http.StatusOK, callForm{Values: v})
}

func (s *pages) editCall(c *gin.Context, call record.Call) error {
	set, err := s.Settings(c)
	if err != nil {
		return err
	}
	v := valuesOf(call)
	v.Count = countOf(call.Settings, set.Counting)
	return s.showForm(c, http.StatusOK, callForm{ID: call.ID, Values: v})
}

// valuesOf fills the form with a call.
func valuesOf(call record.Call) callValues {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	v := callValues{
		Name: call.Name, Programme: call.Programme, Year: number(call.Year), Deadline: call.Deadline,
		Closed: call.State == record.CallClosed, Opinions: number(call.Settings.Opinions), Due: call.Settings.Due,
		WithoutWeb: call.Settings.WithoutWeb, Profile: call.Settings.Profile, Forms: call.Forms, Collections: call.Collections,
		Notable: map[record.FigureName]string{}, Grave: map[record.FigureName]string{},
	}
	for f, t := range call.Settings.Thresholds {
		v.Notable[f], v.Grave[f] = site.PercentOf(t.Notable), site.PercentOf(t.Grave)
	}
	return v
}

func (s *pages) showForm(c *gin.Context, status int, v callForm) error {
	ctx := c.Request.Context()
	isForm := true
	documents, _, err := s.Store.Documents(ctx, record.Filter{Form: &isForm, State: record.DocumentReady, Limit: mostForms})
	if err != nil {
		return err
	}
	for _, d := range documents {
		if !d.Standard {
			v.Forms = append(v.Forms, formChoice{d.ID, report.NameOf(d.Identity)})
		}
	}
	if v.Collections, err = s.Store.Collections(ctx); err != nil {
		return err
	}
	set, err := s.Settings(c)
	if err != nil {
		return err
	}
	l := s.Language(c)
	v.Levels = setting.HintLevels()
	v.Figures, v.Reasons, v.Usual, v.Usually = record.FigureNames(), evidence.Reasons(), set.Counting,
		phrase.Exclusions(l, set.Counting.Exclude)
	title := "calls.new"
	if v.ID != 0 {
		title = "calls.edit"
		if v.Changes, v.More, err = s.changes(ctx, l, v.ID); err != nil {
			return err
		}
	}
	v.Page = s.Page(c, s.Language(c).Text(title))
	v.Section = "calls"
	v.Back = "/calls"
	return s.Render(c, status, "call-edit", v)
}

func (s *pages) addCall(c *gin.Context) error { return s.saveCall(c, 0) }

// saveCall stores a call as a form says; what the form does not have stays as it was.
func (s *pages) saveCall(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	call := record.Call{State: record.CallOpen}
	if id != 0 {
		// Settings that are damaged, as the form has said, are mended by what it has.
		var err error
		if call, err = s.Store.Call(record.LeavingOut(ctx), id); err != nil {
			return err
		}
		call.Settings.Damaged = false
	}
	v, err := typedCall(c)
	if err != nil {
		return err
	}
	if text := c.PostForm("seen"); text != "" {
		if call.Revision, err = strconv.ParseInt(text, 10, 64); err != nil {
			return site.ErrBadInput
		}
	}
	faults := append(s.fill(c, &call, v), s.fillCount(c, &call.Settings, v.Count)...)
	if len(faults) > 0 {
		return s.showForm(c, http.StatusUnprocessableEntity, callForm{ID: id, Values: v, Faults: faults})
	}
	saved, err := s.Store.PutCall(ctx, call, s.Signing(c))
	if errors.Is(err, record.ErrNameTaken) {
		return s.showForm(c, http.StatusConflict, callForm{ID: id, Values: v, Faults: []site.FieldFault{{Field: "call-name",
			Text: s.Language(c).Text("calls.nameTaken")}}})
	}
	if errors.Is(err, record.ErrOvertaken) {
		return s.showForm(c, http.StatusConflict, callForm{ID: id, Values: v, Late: true})
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, callPath(saved))
	return nil
}

// typedCall reads the form of a call.
func typedCall(c *gin.Context) (v callValues, err error) {
	line := func(name string) string { return site.CleanLine(c.PostForm(name), maxCallName) }
	ids := func(name string) (out []int64) {
		for _, text := range c.PostFormArray(name) {
			id, parseErr := strconv.ParseInt(text, 10, 64)
			if parseErr != nil || id < 1 {
				err = site.ErrBadInput
			}
			out = append(out, id)
		}
		return out
	}
	v = callValues{
		Name: line("name"), Programme: line("programme"), Year: line("year"), Deadline: line("deadline"), Closed: line("closed") != "",
		Opinions: line("opinions"), Due: line("due"), WithoutWeb: line("without-web") != "",
		Profile: line("profile"), Forms: ids("form"), Collections: ids("collection"),
		Notable: map[record.FigureName]string{}, Grave: map[record.FigureName]string{}, Count: typedCount(c),
	}
	for _, f := range record.FigureNames() {
		v.Notable[f], v.Grave[f] = line("notable-"+string(f)), line("grave-"+string(f))
	}
	return v, err
}

// fill copies the form into a call and returns its faults.
func (s *pages) fill(c *gin.Context, call *record.Call, v callValues) (faults []site.FieldFault) {
	l := s.Language(c)
	wrong := func(field, text string) { faults = append(faults, site.FieldFault{Field: field, Text: text}) }
	call.Name, call.Programme, call.Forms, call.Collections = v.Name, v.Programme, v.Forms, v.Collections
	if v.Name == "" {
		wrong("call-name", l.Text("calls.noName"))
	}
	number := func(field, text, fault string, most int) int {
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			wrong(field, fault)
			return 0
		}
		return n
	}
	call.Year = number("call-year", v.Year, l.Text("roles.fault.year", "Value", v.Year), report.MaxYear)
	call.Settings.Opinions = number("call-opinions", v.Opinions, l.Text("calls.badOpinions", "Most", mostOpinions), mostOpinions)
	day := func(field, text string) string {
		if _, err := time.Parse(time.DateOnly, text); text != "" && err != nil {
			wrong(field, l.Text("calls.badDate", "Value", text))
		}
		return text
	}
	call.Deadline, call.Settings.Due = day("call-deadline", v.Deadline), day("call-due", v.Due)
	call.Settings.WithoutWeb = v.WithoutWeb
	profile, ok := record.ReadProfile(v.Profile)
	if !ok {
		wrong("call-profile", l.Text("api.choice", "Choices", strings.Join(evidence.Profiles(), ", ")))
	}
	call.Settings.Profile = profile
	call.State = record.CallOpen
	if v.Closed {
		call.State = record.CallClosed
	}
	call.Settings.Thresholds = map[record.FigureName]record.Threshold{}
	for _, f := range record.FigureNames() {
		share := func(field, text string) int {
			n, ok := site.Thousandths(text)
			if !ok || n == 0 && text != "" {
				wrong(field, l.Text("calls.badShare", "Value", text))
			}
			return n
		}
		t := record.Threshold{Notable: share("notable-"+string(f), v.Notable[f]), Grave: share("grave-"+string(f), v.Grave[f])}
		if t.Grave != 0 && t.Notable > t.Grave {
			wrong("notable-"+string(f), l.Text("calls.badOrder"))
		}
		if t != (record.Threshold{}) {
			call.Settings.Thresholds[f] = t
		}
	}
	return faults
}
