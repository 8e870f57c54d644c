package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/hint"
	"zhiwen/checker/library/claim"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/library/repeat"
	"zhiwen/checker/library/worklist"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// CreateDocuments stores the files of uploads, once for equal bytes, and their
// records in state waiting. It gives the documents' ids in order.
func (tx *Tx) CreateDocuments(ctx context.Context, uploads []record.Upload) ([]int64, error) {
	hashes := make([]string, len(uploads))
	order := make([]int, len(uploads))
	for i, u := range uploads {
		hashes[i], order[i] = database.SHA256(u.Data), i
	}
	// A file that is stored stays locked until the end of the transaction. All
	// transactions take them in this order, so that no two wait for each other.
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(hashes[i], hashes[j]), cmp.Compare(i, j)) })
	for n, i := range order {
		if n > 0 && hashes[i] == hashes[order[n-1]] {
			continue
		}
		if err := tx.createFile(ctx, hashes[i], uploads[i].Data); err != nil {
			return nil, fmt.Errorf("store file: %w", err)
		}
	}
	if err := tx.enterCalls(ctx, uploads); err != nil {
		return nil, err
	}
	ids := make([]int64, len(uploads))
	for i, u := range uploads {
		var err error
		if ids[i], err = tx.createDocument(ctx, hashes[i], u); err != nil {
			return nil, fmt.Errorf("store document: %w", err)
		}
		tx.changes.Document(ids[i])
		tx.Record(documentAct(audit.Upload, ids[i], hashes[i]))
	}
	return ids, nil
}

// createFile stores the bytes of a file unless they are there.
func (tx *Tx) createFile(ctx context.Context, hash string, data []byte) error {
	// On conflict the row is written again, not left alone: that locks it
	// against DeleteDocument, which could else remove it before we commit.
	_, err := tx.q.Exec(ctx, `INSERT INTO files (sha256, size, bytes) VALUES ($1, $2, $3)
		ON CONFLICT (sha256) DO UPDATE SET size = excluded.size`, hash, int64(len(data)), nonNil(data))
	return err
}

// createDocument stores the record of a file that is stored.
func (tx *Tx) createDocument(ctx context.Context, hash string, u record.Upload) (id int64, err error) {
	keywords, err := document.EncodeKeywords(u.Identity.Keywords)
	if err != nil {
		return 0, err
	}
	people, err := document.EncodePeople(u.Identity)
	if err != nil {
		return 0, err
	}
	page, err := document.EncodeWeb(u.Identity)
	if err != nil {
		return 0, err
	}
	i := u.Identity
	call := u.Call
	if u.Form {
		call = 0
	}
	err = tx.q.QueryRow(ctx, `INSERT INTO documents
		(sha256, filename, title, applicant, institution, year, programme, keywords,
		 in_library, is_form, state, failure, characters, pages, units, job_id, created_at, number, date, people, is_standard, `+
		`applicant_key, number_key,
		 call_id, search, reference, status, web, batch)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', 0, 0, 0, 0, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, `+
		`$23, $24) RETURNING id`,
		hash, storable(i.Filename), storable(i.Title), storable(i.Applicant), storable(i.Institution), i.Year,
		storable(i.Programme), keywords, u.ToLibrary && !u.Form, u.Form, string(record.DocumentWaiting), now(),
		storable(i.Number), storable(i.Date), people, u.Form && u.Standard,
		score.NameKey(i.Applicant), score.NameKey(i.Number), call, worklist.SearchText(i, u.Reference),
		storable(u.Reference), string(u.Status), page, u.Batch).Scan(&id)
	return id, err
}

// SetDocumentJob notes which job of the queue works on a library document.
func (tx *Tx) SetDocumentJob(ctx context.Context, id, jobID int64) error {
	return tx.updateRow(ctx, `UPDATE documents SET job_id = $2 WHERE id = $1`, id, jobID)
}

// SetScans notes how many scanned pages of a document are recognised, and of
// how many. It does nothing where the document is no longer waiting for that.
func (tx *Tx) SetScans(ctx context.Context, id int64, read, all int) error {
	if _, err := tx.q.Exec(ctx, `UPDATE documents SET scans_read = $2, scans = $3 WHERE id = $1 AND state = 'waiting'`, id, read,
		all); err != nil {
		return fmt.Errorf("note scans of document %d: %w", id, err)
	}
	tx.changes.Document(id)
	return nil
}

// SetExtraction stores the text and structure of a document and completes its
// identity (record.Complete). A document that is neither for the library nor of a
// call is ready then; others are when SaveUnits was called too. The error is ErrNotFound where the document is gone.
func (tx *Tx) SetExtraction(ctx context.Context, id int64, d *extract.Document) error {
	return wrap.Error(tx.setExtraction(ctx, id, d), "store text of document %d", id)
}

func (tx *Tx) setExtraction(ctx context.Context, id int64, d *extract.Document) error {
	if !utf8.ValidString(d.Text) || strings.ContainsRune(d.Text, 0) {
		return errors.New("the text is not valid UTF-8 without NUL")
	}
	stored, err := tx.Document(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.setIdentity(ctx, id, record.Complete(stored.Identity, d)); err != nil {
		return err
	}
	state := record.DocumentReady
	if stored.Compared() {
		state = record.DocumentWaiting
	}
	err = tx.changeDocument(ctx, id,
		`UPDATE documents SET state = $2, failure = '', characters = $3, pages = $4, scans_read = 0, scans = 0, format = $5 WHERE id = $1`,
		id, string(state), utf8.RuneCountInString(d.Text), len(d.Pages), document.Format(d))
	if err != nil {
		return err
	}
	structure, err := document.Structure(d)
	if err != nil {
		return err
	}
	_, err = tx.q.Exec(ctx, `INSERT INTO texts (doc_id, text, structure) VALUES ($1, $2, $3)
		ON CONFLICT (doc_id) DO UPDATE SET text = excluded.text, structure = excluded.structure`,
		id, d.Text, structure)
	if err != nil {
		return err
	}
	return lookup.SaveFigures(ctx, tx.conn(), id, d)
}

// setStructure stores the extraction of a document except its text, which does not change.
func (tx *Tx) setStructure(ctx context.Context, id int64, d *extract.Document) error {
	structure, err := document.Structure(d)
	if err != nil {
		return err
	}
	return tx.updateRow(ctx, `UPDATE texts SET structure = $2 WHERE doc_id = $1`, id, structure)
}

// SetFigures notes the figures of a document whose text is stored, and stays as it is:
// d is what is stored, with its figures. The error is ErrNotFound where the document is
// gone.
func (tx *Tx) SetFigures(ctx context.Context, id int64, d *extract.Document) error {
	err := tx.setStructure(ctx, id, d)
	if err == nil {
		err = lookup.SaveFigures(ctx, tx.conn(), id, d)
	}
	return wrap.Error(err, "store figures of document %d", id)
}

// SetWords notes the words of a document whose text is stored. The error is ErrNotFound where the document is gone.
func (tx *Tx) SetWords(ctx context.Context, id int64, x *hint.Index) error {
	if _, err := tx.Document(ctx, id); err != nil {
		return fmt.Errorf("store words of document %d: %w", id, err)
	}
	return lookup.SaveWords(ctx, tx.conn(), id, x)
}

// SetIdentity corrects what is known of a ready document: all of its identity but
// what is the file's. Checks that were made before keep what they knew. The error
// is ErrNotFound, or ErrBusy while the document is not read yet, which would
// complete what it lacks.
func (tx *Tx) SetIdentity(ctx context.Context, id int64, identity evidence.Identity) error {
	return tx.ChangeIdentity(ctx, id, func(record.Document) (evidence.Identity, error) { return identity, nil })
}

// ChangeIdentity is SetIdentity with the result of change on the document, which is locked
// meanwhile. It returns errors of change, and then changes nothing.
func (tx *Tx) ChangeIdentity(ctx context.Context, id int64, change func(record.Document) (evidence.Identity, error)) error {
	d, err := tx.holdDocument(ctx, id)
	if err == nil && d.State != record.DocumentReady {
		err = record.ErrBusy
	}
	var identity evidence.Identity
	if err == nil {
		identity, err = change(d)
	}
	if err == nil {
		err = tx.setIdentity(ctx, id, record.Complete(evidence.Identity{
			Filename: d.Identity.Filename, Title: identity.Title, Applicant: identity.Applicant, Institution: identity.Institution,
			Year: identity.Year, Programme: identity.Programme, Keywords: identity.Keywords,
			Number: identity.Number, Date: identity.Date, Participants: identity.Participants, Cooperating: identity.Cooperating,
		}, &extract.Document{}))
	}
	if err != nil {
		return fmt.Errorf("correct document %d: %w", id, err)
	}
	tx.Record(audit.Act{Action: audit.Describe, Subject: audit.SubjectDocument, ID: id})
	return nil
}

func (tx *Tx) setIdentity(ctx context.Context, id int64, identity evidence.Identity) error {
	keywords, err := document.EncodeKeywords(identity.Keywords)
	if err != nil {
		return err
	}
	people, err := document.EncodePeople(identity)
	if err != nil {
		return err
	}
	var reference string
	if err := tx.q.QueryRow(ctx, `SELECT reference FROM documents WHERE id = $1`, id).Scan(&reference); err != nil {
		return notFound(err)
	}
	return tx.changeDocument(ctx, id, `UPDATE documents SET title = $2, applicant = $3, institution = $4, year = $5, programme = $6,
		keywords = $7,
		number = $8, date = $9, people = $10, applicant_key = $11, number_key = $12, search = $13, revision = revision + 1 WHERE id = $1`,
		id, storable(identity.Title), storable(identity.Applicant), storable(identity.Institution), identity.Year,
		storable(identity.Programme), keywords, storable(identity.Number), storable(identity.Date), people,
		score.NameKey(identity.Applicant), score.NameKey(identity.Number), worklist.SearchText(identity, reference))
}

// CompleteIdentity fills what is not known of a document from what its file was
// found to say (record.Complete), as SetExtraction does. The error is ErrNotFound
// where the document is gone.
func (tx *Tx) CompleteIdentity(ctx context.Context, id int64, m extract.Metadata) error {
	d, err := tx.Document(ctx, id)
	if err == nil {
		err = tx.setIdentity(ctx, id, record.Complete(d.Identity, &extract.Document{Metadata: m}))
	}
	return wrap.Error(err, "complete document %d", id)
}

// FailDocument records that a document cannot be used, and why.
func (tx *Tx) FailDocument(ctx context.Context, id int64, f record.Failure) error {
	if err := tx.changeDocument(ctx, id, `UPDATE documents SET state = $2, failure = $3 WHERE id = $1`, id, string(record.DocumentFailed),
		document.EncodeFailure(f)); err != nil {
		return err
	}
	tx.Record(failAct(audit.SubjectDocument, id, f))
	return nil
}

// ResetDocument puts a failed document back to waiting, to be tried again.
func (tx *Tx) ResetDocument(ctx context.Context, id int64) error {
	if err := tx.changeDocument(ctx, id, `UPDATE documents SET state = $2, failure = '', scans_read = 0, scans = 0 WHERE id = $1`, id,
		string(record.DocumentWaiting)); err != nil {
		return err
	}
	tx.Record(audit.Act{Action: audit.Retry, Subject: audit.SubjectDocument, ID: id})
	return nil
}

// DeleteDocument deletes a document with its text, units, checks and their
// evidence, and its file if no other document has it. The error is ErrNotFound,
// ErrBusy while it is being put into the library or checked, or ErrDecided where
// a check of it has decisions or opinions (DeleteDecided).
func (s *Store) DeleteDocument(ctx context.Context, id int64) error {
	return s.DeleteDocumentIf(ctx, id, func(record.Document) error { return nil })
}

// DeleteDocumentIf is DeleteDocument where may has no error about the document as it is then; that
// error is given back.
func (s *Store) DeleteDocumentIf(ctx context.Context, id int64, may func(record.Document) error) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		d, err := tx.holdDocument(ctx, id)
		if err == nil {
			err = may(d)
		}
		if err == nil {
			err = tx.undecided(ctx, `c.doc_id = $1`, id)
		}
		if err != nil {
			return err
		}
		return tx.deleteHeld(ctx, d)
	})
	return wrap.Error(err, "delete document %d", id)
}

// holdDocument reads a document that nobody else changes, or starts on, until the transaction ends:
// its row is locked first.
func (tx *Tx) holdDocument(ctx context.Context, id int64) (record.Document, error) {
	if err := tx.lockDocument(ctx, `documents WHERE id = $1`, id); err != nil {
		return record.Document{}, err
	}
	return tx.Document(ctx, id)
}

func (tx *Tx) deleteDocument(ctx context.Context, id int64) error {
	d, err := tx.holdDocument(ctx, id)
	if err != nil {
		return err
	}
	return tx.deleteHeld(ctx, d)
}

// deleteHeld deletes a document that holdDocument returned.
func (tx *Tx) deleteHeld(ctx context.Context, d record.Document) error {
	id := d.ID
	var running int
	err := tx.q.QueryRow(ctx, `SELECT count(*) FROM checks WHERE doc_id = $1 AND state = $2`, id, string(record.CheckRunning)).
		Scan(&running)
	if err != nil {
		return err
	}
	if running > 0 || d.Kept() && d.State == record.DocumentWaiting {
		return record.ErrBusy
	}
	checks, err := tx.ids(ctx, `SELECT id FROM checks WHERE doc_id = $1`, id)
	if err != nil {
		return err
	}
	for _, check := range checks {
		tx.changes.Check(check)
		tx.Record(checkAct(audit.Delete, check, id))
	}
	tx.Record(documentAct(audit.Delete, id, d.Identity.SHA256))
	if err := claim.ForgetDocument(ctx, tx.recorded, id); err != nil {
		return err
	}
	if err := follow.ForgetDocument(ctx, tx.conn(), id); err != nil {
		return err
	}
	if err := repeat.Forget(ctx, tx.conn(), id); err != nil {
		return err
	}
	if err := tx.conn().ExecEach(ctx, id,
		`DELETE FROM decisions WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM opinions WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM deletion_requests WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM evidence WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM stamps WHERE subject IN ('evidence', 'decided') AND subject_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM edges WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM check_shares WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM report_links WHERE check_id IN (SELECT id FROM checks WHERE doc_id = $1)`,
		`DELETE FROM checks WHERE doc_id = $1`,
		`DELETE FROM sentences WHERE doc_id = $1`,
		`DELETE FROM call_sentences WHERE doc_id = $1`,
		`DELETE FROM paper_sentences WHERE doc_id = $1`,
		`DELETE FROM paper_documents WHERE doc_id = $1`,
		`DELETE FROM texts WHERE doc_id = $1`,
		`DELETE FROM figures WHERE doc_id = $1`,
		`DELETE FROM words WHERE doc_id = $1`,
		`DELETE FROM marks WHERE form_id = $1`,
		`DELETE FROM assignments WHERE doc_id = $1`,
		`DELETE FROM holds WHERE doc_id = $1`,
		`DELETE FROM worklist WHERE doc_id = $1`,
		`DELETE FROM collection_documents WHERE doc_id = $1`,
		`DELETE FROM call_forms WHERE doc_id = $1`,
		`DELETE FROM documents WHERE id = $1`,
	); err != nil {
		return err
	}
	// Locking the file first makes the count below see every document that
	// CreateDocument has put on it.
	return tx.conn().ExecEach(ctx, d.Identity.SHA256,
		`UPDATE files SET size = size WHERE sha256 = $1`,
		`DELETE FROM files WHERE sha256 = $1 AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.sha256 = files.sha256)`,
	)
}

// changeDocument runs an update of one document; none is record.ErrNotFound.
func (tx *Tx) changeDocument(ctx context.Context, id int64, sql string, args ...any) error {
	tx.changes.Document(id)
	return tx.updateRow(ctx, sql, args...)
}

// lockDocument locks the row of a document that is about to change.
func (tx *Tx) lockDocument(ctx context.Context, row string, id int64) error {
	tx.changes.Document(id)
	return tx.conn().LockRow(ctx, row, id)
}

// nonNil keeps database/sql from storing NULL for an empty file.
func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
