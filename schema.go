// Package zhiwen holds what must lie at the top of the project to be embedded:
// the database schema.
package zhiwen

import _ "embed"

// SchemaVersion is the version of Schema. A database of another version is not
// opened.
const SchemaVersion = 1

// Schema is schema.sql, the statements that make an empty PostgreSQL database
// ready for use.
//
//go:embed schema.sql
var Schema string
