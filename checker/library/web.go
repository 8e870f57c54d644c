package library

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/repeat"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// Pages of the web are documents of the library with a column of their own (documents.web).
// This file joins them with the tables of package web.

// PutSite stores a site that is followed, where the id is 0, or changes its rules; seen is
// the change that its rules had when they were read. A new one has a collection of its
// name, or takes the one that has it. It gives its id. The error is ErrNameTaken, ErrNotFound, or
// ErrOvertaken where somebody else has changed it since.
func (s *Store) PutSite(ctx context.Context, id int64, rules record.SiteRules, seen int64, by string) (put int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		var collection int64
		if id == 0 {
			if collection, err = tx.collectionNamed(ctx, rules.Name, by); err != nil {
				return err
			}
		}
		put, err = follow.PutSite(ctx, tx.recorded, id, rules, collection, seen, by)
		return err
	})
	return put, wrap.Error(err, "store site")
}

// StorePage stores what a page says as a document of the library, unless it is what the
// page said before, and returns its id; fresh says that it is another text. The document is in the
// site's collection, where that is still there, and waits for its units: its job is the caller's.
func (tx *Tx) StorePage(
	ctx context.Context, s record.Site, p record.WebPage, u record.Upload, text *extract.Document, seen time.Time,
) (id int64, fresh bool, err error) {
	hash := database.SHA256([]byte(text.Text))
	if p.Document != 0 {
		before, err := tx.TextOf(ctx, p.Document)
		if err != nil {
			return 0, false, fmt.Errorf("page %d: %w", p.ID, err)
		}
		if before == hash {
			return p.Document, false, nil
		}
	}
	ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
	if err != nil {
		return 0, false, err
	}
	id = ids[0]
	if err := tx.SetExtraction(ctx, id, text); err != nil {
		return 0, false, err
	}
	if err := tx.PutVersion(ctx, p.ID, id, hash, seen); err != nil {
		return 0, false, err
	}
	if err := tx.putIntoCollection(ctx, s.Collection, id); err != nil {
		return 0, false, fmt.Errorf("page %d: %w", p.ID, err)
	}
	return id, true, nil
}

// LastResult returns the state of an address, in its normal form (crawl.Normal), by the order of
// criteria that is set. An address that nobody follows is record.WebUnknown and no error.
func (s *Store) LastResult(ctx context.Context, address string) (record.WebResult, error) {
	values, err := s.Settings(ctx)
	if err != nil {
		return record.WebResult{}, err
	}
	return s.repeatReader.LastResult(ctx, address, values.First.Order)
}

// FailComparison records that a page could not be compared.
func (tx *Tx) FailComparison(ctx context.Context, document, job int64) error {
	return repeat.Settle(ctx, tx.recorded, document, job, true)
}

// CompareAgain has the pages compared that could not be.
func (s *Store) CompareAgain(ctx context.Context) error {
	return s.InTx(ctx, func(tx *Tx) error {
		n, err := repeat.Again(ctx, tx.recorded)
		if err == nil && n > 0 {
			tx.Record(trail.Counted(audit.Retry, audit.SubjectSite, 0, n))
		}
		return err
	})
}

// Comparison is what the comparison of a page of the web has found.
type Comparison struct {
	Document int64
	Job      int64
	Newest   int64 // the newest document when it began: it is about the library up to there
	Started  time.Time
	Found    []record.FoundRepeat
	Summary  record.Summary
	Evidence []byte
}

// FinishComparison stores what the comparison of a page has found: where it repeats
// something that is not listed yet, a check that is done, and the pairs. It gives the id of the check, 0
// for none. The error is ErrNotFound where the page is gone or another job has it; then
// nothing is stored.
func (tx *Tx) FinishComparison(ctx context.Context, c Comparison) (check int64, err error) {
	if err := tx.lockSettings(ctx); err != nil { // two that find the same pair come one after the other
		return 0, err
	}
	if err := repeat.Settle(ctx, tx.recorded, c.Document, c.Job, false); err != nil {
		return 0, err
	}
	found, err := tx.Fresh(ctx, c.Document, c.Found)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	if check, err = tx.CreateCheck(ctx, c.Document); err != nil {
		return 0, err
	}
	if err := tx.updateCheck(ctx, check, `UPDATE checks SET state = 'running', compared = TRUE, started_at = $2, newest_id = $3
		WHERE id = $1`, check, c.Started.UTC(), c.Newest); err != nil {
		return 0, err
	}
	if err := tx.FinishCheck(ctx, check, c.Summary, c.Evidence); err != nil {
		return 0, err
	}
	return check, repeat.Put(ctx, tx.recorded, c.Document, check, found)
}

// WantAddresses is web.Want, recorded as an act with what it counts: addresses that somebody
// has asked about or handed in. Where act.Action is Add and nothing is new, nothing is recorded.
func (s *Store) WantAddresses(
	ctx context.Context, act audit.Act, wanted map[int64]*follow.Wanted, at time.Time,
) (added int, refused map[string]record.AddressFault, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		if added, refused, err = follow.Want(ctx, tx.recorded, wanted, at); err != nil {
			return err
		}
		again := 0
		for _, w := range wanted {
			again += len(w.Again)
		}
		if act.Action == audit.Add && added == 0 {
			return nil
		}
		recorded := act // a transaction may be begun anew
		recorded.Detail = maps.Clone(act.Detail)
		recorded.Detail["queued"], recorded.Detail["renewed"] = strconv.Itoa(added), strconv.Itoa(again)
		tx.Record(recorded)
		return nil
	})
	return added, refused, wrap.Error(err, "want addresses")
}
