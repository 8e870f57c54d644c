package check

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Errors of opinions.
var (
	// ErrNotFinal refuses the final verdict from a reviewer of an application on which
	// several opinions are wanted.
	ErrNotFinal = errors.New("the final verdict is the officer's")
	// ErrNotOwn refuses to withdraw what somebody else has decided about a passage or a source where several opinions are wanted.
	ErrNotOwn = errors.New("the decision is somebody else's")
	// ErrNotAsked refuses an opinion of somebody who was not asked for one.
	ErrNotAsked = errors.New("no opinion was asked for")
)

// wanted returns how many opinions are wanted on the check of a document.
func (s *pages) wanted(ctx context.Context, d record.Document) (int, error) {
	call, err := s.callOf(ctx, d)
	if call.ID == 0 {
		return 1, err
	}
	return call.Settings.Wanted(), err
}

// callOf returns the call to which a document was submitted. It returns the zero value if the document has no call or the call was deleted.
func (s *pages) callOf(ctx context.Context, d record.Document) (record.Call, error) {
	if d.Call == 0 {
		return record.Call{}, nil
	}
	call, err := s.Store.Call(ctx, d.Call)
	if errors.Is(err, record.ErrNotFound) {
		return record.Call{}, nil
	}
	return call, err
}

// opinionReader returns what the sender of a request may state about a document.
func (s *pages) opinionReader(c *gin.Context, d record.Document) (report.OpinionReader, error) {
	return s.opinionsOf(c.Request.Context(), s.Reader(c), s.Signing(c), d)
}

// opinionsOf returns what a reader, who signs with a name, may say of a document.
func (s *pages) opinionsOf(ctx context.Context, reader *site.Viewer, name string, d record.Document) (report.OpinionReader, error) {
	out := report.OpinionReader{Account: reader.Account.ID, Name: name}
	var err error
	if out.Decides, err = reader.May("POST /selection/verdict"); err != nil {
		return out, err
	}
	if !reader.AmongAccounts() {
		out.Asked = out.Decides
		return out, nil
	}
	if !reader.Account.Has(record.Reviewer) || site.ConflictOf(reader.Account, d) != evidence.Other {
		return out, nil
	}
	out.Asked, err = s.Store.Assigned(ctx, reader.Account.ID, d.ID)
	return out, err
}

// sealed returns decisions about a check as a reader may see them who is asked for one of several opinions on it: until
// theirs and those of the others are given, or there is the final verdict, they do not learn who has decided about
// passages, and what they wrote. sealed reports whether something was left out.
func (s *pages) sealed(
	ctx context.Context, reader *site.Viewer, check record.Check, steps []evidence.Decision,
) (left []evidence.Decision, sealed bool, err error) {
	if reader.Account.ID == 0 || !reader.Account.Has(record.Reviewer) || score.Decide(steps).Check() != nil {
		return steps, false, nil
	}
	wanted, err := s.wanted(ctx, check.Document)
	if err != nil || wanted < 2 {
		return steps, false, err
	}
	name := reader.Account.Signature()
	as, err := s.opinionsOf(ctx, reader, name, check.Document)
	if err != nil || !as.Asked {
		return steps, false, err
	}
	opinions, err := s.Store.Opinions(ctx, check.ID)
	if err != nil {
		return nil, false, err
	}
	standing := record.StandingOpinions(opinions)
	own := slices.ContainsFunc(standing, func(o record.Opinion) bool { return o.Of(as.Account, name) })
	if own && len(standing) >= wanted {
		return steps, false, nil
	}
	left = slices.Clone(steps)
	for i := range left {
		if d := &left[i]; d.Subject != evidence.SubjectCheck && d.Reviewer != name {
			d.Reviewer, d.Comment, sealed = "", "", true
		}
	}
	return left, sealed, nil
}

// sealAssessed applies sealed to an assessment, and notes whether several opinions are wanted.
func (s *pages) sealAssessed(c *gin.Context, reader *site.Viewer, a *report.Assessment) error {
	wanted, err := s.wanted(c.Request.Context(), a.Check.Document)
	if err != nil {
		return err
	}
	a.Several = wanted > 1
	steps, sealed, err := s.sealed(c.Request.Context(), reader, a.Check, a.Steps)
	if err != nil || !sealed {
		return err
	}
	for i := range steps {
		if steps[i].Reviewer == "" {
			steps[i].Reviewer = s.Language(c).Text("decide.somebody")
		}
	}
	a.Steps, a.Decided = steps, score.Decide(steps)
	return nil
}

// opinions returns what people think of a check, as far as the reader may see it.
func (s *pages) opinions(c *gin.Context, a *report.Assessment, back string) (v report.Opinions, err error) {
	ctx := c.Request.Context()
	wanted, err := s.wanted(ctx, a.Check.Document)
	if err != nil || wanted < 2 {
		return v, err
	}
	reader, err := s.opinionReader(c, a.Check.Document)
	if err != nil {
		return v, err
	}
	steps, err := s.Store.Opinions(ctx, a.Check.ID)
	if err != nil {
		return v, err
	}
	return a.Opinions(wanted, steps, reader, back), nil
}

// allOpinions returns the opinions on a check, for a reader from whom none is hidden.
func (s *pages) allOpinions(ctx context.Context, a *report.Assessment) (v report.Opinions, err error) {
	wanted, err := s.wanted(ctx, a.Check.Document)
	if err != nil || wanted < 2 {
		return v, err
	}
	steps, err := s.Store.Opinions(ctx, a.Check.ID)
	if err != nil {
		return v, err
	}
	return a.Opinions(wanted, steps, report.OpinionReader{}, ""), nil
}

// opinion takes what a reviewer thinks of a check and goes back to where it was said.
func (s *pages) opinion(c *gin.Context, id int64) error {
	o := evidence.Opinion{Verdict: evidence.Verdict(c.PostForm("verdict")), Reason: site.CleanText(c.PostForm("comment"), site.MaxComment),
		Reviewer: s.Signed(c)}
	if err := s.giveOpinion(c, id, o); err != nil {
		return err
	}
	s.SetReviewer(c, o.Reviewer)
	c.Redirect(http.StatusSeeOther, site.BackOr(c, report.CheckPath(id)))
	return nil
}

// mayDecide refuses a verdict on a check from readers who may only give an opinion. If several opinions are wanted,
// nobody may withdraw others' decisions, and only the reader who gives the final verdict may decide otherwise.
func (s *pages) mayDecide(c *gin.Context, a *report.Assessment, d evidence.Decision) error {
	wanted, err := s.wanted(c.Request.Context(), a.Check.Document)
	if err != nil || wanted < 2 {
		return err
	}
	reader, err := s.opinionReader(c, a.Check.Document)
	if err != nil {
		return err
	}
	if d.Subject == evidence.SubjectCheck {
		if !reader.Decides {
			return ErrNotFinal
		}
		return nil
	}
	for i, stands := range score.Standing(a.Steps) {
		x := a.Steps[i]
		if stands && x.Subject == d.Subject && x.ID == d.ID && x.Reviewer != d.Reviewer &&
			(d.Verdict == evidence.Withdrawn || !reader.Decides) {
			return ErrNotOwn
		}
	}
	return nil
}

// giveOpinion stores the opinion of the sender of a request on a check.
func (s *pages) giveOpinion(c *gin.Context, id int64, o evidence.Opinion) error {
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	wanted, err := s.wanted(ctx, check.Document)
	if err != nil {
		return err
	}
	reader, err := s.opinionReader(c, check.Document)
	if err != nil {
		return err
	}
	if wanted < 2 || !reader.Asked {
		return ErrNotAsked
	}
	if o.Reviewer == "" {
		return ErrNoReviewer
	}
	return s.Store.GiveOpinion(ctx, id, record.Opinion{Account: reader.Account, Opinion: o})
}
