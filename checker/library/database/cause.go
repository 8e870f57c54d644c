package database

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"zhiwen/checker/record"
)

// Cause returns an error of a database, or of a disk, that wraps record.ErrNoRoom where
// the disk, a quota or the database is full, record.ErrUnreachable where the database does
// not answer, record.ErrReadOnly where it takes no changes, and record.ErrDamaged where what it has stored cannot be read; every other
// error as it is.
func Cause(err error) error {
	for _, known := range []error{record.ErrNoRoom, record.ErrUnreachable, record.ErrDamaged} {
		if err == nil || errors.Is(err, known) {
			return err
		}
	}
	if cause := causeOf(err); cause != nil {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

// IsCorrupt reports whether the database itself says that it is damaged below its rows.
func IsCorrupt(err error) bool { return errors.Is(causeOf(err), record.ErrDamaged) }

func causeOf(err error) error {
	var lite *sqlite.Error
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	var network *net.OpError
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return record.ErrNoRoom
	case errors.As(err, &lite):
		const primary = 0xff // what is above says more of the same
		switch lite.Code() & primary {
		case sqlite3.SQLITE_FULL:
			return record.ErrNoRoom
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return record.ErrDamaged
		case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
			return record.ErrUnreachable
		}
	case errors.As(err, &pg):
		return causeOfState(pg.Code)
	case errors.As(err, &connect):
		return record.ErrUnreachable
	case errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE),
		strings.HasSuffix(err.Error(), "conn closed"): // of pgconn, which has no name for it
		return record.ErrUnreachable
	}
	return nil
}

// readOnlyState is the SQLSTATE of a server that can only be read: a standby, or one that was set so.
const readOnlyState = "25006"

// causeOfState returns what a SQLSTATE of PostgreSQL tells of.
func causeOfState(code string) error {
	switch {
	case code == "53100": // disk_full
		return record.ErrNoRoom
	case code == "XX001", code == "XX002": // data_corrupted, index_corrupted
		return record.ErrDamaged
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P0"), code == "53300":
		// The connection; shut down, crashed or starting; too many connections.
		return record.ErrUnreachable
	case code == readOnlyState:
		return record.ErrReadOnly
	}
	return nil
}

// Refusal is why PostgreSQL does not let a program work that it answers: somebody has to set it up otherwise.
type Refusal string

// The refusals; the catalogue has what to do about each ("trouble.refused.REFUSAL").
const (
	RefusedPrivilege Refusal = "privilege" // the user may not make tables, or not use them
	RefusedDatabase  Refusal = "database"  // there is no database of the name
	RefusedUser      Refusal = "user"      // there is no such user, or the password is wrong
	RefusedWriting   Refusal = "writing"   // the database can only be read: a standby, or set so
	RefusedPooling   Refusal = "pooling"   // a pooler gives each transaction another connection
)

// RefusalOf returns the refusal that an error tells of, "" for none.
func RefusalOf(err error) Refusal {
	if errors.Is(err, errPooled) {
		return RefusedPooling
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return ""
	}
	return map[string]Refusal{
		"42501": RefusedPrivilege, "3D000": RefusedDatabase, "28P01": RefusedUser, "28000": RefusedUser, readOnlyState: RefusedWriting,
		"26000": RefusedPooling, "42P05": RefusedPooling, // a prepared statement that is not there, or there already
	}[pg.Code]
}
