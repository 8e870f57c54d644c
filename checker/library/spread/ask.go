package spread

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zhiwen/checker/library/database"
	"zhiwen/internal/wrap"
)

// Citus sends a query to the shards as it is where each shard can answer for itself. It
// does not know that of a look-up that stops where a value has too many units (LATERAL with
// LIMIT), and would refuse it. So the look-up is inside of a function, which each shard
// calls once: places has one row a shard, and the function asks the shard of the units
// beside it. What comes back is at most the bound and one unit of each value and shard, and
// who asked adds up the shards.

// Units stands in statements of Ask for the shard of the table of units.
const Units = "{units}"

// Answered is the group of the row that each shard gives beside what it finds: a shard that
// answers nothing is not taken for one that has nothing.
const Answered = -1

const function = `CREATE OR REPLACE FUNCTION ` + database.SpreadSchema +
	`.ask(place BIGINT, units TEXT, statement TEXT, exclude BIGINT, most BIGINT,
	a INTEGER[], b INTEGER[], c INTEGER[], d INTEGER[], e INTEGER[], call BIGINT)
RETURNS TABLE (grp INTEGER, value INTEGER, found BIGINT[]) LANGUAGE plpgsql STABLE AS $ask$
DECLARE
	whole REGCLASS := '%[1]s.' || units;
BEGIN
	RETURN QUERY SELECT -1, NULL::INTEGER, NULL::BIGINT[];
	RETURN QUERY EXECUTE replace(statement, '` + Units + `', shard_name(whole, get_shard_id_for_distribution_column(whole, place)))
		USING exclude, most, a, b, c, d, e, call;
END $ask$`

// Ask is the statement that has each shard run another one. Its arguments are $1 to $8 of
// that one (the document that is left out, the bound, the values of five groups, the call),
// the statement and the name of the table of units. Its rows are a group (or Answered), a
// value, and the units that have it, NULL where they are more than the bound.
const Ask = `SELECT x.grp, x.value, x.found FROM ` + database.SpreadSchema + `.places p
	CROSS JOIN LATERAL ` + database.SpreadSchema +
	`.ask(p.place, $10::TEXT, $9::TEXT, $1::BIGINT, $2::BIGINT, $3::INTEGER[], $4::INTEGER[], $5::INTEGER[], $6::INTEGER[], ` +
	`$7::INTEGER[], $8::BIGINT) x`

// ErrShard says that not every shard answered: the shards were changed by hand.
var ErrShard = errors.New("not every shard answers for its units: call zhiwen distribute again")

// Complete returns ErrShard unless as many shards answered as the units have.
func Complete(ctx context.Context, c database.Conn, answered int) error {
	n, err := shardCount(ctx, c)
	if err != nil {
		return err
	}
	if n != answered {
		return fmt.Errorf("%w (%d of %d)", ErrShard, answered, n)
	}
	return nil
}

// prepare creates or updates the tables that Ask needs.
func prepare(ctx context.Context, tx *database.Tx, shards int) error {
	var schema string
	if err := tx.QueryRow(ctx, `SELECT quote_ident(current_schema())`).Scan(&schema); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	for _, statement := range []string{
		`CREATE SCHEMA IF NOT EXISTS ` + database.SpreadSchema,
		`CREATE TABLE IF NOT EXISTS ` + database.SpreadSchema + `.places (place BIGINT PRIMARY KEY)`,
		fmt.Sprintf(function, strings.ReplaceAll(schema, `'`, `''`)),
	} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("prepare the look-up: %w", err)
		}
	}
	var distributed bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_dist_partition
		WHERE logicalrelid = '`+database.SpreadSchema+`.places'::regclass)`).Scan(&distributed); err != nil {
		return fmt.Errorf("prepare the look-up: %w", err)
	}
	if !distributed {
		if _, err := tx.Exec(ctx, `SELECT create_distributed_table('`+database.SpreadSchema+`.places', 'place', colocate_with => `+
			`'sentences')`); err != nil {
			return fmt.Errorf("places of the look-up: %w", err)
		}
	}
	return place(ctx, tx, shards)
}

// place puts one row into each shard of places: a number whose hash leads there.
func place(ctx context.Context, tx *database.Tx, shards int) error {
	const triesPerShard = 100 // of even hashes the least lucky shard of a thousand waits for some 7 a shard
	places, err := tx.IDs(ctx, `SELECT DISTINCT ON (shard) n FROM (
			SELECT n, get_shard_id_for_distribution_column('`+database.SpreadSchema+`.places', n) AS shard
				FROM generate_series(1::bigint, $1) n
		) x ORDER BY shard, n`, int64(shards*triesPerShard))
	if err != nil {
		return fmt.Errorf("places of the look-up: %w", err)
	}
	if len(places) != shards {
		return fmt.Errorf("places of the look-up: %d of %d shards were found", len(places), shards)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM `+database.SpreadSchema+`.places`); err != nil {
		return fmt.Errorf("places of the look-up: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO `+database.SpreadSchema+`.places SELECT unnest($1::BIGINT[])`, places)
	return wrap.Error(err, "places of the look-up")
}
