package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// errDocumentFailed fails a check whose document could not be put into the
// library, for want of a better reason.
var errDocumentFailed = errors.New("the document has failed")

// roomWait is how long a job waits where there is no room on the disk.
const roomWait = 15 * time.Second

// maxInterruptions is how often a job is started again after the program ended during it. That is
// no evidence against the file, which may only have been read beside a bad one, or the power
// failed; but a file that ends the program each time must not do so for ever.
const maxInterruptions = 10

// attempt is one run of a job and what to do when it does not succeed.
type attempt struct {
	job     *rivertype.JobRow
	subject string // "document" or "check", for the log
	id      int64  // of the subject
	// compared counts the documents that a check reads whole; nil for other work.
	compared *atomic.Int64
	fail     func(ctx context.Context, tx *library.Tx, f record.Failure) error
	// requeue makes what the job is about wait again; nil where it waits still.
	requeue func(ctx context.Context, tx *library.Tx) error
	move    func(ctx context.Context, tx *library.Tx) error // to the queue of long scans, as another job
}

// read returns how many documents a check has read whole, -1 for other work.
func (a attempt) read() int {
	if a.compared == nil {
		return -1
	}
	return int(a.compared.Load())
}

// run does the work of an attempt and decides what becomes of its job. What it
// returns is for River: nil ends the job, everything else runs it again.
func (p *Pool) run(ctx context.Context, a attempt, work func(context.Context) error) error {
	ctx = p.fromRequest(ctx, a)
	if p.config.Prepare != nil {
		p.config.Prepare()
	}
	if p.config.Room != nil {
		if err := p.config.Room(0); err != nil {
			return river.JobSnooze(roomWait) // does not count as an attempt; whoever watches the disk has said why
		}
	}
	started := time.Now()
	var err error
	if interrupted := a.job.Attempt - 1 - len(a.job.Errors); interrupted > maxInterruptions {
		err = fmt.Errorf("%w: %d times", record.ErrInterrupted, interrupted)
	} else {
		err = shielded(ctx, work)
	}
	// What follows is done even if the job's time is over.
	after := context.WithoutCancel(ctx)
	switch {
	case err == nil:
		took := time.Since(started)
		p.log.InfoContext(ctx, "job done", a.subject, a.id, "took", took)
		p.ended(Ended{Subject: a.subject, Took: took, Compared: a.read()})
		return nil
	case over(ctx, err):
		return nil
	case p.stopping.Load() && ctx.Err() != nil:
		p.log.InfoContext(ctx, "job handed back", a.subject, a.id)
		if err := p.handBack(after, a); err != nil && !over(ctx, err) {
			p.log.ErrorContext(ctx, "hand back job", a.subject, a.id, "error", err)
		}
		return river.JobSnooze(0) // does not count as an attempt
	case errors.Is(err, errLongScan):
		err = p.store.InTx(after, func(tx *library.Tx) error {
			if err := a.move(after, tx); err != nil {
				return err
			}
			return p.queue.complete(after, tx, a.job)
		})
		if err == nil || over(ctx, err) {
			return nil
		}
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		err = fmt.Errorf("%w: %w", extract.ErrLimits, err)
	}
	if errors.Is(database.Cause(err), record.ErrNoRoom) { // it says nothing against the file
		p.log.WarnContext(ctx, "job waits for room", a.subject, a.id, "error", err)
		if err := p.handBack(after, a); err != nil && over(ctx, err) {
			return nil
		}
		return river.JobSnooze(roomWait)
	}
	failure := record.FailureOf(err)
	if failure.Name == record.FailureInternal && !errors.Is(err, errDocumentFailed) && len(a.job.Errors)+1 < p.config.MaxAttempts {
		p.log.WarnContext(ctx, "job will be tried again", a.subject, a.id, "attempt", a.job.Attempt, "error", err)
		if err := p.handBack(after, a); err != nil && over(ctx, err) {
			return nil
		}
		return err
	}
	p.ended(Ended{Subject: a.subject, Failure: failure.Name, Took: time.Since(started), Compared: -1})
	return p.giveUp(after, a, failure, err)
}

// handBack has what an attempt is about wait again.
func (p *Pool) handBack(ctx context.Context, a attempt) error {
	if a.requeue == nil {
		return nil
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error { return a.requeue(ctx, tx) })
}

func (p *Pool) ended(e Ended) {
	if p.config.Ended != nil {
		p.config.Ended(e)
	}
}

// giveUp fails the subject of an attempt together with its job.
func (p *Pool) giveUp(ctx context.Context, a attempt, f record.Failure, cause error) error {
	if f.Name == record.FailureInternal {
		p.log.ErrorContext(ctx, "job failed", a.subject, a.id, "attempt", a.job.Attempt, "error", cause)
	} else {
		p.log.InfoContext(ctx, "job failed", a.subject, a.id, "failure", f.Name, "error", cause)
	}
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := a.fail(ctx, tx, f); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
	if err != nil && !over(ctx, err) {
		// recoverJobs will see the subject without a job.
		p.log.ErrorContext(ctx, "store failure", a.subject, a.id, "error", err)
		return err
	}
	return nil
}

// over reports whether there is nothing left to do for a job: its subject was
// cancelled, has ended or is gone.
func over(ctx context.Context, err error) bool {
	for _, e := range []error{err, context.Cause(ctx)} {
		if errors.Is(e, record.ErrFinal) || errors.Is(e, record.ErrNotFound) || errors.Is(e, rivertype.ErrJobCancelledRemotely) {
			return true
		}
	}
	return false
}

// shielded makes an error of a panic.
func shielded(ctx context.Context, work func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return work(ctx)
}
