package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// workIndex puts documents into the library or among those of their call, and reads
// forms.
func (p *Pool) workIndex(ctx context.Context, job *river.Job[indexArgs]) error {
	id := job.Args.Document
	a := attempt{
		job: job.JobRow, subject: "document", id: id,
		fail: func(ctx context.Context, tx *library.Tx, f record.Failure) error { return tx.FailDocument(ctx, id, f) },
		move: func(ctx context.Context, tx *library.Tx) error {
			return p.insertIndex(ctx, tx, job.Args, laneOf(job.Queue).forScans())
		},
	}
	return p.run(ctx, a, func(ctx context.Context) error { return p.index(ctx, a, job.Args.Again) })
}

func (p *Pool) index(ctx context.Context, a attempt, again bool) error {
	d, err := p.store.Document(ctx, a.id)
	if err != nil {
		return err
	}
	if d.State != record.DocumentWaiting {
		return nil
	}
	text, units, words, err := p.prepare(ctx, a, d)
	if err != nil {
		return err
	}
	if d.Identity.Web == nil { // a page is on no form
		if text, err = p.readShown(ctx, d, text); err != nil {
			return err
		}
	}
	err = p.store.InTx(ctx, func(tx *library.Tx) error {
		if again {
			err = tx.CompleteIdentity(ctx, d.ID, reader.People(text)) // an earlier version may not have looked for them
		} else {
			err = tx.SetExtraction(ctx, d.ID, text)
		}
		if err != nil {
			return err
		}
		if d.Compared() {
			if err := tx.SaveUnits(ctx, d.ID, units); err != nil {
				return err
			}
			if words != nil {
				if err := tx.SetWords(ctx, d.ID, words); err != nil {
					return err
				}
			}
		}
		if d, err = tx.Document(ctx, d.ID); err != nil { // with its identity complete
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
	if err != nil {
		return err
	}
	if d.Identity.Web != nil {
		p.wakeComparisons()
	}
	if !d.InLibrary || again {
		return nil
	}
	// Committed: from here on nothing can fail the job. What full-text search
	// misses is put there by keepSearch.
	if err := p.search.Put(ctx, d, text.Text); err != nil {
		p.log.WarnContext(ctx, "put into search", "document", d.ID, "error", err)
	}
	return nil
}

func (p *Pool) prepare(ctx context.Context, a attempt, d record.Document) (*extract.Document, []fingerprint.Unit, *hint.Index, error) {
	text, err := p.extract(ctx, a, d)
	if err != nil {
		return nil, nil, nil, err
	}
	if !d.Compared() {
		return text, nil, nil, ctx.Err()
	}
	units, words, err := p.engine.Index(text)
	if err != nil {
		return nil, nil, nil, err
	}
	return text, units, words, ctx.Err()
}

// errLongScan says that a job is for the queue of long scans.
var errLongScan = errors.New("a long scan, for the queue of such")

// extract returns the text of a document, from the store if it is there already.
// The error is errLongScan where a job of another queue comes to many scanned
// pages.
func (p *Pool) extract(ctx context.Context, a attempt, d record.Document) (*extract.Document, error) {
	text, err := p.store.Extraction(ctx, d.ID)
	if !errors.Is(err, record.ErrNotFound) {
		return text, err
	}
	data, err := p.store.File(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	reading, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	text, err = p.extractor.ExtractProgress(reading, d.Identity.Filename, data, func(done, total int) {
		// A note that is lost is made up for by the next one.
		if err := p.store.InTx(ctx, func(tx *library.Tx) error { return tx.SetScans(ctx, d.ID, done, total) }); err != nil &&
			ctx.Err() == nil {
			p.log.WarnContext(ctx, "note progress of recognition", "document", d.ID, "error", err)
		}
		if total > library.MostAwaitedScans && !laneOf(a.job.Queue).scan {
			stop(errLongScan)
		}
	})
	if err != nil {
		if ctx.Err() == nil && errors.Is(context.Cause(reading), errLongScan) {
			return nil, errLongScan
		}
		return nil, fmt.Errorf("extract: %w", err)
	}
	if notices := text.AllNotices(); len(notices) > 0 {
		p.log.InfoContext(ctx, "document read in part or with doubts", "document", d.ID, "notices", notices)
	}
	return text, nil
}
