package api

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/web/api/client"
	"zhiwen/web/site"
)

// workOut is a row of the work list in the JSON of answers.
type workOut struct {
	Document      int64                       `json:"document"`
	Check         *int64                      `json:"check"` // the newest that is done; null without one, as what follows
	Profile       *string                     `json:"profile"`
	State         string                      `json:"state"`
	Call          *int64                      `json:"call"`
	Title         string                      `json:"title"`
	Applicant     string                      `json:"applicant"`
	Institution   string                      `json:"institution"`
	Number        string                      `json:"number"`
	Programme     string                      `json:"programme"`
	Year          int                         `json:"year"`
	ReceivedAt    *time.Time                  `json:"received_at"`
	Overall       *client.Figure              `json:"overall"`
	WithoutOwn    *client.Figure              `json:"without_own"`
	WithoutQuoted *client.Figure              `json:"without_quoted"`
	Largest       *client.Figure              `json:"largest"`
	Parts         map[record.PartName]float64 `json:"parts"`
	Findings      []finding.Kind              `json:"findings"`
	Links         workLinks                   `json:"links"`
}

type workLinks struct {
	Document string  `json:"document"`
	Check    *string `json:"check"`
	Page     string  `json:"page"`
}

func workSaid(w record.WorkItem) workOut {
	out := workOut{
		Document: w.Document, State: string(w.State), Title: w.Title, Applicant: w.Applicant, Institution: w.Institution, Number: w.Number,
		Programme: w.Programme, Year: w.Year, ReceivedAt: at(w.CreatedAt), Call: orNull(w.Call),
		Parts: map[record.PartName]float64{}, Findings: []finding.Kind{},
		Links: workLinks{Document: path("/documents/%d", w.Document), Page: "/documents/" + decimal(w.Document)},
	}
	if w.Shown == 0 {
		return out
	}
	figure := func(name record.FigureName) *client.Figure {
		return new(figureSaid(record.Share{Part: max(0, w.Figure(name)), Whole: w.Countable, Doubts: w.Doubts}))
	}
	self := path("/checks/%d", w.Shown)
	out.Check, out.Links.Check, out.Links.Page = &w.Shown, &self, "/checks/"+strconv.FormatInt(w.Shown, 10)
	out.Profile = orNull(w.Profile)
	out.Overall, out.WithoutOwn = figure(record.FigureOverall), figure(record.FigureWithoutOwn)
	out.WithoutQuoted, out.Largest = figure(record.FigureWithoutQuoted), figure(record.FigureLargest)
	const whole = 1e4
	for _, part := range record.Parts() {
		if share, ok := w.Parts[part]; ok {
			out.Parts[part] = float64(share) / whole
		}
	}
	out.Findings = append(out.Findings, finding.KindsOf(finding.Decode(w.Findings))...)
	return out
}

// worklist lists applications by the filters and the order of the page of the work list.
func (p *api) worklist(c *gin.Context) error {
	query := c.Request.URL.Query()
	after := query.Get("after")
	query.Del("after")
	c.Request.URL.RawQuery = query.Encode() // the place of a page is the list's own
	place, err := p.placeOf(c, p.Desk.Fields()...)
	if err != nil {
		return err
	}
	found, last, err := p.Desk.Search(c, place.Limit, after)
	if err != nil {
		return err
	}
	out := list[workOut]{Items: []workOut{}}
	for _, w := range found {
		out.Items = append(out.Items, workSaid(w))
	}
	if last != "" {
		next := site.Changed(c.Request.URL.Path, query, func(q url.Values) { q.Set("after", last) })
		out.Next = &next
		c.Header("Link", site.Links(next))
	}
	return give(c, http.StatusOK, out)
}
