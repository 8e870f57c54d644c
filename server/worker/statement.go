package worker

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// State keeps the text of a statement as a form, or as an institution's standard text, and queues new checks of all
// applications of the call, or of the one where it is in none; these wait until the text was read. It returns for how
// many. The error wraps record.ErrNotFound if the check is gone.
func (p *Pool) State(ctx context.Context, s record.Statement) (int, error) {
	applications, err := p.concerned(ctx, s.Check)
	if err != nil {
		return 0, fmt.Errorf("state whose text is shared: %w", err)
	}
	u := record.Upload{
		Identity: evidence.Identity{Filename: s.Filename(), Title: s.Reason, Applicant: s.By},
		Data:     []byte(s.Text), Form: true, Standard: s.Institution != nil,
	}
	act := audit.Act{Action: audit.Add, Subject: audit.SubjectDocument, Detail: map[string]string{"by": s.By, "what": s.Reason}}
	if s.Institution != nil {
		u.Identity.Institution = *s.Institution
	}
	if err := p.refuse(u); err != nil {
		return 0, fmt.Errorf("state whose text is shared: %w", err)
	}
	var queued int
	err = p.store.InTx(ctx, func(tx *library.Tx) error {
		receipts := make([]record.Receipt, 1)
		err := p.submit(ctx, tx, []record.Upload{u}, receipts, laneOfMany(1))
		if err := errors.Join(err, receipts[0].Err); err != nil {
			return err
		}
		act.ID = receipts[0].Document
		tx.Record(act)
		queued, err = tx.CheckAgain(ctx, applications, len(applications) > mostAwaited)
		return err
	})
	return queued, wrap.Error(err, "state whose text is shared")
}

// concerned returns the applications that a statement on the report of a check is about.
func (p *Pool) concerned(ctx context.Context, check int64) ([]int64, error) {
	c, err := p.store.Check(ctx, check)
	if err != nil {
		return nil, err
	}
	if c.Document.Call == 0 {
		return []int64{c.Document.ID}, nil
	}
	return p.store.WorkIDs(ctx, record.WorkFilter{Call: c.Document.Call})
}

// withdrawn queues new checks of the applications that a statement was about, now that its text counts again.
func (p *Pool) withdrawn(ctx context.Context, form record.Document) {
	check, ok := record.StatedOn(form)
	if !ok {
		return
	}
	applications, err := p.concerned(ctx, check)
	if err == nil {
		_, err = p.CheckAll(ctx, applications)
	}
	if err != nil && !errors.Is(err, record.ErrNotFound) { // the check may be gone, and its application
		p.log.WarnContext(ctx, "check again after a statement was withdrawn", "document", form.ID, "error", err)
	}
}
