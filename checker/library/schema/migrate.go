package schema

import (
	"context"
	"fmt"
	"strconv"

	"zhiwen"
	"zhiwen/checker/library/database"
)

// step changes a database from one version of the schema to the next. It runs
// in one transaction with the steps before and after it and with the note of
// the new version: a program that is killed leaves the version it found.
type step func(ctx context.Context, tx *database.Tx) error

// steps are the changes since zhiwen.FirstSchemaVersion; steps[0] leads to the version after it. A step is
// never changed once a release had it, and a database that went through all of
// them has the same tables as one that schema.sql made (a test compares them).
// Statements are PostgreSQL's as in schema.sql and are translated for SQLite in
// the same way.
var steps = []step{
	// The lists of reasons for which text does not count get the reasons that are new.
	excludeMore,
	// Findings have a severity in place of a rank by kind: they are counted anew.
	statements(`UPDATE checks SET left_covered = -1 WHERE state = 'done' AND rank <> 0`),
	// The severity is of doubts too, a list says which flags there are, and hints name their source: these checks are counted anew.
	// The work list, which adds thresholds and failures, is made anew after every step.
	statements(`UPDATE checks SET left_covered = -1 WHERE state = 'done' AND (rank <> 0 OR doubts <> '' OR flags <> 0)`),
	// What is decided is deleted when a second person confirms it.
	statements(`CREATE TABLE deletion_requests (
		check_id BIGINT PRIMARY KEY REFERENCES checks (id), reason TEXT NOT NULL, account_id BIGINT NOT NULL,
		asked_by TEXT NOT NULL, asked_at TIMESTAMPTZ NOT NULL)`),
}

// statements is a step of SQL.
func statements(sql string) step {
	return func(ctx context.Context, tx *database.Tx) error { return tx.Script(ctx, sql) }
}

// migrate brings a database from a version to the newest by the steps that are
// left, and notes that.
func migrate(ctx context.Context, tx *database.Tx, steps []step, version int) error {
	if err := refuseOthers(ctx, tx); err != nil {
		return err
	}
	for i, do := range steps[version-zhiwen.FirstSchemaVersion:] {
		if err := do(ctx, tx); err != nil {
			return fmt.Errorf("bring the database from schema version %d to %d: %w; it was left as it is", version+i, version+i+1, err)
		}
	}
	return set(ctx, tx, noteVersion, strconv.Itoa(zhiwen.FirstSchemaVersion+len(steps)))
}
