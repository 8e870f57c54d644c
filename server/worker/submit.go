package worker

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// errNothingToDo is a mistake of the caller.
var errNothingToDo = errors.New("an upload must be for the library, for a call, or for a check")

// Submit stores uploads and the jobs that work on them, in one transaction, and
// gives a receipt each, in order. An upload that cannot be used (by its first
// bytes, or too large) comes back with an error of package extract and leaves
// nothing behind; the others go on. Where storing fails, all come back with
// that error. More than mostAwaited are a batch, and come after what people wait for.
func (p *Pool) Submit(ctx context.Context, uploads []record.Upload) []record.Receipt {
	receipts := each.Of(uploads, func(u record.Upload) record.Receipt {
		return record.Receipt{Filename: u.Identity.Filename, Err: p.refuse(u)}
	})
	stored := make([]record.Receipt, len(uploads))
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		copy(stored, receipts)
		return p.submit(ctx, tx, uploads, stored, laneOfMany(len(uploads)))
	})
	if err == nil {
		return stored
	}
	for i := range receipts {
		if receipts[i].Err == nil {
			receipts[i].Err = fmt.Errorf("submit: %w", err)
		}
	}
	return receipts
}

func (p *Pool) refuse(u record.Upload) error {
	if int64(len(u.Data)) > p.config.MaxUpload {
		return fmt.Errorf("%w: %d bytes, the limit is %d", extract.ErrTooLarge, len(u.Data), p.config.MaxUpload)
	}
	if _, err := reader.Sniff(u.Data); err != nil {
		return err
	}
	if err := reader.Misnamed(u.Identity.Filename, u.Data); err != nil {
		return err
	}
	if !u.ToLibrary && !u.Form && !u.Check && u.Call == 0 {
		return errNothingToDo
	}
	return nil
}

func (p *Pool) submit(ctx context.Context, tx *library.Tx, uploads []record.Upload, receipts []record.Receipt, in lane) error {
	var usable []record.Upload
	for i, u := range uploads {
		if receipts[i].Err != nil {
			continue
		}
		if u.ToLibrary && !u.Form && u.Call == 0 { // a second time it would be a source of its own
			id, as, err := tx.Arrived(ctx, fmt.Sprintf("%x", sha256.Sum256(u.Data)), "", 0)
			if err != nil {
				return err
			}
			if as == record.OutcomeSame {
				receipts[i].Document, receipts[i].Same = id, true
				continue
			}
		}
		u.Batch = in.batch
		usable = append(usable, u)
	}
	ids, err := tx.CreateDocuments(ctx, usable)
	if err != nil {
		return err
	}
	for i, u := range uploads {
		if receipts[i].Err != nil || receipts[i].Same {
			continue
		}
		id := ids[0]
		ids = ids[1:]
		receipts[i].Document = id
		if u.ToLibrary || u.Form || u.Call != 0 {
			if err := p.insertIndex(ctx, tx, indexArgs{Document: id}, in); err != nil {
				return err
			}
		}
	}
	// Checks come last, so that all of them are about all documents of the upload.
	for i, u := range uploads {
		if receipts[i].Err != nil || !u.Check {
			continue
		}
		create := tx.CreateCheck
		if in.batch {
			create = tx.CreateBatchCheck
		}
		var err error
		if receipts[i].Check, err = create(ctx, receipts[i].Document); err != nil {
			return err
		}
		if u.Profile == "" {
			continue
		}
		if err := tx.SetProfile(ctx, receipts[i].Check, u.Profile); err != nil {
			return err
		}
	}
	for i, u := range uploads {
		if receipts[i].Err != nil || u.Submission == 0 {
			continue
		}
		if err := tx.TakeSubmission(ctx, u.Submission, receipts[i].Document, receipts[i].Check); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pool) insertIndex(ctx context.Context, tx *library.Tx, args indexArgs, in lane) error {
	job, err := p.queue.insert(ctx, tx, args, in.queue(), in.indexPriority(), in.place(args.Document))
	if err != nil {
		return fmt.Errorf("queue document %d: %w", args.Document, err)
	}
	return tx.SetDocumentJob(ctx, args.Document, job)
}

func (p *Pool) insertCheck(ctx context.Context, tx *library.Tx, id int64, in lane) error {
	job, err := p.queue.insert(ctx, tx, checkArgs{Check: id}, in.queue(), in.checkPriority(), in.place(id))
	if err != nil {
		return fmt.Errorf("queue check %d: %w", id, err)
	}
	return tx.SetCheckJob(ctx, id, job)
}

// Cancel ends a check that is queued or running; it stays cancelled. The error
// is record.ErrFinal where it has ended already, record.ErrNotFound where it
// is gone.
func (p *Pool) Cancel(ctx context.Context, checkID int64) error {
	var job int64
	err := p.store.InTx(ctx, func(tx *library.Tx) (err error) {
		if err = tx.CancelCheck(ctx, checkID); err != nil {
			return err
		}
		job, err = tx.CheckJob(ctx, checkID)
		return err
	})
	if err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	if job == 0 { // it waits for documents
		return nil
	}
	// The check is cancelled; stopping its job at once only saves work. A job
	// that is not told sees it when it next notes its progress.
	if err := p.queue.cancel(ctx, job); err != nil {
		p.log.WarnContext(ctx, "cancel job of check", "check", checkID, "job", job, "error", err)
	}
	return nil
}

// Retry checks the document of an ended check again, against the library as it
// is now, by a profile ("" is that of the ended check), and returns the id of the new check. The error is record.ErrBusy where
// the check has not ended, record.ErrNotFound where it is gone.
func (p *Pool) Retry(ctx context.Context, checkID int64, profile string) (int64, error) {
	var id int64
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		c, err := tx.Check(ctx, checkID)
		if err != nil {
			return err
		}
		if c.State == record.CheckQueued || c.State == record.CheckRunning {
			return record.ErrBusy
		}
		if c.Document.State == record.DocumentFailed {
			if err := p.retryDocument(ctx, tx, c.Document, lane{}); err != nil {
				return err
			}
		}
		if id, err = p.checkSoon(ctx, tx, c.Document); err != nil {
			return err
		}
		return tx.SetProfile(ctx, id, cmp.Or(profile, c.Profile))
	})
	return id, wrap.Error(err, "retry check %d", checkID)
}

// checkSoon makes a check of a document that somebody waits for: where the document itself is
// still to be read and stands with a batch, it is brought forward.
func (p *Pool) checkSoon(ctx context.Context, tx *library.Tx, d record.Document) (int64, error) {
	if d.State == record.DocumentWaiting {
		if err := tx.BringForward(ctx, d.ID, batchQueue, defaultQueue, indexPriority); err != nil {
			return 0, err
		}
	}
	return tx.CreateCheck(ctx, d.ID)
}

// RetryDocument tries again to read a failed library document or form. The
// error is record.ErrFinal where it has not failed, record.ErrNotFound where
// it is gone or only there for its checks.
func (p *Pool) RetryDocument(ctx context.Context, id int64) error {
	return p.rereadDocument(ctx, id, lane{})
}

func (p *Pool) rereadDocument(ctx context.Context, id int64, in lane) error {
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		d, err := tx.Document(ctx, id)
		switch {
		case err != nil:
			return err
		case !d.Kept():
			return record.ErrNotFound
		case d.State != record.DocumentFailed:
			return record.ErrFinal
		}
		return p.retryDocument(ctx, tx, d, in)
	})
	return wrap.Error(err, "retry document %d", id)
}

func (p *Pool) retryDocument(ctx context.Context, tx *library.Tx, d record.Document, in lane) error {
	if err := tx.ResetDocument(ctx, d.ID); err != nil || !d.Kept() {
		return err
	}
	return p.insertIndex(ctx, tx, indexArgs{Document: d.ID}, in)
}

// Describe corrects the basic information of a ready document, in full-text
// search too. It has the errors of library.Tx.SetIdentity.
func (p *Pool) Describe(ctx context.Context, id int64, identity evidence.Identity) error {
	return p.ChangeIdentity(ctx, id, func(record.Document) (evidence.Identity, error) { return identity, nil })
}

// ChangeIdentity is Describe with the result of change on the current document; change may be
// called more than once. It has the errors of library.Tx.ChangeIdentity.
func (p *Pool) ChangeIdentity(ctx context.Context, id int64, change func(record.Document) (evidence.Identity, error)) error {
	var d record.Document
	err := p.store.InTx(ctx, func(tx *library.Tx) (err error) {
		if err := tx.ChangeIdentity(ctx, id, change); err != nil {
			return err
		}
		d, err = tx.Document(ctx, id)
		return err
	})
	if err != nil || !d.InLibrary {
		return err
	}
	text, err := p.store.Extraction(ctx, id)
	if err == nil {
		err = p.search.Put(ctx, d, text.Text)
	}
	if err != nil { // the correction holds; search shows what was before until the document is put there again
		p.log.WarnContext(ctx, "put into search", "document", id, "error", err)
	}
	return nil
}

// DeleteDocument deletes a document from the store and from full-text search.
// It has the errors of library.Store.DeleteDocument.
func (p *Pool) DeleteDocument(ctx context.Context, id int64) error {
	return p.DeleteDocumentIf(ctx, id, func(record.Document) error { return nil })
}

// DeleteDocumentIf is DeleteDocument where may has no error about the document as it is then.
func (p *Pool) DeleteDocumentIf(ctx context.Context, id int64, may func(record.Document) error) error {
	var deleted record.Document
	err := p.store.DeleteDocumentIf(ctx, id, func(d record.Document) error {
		deleted = d
		return may(d)
	})
	if err != nil {
		return err
	}
	p.gone(ctx, id)
	p.withdrawn(ctx, deleted)
	return nil
}

// DeleteDecided is library.Store.DeleteDecided. If the check's document is deleted with it, full-text search and the drawn
// pages lose it too.
func (p *Pool) DeleteDecided(ctx context.Context, id int64, by record.DeletionRequest) (gone bool, err error) {
	check, err := p.store.Check(ctx, id)
	if err == nil {
		gone, err = p.store.DeleteDecided(ctx, id, by)
	}
	if err != nil || !gone {
		return false, err
	}
	if _, err := p.store.Document(ctx, check.Document.ID); errors.Is(err, record.ErrNotFound) {
		p.gone(ctx, check.Document.ID)
	}
	return true, nil
}

// gone removes a deleted document from full-text search. A remaining hit leads nowhere, and
// disappears with the next comparison of search and store.
func (p *Pool) gone(ctx context.Context, id int64) {
	if err := p.search.Delete(ctx, id); err != nil {
		p.log.WarnContext(ctx, "delete from search", "document", id, "error", err)
	}
	if p.config.Deleted != nil {
		p.config.Deleted(ctx)
	}
}
