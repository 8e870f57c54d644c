package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
)

// groupColumns are the columns of the groups, in the order of fingerprint.Groups.
const groupColumns = "abcde"

// candidateQueries are the statements of Candidates by dialect and minGroups-1.
var candidateQueries = func() (q struct {
	postgres, sqlite [fingerprint.GroupCount]string
}) {
	for i := range fingerprint.GroupCount {
		q.postgres[i] = candidateQuery(i+1, `SELECT * FROM jsonb_to_recordset($1::jsonb)
	AS x(q INTEGER, a INTEGER, b INTEGER, c INTEGER, d INTEGER, e INTEGER)`)
		q.sqlite[i] = candidateQuery(i+1, `SELECT value->>'q' AS q, value->>'a' AS a, value->>'b' AS b,
	value->>'c' AS c, value->>'d' AS d, value->>'e' AS e FROM json_each($1)`)
	}
	return q
}()

// candidateQuery writes the statement that finds the units which agree with a
// query in at least k groups. read is what reads the queries from the JSON
// parameter.
//
// There is one branch for each group that can be the first that agrees: the
// index that starts there also holds the later groups, so that it finds the
// unit and sees which groups agree without visiting the table. The branch of
// the first agreeing group sees all of them, so a unit is found however many
// must agree; branches of later ones find it again with fewer. The last k-1
// groups can never be the first.
func candidateQuery(k int, read string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "WITH query AS MATERIALIZED (%s)\nSELECT q, doc_id, ordinal, bits FROM (\n", read)
	for i := range len(groupColumns) - k + 1 {
		if i > 0 {
			s.WriteString("\tUNION ALL\n")
		}
		n, bits := "1", strconv.Itoa(1<<i)
		for j, c := range groupColumns[i+1:] {
			n += fmt.Sprintf(" + CASE WHEN s.%[1]c = query.%[1]c THEN 1 ELSE 0 END", c)
			bits += fmt.Sprintf(" + CASE WHEN s.%[1]c = query.%[1]c THEN %[2]d ELSE 0 END", c, 1<<(i+1+j))
		}
		// SQLite takes CROSS JOIN as the order to begin with the queries.
		fmt.Fprintf(&s, "\tSELECT query.q, s.doc_id, s.ordinal, %s AS bits FROM query CROSS JOIN sentences s WHERE s.%[2]c = query.%[2]c", bits, groupColumns[i])
		if k > 1 {
			fmt.Fprintf(&s, " AND %s >= %d", n, k)
		}
		s.WriteString("\n")
	}
	s.WriteString(") hit WHERE doc_id <> $2")
	return s.String()
}

// Candidates implements checker.Library with one statement. No group is left
// out, however many units share it; what a query costs is the number of groups
// asked for and, from some ten thousands on, the number of units found.
func (r Reader) Candidates(ctx context.Context, queries []fingerprint.Groups, minGroups int, exclude int64) ([]checker.Candidate, error) {
	if minGroups < 1 || minGroups > fingerprint.GroupCount {
		return nil, fmt.Errorf("candidates: %d groups of %d", minGroups, fingerprint.GroupCount)
	}
	if len(queries) == 0 {
		return nil, nil
	}
	statements := &candidateQueries.postgres
	if r.sqlite {
		statements = &candidateQueries.sqlite
	}
	candidates, err := r.candidates(ctx, statements[minGroups-1], queries, exclude)
	if err != nil {
		return nil, fmt.Errorf("candidates of %d units: %w", len(queries), err)
	}
	return candidates, nil
}

func (r Reader) candidates(ctx context.Context, sql string, queries []fingerprint.Groups, exclude int64) ([]checker.Candidate, error) {
	rows, err := r.q.Query(ctx, sql, groupsParameter(queries), exclude)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var candidates []checker.Candidate
	for rows.Next() {
		var c checker.Candidate
		if err := rows.Scan(&c.Query, &c.Document, &c.Ordinal, &c.Groups); err != nil {
			return nil, err
		}
		candidates = append(candidates, c)
	}
	return merge(candidates), rows.Err()
}

// merge sorts candidates and makes one of those that are one unit found by
// several branches. To do it here costs a third of what ORDER BY and GROUP BY
// cost, which most units, found once, do not need.
func merge(candidates []checker.Candidate) []checker.Candidate {
	slices.SortFunc(candidates, func(a, b checker.Candidate) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	merged := candidates[:0]
	for _, c := range candidates {
		if n := len(merged); n > 0 && merged[n-1].Query == c.Query && merged[n-1].Document == c.Document && merged[n-1].Ordinal == c.Ordinal {
			merged[n-1].Groups |= c.Groups
			continue
		}
		merged = append(merged, c)
	}
	return merged
}

// groupsParameter writes queries as a JSON array of objects with their number q
// and the groups a to e.
func groupsParameter(queries []fingerprint.Groups) string {
	b := make([]byte, 0, 64*len(queries))
	b = append(b, '[')
	for i, groups := range queries {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"q":`...), int64(i), 10)
		for j, g := range groups {
			if g >= fingerprint.NoGroup {
				continue // missing is NULL, which equals nothing and is not looked up
			}
			b = append(b, ',', '"', groupColumns[j], '"', ':')
			b = strconv.AppendUint(b, uint64(g), 10)
		}
		b = append(b, '}')
	}
	return string(append(b, ']'))
}

// SaveUnits stores the units of a library document, in place of earlier ones,
// and makes it ready: others are checked against it from the commit on.
// SetExtraction must have been called. The error is ErrNotFound where there is
// no such document in the library.
func (tx *Tx) SaveUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	if err := tx.saveUnits(ctx, docID, units); err != nil {
		return fmt.Errorf("store units of document %d: %w", docID, err)
	}
	return nil
}

func (tx *Tx) saveUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	for i, u := range units {
		for _, g := range u.Groups {
			if g >= 1<<fingerprint.GroupBits {
				return fmt.Errorf("unit %d has a group of more than %d bits", i, fingerprint.GroupBits)
			}
		}
	}
	err := tx.one(ctx, `UPDATE documents SET state = 'ready', failure = '', units = $2
		WHERE id = $1 AND in_library = $3 AND EXISTS (SELECT 1 FROM texts WHERE doc_id = $1)`, docID, len(units), true)
	if err != nil {
		return err
	}
	if _, err := tx.q.Exec(ctx, `DELETE FROM sentences WHERE doc_id = $1`, docID); err != nil {
		return err
	}
	return tx.insertUnits(ctx, docID, units)
}
