package lookup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// The published method
//
// A check by checker.PaperProfile compares units of its own, which paper_sentences holds of the library and of calls
// alike. They are made of stored texts when a check first needs them (PaperUnmade, SavePaper): most libraries never do.
// Candidates are what the published query finds, exactly: of two agreeing groups the ten conditions a = and b =,
// a = and c =, … d = and e =, which the indexes of the five columns answer. No value is left out for being frequent.

var paperUnits = unitTable{"paper_sentences", unitColumns}

// ByPaper returns a Reader that sees the same documents by their units of the published method.
func (r Reader) ByPaper() Reader {
	r.paper = true
	return r
}

// agreeingGroups returns the condition that units s and q have equal values in at least least groups: one
// alternative for each choice of that many columns.
func agreeingGroups(least int) string {
	var choices []string
	var choose func(from int, equal []string)
	choose = func(from int, equal []string) {
		if len(equal) == least {
			choices = append(choices, strings.Join(equal, " AND "))
			return
		}
		for g := from; g < len(groupColumns); g++ {
			column := groupColumns[g : g+1]
			choose(g+1, append(slices.Clone(equal), "s."+column+" = q."+column))
		}
	}
	choose(0, nil)
	return strings.Join(choices, " OR ")
}

// agreement returns an expression for the groups in which units s and q agree, as checker.Candidate has
// them.
func agreement() string {
	bits := make([]string, len(groupColumns))
	for g := range groupColumns {
		column := groupColumns[g : g+1]
		bits[g] = fmt.Sprintf("CASE WHEN s.%[1]s = q.%[1]s THEN %[2]d ELSE 0 END", column, 1<<g)
	}
	return strings.Join(bits, " + ")
}

// paperStatement returns the query for units that agree with the given ones in at least so many groups. It searches the
// documents x for which condition holds. paperCandidates has its arguments.
func paperStatement(sqlite bool, least int, condition string) string {
	asked, last := `unnest($1::INTEGER[], $2::INTEGER[], $3::INTEGER[], $4::INTEGER[], $5::INTEGER[])
		WITH ORDINALITY AS q (a, b, c, d, e, n)`, 6
	if sqlite {
		asked, last = `(SELECT key + 1 AS n, json_extract(value, '$[0]') AS a, json_extract(value, '$[1]') AS b,
			json_extract(value, '$[2]') AS c, json_extract(value, '$[3]') AS d, json_extract(value, '$[4]') AS e
			FROM json_each($1)) q`, 2
	}
	return fmt.Sprintf(`SELECT q.n - 1, s.doc_id, s.ordinal, %s FROM %s CROSS JOIN %s s JOIN documents x ON x.id = s.doc_id
		WHERE (%s) AND s.doc_id <> $%d AND x.state = 'ready' AND %s ORDER BY 1, 2, 3`,
		agreement(), asked, paperUnits.name, agreeingGroups(least), last, condition)
}

// paperCandidates is Candidates among the units of the published method.
func (r Reader) paperCandidates(ctx context.Context, queries []fingerprint.Groups, least int, exclude int64) ([]checker.Candidate, error) {
	var args []any
	if r.conn.IsSQLite {
		list, err := json.Marshal(queries)
		if err != nil {
			return nil, err
		}
		args = []any{string(list), exclude}
	} else {
		for g := range fingerprint.GroupCount {
			values := each.Of(queries, func(q fingerprint.Groups) int32 { return int32(q[g]) })
			args = append(args, values)
		}
		args = append(args, exclude)
	}
	return database.List(ctx, r.conn, scanCandidate, paperStatement(r.conn.IsSQLite, least, r.member("x")), args...)
}

// paperTally is the number of units of a document, in a query of documents.
const paperTally = `(SELECT p.units FROM paper_documents p WHERE p.doc_id = documents.id)`

// lacksPaper is the condition that documents x that others are compared with have no units of the published method.
const lacksPaper = ` x.state = 'ready' AND NOT EXISTS (SELECT 1 FROM paper_documents p WHERE p.doc_id = x.id)`

// PaperUnmade returns documents of a check whose units of the published method are still to be made: at most most
// with ids above the given one, in order.
func (r Reader) PaperUnmade(ctx context.Context, after int64, most int) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT x.id FROM documents x
		WHERE x.id > $1 AND `+r.member("x")+` AND`+lacksPaper+` ORDER BY x.id LIMIT $2`, after, most)
	return ids, wrap.Error(err, "documents without units of the published method")
}

// PaperLeft returns how many documents PaperUnmade has left.
func (r Reader) PaperLeft(ctx context.Context) (n int, err error) {
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM documents x WHERE `+r.member("x")+` AND`+lacksPaper).Scan(&n); err != nil {
		return 0, fmt.Errorf("count documents without units of the published method: %w", err)
	}
	return n, nil
}

// StoredPaper returns where the units of a document by the published method are, by their ordinals, and how many its row
// of paper_documents says that there are: for whoever looks whether they are whole. All of it is of one moment.
func (r Reader) StoredPaper(ctx context.Context, docID int64) (units []fingerprint.Unit, ordinals []int, noted int, err error) {
	rows, err := r.conn.Query(ctx, `SELECT COALESCE(p.units, 0), s.ordinal, COALESCE(s.start_offset, 0), COALESCE(s.end_offset, 0)
		FROM documents x LEFT JOIN paper_documents p ON p.doc_id = x.id LEFT JOIN paper_sentences s ON s.doc_id = x.id
		WHERE x.id = $1 ORDER BY s.ordinal`, docID)
	if err == nil {
		defer rows.Close()
		for rows.Next() {
			var u fingerprint.Unit
			var ordinal *int
			if err := rows.Scan(&noted, &ordinal, &u.Start, &u.End); err != nil {
				return nil, nil, 0, fmt.Errorf("units of document %d by the published method: %w", docID, err)
			}
			if ordinal != nil { // there are units
				units, ordinals = append(units, u), append(ordinals, *ordinal)
			}
		}
		err = rows.Err()
	}
	if err != nil {
		return nil, nil, 0, fmt.Errorf("units of document %d by the published method: %w", docID, err)
	}
	return units, ordinals, noted, nil
}

// SavePaper stores the units of a document by the published method, unless it is gone or is read anew, or another
// server has stored them.
func SavePaper(ctx context.Context, tx *database.Tx, docID int64, units []fingerprint.Unit) error {
	if err := tx.LockRow(ctx, `documents WHERE id = $1`, docID); errors.Is(err, record.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO paper_documents (doc_id, units)
		SELECT x.id, CAST($2 AS INTEGER) FROM documents x WHERE x.id = $1 AND`+lacksPaper, docID, len(units))
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return insertRows(ctx, tx, paperUnits, len(units), func(i int) []any { return unitRow(docID, i, units[i]) })
}

// forgetPaper deletes the units of a document by the published method: its text has changed, or nobody is compared
// with it any more.
func forgetPaper(ctx context.Context, c database.Conn, docID int64) error {
	for _, table := range []string{"paper_sentences", "paper_documents"} {
		if _, err := c.Exec(ctx, `DELETE FROM `+table+` WHERE doc_id = $1`, docID); err != nil {
			return err
		}
	}
	return nil
}
