package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// What pages of the web repeat
//
// A page that has come is compared, once it is in the library, with all that is there: by the
// same comparison as applications are. What it repeats is stored with a check that is done, so that
// the two can be seen side by side; of the others, which are most, nothing is. A page that has
// yet to be compared stands in the database until the transaction that stores what was found.

// leastInCommon is how many characters two documents of a pair have in common: as many as an
// article has at the least.
const leastInCommon = leastArticle

// comparePeriod is how soon a page that may be compared is seen where another server has
// fetched it, or where it had to wait for a document.
const comparePeriod = 5 * time.Second

// comparisonsAtOnce is how many pages a server compares at a time: checks that people wait for
// go on beside them.
const comparisonsAtOnce = 1

// comparisonArgs is the job of comparing a page.
type comparisonArgs struct {
	Document int64 `json:"document"`
}

// Kind implements river.JobArgs.
func (comparisonArgs) Kind() string { return "comparison" }

// workComparison compares pages.
func (p *Pool) workComparison(ctx context.Context, job *river.Job[comparisonArgs]) error {
	id := job.Args.Document
	a := attempt{
		job: job.JobRow, subject: "page", id: id,
		fail: func(ctx context.Context, tx *library.Tx, _ record.Failure) error { // what was wrong is in the log
			return tx.FailComparison(ctx, id, job.ID)
		},
	}
	return p.run(ctx, a, func(ctx context.Context) error { return p.comparePage(ctx, a) })
}

// comparePages makes jobs for the pages that have yet to be compared, until ctx ends.
func (p *Pool) comparePages(ctx context.Context) {
	p.repeat(ctx, comparePeriod, p.pagesNow, "look for pages to be compared", p.queueComparisons)
}

// wakeComparisons has the pages that may be compared looked for at once.
func (p *Pool) wakeComparisons() { wake(p.pagesNow) }

func (p *Pool) queueComparisons(ctx context.Context) error {
	pending, err := p.store.Pending(ctx) // mostly none, which writes nothing
	if err != nil || pending.Waiting == 0 {
		return err
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		ids, err := tx.Uncompared(ctx, jobBatch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			job, err := p.queue.insert(ctx, tx, comparisonArgs{Document: id}, compareQueue, checkPriority, time.Time{})
			if err != nil {
				return fmt.Errorf("queue the comparison of document %d: %w", id, err)
			}
			if err := tx.TakeComparison(ctx, id, job); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *Pool) comparePage(ctx context.Context, a attempt) error {
	if mine, err := p.store.Awaits(ctx, a.id, a.job.ID); err != nil || !mine {
		return errors.Join(err, record.ErrFinal)
	}
	d, err := p.store.Document(ctx, a.id)
	if err != nil {
		return err
	}
	text, err := p.store.Extraction(ctx, a.id)
	if err != nil {
		return err
	}
	c := library.Comparison{Document: a.id, Job: a.job.ID, Started: time.Now()}
	if c.Newest, err = p.store.Newest(ctx); err != nil {
		return err
	}
	lib, err := p.store.Within(ctx, 0)
	if err != nil {
		return err
	}
	count, err := p.counting(ctx, 0)
	if err != nil {
		return err
	}
	in := checker.Input{ID: d.ID, InLibrary: d.InLibrary, Identity: d.Identity, Document: text, WithoutHints: count.FalseAlarms == 0}
	found, err := p.engine.Check(ctx, in, lib, func(int, int) {})
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return fmt.Errorf("%w: %w", cause, err)
		}
		return err
	}
	if !count.Equal(setting.DefaultCount()) {
		count.Choice().Settle(found, text)
	}
	if c.Found = repeatsIn(found); len(c.Found) > 0 {
		if c.Summary, c.Evidence, err = p.written(ctx, found, text); err != nil {
			return err
		}
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if _, err := tx.FinishComparison(ctx, c); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
}

// repeatsIn returns the sources of evidence of which the document repeats a good part, or
// which repeat a good part of it.
func repeatsIn(e *evidence.Evidence) (out []record.FoundRepeat) {
	for _, edge := range record.SummaryOf(e, nil).Edges {
		if edge.Characters >= leastInCommon && max(edge.Here, edge.There) >= record.LeastRepeat {
			out = append(out, record.FoundRepeat{Source: edge.Source, Here: edge.Here, There: edge.There, Characters: edge.Characters})
		}
	}
	return out
}

// CompareAgain has the pages compared that could not be.
func (p *Pool) CompareAgain(ctx context.Context) error {
	err := p.store.CompareAgain(ctx)
	p.wakeComparisons()
	return err
}
