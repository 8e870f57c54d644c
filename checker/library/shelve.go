package library

import (
	"context"
	"fmt"
	"strings"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// EditDocuments changes library documents together, and returns which were: those that
// are not in the library, and those that have the values already, are left alone.
func (tx *Tx) EditDocuments(ctx context.Context, documents []int64, edit record.ShelfEdit) ([]int64, error) {
	found, err := document.Select(ctx, tx.conn(), ` WHERE d.in_library AND `+oneOf(tx.sqlite, "d.id", 1)+` ORDER BY d.id`,
		idParameter(tx.sqlite, documents))
	if err != nil {
		return nil, fmt.Errorf("change %d documents: %w", len(documents), err)
	}
	var edited []int64
	for _, d := range found {
		changed, status := editIdentity(&d.Identity, edit), d.Status
		if edit.Status != nil && *edit.Status != status {
			status = *edit.Status
			changed = append(changed, "status")
		}
		if len(changed) == 0 {
			continue
		}
		err := tx.setIdentity(ctx, d.ID, d.Identity)
		if err == nil && status != d.Status {
			err = tx.changeDocument(ctx, d.ID, `UPDATE documents SET status = $2 WHERE id = $1`, d.ID, string(status))
		}
		if err != nil {
			return nil, fmt.Errorf("change document %d: %w", d.ID, err)
		}
		edited = append(edited, d.ID)
		tx.Record(audit.Act{Action: audit.Describe, Subject: audit.SubjectDocument, ID: d.ID,
			Detail: map[string]string{"what": strings.Join(changed, ",")}})
	}
	return edited, nil
}

// editIdentity changes what an edit says, and names the fields that are other than before.
func editIdentity(i *evidence.Identity, edit record.ShelfEdit) (changed []string) {
	if edit.Year != nil && *edit.Year != i.Year {
		i.Year = *edit.Year
		changed = append(changed, "year")
	}
	for _, x := range []struct {
		name string
		to   *string
		of   *string
	}{{"institution", edit.Institution, &i.Institution}, {"programme", edit.Programme, &i.Programme}} {
		if x.to != nil && *x.to != *x.of {
			*x.of = *x.to
			changed = append(changed, x.name)
		}
	}
	return changed
}

// Removal returns what it means to take documents out of the library.
func (r Reader) Removal(ctx context.Context, documents []int64) (out record.Removal, err error) {
	list, some := idParameter(r.sqlite, documents), oneOf(r.sqlite, "d.id", 1)
	var all int
	err = r.q.QueryRow(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN d.state = 'waiting' THEN 1 ELSE 0 END), 0),
		COALESCE(sum(CASE WHEN d.state <> 'waiting' AND (d.call_id <> 0 OR EXISTS (SELECT 1 FROM checks c
			WHERE c.doc_id = d.id)) THEN 1 ELSE 0 END), 0)
		FROM documents d WHERE d.in_library AND `+some, list).Scan(&all, &out.Busy, &out.Kept)
	if err == nil {
		err = r.q.QueryRow(ctx, `SELECT count(DISTINCT e.check_id) FROM edges e WHERE `+oneOf(r.sqlite, "e.source_id", 1), list).
			Scan(&out.Checks)
	}
	if err != nil {
		return record.Removal{}, fmt.Errorf("removal of %d documents: %w", len(documents), err)
	}
	out.Deleted = all - out.Busy - out.Kept
	return out, nil
}

// UntouchedInLibrary reports whether an application that EnterLibrary put into the library is still there as it came: in no
// collection, and the source of no check that began since, but for those of its call, which see it anyway.
func (r Reader) UntouchedInLibrary(ctx context.Context, id int64) (untouched bool, err error) {
	err = r.q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM documents d WHERE d.id = $1 AND d.in_library
		AND (d.call_id <> 0 OR EXISTS (SELECT 1 FROM checks c WHERE c.doc_id = d.id))
		AND NOT EXISTS (SELECT 1 FROM collection_documents x WHERE x.doc_id = d.id)
		AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.source_id = d.id AND e.check_id > d.entered AND e.same_call = 0))`, id).
		Scan(&untouched)
	return untouched, wrap.Error(err, "look at document %d in the library", id)
}

// LeaveLibrary takes a document out of the library. One that is in a call or has checks
// stays as an application; others are deleted. Evidence that quotes it stays as it is.
// The error is ErrNotFound where it is not in the library, or ErrBusy while it is read.
func (s *Store) LeaveLibrary(ctx context.Context, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error { return tx.leaveLibrary(ctx, id) })
	return wrap.Error(err, "take document %d out of the library", id)
}

func (tx *Tx) leaveLibrary(ctx context.Context, id int64) error {
	// The row is locked first, so that nothing can start on it meanwhile.
	if err := tx.lockDocument(ctx, `documents WHERE id = $1 AND in_library`, id); err != nil {
		return err
	}
	d, err := tx.Document(ctx, id)
	if err != nil {
		return err
	}
	if d.State == record.DocumentWaiting {
		return record.ErrBusy
	}
	var checks int
	if err := tx.q.QueryRow(ctx, `SELECT count(*) FROM checks WHERE doc_id = $1`, id).Scan(&checks); err != nil {
		return err
	}
	if d.Call == 0 && checks == 0 {
		return tx.deleteDocument(ctx, id)
	}
	if err := lookup.Leave(ctx, tx.conn(), id, d.Call); err != nil {
		return err
	}
	if err := tx.conn().ExecEach(ctx, id,
		`DELETE FROM collection_documents WHERE doc_id = $1`,
		`UPDATE documents SET in_library = in_library AND NOT in_library WHERE id = $1`,
	); err != nil {
		return err
	}
	if d.Call == 0 { // its units were for the library alone
		if _, err := tx.q.Exec(ctx, `UPDATE documents SET units = 0 WHERE id = $1`, id); err != nil {
			return err
		}
	}
	tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectDocument, ID: id, Detail: map[string]string{"what": "left library"}})
	return nil
}
