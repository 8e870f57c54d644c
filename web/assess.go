package web

import (
	"bytes"
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// assess reads a check with its evidence and text, and counts as the address of
// the request says; a check that is not done gives errNotDone.
func (s *site) assess(c *gin.Context, id int64) (*report.Assessment, error) {
	choice, err := report.ReadChoice(c.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	return s.assessFor(c.Request.Context(), s.reader(c), s.language(c), id, choice)
}

// assessBy is assess for a choice, with all that is known of sources.
func (s *site) assessBy(ctx context.Context, id int64, choice report.Choice) (*report.Assessment, error) {
	return s.assessFor(ctx, &viewer{}, nil, id, choice)
}

// assessFor is assess for a reader, of whose sources they see as much as they may.
func (s *site) assessFor(ctx context.Context, v *viewer, l *catalogue.Language, id int64, choice report.Choice) (*report.Assessment, error) {
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return nil, err
	}
	if check.State != record.CheckDone {
		return nil, errNotDone
	}
	stored, err := s.decode(ctx, check)
	if err != nil {
		return nil, err
	}
	steps, err := s.Store.Decisions(ctx, id)
	if err != nil {
		return nil, err
	}
	e := score.Copy(stored.evidence)
	if !v.seesAll() && s.config.MaskSources {
		report.Mask(e, func(rank int) string { return l.Text("mask.source", "Rank", rank) })
	}
	return report.Assess(check, e, stored.document, choice, steps), nil
}

// withLeft is a check with what decisions leave of it, which is counted, and noted,
// where that was not done since the last of them. A list does not fail by one check:
// where it cannot be counted, it is as it was found.
func (s *site) withLeft(ctx context.Context, check record.Check) record.Check {
	if check.State != record.CheckDone || check.Left.Known() {
		return check
	}
	assessed, err := s.assessBy(ctx, check.ID, report.AsChecked())
	if err == nil {
		check.Left, check.Doubts = record.TallyOf(assessed.Evidence), record.DoubtsOf(assessed.Evidence, assessed.Document.AllNotices())
		err = s.Store.SetLeft(ctx, check.ID, len(assessed.Steps), check.Left, check.Doubts)
	}
	if err != nil {
		s.log.ErrorContext(ctx, "what decisions leave of a check was not counted", "check", check.ID, "error", err)
	}
	if !check.Left.Known() {
		check.Left = record.Tally{Covered: check.Covered, Others: check.Covered, Sources: check.Sources}
	}
	return check
}

// decode gives the evidence and the text of a check that is done.
func (s *site) decode(ctx context.Context, check record.Check) (decoded, error) {
	if d, ok := s.cache.get(check.ID); ok {
		return d, nil
	}
	stored, err := s.Store.Evidence(ctx, check.ID)
	if err != nil {
		return decoded{}, err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return decoded{}, fmt.Errorf("evidence of check %d: %w", check.ID, err)
	}
	document, err := s.Store.Extraction(ctx, check.Document.ID)
	if err != nil {
		return decoded{}, err
	}
	d := decoded{check: check.ID, evidence: e, document: document}
	s.cache.put(d)
	return d, nil
}
