package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/api/client"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
)

// checkOut is a check in the JSON of answers.
type checkOut struct {
	ID         int64       `json:"id"`
	Document   int64       `json:"document"`
	Title      string      `json:"title"` // of the document, as Call and Reference
	Call       *int64      `json:"call"`
	Reference  string      `json:"reference"`
	Profile    *string     `json:"profile"` // null until it starts
	State      string      `json:"state"`
	Progress   int         `json:"progress"`
	Failure    *failureOut `json:"failure"`
	Unseen     int         `json:"unseen"`
	CreatedAt  *time.Time  `json:"created_at"`
	StartedAt  *time.Time  `json:"started_at"`
	FinishedAt *time.Time  `json:"finished_at"`
	Scores     *scoresOut  `json:"scores"`
	Links      checkLinks  `json:"links"`
}

type failureOut struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

// scoresOut holds the figures of a check after decisions, in characters that count.
type scoresOut struct {
	Countable     int           `json:"countable"`
	Overall       client.Figure `json:"overall"`
	WithoutOwn    client.Figure `json:"without_own"`
	WithoutQuoted client.Figure `json:"without_quoted"`
	Largest       client.Figure `json:"largest"`
	Sources       int           `json:"sources"`
	Doubts        []doubtOut    `json:"doubts"` // why the shares do not say all
}

// doubtOut describes text that was not compared.
type doubtOut struct {
	Kind   evidence.DoubtKind `json:"kind"`
	Reason *evidence.Reason   `json:"reason"`
	Of     *evidence.Counted  `json:"of"` // what is counted; null where the amount is unknown
	Count  *int               `json:"count"`
	Least  bool               `json:"least"` // there are at least so many
	Said   string             `json:"said"`
}

type checkLinks struct {
	Self      string  `json:"self"`
	Document  string  `json:"document"`
	Page      string  `json:"page"`
	Wait      *string `json:"wait"`
	Sources   *string `json:"sources"`
	Matches   *string `json:"matches"`
	Decisions *string `json:"decisions"`
	Evidence  *string `json:"evidence"`
	Links     *string `json:"links"`
}

func failureSaid(l *catalogue.Language, f record.Failure) *failureOut {
	if f.Name == "" {
		return nil
	}
	return &failureOut{phrase.FaultName(f), phrase.FailureTitle(l, f), phrase.FailureAdvice(l, f)}
}

func figureSaid(s record.Share) client.Figure {
	out := client.Figure{Characters: s.Part, Uncertain: len(s.Doubts) > 0}
	if s.Told() {
		const places = 1e4
		out.Share = new(math.Round(s.Of()*places) / places)
	}
	return out
}

func doubtsSaid(l *catalogue.Language, doubts []evidence.Doubt) []doubtOut {
	out := make([]doubtOut, len(doubts))
	for i, d := range doubts {
		out[i] = doubtOut{Kind: d.Kind, Reason: orNull(d.Reason), Least: d.Least, Said: phrase.DoubtSaid(l, d)}
		if d.Of != "" {
			out[i].Of, out[i].Count = &d.Of, &d.Count
		}
	}
	return out
}

func (p *api) checkSaid(c *gin.Context, check record.Check) checkOut {
	check = p.Checks.WithLeft(c.Request.Context(), check)
	self := path("/checks/%d", check.ID)
	out := checkOut{
		ID: check.ID, Document: check.Document.ID, Title: check.Document.Identity.Title, Reference: check.Document.Reference,
		Call: orNull(check.Document.Call), Profile: orNull(check.Profile),
		State: string(check.State), Progress: check.Progress, Failure: failureSaid(p.Language(c), check.Failure), Unseen: check.Unseen,
		CreatedAt: at(check.CreatedAt), StartedAt: at(check.StartedAt), FinishedAt: at(check.FinishedAt),
		Links: checkLinks{Self: self, Document: path("/documents/%d", check.Document.ID),
			Page: "/checks/" + strconv.FormatInt(check.ID, 10)},
	}
	below := func(what string) *string {
		to := self + "/" + what
		return &to
	}
	if !check.State.Final() {
		out.Links.Wait = below("wait")
	}
	if check.State == record.CheckDone {
		figure := func(part int) client.Figure {
			return figureSaid(record.Share{Part: part, Whole: check.Countable, Doubts: check.Doubts})
		}
		out.Scores = &scoresOut{
			Countable: check.Countable, Overall: figure(check.Left.Covered), WithoutOwn: figure(check.Left.Others),
			WithoutQuoted: figure(check.Left.Quoted), Largest: figure(check.Left.Largest), Sources: check.Left.Sources,
			Doubts: doubtsSaid(p.Language(c), check.Doubts),
		}
		out.Links.Sources, out.Links.Matches, out.Links.Decisions, out.Links.Evidence, out.Links.Links = below("sources"), below("matches"),
			below("decisions"), below("evidence.xml"), below("links")
	}
	return out
}

func (p *api) check(c *gin.Context, check record.Check) error {
	return give(c, http.StatusOK, p.checkSaid(c, check))
}

const (
	// defaultWait is how long a caller waits who does not say, longestWait the longest.
	defaultWait, longestWait = 30, 120
	// lookAgain is how soon a check is read again where no change was told.
	lookAgain = 5 * time.Second
)

// wait answers when a check has ended, or when the time is over that the caller waits.
func (p *api) wait(c *gin.Context, id int64) error {
	if err := p.known(c, "seconds"); err != nil {
		return err
	}
	seconds, err := p.number(c, "seconds")
	if err != nil || seconds > longestWait {
		return invalid("seconds", p.Language(c).Text("api.number", "Least", 1, "Most", longestWait))
	}
	if seconds == 0 {
		seconds = defaultWait
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), time.Duration(seconds)*time.Second)
	defer cancel()
	changed, stop := p.Store.Watch([]int64{id}, nil)
	defer stop()
	for {
		check, err := p.Store.Check(c.Request.Context(), id)
		if err != nil {
			return err
		}
		if check.State.Final() || ctx.Err() != nil {
			return give(c, http.StatusOK, p.checkSaid(c, check))
		}
		again := time.NewTimer(lookAgain)
		select {
		case <-changed:
		case <-again.C:
		case <-ctx.Done():
		case <-p.Stopping:
			cancel()
		}
		again.Stop()
		if errors.Is(c.Request.Context().Err(), context.Canceled) {
			return c.Request.Context().Err()
		}
	}
}

// comparisons lists comparisons of pages of the web with the library, the newest first: those that have found something.
func (p *api) comparisons(c *gin.Context) error {
	place, err := p.placeOf(c)
	if err != nil {
		return err
	}
	return p.listChecks(c, record.CheckFilter{Before: place.After, Limit: place.Limit + 1, Compared: true})
}

// checks lists checks, the newest first.
func (p *api) checks(c *gin.Context) error {
	place, err := p.placeOf(c, "call", "state", "latest")
	if err != nil {
		return err
	}
	f := record.CheckFilter{Before: place.After, Limit: place.Limit + 1, Reviewer: p.Reader(c).OnlyOf()}
	if f.Call, err = p.number(c, "call"); err != nil {
		return err
	}
	states := []record.CheckState{record.CheckQueued, record.CheckRunning, record.CheckDone, record.CheckFailed, record.CheckCancelled}
	if f.State, err = oneOf(p, c, "state", states); err != nil {
		return err
	}
	latest, err := p.flag(c, "latest")
	if err != nil {
		return err
	}
	f.Latest = latest != nil && *latest
	return p.listChecks(c, f)
}

// listChecks answers with the checks that a filter chooses, whose limit is one more than are shown.
func (p *api) listChecks(c *gin.Context, f record.CheckFilter) error {
	found, err := p.Store.CheckPage(c.Request.Context(), f)
	if err != nil {
		return err
	}
	var last int64
	if most := f.Limit - 1; len(found) > most {
		found = found[:most]
		last = found[most-1].ID
	}
	return p.giveChecks(c, found, last)
}

// giveChecks answers with those of some checks that the reader may see.
func (p *api) giveChecks(c *gin.Context, found []record.Check, last int64) error {
	var items []checkOut
	for _, check := range found {
		err := p.MaySee(c.Request.Context(), p.Reader(c), check.Document)
		if errors.Is(err, record.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		items = append(items, p.checkSaid(c, check))
	}
	return page(c, items, last)
}

// addCheck starts the check of an application: its file comes in a form, or it is named.
func (p *api) addCheck(c *gin.Context) error {
	var in applicationIn
	form, fingerprint, err := p.given(c, &in)
	if err != nil {
		return err
	}
	l := p.Language(c)
	if form != nil {
		defer form.Discard()
	} else if in.Document != 0 {
		if err := p.documentAlone(c, fingerprint); err != nil {
			return err
		}
	}
	always := func(what *purposeIn) error {
		if what.Check != nil && !*what.Check {
			return invalid("check", l.Text("api.checkAlways"))
		}
		return nil
	}
	return p.once(c, fingerprint, func() (made, error) {
		profile, err := p.profile(c, in.Profile)
		if err != nil {
			return made{}, err
		}
		if in.Document == 0 {
			receipt, err := p.take(c, form, in, always)
			if err != nil {
				return made{}, err
			}
			return p.madeCheck(c, receipt.Check)
		}
		id, err := p.Jobs.CheckDocument(c.Request.Context(), in.Document, profile)
		if errors.Is(err, record.ErrNotFound) {
			err = invalid("document", l.Text("api.noDocument", "ID", in.Document))
		}
		if err != nil {
			return made{}, err
		}
		return p.madeCheck(c, id)
	})
}

// documentAlone refuses what else is said where a stored document is to be checked: nothing of it
// would come of that.
func (p *api) documentAlone(c *gin.Context, raw string) error {
	var fields map[string]any
	if err := json.Unmarshal([]byte(raw), &fields); err != nil {
		return fmt.Errorf("fields of a check: %w", err)
	}
	var f faults
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != "document" && name != "profile" && (name != "check" || fields[name] != true) {
			f.add(name, p.Language(c).Text("api.documentAlone"))
		}
	}
	return f.err()
}

func (p *api) madeCheck(c *gin.Context, id int64) (made, error) {
	check, err := p.Store.Check(c.Request.Context(), id)
	return made{http.StatusAccepted, path("/checks/%d", id), p.checkSaid(c, check)}, err
}

func (p *api) deleteCheck(c *gin.Context, id int64) error {
	if err := p.known(c, "reason"); err != nil {
		return err
	}
	deleted, err := p.Checks.Delete(c, id, c.Query("reason"))
	if err != nil {
		return err
	}
	if !deleted { // another account has to ask for it too
		c.Status(http.StatusAccepted)
		c.Writer.WriteHeaderNow()
		return nil
	}
	return gone(c)
}

// gone says that something is not there any more.
func gone(c *gin.Context) error {
	c.Status(http.StatusNoContent)
	c.Writer.WriteHeaderNow()
	return nil
}

func (p *api) cancel(c *gin.Context, id int64) error {
	return p.once(c, "", func() (made, error) {
		if err := p.Checks.Cancel(c.Request.Context(), id); err != nil {
			return made{}, err
		}
		check, err := p.Store.Check(c.Request.Context(), id)
		return made{http.StatusOK, "", p.checkSaid(c, check)}, err
	})
}

func (p *api) retry(c *gin.Context, id int64) error {
	return p.once(c, "", func() (made, error) {
		again, err := p.Checks.Retry(c.Request.Context(), id)
		if err != nil {
			return made{}, err
		}
		return p.madeCheck(c, again)
	})
}

// checksOf lists the checks of a document, the newest first.
func (p *api) checksOf(c *gin.Context, id int64) error {
	if err := p.known(c); err != nil {
		return err
	}
	ctx := c.Request.Context()
	d, err := p.Store.Document(ctx, id)
	if err == nil {
		err = p.MaySee(ctx, p.Reader(c), d)
	}
	if err != nil {
		return err
	}
	found, err := p.Store.DocumentChecks(ctx, id)
	if err != nil {
		return err
	}
	return p.giveChecks(c, found, 0)
}
