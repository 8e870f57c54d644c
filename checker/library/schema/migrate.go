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
	// Checks may be by the published method, which has units of its own. Checks have shares of parts, for which they are counted anew.
	statements(`CREATE TABLE paper_documents (doc_id BIGINT PRIMARY KEY REFERENCES documents (id), units INTEGER NOT NULL);
		CREATE TABLE paper_sentences (
			doc_id BIGINT NOT NULL REFERENCES documents (id), ordinal INTEGER NOT NULL,
			start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL,
			a INTEGER NOT NULL, b INTEGER NOT NULL, c INTEGER NOT NULL, d INTEGER NOT NULL, e INTEGER NOT NULL,
			CHECK ((a | b | c | d | e) BETWEEN 0 AND 1048575), PRIMARY KEY (doc_id, ordinal));
		CREATE INDEX paper_sentences_a ON paper_sentences (a);
		CREATE INDEX paper_sentences_b ON paper_sentences (b);
		CREATE INDEX paper_sentences_c ON paper_sentences (c);
		CREATE INDEX paper_sentences_d ON paper_sentences (d);
		CREATE INDEX paper_sentences_e ON paper_sentences (e);
		CREATE TABLE check_shares (
			check_id BIGINT NOT NULL REFERENCES checks (id), part TEXT NOT NULL, share INTEGER NOT NULL, PRIMARY KEY (check_id, part));
		ALTER TABLE checks ADD COLUMN profile TEXT NOT NULL DEFAULT '';
		UPDATE checks SET left_covered = -1, profile = 'default' WHERE state = 'done'`),
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
