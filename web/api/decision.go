package api

import (
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// decisionOut is a decision in the JSON of answers.
type decisionOut struct {
	Subject  string     `json:"subject"`
	Ref      int64      `json:"ref"` // of the source or the match; 0 for the check
	Verdict  string     `json:"verdict"`
	Reason   string     `json:"reason"`
	Comment  string     `json:"comment"`
	Reviewer string     `json:"reviewer"`
	At       *time.Time `json:"at"`
}

// decisionsOut is every decision about a check, in order. Of each subject the last counts.
type decisionsOut struct {
	Items  []decisionOut `json:"items"`
	Hidden bool          `json:"hidden"` // the verdicts of others, until the reader has given their own
}

func (p *api) decisionsSaid(c *gin.Context, id int64) (decisionsOut, int, error) {
	steps, hidden, err := p.Checks.Decisions(c, id)
	out := decisionsOut{Items: []decisionOut{}, Hidden: hidden}
	for _, d := range steps {
		out.Items = append(out.Items, decisionOut{string(d.Subject), d.ID, string(d.Verdict), string(d.Reason), d.Comment, d.Reviewer,
			at(d.At)})
	}
	return out, len(steps), err
}

func (p *api) decisions(c *gin.Context, id int64) error {
	out, _, err := p.decisionsSaid(c, id)
	if err != nil {
		return err
	}
	return give(c, http.StatusOK, out)
}

// signed returns who decides: whose account it is or, where there are none, who the request says.
func (p *api) signed(c *gin.Context, said string) (string, error) {
	if p.Reader(c).LoggedIn() {
		if said != "" {
			return "", invalid("reviewer", p.Language(c).Text("api.signedByAccount"))
		}
		return p.Signing(c), nil
	}
	long := len([]rune(said)) > site.MaxName
	if said = site.CleanLine(said, site.MaxName); said == "" || long {
		return "", invalid("reviewer", p.Language(c).Text("api.text", "Most", site.MaxName))
	}
	return said, nil
}

// decide takes a decision. With If-Match it is refused where others have decided since.
func (p *api) decide(c *gin.Context, id int64) error {
	var in struct {
		Subject  string `json:"subject"`
		Ref      int64  `json:"ref"`
		Verdict  string `json:"verdict"`
		Reason   string `json:"reason"`
		Comment  string `json:"comment"`
		Reviewer string `json:"reviewer"`
	}
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	by, err := p.signed(c, in.Reviewer)
	if err != nil {
		return err
	}
	d := evidence.Decision{Subject: evidence.Subject(in.Subject), ID: in.Ref, Verdict: evidence.Verdict(in.Verdict),
		Reason: evidence.ReviewReason(in.Reason), Comment: in.Comment, Reviewer: by}
	if err := p.sensible(c, d); err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) {
		seen := record.AnySeen
		if c.GetHeader("If-Match") != "" {
			now, n, err := p.decisionsSaid(c, id)
			if err == nil {
				err = unchanged(c, now)
			}
			if err != nil {
				return made{}, err
			}
			seen = n
		}
		err := p.Checks.Decide(c, id, d, seen)
		if errors.Is(err, report.ErrNotHeld) {
			err = invalid("ref", p.Language(c).Text("api.noRef", "Ref", d.ID))
		}
		if err != nil {
			return made{}, err
		}
		out, _, err := p.decisionsSaid(c, id)
		return made{http.StatusCreated, path("/checks/%d/decisions", id), out}, err
	})
}

// sensible returns which field of a decision is wrong, or nil.
func (p *api) sensible(c *gin.Context, d evidence.Decision) error {
	l := p.Language(c)
	var f faults
	subjects := []evidence.Subject{evidence.SubjectCheck, evidence.SubjectSource, evidence.SubjectMatch}
	p.shortEnough(c, d.Comment, &f)
	verdicts := d.Subject.Verdicts()
	if verdicts == nil {
		f.add("subject", l.Text("api.choice", "Choices", joined(subjects)))
		return f.err()
	}
	if (d.ID == 0) != (d.Subject == evidence.SubjectCheck) || d.ID < 0 {
		f.add("ref", l.Text("api.ref"))
	}
	known := d.Verdict == evidence.Withdrawn
	for _, v := range verdicts {
		known = known || v == d.Verdict
	}
	if !known {
		f.add("verdict", l.Text("api.choice", "Choices", joined(append(verdicts, evidence.Withdrawn))))
	}
	reason := d.Reason == ""
	for _, r := range evidence.ReviewReasons() {
		reason = reason || r == d.Reason
	}
	if !reason || d.Reason == "" && d.Verdict.NeedsReason() {
		f.add("reason", l.Text("api.choice", "Choices", joined(evidence.ReviewReasons())))
	}
	return f.err()
}

// shortEnough notes a comment that is too long.
func (p *api) shortEnough(c *gin.Context, comment string, f *faults) {
	if len([]rune(comment)) > site.MaxComment {
		f.add("comment", p.Language(c).Text("api.long", "Most", site.MaxComment))
	}
}

// opinionsOut is what several people think of a check, as far as the reader may see it.
type opinionsOut struct {
	Wanted int          `json:"wanted"`
	Hidden bool         `json:"hidden"`
	Items  []opinionOut `json:"items"` // that stand
}

type opinionOut struct {
	Verdict  string     `json:"verdict"`
	Comment  string     `json:"comment"`
	Reviewer string     `json:"reviewer"`
	At       *time.Time `json:"at"`
}

func (p *api) opinionsSaid(c *gin.Context, id int64) (opinionsOut, error) {
	o, err := p.Checks.Opinions(c, id)
	out := opinionsOut{Wanted: max(o.Wanted, 1), Hidden: o.Blind(), Items: []opinionOut{}}
	for _, x := range o.Shown {
		out.Items = append(out.Items, opinionOut{string(x.Verdict), x.Reason, x.Reviewer, at(x.At)})
	}
	return out, err
}

func (p *api) opinions(c *gin.Context, id int64) error {
	out, err := p.opinionsSaid(c, id)
	if err != nil {
		return err
	}
	return give(c, http.StatusOK, out)
}

func (p *api) giveOpinion(c *gin.Context, id int64) error {
	var in struct {
		Verdict  string `json:"verdict"`
		Comment  string `json:"comment"`
		Reviewer string `json:"reviewer"`
	}
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	by, err := p.signed(c, in.Reviewer)
	if err != nil {
		return err
	}
	o := evidence.Opinion{Verdict: evidence.Verdict(in.Verdict), Reason: in.Comment, Reviewer: by}
	var f faults
	p.shortEnough(c, in.Comment, &f)
	if o.Validate() != nil {
		f.add("verdict", p.Language(c).Text("api.choice", "Choices", joined(append(evidence.SubjectCheck.Verdicts(), evidence.Withdrawn))))
	}
	if err := f.err(); err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) {
		if err := p.Checks.GiveOpinion(c, id, o); err != nil {
			return made{}, err
		}
		out, err := p.opinionsSaid(c, id)
		return made{http.StatusCreated, path("/checks/%d/opinions", id), out}, err
	})
}
