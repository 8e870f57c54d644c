// Package zhiwen holds what must lie at the top of the project to be embedded:
// the database schema.
package zhiwen

import _ "embed"

// SchemaVersion is the version of Schema. A database of an older version is
// brought up to date when it is opened (checker/library/schema/migrate.go has the
// steps), one of a newer version is refused.
const SchemaVersion = 13

// FirstSchemaVersion is the version of the schema of the first release, 1.0.0. A database
// of a version before it is refused.
const FirstSchemaVersion = 8

// Schema is schema.sql, the statements that make an empty PostgreSQL database
// ready for use.
//
//go:embed schema.sql
var Schema string
