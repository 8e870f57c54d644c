package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// summaryOf returns what lists show of evidence, as it was stored or with decisions; funded are the
// sources that are known to have been.
func summaryOf(e *evidence.Evidence, text *extract.Document, funded map[int64]bool) record.Summary {
	s := record.SummaryOf(e, text.AllNotices())
	found := finding.Of(finding.Input{Evidence: e, Funded: funded})
	s.Findings = finding.Encode(append(found, finding.Noted(e)...))
	s.Rank = finding.Severity(finding.Facts{Found: found, Doubts: s.Doubts})
	return s
}

// countChecks counts what decisions leave of checks as soon as they are made, and anew
// what an earlier version has not counted, until ctx ends.
func (p *Pool) countChecks(ctx context.Context) {
	changed, stop := p.store.Watch(nil, nil)
	defer stop()
	given := map[int64]bool{} // that cannot be counted
	for {
		if err := p.countAll(ctx, given); err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "count checks", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

// countBatch is how many checks are listed at a time; each takes some milliseconds.
const countBatch = 100

// countTries is how often counting is repeated for a check that receives decisions meanwhile,
// before others have their turn.
const countTries = 3

func (p *Pool) countAll(ctx context.Context, given map[int64]bool) error {
	tries := map[int64]int{}
	for {
		ids, err := p.store.Uncounted(ctx, countBatch+len(given)+len(tries))
		if err != nil {
			return err
		}
		counted := 0
		for _, id := range ids {
			if tries[id]++; given[id] || tries[id] > countTries {
				continue
			}
			if err := p.count(ctx, id); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				given[id] = true // a list shows what was found
				p.log.ErrorContext(ctx, "what decisions leave of a check was not counted", "check", id, "error", err)
			}
			counted++
		}
		if counted == 0 {
			return nil
		}
	}
}

// count notes what decisions leave of one check. One that is gone is no error, nor is
// one that is decided about meanwhile: it comes again.
func (p *Pool) count(ctx context.Context, id int64) error {
	c, err := p.store.Check(ctx, id)
	if err != nil {
		return gone(err)
	}
	steps, err := p.store.Decisions(ctx, id)
	if err != nil {
		return err
	}
	xml, err := p.store.Evidence(ctx, id)
	if err != nil {
		return gone(err)
	}
	e, err := evidence.Decode(bytes.NewReader(xml))
	if err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	text, err := p.store.Extraction(ctx, c.Document.ID)
	if err != nil {
		return gone(err)
	}
	funded, err := p.store.Funded(ctx, e.SourceIDs())
	if err != nil {
		return err
	}
	var summary record.Summary
	err = shielded(ctx, func(context.Context) error {
		score.Decide(steps).Choice().Apply(e, text)
		summary = summaryOf(e, text, funded)
		return nil
	})
	if err != nil {
		return err
	}
	return p.store.SetCounted(ctx, id, len(steps), summary)
}

// gone takes away that something is not found.
func gone(err error) error {
	if errors.Is(err, record.ErrNotFound) {
		return nil
	}
	return err
}
