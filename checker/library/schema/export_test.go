package schema

import (
	"context"

	"zhiwen/checker/library/database"
)

// MigrateBy brings the database from a version to the one after the steps.
func MigrateBy(ctx context.Context, tx *database.Tx, version int, sql ...string) error {
	var steps []step
	for _, text := range sql {
		steps = append(steps, statements(text))
	}
	return migrate(ctx, tx, steps, version)
}

// Steps returns how many steps there are.
func Steps() int { return len(steps) }
