package check

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Errors of opinions.
var (
	// ErrNotFinal refuses the final verdict from a reviewer of an application on which
	// several opinions are wanted.
	ErrNotFinal = errors.New("the final verdict is the officer's")
	// ErrNotAsked refuses an opinion of somebody who was not asked for one.
	ErrNotAsked = errors.New("no opinion was asked for")
)

// wanted is how many opinions are wanted on the check of a document.
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

// opinionReader says what who sent a request may say of a document.
func (s *pages) opinionReader(c *gin.Context, d record.Document) (report.OpinionReader, error) {
	reader := s.Reader(c)
	out := report.OpinionReader{Account: reader.Account.ID, Name: s.Signing(c)}
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
	out.Asked, err = s.Store.Assigned(c.Request.Context(), reader.Account.ID, d.ID)
	return out, err
}

// opinions is what people think of a check, as far as the reader may see it.
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

// allOpinions is what people think of a check, for a reader from whom nothing is kept.
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
	o := evidence.Opinion{Verdict: evidence.Verdict(c.PostForm("verdict")), Reason: site.CleanText(c.PostForm("comment"), site.MaxComment), Reviewer: s.Signed(c)}
	if err := s.giveOpinion(c, id, o); err != nil {
		return err
	}
	s.SetReviewer(c, o.Reviewer)
	c.Redirect(http.StatusSeeOther, site.BackOr(c, report.CheckPath(id)))
	return nil
}

// mayDecide refuses the verdict on a check from who may only give an opinion.
func (s *pages) mayDecide(c *gin.Context, d record.Document) error {
	wanted, err := s.wanted(c.Request.Context(), d)
	if err != nil || wanted < 2 {
		return err
	}
	reader, err := s.opinionReader(c, d)
	if err == nil && !reader.Decides {
		err = ErrNotFinal
	}
	return err
}

// giveOpinion stores what who sent a request thinks of a check.
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
