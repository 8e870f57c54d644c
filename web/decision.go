package web

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/web/report"
)

// maxComment is the most characters of what a reviewer writes about a decision.
const maxComment = 2000

// errNoReviewer refuses a decision by nobody.
var errNoReviewer = errors.New("a decision needs a name")

// decision takes a reviewer's decision and goes back to where it was made.
func (s *site) decision(c *gin.Context, id int64) error {
	d := evidence.Decision{
		Subject: evidence.Subject(c.PostForm("subject")), Verdict: evidence.Verdict(c.PostForm("verdict")),
		Reason: evidence.ReviewReason(c.PostForm("reason")), Comment: cleanText(c.PostForm("comment"), maxComment),
		Reviewer: s.signed(c),
	}
	if text := c.PostForm("ref"); text != "" {
		ref, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errBadInput
		}
		d.ID = ref
	}
	seen := record.AnySeen
	if text := c.PostForm("seen"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return errBadInput
		}
		seen = n
	}
	if d.Reviewer == "" {
		return errNoReviewer
	}
	if !d.Verdict.NeedsReason() {
		d.Reason = "" // a form may have it anyway
	}
	assessed, err := s.assessBy(c.Request.Context(), id, report.AsChecked())
	if err != nil {
		return err
	}
	if !assessed.Holds(d.Subject, d.ID) {
		return errBadInput
	}
	if err := s.Store.Decide(c.Request.Context(), id, d, seen); err != nil {
		return err
	}
	s.setReviewer(c, d.Reviewer)
	c.Redirect(http.StatusSeeOther, backOr(c, report.CheckPath(id)))
	return nil
}

// decidedEvidence gives the XML of a check as it was stored, with what was
// decided at its end.
func (s *site) decidedEvidence(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	assessed, err := s.assessBy(ctx, id, report.AsChecked())
	if err != nil {
		return err
	}
	stored, err := s.Store.Evidence(ctx, id)
	if err != nil {
		return err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return err
	}
	var standing []evidence.Decision
	for i, stands := range score.Standing(assessed.Steps) {
		if stands {
			standing = append(standing, assessed.Steps[i])
		}
	}
	e.Decisions = evidence.NewDecisions(assessed.Evidence.Scores, standing)
	var b bytes.Buffer
	if err := evidence.Encode(&b, e); err != nil {
		return err
	}
	xml := b.Bytes()
	if s.Sign != nil {
		if xml, err = s.Sign(xml); err != nil {
			return err
		}
	}
	s.saveAs(c, assessed.Check, "decided.xml")
	c.Data(http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}
