package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/extract"
)

// workCheck checks documents.
func (p *Pool) workCheck(ctx context.Context, job *river.Job[checkArgs]) error {
	id := job.Args.Check
	a := attempt{
		job: job.JobRow, subject: "check", id: id, compared: new(atomic.Int64),
		fail: func(ctx context.Context, tx *library.Tx, f record.Failure) error { return tx.FailCheck(ctx, id, f) },
		requeue: func(ctx context.Context, tx *library.Tx) error {
			return tx.RequeueCheck(ctx, id)
		},
		move: func(ctx context.Context, tx *library.Tx) error {
			if err := tx.RequeueCheck(ctx, id); err != nil {
				return err
			}
			return p.insertCheck(ctx, tx, id, laneOf(job.Queue).forScans())
		},
	}
	return p.run(ctx, a, func(ctx context.Context) error { return p.check(ctx, a) })
}

func (p *Pool) check(ctx context.Context, a attempt) error {
	var started bool
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		err := tx.StartCheck(ctx, a.id)
		if started = err == nil; !errors.Is(err, library.ErrTooSoon) {
			return err
		}
		// Its job was made before a document was to be read again. queueChecks
		// makes another one.
		if err := tx.SetCheckJob(ctx, a.id, 0); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
	if err != nil || !started {
		return err
	}
	c, err := p.store.Check(ctx, a.id)
	if err != nil {
		return err
	}
	if c.Document.State == record.DocumentFailed {
		if err := c.Document.Failure.Err(); err != nil {
			return err
		}
		return errDocumentFailed
	}
	if c.Profile == "" {
		if c.Profile, err = p.profileOf(ctx, c); err != nil {
			return err
		}
	}
	ctx, progress, stop := p.follow(ctx, a.id)
	defer stop()
	if err := p.compare(ctx, a, c, progress); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return fmt.Errorf("%w: %w", cause, err)
		}
		return err
	}
	return nil
}

// countedSources counts how many documents are read whole.
type countedSources struct {
	checker.Library

	read *atomic.Int64
}

func (l countedSources) Sources(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	l.read.Add(int64(len(ids)))
	return l.Library.Sources(ctx, ids)
}

func (l countedSources) Texts(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	l.read.Add(int64(len(ids)))
	return l.Library.Texts(ctx, ids)
}

// compare returns the work of a check that has started.
func (p *Pool) compare(ctx context.Context, a attempt, c record.Check, progress func(done, total int)) error {
	d := c.Document
	if len(d.Damaged) > 0 { // without its people, what is its own would be taken for another's
		return fmt.Errorf("%s of document %d: %w", strings.Join(d.Damaged, ", "), d.ID, record.ErrDamaged)
	}
	text, identity, err := p.checked(ctx, a, d)
	if err != nil {
		return err
	}
	by, err := p.by(ctx, c, progress)
	if err != nil {
		return err
	}
	count, err := p.counting(ctx, d.Call)
	if err != nil {
		return err
	}
	in := checker.Input{
		ID: d.ID, InLibrary: d.InLibrary, Identity: identity, Document: text, WithoutHints: count.FalseAlarms == 0,
		Unmade: by.unmade,
		Fault: func(document int64, err error) {
			p.log.ErrorContext(ctx, "document left out of a check", "check", a.id, "document", document, "error", err)
		},
	}
	found, err := by.engine.Check(ctx, in, countedSources{by.library, a.compared}, by.progress)
	if err != nil {
		return err
	}
	if !count.Equal(setting.DefaultCount()) {
		count.Choice().Settle(found, text)
	}
	summary, xml, err := p.written(ctx, found, text)
	if err != nil {
		return err
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.FinishCheck(ctx, a.id, summary, xml); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
}

// written returns evidence as it is stored, signed, with what lists show of it.
func (p *Pool) written(ctx context.Context, found *evidence.Evidence, text *extract.Document) (record.Summary, []byte, error) {
	funded, err := p.store.Funded(ctx, found.SourceIDs())
	if err != nil {
		return record.Summary{}, nil, err
	}
	var b bytes.Buffer
	if err := evidence.Encode(&b, found); err != nil {
		return record.Summary{}, nil, err
	}
	xml := b.Bytes()
	if p.config.Sign != nil {
		if xml, err = p.config.Sign(xml); err != nil {
			return record.Summary{}, nil, err
		}
	}
	return summaryOf(found, text, funded), xml, nil
}

// counting returns what counts in the checks of a call, or of none: as the call says, or the page of settings. It is
// written into the evidence.
func (p *Pool) counting(ctx context.Context, call int64) (setting.Count, error) {
	values, err := p.store.Settings(ctx)
	if err != nil {
		return setting.Count{}, err
	}
	var own record.CallSettings
	if call != 0 {
		c, err := p.store.Call(ctx, call)
		if err != nil && !errors.Is(err, record.ErrNotFound) { // its call goes, and so will it
			return setting.Count{}, err
		}
		own = c.Settings
	}
	return values.CountingOf(own), nil
}

// checked returns the text and the complete identity of a document that is to be
// checked, and stores its text if that was not done before.
func (p *Pool) checked(ctx context.Context, a attempt, d record.Document) (*extract.Document, evidence.Identity, error) {
	text, err := p.extract(ctx, a, d)
	if err != nil {
		if f := record.FailureOf(err); f.Name != record.FailureInternal {
			err = errors.Join(err, p.store.InTx(ctx, func(tx *library.Tx) error { return tx.FailDocument(ctx, d.ID, f) }))
		}
		return nil, evidence.Identity{}, err
	}
	if d.State == record.DocumentReady {
		return text, d.Identity, nil
	}
	if text, err = p.readShown(ctx, d, text); err != nil {
		return nil, evidence.Identity{}, err
	}
	err = p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.SetExtraction(ctx, d.ID, text); err != nil {
			return err
		}
		d, err = tx.Document(ctx, d.ID)
		return err
	})
	return text, d.Identity, err
}

// follow notes the progress of a running check in the store, once a beat, and
// cancels the context it gives when the store says that the check is no longer
// running. stop ends it.
func (p *Pool) follow(ctx context.Context, checkID int64) (_ context.Context, progress func(done, total int), stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	var percent atomic.Int64
	var following sync.WaitGroup
	following.Go(func() {
		ticker := time.NewTicker(p.config.Beat)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			err := p.store.InTx(ctx, func(tx *library.Tx) error { return tx.Progress(ctx, checkID, int(percent.Load())) })
			if errors.Is(err, record.ErrFinal) || errors.Is(err, record.ErrNotFound) {
				cancel(err)
				return
			}
			// Any other error shows itself when the check is finished.
		}
	})
	progress = func(done, total int) {
		const most = 99 // 100 is for a check that is stored
		if total > 0 {
			percent.Store(min(int64(done)*100/int64(total), most))
		}
	}
	return ctx, progress, func() {
		cancel(nil)
		following.Wait()
	}
}
