// Package assess reads checks that are done: evidence, text and decisions together,
// counted as somebody chose, for every page that shows what was found. It knows no HTTP.
package assess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/web/report"
)

// ErrNotDone reports a check that has no evidence yet or, as ErrNeverDone, never will.
var (
	ErrNotDone   = errors.New("the check is not done")
	ErrNeverDone = fmt.Errorf("%w: it has failed or was cancelled", ErrNotDone)
)

// Done refuses a check that has no evidence.
func Done(check record.Check) error {
	switch {
	case check.State == record.CheckDone:
		return nil
	case check.State.Final():
		return ErrNeverDone
	}
	return ErrNotDone
}

// Store is the part of the library needed here; unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Check(ctx context.Context, id int64) (record.Check, error)
	// Evidence returns the XML of a check that is done.
	Evidence(ctx context.Context, checkID int64) ([]byte, error)
	Extraction(ctx context.Context, documentID int64) (*extract.Document, error)
	// Decisions returns every decision about a check, in order.
	Decisions(ctx context.Context, checkID int64) ([]evidence.Decision, error)
	// Funded returns which of some documents are known to have been funded.
	Funded(ctx context.Context, documents []int64) (map[int64]bool, error)
	// Verified returns which of some documents somebody has verified rights in.
	Verified(ctx context.Context, documents []int64) (map[int64]bool, error)
	// VersionsAmong groups the library documents among some that are versions of one
	// application.
	VersionsAmong(ctx context.Context, documents []int64) ([][]int64, error)
}

// Assessor reads checks. It keeps those decoded that were looked at last, and is safe
// for concurrent use.
type Assessor struct {
	store Store
	log   *slog.Logger
	cache cache
}

// New makes an assessor. It logs when the effect of decisions on a check cannot be counted.
func New(store Store, log *slog.Logger) *Assessor { return &Assessor{store: store, log: log} }

// Assess reads a check with its evidence and text, and counts by the choice. mask replaces the
// identities of sources by names by rank; nil keeps them. The error is ErrNotDone if the check is
// not done.
func (a *Assessor) Assess(ctx context.Context, id int64, choice report.Choice, mask func(rank int) string) (*report.Assessment, error) {
	check, err := a.store.Check(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := Done(check); err != nil {
		return nil, err
	}
	stored, err := a.decode(ctx, check)
	if err != nil {
		return nil, err
	}
	steps, err := a.store.Decisions(ctx, id)
	if err != nil {
		return nil, err
	}
	e := score.Copy(stored.evidence)
	if mask != nil {
		report.Mask(e, mask)
	}
	funded, err := a.store.Funded(ctx, e.SourceIDs())
	if err != nil {
		return nil, err
	}
	var shown []int64 // a source without a name is not to be known by a mark
	for i := range e.Sources {
		if s := &e.Sources[i]; mask == nil || s.Identity.Web != nil {
			shown = append(shown, s.ID)
		}
	}
	verified, err := a.store.Verified(ctx, shown)
	if err != nil {
		return nil, err
	}
	assessed := report.Assess(check, e, stored.document, choice, steps)
	assessed.Funded, assessed.Verified = funded, verified
	return assessed, nil
}

// Group sets in an assessment which sources are versions of one application, for lists of sources.
// The result may be some moments old.
func (a *Assessor) Group(ctx context.Context, assessed *report.Assessment) error {
	if versions, ok := a.cache.versions(assessed.Check.ID, time.Now()); ok {
		assessed.Versions = versions
		return nil
	}
	ids := make([]int64, len(assessed.All))
	for i := range assessed.All {
		ids[i] = assessed.All[i].ID
	}
	versions, err := a.store.VersionsAmong(ctx, ids)
	if err != nil {
		return err
	}
	assessed.Versions = versions
	a.cache.putVersions(assessed.Check.ID, versions, time.Now())
	return nil
}

// WithLeft returns a check with what decisions leave of it, which is counted where the jobs have
// not yet done so since the last of them. A list does not fail by one check: where it cannot be
// counted, it is as it was found.
func (a *Assessor) WithLeft(ctx context.Context, check record.Check) record.Check {
	if check.State != record.CheckDone || check.Left.Known() {
		return check
	}
	assessed, err := a.Assess(ctx, check.ID, report.AsChecked(), nil)
	if err == nil {
		check.Left, check.Doubts = record.TallyOf(assessed.Evidence), assessed.Evidence.Scores.Doubts
	} else {
		a.log.ErrorContext(ctx, "what decisions leave of a check was not counted", "check", check.ID, "error", err)
	}
	if !check.Left.Known() {
		check.Left = record.Tally{Covered: check.Covered, Others: check.Covered, Sources: check.Sources}
	}
	return check
}

// decode returns the evidence and the text of a check that is done.
func (a *Assessor) decode(ctx context.Context, check record.Check) (decoded, error) {
	if d, ok := a.cache.get(check.ID); ok {
		return d, nil
	}
	stored, err := a.store.Evidence(ctx, check.ID)
	if err != nil {
		return decoded{}, err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return decoded{}, fmt.Errorf("evidence of check %d: %w", check.ID, err)
	}
	document, err := a.store.Extraction(ctx, check.Document.ID)
	if err != nil {
		return decoded{}, err
	}
	d := decoded{check: check.ID, evidence: e, document: document}
	a.cache.put(d)
	return d, nil
}

// Decode returns the stored evidence of a check. It is shared and must not be changed.
func (a *Assessor) Decode(ctx context.Context, check record.Check) (*evidence.Evidence, error) {
	d, err := a.decode(ctx, check)
	return d.evidence, err
}
