package lookup

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/spread"
	"zhiwen/internal/wrap"
)

// groupColumns are the columns of the groups, in the order of fingerprint.Groups.
const groupColumns = "abcde"

// libraryCandidates are the statements of Candidates, callCandidates the same for the
// applications of the call with the number of the last argument. Their rows are a group, a
// value of it, and the units that have it.
var (
	libraryCandidates = candidateStatements(libraryUnits, "")
	callCandidates    = candidateStatements(callUnits, fmt.Sprintf(` s.call_id = $%d AND`, fingerprint.GroupCount+3))
)

// lookUpStatements look up units of one table: in PostgreSQL, in SQLite, and in each shard
// where they lie on many machines. There a value that too many units of one shard have is no
// rarer for having fewer in others: NULL stands for them.
type lookUpStatements struct {
	table                   unitTable
	postgres, sqlite, shard string
}

// candidateStatements are for units s of a table under some condition.
func candidateStatements(table unitTable, condition string) lookUpStatements {
	const unnested = `SELECT v, ARRAY(SELECT s.doc_id << %[2]d | s.ordinal FROM `
	const bounded = ` s.%[3]c = v AND s.doc_id <> $1 LIMIT $2::BIGINT + 1) AS units
	FROM unnest((SELECT $%[4]d::INTEGER[])) v OFFSET 0`
	from := table.name + ` s WHERE` + condition
	return lookUpStatements{
		table: table,
		postgres: candidateStatement(`SELECT %[1]d, v, units FROM (
	` + unnested + from + bounded + `) x WHERE cardinality(units) BETWEEN 1 AND $2`),
		shard: candidateStatement(`SELECT %[1]d, v, CASE WHEN cardinality(units) <= $2 THEN units END FROM (
	` + unnested + spread.Units + ` s WHERE` + condition + bounded + `) x WHERE cardinality(units) > 0`),
		sqlite: candidateStatement(`SELECT %[1]d, value, (SELECT group_concat(unit) FROM (
		SELECT s.doc_id << %[2]d | s.ordinal AS unit FROM ` + from + ` s.%[3]c = value AND s.doc_id <> $1 LIMIT $2 + 1))
	FROM json_each($%[4]d)`),
	}
}

// candidateStatement joins the branches of the groups. A branch looks up each
// value by itself, so that it can stop at the limit; the index holds all it
// asks for, and the table is not visited.
//
// In PostgreSQL's the array is behind a SELECT, for the planner not to see its
// length: it would take many values for reason enough to compile the statement,
// which costs more than it takes. OFFSET 0 keeps it from looking up each value
// a second time for the condition.
func candidateStatement(branch string) string {
	branches := make([]string, fingerprint.GroupCount)
	for g := range branches {
		branches[g] = fmt.Sprintf(branch, g, ordinalBits, groupColumns[g], g+3)
	}
	return strings.Join(branches, "\nUNION ALL\n")
}

// ordinalBits is how many bits of a unit's number are its ordinal; the rest are
// its document. No text has as many units: it would have more than 2^30 bytes,
// which is the most that databases take.
const ordinalBits = 24

// Candidates implements checker.Library with one statement. What it costs is the
// number of values asked for and of units that have them, of each value at most
// most+1. Among the units of the published method there is no bound.
func (r Reader) Candidates(ctx context.Context, queries []fingerprint.Groups, minGroups, most int,
	exclude int64) ([]checker.Candidate, error) {
	if minGroups < 1 || minGroups > fingerprint.GroupCount {
		return nil, fmt.Errorf("candidates: %d groups of %d", minGroups, fingerprint.GroupCount)
	}
	if len(queries) == 0 {
		return nil, nil
	}
	if r.paper {
		found, err := r.paperCandidates(ctx, queries, minGroups, exclude)
		return found, wrap.Error(err, "candidates of %d units by the published method", len(queries))
	}
	found, err := r.unitsWith(ctx, askedValues(queries), most, exclude, len(queries))
	if err != nil {
		return nil, fmt.Errorf("candidates of %d units: %w", len(queries), err)
	}
	return found.candidates(minGroups), nil
}

// askedValue is a value of a group and a query that asks for it.
type askedValue struct {
	value, query int32
}

// askedValues returns the values of each group in order.
func askedValues(queries []fingerprint.Groups) (asked [fingerprint.GroupCount][]askedValue) {
	for g := range asked {
		for q, groups := range queries {
			if groups[g] < fingerprint.NoGroup {
				asked[g] = append(asked[g], askedValue{int32(groups[g]), int32(q)})
			}
		}
		slices.SortFunc(asked[g], func(a, b askedValue) int {
			return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.query, b.query))
		})
	}
	return asked
}

// unitsWith looks up the units that have the values.
func (r Reader) unitsWith(ctx context.Context, asked [fingerprint.GroupCount][]askedValue, most int, exclude int64,
	queries int) (agreements, error) {
	if most <= 0 {
		most = math.MaxInt32
	}
	args := []any{exclude, most}
	for _, group := range asked {
		values := make([]int32, 0, len(group))
		for i, v := range group {
			if i == 0 || v.value != group[i-1].value {
				values = append(values, v.value)
			}
		}
		args = append(args, values)
	}
	if r.conn.IsSQLite {
		for i, values := range args[2:] {
			list, err := json.Marshal(values)
			if err != nil {
				return nil, err
			}
			args[2+i] = string(list)
		}
	}
	found := make(agreements, queries)
	add := func(group int, value int32, units []int64) {
		first, _ := slices.BinarySearchFunc(asked[group], value, func(a askedValue, v int32) int { return cmp.Compare(a.value, v) })
		for _, a := range asked[group][first:] {
			if a.value != value {
				break
			}
			found.add(int(a.query), group, units)
		}
	}
	err := r.lookUp(ctx, libraryCandidates, args, most, func(group int, value int32, units []int64) {
		add(group, value, slices.DeleteFunc(units, func(unit int64) bool { return !r.scope.sees(unit >> ordinalBits) }))
	})
	if err != nil || r.scope == nil {
		return found, err
	}
	return found, r.lookUp(ctx, callCandidates, append(args, r.scope.call), most, add)
}

// lookUp calls add with the values of which at most most units are found in a table. The
// units are overwritten after the call.
func (r Reader) lookUp(ctx context.Context, statements lookUpStatements, args []any, most int,
	add func(group int, value int32, units []int64)) error {
	if r.conn.IsSpread {
		return r.lookUpSpread(ctx, statements, args, most, add)
	}
	statement := statements.postgres
	if r.conn.IsSQLite {
		statement = statements.sqlite
	}
	rows, err := r.conn.Query(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var group int
	var value int32
	var units []int64
	for rows.Next() {
		if r.conn.IsSQLite {
			var list sql.NullString // NULL where no unit has the value
			if err := rows.Scan(&group, &value, &list); err != nil {
				return err
			}
			if units, err = numbers(units[:0], list.String); err != nil {
				return err
			}
		} else if err := rows.Scan(&group, &value, &units); err != nil {
			return err
		}
		if len(units) <= most {
			add(group, value, units)
		}
	}
	return rows.Err()
}

// lookUpSpread is lookUp where units lie on many machines: what the shards find of a value is
// put together, and is too much as soon as it is so in one of them.
func (r Reader) lookUpSpread(ctx context.Context, statements lookUpStatements, args []any, most int,
	add func(group int, value int32, units []int64)) error {
	if len(args) == fingerprint.GroupCount+2 {
		args = append(args, int64(0)) // no call
	}
	rows, err := r.conn.Query(ctx, spread.Ask, append(args, statements.shard, statements.table.name)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	type key struct {
		group int
		value int32
	}
	found, tooMany, answered := map[key][]int64{}, map[key]bool{}, 0
	for rows.Next() {
		var group int
		var value sql.NullInt32
		var units []int64
		if err := rows.Scan(&group, &value, &units); err != nil {
			return err
		}
		k := key{group, value.Int32}
		switch {
		case group == spread.Answered:
			answered++
		case units == nil:
			tooMany[k] = true
		default:
			found[k] = append(found[k], units...)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for k, units := range found {
		if len(units) <= most && !tooMany[k] {
			add(k.group, k.value, units)
		}
	}
	return spread.Complete(ctx, r.conn, answered)
}

// numbers appends to into the numbers of a list with commas between.
func numbers(into []int64, list string) ([]int64, error) {
	for s := range strings.SplitSeq(list, ",") {
		if s == "" {
			continue
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, err
		}
		into = append(into, n)
	}
	return into, nil
}

// agreements are, for each query, the units that agree with it in a group: the
// number of the unit, and in the lowest groupBits bits the group.
type agreements [][]int64

const groupBits = 3

func (a agreements) add(query, group int, units []int64) {
	for _, unit := range units {
		a[query] = append(a[query], unit<<groupBits|int64(group))
	}
}

// candidates returns the units that agree in minGroups groups or more.
func (a agreements) candidates(minGroups int) []checker.Candidate {
	total := 0
	for _, found := range a {
		total += len(found)
	}
	candidates := make([]checker.Candidate, 0, total)
	for query, found := range a {
		slices.Sort(found)
		for i := 0; i < len(found); {
			first, groups := i, uint8(0)
			for ; i < len(found) && found[i]>>groupBits == found[first]>>groupBits; i++ {
				groups |= 1 << (found[i] & (1<<groupBits - 1))
			}
			if i-first < minGroups {
				continue
			}
			unit := found[first] >> groupBits
			candidates = append(candidates, checker.Candidate{
				Query: query, Document: unit >> ordinalBits, Ordinal: int(unit & (1<<ordinalBits - 1)), Groups: groups,
			})
		}
	}
	return candidates
}

func scanCandidate(row pgx.Row) (c checker.Candidate, err error) {
	return c, row.Scan(&c.Query, &c.Document, &c.Ordinal, &c.Groups)
}
