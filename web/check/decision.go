package check

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// decision takes a reviewer's decision and goes back to where it was made.
func (s *pages) decision(c *gin.Context, id int64) error {
	d := evidence.Decision{
		Subject: evidence.Subject(c.PostForm("subject")), Verdict: evidence.Verdict(c.PostForm("verdict")),
		Reason: evidence.ReviewReason(c.PostForm("reason")), Comment: site.CleanText(c.PostForm("comment"), site.MaxComment),
		Reviewer: s.Signed(c),
	}
	if text := c.PostForm("ref"); text != "" {
		ref, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return site.ErrBadInput
		}
		d.ID = ref
	}
	seen := record.AnySeen
	if text := c.PostForm("seen"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return site.ErrBadInput
		}
		seen = n
	}
	if err := s.decide(c, id, d, seen); err != nil {
		return err
	}
	s.SetReviewer(c, d.Reviewer)
	c.Redirect(http.StatusSeeOther, site.BackOr(c, report.CheckPath(id)))
	return nil
}

// decide stores the decision of the sender of a request; seen is the number of decisions they have
// seen.
func (s *pages) decide(c *gin.Context, id int64, d evidence.Decision, seen int) error {
	if d.Reviewer == "" {
		return ErrNoReviewer
	}
	if !d.Verdict.NeedsReason() {
		d.Reason = "" // a form may have it anyway
	}
	assessed, err := s.Assessor.Assess(c.Request.Context(), id, report.AsChecked(), nil)
	if err != nil {
		return err
	}
	if !assessed.Holds(d.Subject, d.ID) {
		return report.ErrNotHeld
	}
	if err := s.mayDecide(c, assessed, d); err != nil {
		return err
	}
	return s.Store.Decide(c.Request.Context(), id, d, seen)
}

// decidedEvidence sends the stored XML of a check with its decisions at the end.
func (s *pages) decidedEvidence(c *gin.Context, id int64) error {
	xml, check, err := s.decided(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if err := s.seesAllSaid(c.Request.Context(), s.Reader(c), check); err != nil {
		return err
	}
	if s.Stamps { // what is given out now may be shown for it later
		if err := s.Store.AskStamp(c.Request.Context(), record.StampDecided, id, sumOf(xml)); err != nil {
			return err
		}
	}
	saveAs(c, check, "decided.xml")
	c.Data(http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}

// seesAllSaid returns an error if some of what others said about a check is hidden from the reader.
func (s *pages) seesAllSaid(ctx context.Context, reader *site.Viewer, check record.Check) error {
	blind, err := s.Blind(ctx, reader)
	if err != nil {
		return err
	}
	steps, err := s.Store.Decisions(ctx, check.ID)
	if err != nil {
		return err
	}
	_, sealed, err := s.sealed(ctx, reader, check, steps)
	if err == nil && (sealed || slices.Contains(blind, check.Document.ID)) {
		err = site.ErrOpinionFirst
	}
	return err
}

// decided makes the signed XML of a check with its decisions: equal decisions yield equal bytes.
func (s *pages) decided(ctx context.Context, id int64) ([]byte, record.Check, error) {
	assessed, err := s.Assessor.Assess(ctx, id, report.AsChecked(), nil)
	if err != nil {
		return nil, record.Check{}, err
	}
	stored, err := s.Store.Evidence(ctx, id)
	if err != nil {
		return nil, record.Check{}, err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return nil, record.Check{}, err
	}
	var standing []evidence.Decision
	for i, stands := range score.Standing(assessed.Steps) {
		if stands {
			standing = append(standing, assessed.Steps[i])
		}
	}
	e.Decisions = evidence.NewDecisions(assessed.Evidence.Scores, standing)
	wanted, err := s.wanted(ctx, assessed.Check.Document)
	if err != nil {
		return nil, record.Check{}, err
	}
	if wanted > 1 {
		steps, err := s.Store.Opinions(ctx, id)
		if err != nil {
			return nil, record.Check{}, err
		}
		opinions := record.StandingOpinions(steps)
		e.Decisions.Wanted = wanted
		for _, o := range opinions {
			e.Decisions.Opinions = append(e.Decisions.Opinions, o.Opinion)
		}
		if verdict := assessed.Decided.Check(); verdict != nil {
			e.Decisions.Follows = string(score.Follows(verdict.Verdict, wanted, record.OpinionVerdicts(opinions)))
		}
	}
	var b bytes.Buffer
	if err := evidence.Encode(&b, e); err != nil {
		return nil, record.Check{}, err
	}
	xml := b.Bytes()
	if s.Sign != nil {
		if xml, err = s.Sign(xml); err != nil {
			return nil, record.Check{}, err
		}
	}
	return xml, assessed.Check, nil
}
