package library

import (
	"context"
	"fmt"
	"slices"

	"zhiwen/checker/library/worklist"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Applications of a call are compared with one another
//
// A check of an application sees those of its call that can be compared when it runs. Two
// that share text must both show it, whichever came first: when a check of one ends that
// names the other, and the other's newest check that is done had started before the one
// could be compared, and does not name it, a further check of the other is queued by the
// same transaction. What could be compared when a check started is known by counting: an
// application that arrives gets the next number of its call (documents.arrival), a check
// keeps the count of when it started (checks.arrivals). So a check that has seen an
// application and does not name it is not made again: two never make each other run for
// ever.

// arrive returns an application that can be compared the next number of its call. The row
// of the call is written until the transaction ends: what a check sees of the count has
// been committed.
func (tx *Tx) arrive(ctx context.Context, docID, call int64) error {
	var arrival int64
	err := tx.q.QueryRow(ctx, `UPDATE calls SET arrivals = arrivals + 1 WHERE id = $1 RETURNING arrivals`, call).Scan(&arrival)
	if err != nil {
		return notFound(err)
	}
	return tx.updateRow(ctx, `UPDATE documents SET arrival = $2 WHERE id = $1`, docID, arrival)
}

// crossCheck queues the checks that the end of a check asks for; edges are its own.
func (tx *Tx) crossCheck(ctx context.Context, id int64, edges []record.Edge) error {
	var document, call, arrival, arrivals int64
	err := tx.q.QueryRow(ctx, `SELECT d.id, d.call_id, d.arrival, c.arrivals FROM checks c JOIN documents d ON d.id = c.doc_id
		WHERE c.id = $1`, id).
		Scan(&document, &call, &arrival, &arrivals)
	if err != nil || call == 0 {
		return err
	}
	// Of two checks that end at the same time the later one sees the edges of the other.
	if err := tx.conn().LockRow(ctx, `calls WHERE id = $1`, call); err != nil {
		return err
	}
	var mates []int64
	for _, e := range edges {
		if e.SameCall {
			mates = append(mates, e.Source)
		}
	}
	newestDone := func(of string) string {
		return `(SELECT max(s.id) FROM checks s WHERE s.doc_id = ` + of + ` AND s.state = 'done')`
	}
	// One that runs and has not seen this one may fail.
	const isOpen = `EXISTS (SELECT 1 FROM checks o WHERE o.doc_id = d.id AND (o.state = 'queued' OR o.state = 'running'
		AND o.arrivals >= $3))`
	again, err := tx.ids(ctx, `SELECT d.id FROM documents d JOIN checks n ON n.id = `+newestDone("d.id")+`
		WHERE d.call_id = $1 AND `+oneOf(tx.sqlite, "d.id", 2)+` AND n.arrivals < $3 AND NOT `+isOpen+`
		AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.check_id = n.id AND e.source_id = $4) ORDER BY d.id`,
		call, idParameter(tx.sqlite, mates), arrival, document)
	if err != nil {
		return err
	}
	// And the other way round: what has come meanwhile and names this one.
	late, err := tx.ids(ctx, `SELECT e.doc_id FROM edges e JOIN documents d ON d.id = e.doc_id
		WHERE e.source_id = $1 AND d.call_id = $2 AND d.arrival > $3 AND e.check_id = `+newestDone("d.id"), document, call, arrivals)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(late, func(other int64) bool { return !slices.Contains(mates, other) }) {
		open, err := tx.ids(ctx, `SELECT id FROM checks WHERE doc_id = $1 AND state = 'queued'`, document)
		if err != nil {
			return err
		}
		if len(open) == 0 {
			again = append(again, document)
		}
	}
	for _, other := range again {
		if _, err := tx.CreateBatchCheck(ctx, other); err != nil { // who waits, waits for the first
			return err
		}
	}
	return nil
}

// putEdges stores the edges of a check, in place of earlier ones.
func (tx *Tx) putEdges(ctx context.Context, id int64, edges []record.Edge) error {
	if _, err := tx.q.Exec(ctx, `DELETE FROM edges WHERE check_id = $1`, id); err != nil {
		return err
	}
	for _, e := range edges {
		sameCall := 0
		if e.SameCall {
			sameCall = 1
		}
		_, err := tx.q.Exec(ctx, `INSERT INTO edges (check_id, source_id, doc_id, same_call, relation, year, characters, here, there)
			SELECT c.id, $2, c.doc_id, $3, $4, $5, $6, $7, $8 FROM checks c WHERE c.id = $1`,
			id, e.Source, sameCall, string(e.Relation), e.Year, e.Characters, e.Here, e.There)
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckAgain queues checks of documents, except those with a queued check, deleted ones and blank
// forms, and returns how many. A document of a call is compared with the current ones of its call:
// for all applications of a call this checks the call against itself. batch means that nobody waits
// for them.
func (tx *Tx) CheckAgain(ctx context.Context, documents []int64, batch bool) (int, error) {
	ids, err := tx.ids(ctx, `SELECT d.id FROM documents d WHERE `+oneOf(tx.sqlite, "d.id", 1)+` AND NOT d.is_form AND d.state <> 'failed'
		AND NOT EXISTS (SELECT 1 FROM checks o WHERE o.doc_id = d.id AND o.state = 'queued') ORDER BY d.id`,
		idParameter(tx.sqlite, documents))
	if err != nil {
		return 0, fmt.Errorf("check documents again: %w", err)
	}
	for _, id := range ids {
		if _, err := tx.createCheck(ctx, id, batch); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

// Uncounted returns some done checks whose figures, findings and edges have yet to be
// counted as decisions leave them, limit at most, the newest first.
func (r Reader) Uncounted(ctx context.Context, limit int) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM checks WHERE state = 'done' AND left_covered < 0 ORDER BY id DESC LIMIT $1`, limit)
	return ids, wrap.Error(err, "list checks to be counted")
}

// SetCounted notes what the first steps decisions about a done check leave of it, with
// its findings and edges. Where there are others by now, or the check is gone, nothing is
// noted.
func (s *Store) SetCounted(ctx context.Context, checkID int64, steps int, left record.Summary) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		tag, err := tx.q.Exec(ctx, `UPDATE checks SET left_covered = $2, left_sources = $3, left_others = $4, left_here = $5,
			left_quoted = $6, left_largest = $7,
			doubts = $8, largest_id = $9, flags = $10, unread = $11, findings = $12, rank = $13
			WHERE id = $1 AND state = 'done' AND (SELECT count(*) FROM decisions WHERE check_id = $1) = $14`,
			checkID, left.Covered, left.Sources, left.Others, left.Here, left.Quoted, left.Largest,
			record.JoinDoubts(left.Doubts), left.Most, left.Flags, left.Unread, storable(left.Findings), left.Rank, steps)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		tx.changes.move(checkID)
		if err := worklist.SaveParts(ctx, tx.conn(), checkID, left.Parts); err != nil {
			return err
		}
		return tx.putEdges(ctx, checkID, left.Edges)
	})
	return wrap.Error(err, "note what is left of check %d", checkID)
}
