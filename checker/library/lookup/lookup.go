// Package lookup is the SQL of what a check asks of the library, and of the units and figures
// that answer it: candidates by the values of units, sources and glances at them, neighbours,
// figures and words of others, versions, and which checks could come out otherwise by now.
//
// In go the units and figures of documents that are stored; out come candidates, sources and
// numbers, of the whole library or as the applications of a call see it (Within): a Reader is a
// checker.Library but for the table of roles. It does not compare, and does not know how a document comes, is described or
// goes; of the work list it knows which check of an application is shown. Words are read as segments, which a WordCache
// keeps from one check to the next.
package lookup

import (
	"context"

	"zhiwen/checker/library/database"
)

// Reader looks up what is in a library.
type Reader struct {
	conn  database.Conn
	scope *scope // nil: the whole library and nothing else
	paper bool   // units are those of the published method (paper.go)

	segments *WordCache   // nil within a transaction
	figures  *figureCache // of all who read by the same connections
}

// NewReader returns a Reader of a database or a transaction. It keeps the words that it reads in
// segments, which may be nil.
func NewReader(c database.Conn, segments *WordCache) Reader {
	return Reader{conn: c, segments: segments, figures: &figureCache{}}
}

// TellSegments has tell called with how many bytes of memory the words take that are kept from one check to the next: at once, and whenever
// that has changed. It must not look into the library. It is of a Store's Reader, not of a transaction's.
func (r Reader) TellSegments(tell func(bytes int64)) { r.segments.Tell(tell) }

// inSnapshot calls do with a Reader all of whose queries see the same state of the database.
func (r Reader) inSnapshot(ctx context.Context, do func(Reader) error) error {
	return r.conn.InSnapshot(ctx, func(c database.Conn) error {
		in := r
		in.conn = c
		return do(in)
	})
}
