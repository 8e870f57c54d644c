// Package document is the SQL of documents as they are read: what is known of each, chosen by
// conditions or as the shelf of the library shows them, with their files and texts.
//
// In go numbers and filters, out come records, texts and counts, and how the columns hold what
// they hold. It writes nothing, and knows no units, checks or calls.
package document

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Reader reads documents.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Columns are what Fields are the targets of, of documents d and files f.
const Columns = `d.id, d.sha256, d.filename, d.title, d.applicant, d.institution, d.year, d.programme, d.keywords,
	d.in_library, d.is_form, d.state, d.failure, f.size, d.characters, d.pages, d.created_at, d.revision, d.scans_read, d.scans,
	d.number, d.date, d.people, d.is_standard, d.call_id, d.reference, d.status, d.format, d.web`

const tables = ` FROM documents d JOIN files f ON f.sha256 = d.sha256`

// Fields returns the scan targets for Columns. finish is called after scanning; it puts values that
// cannot be read into Damaged and sets the rest.
func Fields(d *record.Document) (targets []any, finish func()) {
	var keywords, failure, people, page string
	return []any{
			&d.ID, &d.Identity.SHA256, &d.Identity.Filename, &d.Identity.Title, &d.Identity.Applicant,
			&d.Identity.Institution, &d.Identity.Year, &d.Identity.Programme, &keywords,
			&d.InLibrary, &d.Form, &d.State, &failure, &d.Size, &d.Characters, &d.Pages, &d.CreatedAt,
			&d.Revision, &d.ScansRead, &d.Scans, &d.Identity.Number, &d.Identity.Date, &people, &d.Standard, &d.Call, &d.Reference,
			&d.Status, &d.Format, &page,
		}, func() {
			d.CreatedAt, d.Failure = d.CreatedAt.UTC(), DecodeFailure(failure)
			d.Damaged = nil
			if json.Unmarshal([]byte(keywords), &d.Identity.Keywords) != nil {
				d.Damaged, d.Identity.Keywords = append(d.Damaged, record.DamagedKeywords), nil
			}
			if decodePeople(people, &d.Identity) != nil {
				d.Damaged, d.Identity.Participants, d.Identity.Cooperating = append(d.Damaged, record.DamagedPeople), nil, nil
			}
			if decodeWeb(page, &d.Identity) != nil {
				d.Damaged, d.Identity.Web = append(d.Damaged, record.DamagedPage), nil
			}
		}
}

func scan(row pgx.Row) (record.Document, error) {
	var d record.Document
	targets, finish := Fields(&d)
	if err := row.Scan(targets...); err != nil {
		return record.Document{}, database.NotFound(err)
	}
	finish() // before d is copied
	return d, nil
}

// Document returns the record of one document, or ErrNotFound.
func (r Reader) Document(ctx context.Context, id int64) (record.Document, error) {
	d, err := scan(r.conn.QueryRow(ctx, `SELECT `+Columns+tables+` WHERE d.id = $1`, id))
	return d, wrap.Error(err, "document %d", id)
}

// conditions returns those of a filter on documents d.
func (r Reader) conditions(f record.Filter) *database.Conditions {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	// Not as parameters, whose values no plan knows: an index has the rows of one.
	is := func(column string, value *bool) {
		switch {
		case value == nil:
		case *value:
			c.Is(column)
		default:
			c.Is(`NOT ` + column)
		}
	}
	is(`d.in_library`, f.InLibrary)
	is(`d.is_form`, f.Form)
	if f.State != "" {
		c.Add(`d.state = $%d`, string(f.State))
	}
	if f.Year != 0 {
		c.Add(`d.year = $%d`, f.Year)
	}
	c.IDs("d.id", f.IDs)
	if f.Call != 0 {
		c.Add(`d.call_id = $%d AND d.call_id <> 0`, f.Call)
	}
	if f.SHA256 != "" {
		c.Add(`d.sha256 = $%d`, f.SHA256)
	}
	if f.Reference != "" {
		c.Add(`d.reference = $%d`, database.Storable(f.Reference))
	}
	if f.Before != 0 {
		c.Add(`d.id < $%d`, f.Before)
	}
	return c
}

// Documents returns the records that f chooses, newest first, and how many there
// are without limit and offset.
func (r Reader) Documents(ctx context.Context, f record.Filter) (documents []record.Document, total int, err error) {
	c := r.conditions(f)
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM documents d`+c.Where(), c.Args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count documents: %w", err)
	}
	documents, err = r.list(ctx, f)
	return documents, total, err
}

// DocumentPage is Documents without the count: for pages that follow one another by
// Filter.Before.
func (r Reader) DocumentPage(ctx context.Context, f record.Filter) ([]record.Document, error) {
	return r.list(ctx, f)
}

// list is Documents without the count.
func (r Reader) list(ctx context.Context, f record.Filter) ([]record.Document, error) {
	c := r.conditions(f)
	limit := c.Limit(f.Limit, f.Offset)
	return Select(ctx, r.conn, c.Where()+` ORDER BY d.id DESC`+limit, c.Args...)
}

// Select returns the documents d of the rest of a statement.
func Select(ctx context.Context, c database.Conn, rest string, args ...any) ([]record.Document, error) {
	documents, err := database.List(ctx, c, scan, `SELECT `+Columns+tables+rest, args...)
	return documents, wrap.Error(err, "list documents")
}

// WithHash returns the ids of the documents whose files have a SHA-256 (lower-case
// hex), oldest first.
func (r Reader) WithHash(ctx context.Context, sha256 string) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT id FROM documents WHERE sha256 = $1 ORDER BY id`, sha256)
	return ids, wrap.Error(err, "documents with hash")
}

// Revisions returns the revisions of the library's ready documents, by id.
func (r Reader) Revisions(ctx context.Context) (map[int64]int64, error) {
	revisions, err := database.Map(ctx, r.conn, func(row pgx.Row) (id, revision int64, err error) {
		return id, revision, row.Scan(&id, &revision)
	}, `SELECT id, revision FROM documents WHERE in_library AND state = 'ready'`)
	return revisions, wrap.Error(err, "list revisions")
}
