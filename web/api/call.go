package api

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// callOut is a call for applications in the JSON of answers.
type callOut struct {
	ID          int64        `json:"id"`
	Name        string       `json:"name"`
	Programme   string       `json:"programme"`
	Year        int          `json:"year"`
	Deadline    string       `json:"deadline"`
	State       string       `json:"state"`
	Opinions    int          `json:"opinions"` // how many are wanted on each application
	Due         string       `json:"due"`
	WithoutWeb  bool         `json:"without_web"`
	Profile     string       `json:"profile"`
	Forms       []int64      `json:"forms"`
	Collections []int64      `json:"collections"`
	CreatedAt   *time.Time   `json:"created_at"`
	ChangedAt   *time.Time   `json:"changed_at"`
	Progress    *progressOut `json:"progress"`
	Links       callLinks    `json:"links"`
}

// progressOut counts the applications of a call by how far they are.
type progressOut struct {
	Total   int            `json:"total"`
	Done    int            `json:"done"` // that need nothing more
	ByState map[string]int `json:"by_state"`
}

type callLinks struct {
	Self      string `json:"self"`
	Documents string `json:"documents"`
	Checks    string `json:"checks"`
	Page      string `json:"page"`
}

func callSaid(call record.Call) callOut {
	self := path("/calls/%d", call.ID)
	return callOut{
		ID: call.ID, Name: call.Name, Programme: call.Programme, Year: call.Year, Deadline: call.Deadline, State: string(call.State),
		Opinions: call.Settings.Wanted(), Due: call.Settings.Due, WithoutWeb: call.Settings.WithoutWeb,
		Profile: cmp.Or(call.Settings.Profile, evidence.DefaultProfile),
		Forms: append(
			[]int64{},
			call.Forms...), Collections: append([]int64{}, call.Collections...), CreatedAt: at(call.CreatedAt),
		ChangedAt: at(call.ChangedAt),
		Links:     callLinks{self, path("/documents?call=%d", call.ID), path("/checks?call=%d", call.ID), "/calls/" + decimal(call.ID)},
	}
}

// calls lists calls, the newest first.
func (p *api) calls(c *gin.Context) error {
	place, err := p.placeOf(c, "state")
	if err != nil {
		return err
	}
	state, err := oneOf(p, c, "state", []record.CallState{record.CallOpen, record.CallClosed})
	if err != nil {
		return err
	}
	all, err := p.Store.Calls(c.Request.Context()) // there are some dozens
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b record.Call) int { return int(b.ID - a.ID) })
	var items []callOut
	var last int64
	for _, call := range all {
		if place.After != 0 && call.ID >= place.After || state != "" && call.State != state {
			continue
		}
		if len(items) == place.Limit {
			last = items[len(items)-1].ID
			break
		}
		full, err := p.Store.Call(c.Request.Context(), call.ID) // with forms and collections
		if err != nil {
			return err
		}
		items = append(items, callSaid(full))
	}
	return page(c, items, last)
}

func (p *api) call(c *gin.Context, call record.Call) error {
	out := callSaid(call)
	set, err := encoded(out)
	if err != nil {
		return err
	}
	progress, err := p.Store.WorkProgress(c.Request.Context(), record.WorkFilter{Call: call.ID})
	if err != nil {
		return err
	}
	out.Progress = &progressOut{Total: progress.Total, Done: progress.Done(), ByState: map[string]int{}}
	for _, s := range record.WorkStates() {
		out.Progress.ByState[string(s)] = progress.ByState[s]
	}
	body, err := encoded(out)
	if err != nil {
		return err
	}
	beside, err := encoded(out.Progress)
	if err != nil {
		return err
	}
	// Checks go on while somebody changes the call, which has nothing to do with them.
	giveTagged(c, http.StatusOK, body, tagWith(set, beside))
	return nil
}

// callIn holds the settings of a call in a request; missing ones stay as they are.
type callIn struct {
	Name        *string  `json:"name"`
	Programme   *string  `json:"programme"`
	Year        *int     `json:"year"`
	Deadline    *string  `json:"deadline"`
	State       *string  `json:"state"`
	Opinions    *int     `json:"opinions"`
	Due         *string  `json:"due"`
	WithoutWeb  *bool    `json:"without_web"`
	Profile     *string  `json:"profile"`
	Forms       *[]int64 `json:"forms"`
	Collections *[]int64 `json:"collections"`
}

const (
	longestName  = 200
	mostOpinions = 9
	mostChosen   = 1000
)

func (in callIn) into(p *api, c *gin.Context, call *record.Call) error {
	l := p.Language(c)
	var f faults
	line := func(field string, to, from *string) {
		if from == nil {
			return
		}
		if *to = record.Line(*from); len([]rune(*from)) > longestName {
			f.add(field, l.Text("api.long", "Most", longestName))
		}
	}
	line("name", &call.Name, in.Name)
	line("programme", &call.Programme, in.Programme)
	if call.Name == "" {
		f.add("name", l.Text("calls.noName"))
	}
	number := func(field string, to, from *int, least, most int) {
		if from == nil {
			return
		}
		if *to = *from; *from < least || *from > most {
			f.add(field, l.Text("api.number", "Least", least, "Most", most))
		}
	}
	number("year", &call.Year, in.Year, 0, report.MaxYear)
	number("opinions", &call.Settings.Opinions, in.Opinions, 1, mostOpinions)
	day := func(field string, to, from *string) {
		if from == nil {
			return
		}
		if _, err := time.Parse(time.DateOnly, *from); *from != "" && err != nil {
			f.add(field, l.Text("api.day"))
		}
		*to = *from
	}
	day("deadline", &call.Deadline, in.Deadline)
	day("due", &call.Settings.Due, in.Due)
	if in.State != nil {
		if call.State = record.CallState(*in.State); call.State != record.CallOpen && call.State != record.CallClosed {
			f.add("state", l.Text("api.choice", "Choices", joined([]record.CallState{record.CallOpen, record.CallClosed})))
		}
	}
	if in.WithoutWeb != nil {
		call.Settings.WithoutWeb = *in.WithoutWeb
	}
	if in.Profile != nil {
		if call.Settings.Profile = *in.Profile; !slices.Contains(evidence.Profiles(), *in.Profile) {
			f.add("profile", l.Text("api.choice", "Choices", joined(evidence.Profiles())))
		}
	}
	ids := func(field string, to, from *[]int64) {
		if from == nil {
			return
		}
		if *to = *from; len(*from) > mostChosen {
			f.add(field, l.Text("api.many", "Most", mostChosen))
		}
		for i, id := range *from {
			if id < 1 {
				f.add(field+"["+strconv.Itoa(i)+"]", l.Text("api.positive"))
			}
		}
	}
	ids("forms", &call.Forms, in.Forms)
	ids("collections", &call.Collections, in.Collections)
	return f.err()
}

// by is under whose name something is set.
func (p *api) by(c *gin.Context) string { return p.Signing(c) }

func (p *api) addCall(c *gin.Context) error {
	var in callIn
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	call := record.Call{State: record.CallOpen}
	if err := in.into(p, c, &call); err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) { return p.putCall(c, call, http.StatusCreated) })
}

func (p *api) putCall(c *gin.Context, call record.Call, status int) (made, error) {
	ctx := c.Request.Context()
	id, err := p.Store.PutCall(ctx, call, p.by(c))
	if err != nil {
		return made{}, p.missing(c, call, err)
	}
	call, err = p.Store.Call(ctx, id)
	return made{status, path("/calls/%d", id), callSaid(call)}, err
}

// changeCall changes the fields of a call that the request contains.
func (p *api) changeCall(c *gin.Context, id int64) error {
	var in callIn
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) {
		call, err := p.Store.Call(c.Request.Context(), id)
		if err != nil {
			return made{}, err
		}
		if err := unchanged(c, callSaid(call)); err != nil {
			return made{}, err
		}
		if err := in.into(p, c, &call); err != nil {
			return made{}, err
		}
		m, err := p.putCall(c, call, http.StatusOK)
		m.location = ""
		return m, err
	})
}

// deleteCall deletes a call, with its applications where the request says so.
func (p *api) deleteCall(c *gin.Context, id int64) error {
	if err := p.known(c, "applications"); err != nil {
		return err
	}
	with := c.Query("applications") == "true"
	if with {
		if err := p.Reader(c).MayDo(site.Delete); err != nil {
			return err
		}
	}
	if err := p.Jobs.DeleteCall(c.Request.Context(), id, with); err != nil {
		return err
	}
	return gone(c)
}

// list answers with the list of a call.
func (p *api) list(c *gin.Context, id int64) error {
	if _, err := p.Store.Call(c.Request.Context(), id); err != nil {
		return err
	}
	return p.Desk.List(c, id)
}

// papers has the printed reports and the evidence of a call packed.
func (p *api) papers(c *gin.Context, id int64) error {
	if _, err := p.Store.Call(c.Request.Context(), id); err != nil {
		return err
	}
	return p.once(c, "", func() (made, error) {
		t, err := p.Desk.Papers(c, id)
		return made{http.StatusAccepted, path("/tasks/%d", t.ID), taskSaid(t)}, err
	})
}
