package library

import (
	"context"
	"fmt"
	"strconv"
)

// step changes a database from one version of the schema to the next. It runs
// in one transaction with the steps before and after it and with the note of
// the new version: a program that is killed leaves the version it found.
type step func(ctx context.Context, tx *Tx) error

// steps are the changes since version 1; steps[0] leads to version 2. A step is
// never changed once a release had it, and a database that went through all of
// them has the same tables as one that schema.sql made (a test compares them).
// Statements are PostgreSQL's as in schema.sql and are translated for SQLite in
// the same way.
var steps = []step{
	// One column an index: smaller, and enough for candidates since each value is
	// looked up by itself.
	statements(`
DROP INDEX sentences_abcde;
DROP INDEX sentences_bcde;
DROP INDEX sentences_cde;
DROP INDEX sentences_de;
DROP INDEX sentences_e;
CREATE INDEX sentences_a ON sentences (a) INCLUDE (doc_id, ordinal);
CREATE INDEX sentences_b ON sentences (b) INCLUDE (doc_id, ordinal);
CREATE INDEX sentences_c ON sentences (c) INCLUDE (doc_id, ordinal);
CREATE INDEX sentences_d ON sentences (d) INCLUDE (doc_id, ordinal);
CREATE INDEX sentences_e ON sentences (e) INCLUDE (doc_id, ordinal);
ALTER TABLE sentences SET (autovacuum_vacuum_insert_scale_factor = 0.02);`),
	// How far the recognition of scanned pages is.
	statements(`
ALTER TABLE documents ADD COLUMN scans_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN scans INTEGER NOT NULL DEFAULT 0;`),
	// Blank forms are called forms, and one may be the standard text of an
	// institution. Of applications it is kept who takes part, when they were made,
	// and which revision full-text search shows. What a check waits for stands with
	// it and not with its job; beside its figures stand what decisions leave of them
	// and why a low share says little, which is counted for checks of before when it
	// is asked for.
	statements(`
ALTER TABLE documents RENAME COLUMN is_template TO is_form;
ALTER TABLE documents ADD COLUMN is_standard BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE documents ADD COLUMN number TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN date TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN people TEXT NOT NULL DEFAULT '{}';
ALTER TABLE documents ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
UPDATE documents SET scans_read = 0, scans = 0 WHERE state <> 'waiting';
CREATE INDEX documents_waiting ON documents (id) WHERE state = 'waiting';
CREATE INDEX documents_year ON documents (year, id);
CREATE INDEX documents_programme ON documents (programme, year, id);
CREATE INDEX documents_institution ON documents (institution, id);
CREATE INDEX documents_applicant ON documents (applicant, id);
CREATE INDEX documents_number ON documents (number, id) WHERE number <> '';
ALTER TABLE checks ADD COLUMN newest_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE checks ADD COLUMN patient BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE checks ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checks ADD COLUMN left_covered INTEGER NOT NULL DEFAULT -1;
ALTER TABLE checks ADD COLUMN left_sources INTEGER NOT NULL DEFAULT -1;
ALTER TABLE checks ADD COLUMN left_matches INTEGER NOT NULL DEFAULT -1;
ALTER TABLE checks ADD COLUMN left_others INTEGER NOT NULL DEFAULT -1;
ALTER TABLE checks ADD COLUMN doubts TEXT NOT NULL DEFAULT '';
UPDATE checks SET newest_id = (SELECT max(id) FROM documents) WHERE state IN ('queued', 'running');`),
}

// statements is a step of SQL alone.
func statements(sql string) step {
	return func(ctx context.Context, tx *Tx) error { return tx.script(ctx, sql) }
}

// migrate brings a database from a version to the newest by the steps that are
// left, and notes that.
func (tx *Tx) migrate(ctx context.Context, steps []step, version int) error {
	if err := tx.refuseOthers(ctx); err != nil {
		return err
	}
	for i, do := range steps[version-1:] {
		if err := do(ctx, tx); err != nil {
			return fmt.Errorf("bring the database from schema version %d to %d: %w; it was left as it is", version+i, version+i+1, err)
		}
	}
	return tx.set(ctx, settingSchema, strconv.Itoa(len(steps)+1))
}

// script runs statements that are written for PostgreSQL, translated where that
// is called for.
func (tx *Tx) script(ctx context.Context, sql string) error {
	var err error
	if tx.sqlite {
		_, err = tx.lite.ExecContext(ctx, sqliteSchema(sql))
	} else {
		_, err = tx.pg.Conn().PgConn().Exec(ctx, sql).ReadAll()
	}
	return err
}
