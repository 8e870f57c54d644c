// Package trail is the SQL of the record of who did what: the tables audit and
// audit_heads.
//
// In go acts, most of them with the transaction that does them; out come the entries,
// chained and signed as package audit has it. It does not know what acts are about.
package trail

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// recordLock is the key of the PostgreSQL advisory lock under which entries of the
// record follow one another. Any constant will do.
const recordLock = 0x7a68697265 // "zhire"

// Reader reads the record.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store writes the record of a database. It is safe for concurrent use.
type Store struct {
	db    *database.DB
	group groupRecord
}

// New returns the Store of an open database.
func New(db *database.DB) *Store { return &Store{db: db} }

// Tx is a transaction that is recorded.
type Tx struct {
	*database.Tx

	acts []audit.Act
}

// InTx is database.DB.InTx for what is recorded: the acts that do has given to Record are
// written as the last of the transaction, since others who record something wait from
// there on.
func (s *Store) InTx(ctx context.Context, do func(*Tx) error) error {
	return s.db.InTx(ctx, func(in *database.Tx) error {
		tx := &Tx{Tx: in}
		if err := do(tx); err != nil || len(tx.acts) == 0 {
			return err
		}
		return wrap.Error(tx.write(ctx, audit.ActorOf(ctx), tx.acts), "write the record")
	})
}

// Exec runs one statement in a transaction of its own, which records nothing.
func Exec(ctx context.Context, s *Store, sql string, args ...any) error {
	return s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
}

// Record adds an act to what is written to the record when the transaction is
// committed, in the name of the actor of InTx's context (audit.By): what was done
// is recorded, and what is recorded was done.
func (tx *Tx) Record(a audit.Act) { tx.acts = append(tx.acts, a) }

// Named returns an act under a name that somebody gave, "" for none.
func Named(a audit.Action, s audit.Subject, id int64, by string) audit.Act {
	act := audit.Act{Action: a, Subject: s, ID: id}
	if by != "" {
		act.Detail = map[string]string{"by": database.Storable(by)}
	}
	return act
}

// Detailed returns an act with one detail more.
func Detailed(a audit.Act, name, value string) audit.Act {
	detail := maps.Clone(a.Detail)
	if detail == nil {
		detail = map[string]string{}
	}
	detail[name] = value
	a.Detail = detail
	return a
}

// Hashed returns an act with the hash of a value, which the record does not keep itself.
func Hashed(a audit.Act, value []byte) audit.Act {
	return Detailed(a, "sha256", database.SHA256(value))
}

// Counted returns an act on several documents together.
func Counted(a audit.Action, s audit.Subject, id int64, documents int) audit.Act {
	return audit.Act{Action: a, Subject: s, ID: id, Detail: map[string]string{"documents": strconv.Itoa(documents)}}
}

// write writes acts at the end of the record.
func (tx *Tx) write(ctx context.Context, by audit.Actor, acts []audit.Act) error {
	number, previous, err := tx.takeEnd(ctx)
	if err != nil {
		return err
	}
	at := database.Now()
	by.Name = database.Storable(by.Name)
	for _, act := range acts {
		number++
		text, err := audit.Entry{Number: number, At: at, Actor: by, Act: act, Previous: previous}.Encode()
		if err != nil {
			return err
		}
		previous = audit.HashOf(text)
		_, err = tx.Exec(ctx, `INSERT INTO audit (number, entry, hash, at, actor, action, subject, subject_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			number, string(text), previous.String(), at, by.Name, string(act.Action), string(act.Subject), act.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

// takeEnd returns the last entry's number and hash. Nobody else adds one until the
// transaction ends.
func (tx *Tx) takeEnd(ctx context.Context) (number int64, hash audit.Hash, err error) {
	if !tx.IsSQLite { // there is one writer on SQLite
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(recordLock)); err != nil {
			return 0, hash, err
		}
	}
	return end(ctx, tx.Conn)
}

func end(ctx context.Context, c database.Conn) (number int64, hash audit.Hash, err error) {
	var text string
	err = c.QueryRow(ctx, `SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1`).Scan(&number, &text)
	if errors.Is(database.NotFound(err), record.ErrNotFound) {
		return 0, audit.Origin, nil
	}
	if err == nil {
		hash, err = audit.ParseHash(text)
	}
	return number, hash, err
}

// groupRecord writes what many record at the same time in one transaction.
type groupRecord struct {
	lock    sync.Mutex
	waiting []*pendingAct
	writing bool
}

type pendingAct struct {
	by   audit.Actor
	act  audit.Act
	done chan error
}

// Record writes an act to the record, in the name of the actor of ctx, and returns
// when it is stored. It is for what changes nothing else, as a download; acts that
// come at the same time are stored together.
func (s *Store) Record(ctx context.Context, a audit.Act) error {
	p := &pendingAct{by: audit.ActorOf(ctx), act: a, done: make(chan error, 1)}
	g := &s.group
	g.lock.Lock()
	g.waiting = append(g.waiting, p)
	leads := !g.writing
	g.writing = true
	g.lock.Unlock()
	if leads {
		s.writeWaiting(context.WithoutCancel(ctx)) // for the others too
	}
	select {
	case err := <-p.done:
		if err != nil {
			return fmt.Errorf("record %s: %w", a.Action, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("record %s: %w", a.Action, ctx.Err())
	}
}

// writeWaiting writes what waits until nothing does.
func (s *Store) writeWaiting(ctx context.Context) {
	g := &s.group
	for {
		g.lock.Lock()
		few := g.waiting
		g.waiting = nil
		g.writing = len(few) > 0
		g.lock.Unlock()
		if len(few) == 0 {
			return
		}
		err := s.InTx(ctx, func(tx *Tx) error {
			for _, p := range few {
				if err := tx.write(ctx, p.by, []audit.Act{p.act}); err != nil {
					return err
				}
			}
			return nil
		})
		for _, p := range few {
			p.done <- err
		}
	}
}

// Triggers make the database itself refuse to change or remove entries, for
// whoever works on it by hand.
func Triggers(isSQLite bool) []string {
	if isSQLite {
		return []string{
			`CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END`,
			`CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END`,
		}
	}
	return []string{
		`CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''the record is only added to''; END'`,
		`CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept()`,
	}
}

// Keep makes the triggers of a new table audit.
func Keep(ctx context.Context, tx *database.Tx) error {
	for _, s := range Triggers(tx.IsSQLite) {
		if _, err := tx.Exec(ctx, s); err != nil {
			return fmt.Errorf("keep the record: %w", err)
		}
	}
	return nil
}

// entryOf reads the number and the line of an entry. Of a damaged one (Entry.Damaged) it returns
// the number alone, so that the others are seen all the same.
func entryOf(row pgx.Row) (audit.Entry, error) {
	var number int64
	var text string
	err := damagedAt(row, row.Scan(&number, &text), 2)
	if fault := (*audit.Fault)(nil); errors.As(err, &fault) {
		return audit.Entry{Number: fault.Number}, nil
	}
	if err != nil {
		return audit.Entry{}, err
	}
	e, err := audit.Decode([]byte(text))
	if err != nil {
		return audit.Entry{Number: number}, nil //nolint:nilerr // the entry says that it is damaged
	}
	return e, nil
}

// Entries returns entries of the record, newest first, and whether there are more.
func (r Reader) Entries(ctx context.Context, f audit.Filter, limit int) (entries []audit.Entry, more bool, err error) {
	var where database.Conditions
	if f.Before > 0 {
		where.Add("number < $%d", f.Before)
	}
	if f.Action != "" {
		where.Add("action = $%d", string(f.Action))
	}
	if f.Subject != "" {
		where.Add("subject = $%d", string(f.Subject))
	}
	if f.ID > 0 {
		where.Add("subject_id = $%d", f.ID)
	}
	if f.Actor != "" {
		where.Add("actor = $%d", f.Actor)
	}
	if !f.From.IsZero() {
		where.Add("at >= $%d", f.From.UTC())
	}
	if !f.To.IsZero() {
		where.Add("at < $%d", f.To.UTC())
	}
	entries, err = database.List(ctx, r.conn, entryOf,
		`SELECT number, entry FROM audit`+where.Where()+` ORDER BY number DESC`+where.Limit(limit+1, 0), where.Args...)
	if err != nil {
		return nil, false, fmt.Errorf("read the record: %w", err)
	}
	if more = len(entries) > limit; more {
		entries = entries[:limit]
	}
	return entries, more, nil
}

// entriesAtOnce is how many lines of the record are read at a time.
const entriesAtOnce = 1000

// eachRow calls do with the given columns of every entry, oldest first. It returns the number of the entry, the first column.
func eachRow[T any](ctx context.Context, c database.Conn, columns string, scan func(pgx.Row) (T, error),
	do func(T) (number int64, err error)) error {
	last := int64(0)
	for {
		few, err := database.List(ctx, c, scan, `SELECT `+columns+` FROM audit WHERE number > $1 ORDER BY number LIMIT $2`, last,
			entriesAtOnce)
		if err != nil {
			return fmt.Errorf("read the record: %w", err)
		}
		for _, e := range few {
			if last, err = do(e); err != nil {
				return err
			}
		}
		if len(few) < entriesAtOnce {
			return nil
		}
	}
}

// EachEntry calls do with the line and the stored hash of every entry of the record,
// oldest first, as they are stored.
func (r Reader) EachEntry(ctx context.Context, do func(text []byte, hash string) error) error {
	type stored struct {
		number      int64
		entry, hash string
	}
	return eachRow(ctx, r.conn, `number, entry, hash`, func(row pgx.Row) (e stored, err error) {
		return e, damagedAt(row, row.Scan(&e.number, &e.entry, &e.hash), 3)
	}, func(e stored) (int64, error) { return e.number, do([]byte(e.entry), e.hash) })
}

// damagedAt converts an error of scanning the columns of an entry, the number first, to an *audit.Fault that names the
// entry: such a value is never written.
func damagedAt(row pgx.Row, err error, columns int) error {
	if err == nil {
		return nil
	}
	f := &audit.Fault{Kind: audit.FaultForm}
	targets := make([]any, columns)
	for i := range targets {
		targets[i] = new(any)
	}
	targets[0] = &f.Number
	if row.Scan(targets...) != nil {
		return err
	}
	return f
}

// CheckColumns compares the columns of the table by which entries are found with the
// entries themselves. The error is an *audit.Fault of the first entry that they do not
// fit; a line that is no entry is one too.
func (r Reader) CheckColumns(ctx context.Context) error {
	type columns struct {
		entry string
		audit.Entry
	}
	return eachRow(ctx, r.conn, `number, entry, at, actor, action, subject, subject_id`, func(row pgx.Row) (c columns, err error) {
		return c, damagedAt(row, row.Scan(&c.Number, &c.entry, &c.At, &c.Actor.Name, &c.Act.Action, &c.Act.Subject, &c.Act.ID), 7)
	}, func(c columns) (int64, error) {
		e, err := audit.Decode([]byte(c.entry))
		switch {
		case err != nil:
			return 0, &audit.Fault{Kind: audit.FaultForm, Number: c.Number}
		case e.Number != c.Number || !e.At.Equal(c.At) || e.Actor.Name != c.Actor.Name ||
			e.Act.Action != c.Act.Action || e.Act.Subject != c.Act.Subject || e.Act.ID != c.Act.ID:
			return 0, &audit.Fault{Kind: audit.FaultColumns, Number: c.Number}
		}
		return c.Number, nil
	})
}

// recordedTimes are the times of rows that are never made without an entry in the same
// transaction, which has a time that is not before theirs.
var recordedTimes = []struct{ column, table string }{
	{"created_at", "documents"}, {"created_at", "checks"}, {"decided_at", "decisions"}, {"created_at", "accounts"},
}

// CheckEnd compares the newest entry with the documents, checks, decisions and accounts
// that are there: what made them is recorded. The error is an *audit.Fault where some are
// newer, or where there are some and no entry at all.
func (r Reader) CheckEnd(ctx context.Context) error {
	// The rows first: entries that are made meanwhile may be newer than they are.
	var rows time.Time
	for _, t := range recordedTimes {
		newest, err := r.newest(ctx, t.column, t.table)
		if err != nil {
			return err
		}
		if newest.After(rows) {
			rows = newest
		}
	}
	entry, err := r.newest(ctx, "at", "audit")
	if err != nil {
		return err
	}
	number, _, err := end(ctx, r.conn)
	switch {
	case err != nil:
		return fmt.Errorf("read the record: %w", err)
	case number == 0 && !rows.IsZero():
		return &audit.Fault{Kind: audit.FaultGone}
	case rows.After(entry):
		return &audit.Fault{Kind: audit.FaultCut, Number: number}
	}
	return nil
}

// newest returns the latest time of a column, zero where the table is empty.
func (r Reader) newest(ctx context.Context, column, table string) (at time.Time, err error) {
	err = r.conn.QueryRow(ctx, fmt.Sprintf(`SELECT %s FROM %s ORDER BY %[1]s DESC LIMIT 1`, column, table)).Scan(&at)
	if errors.Is(database.NotFound(err), record.ErrNotFound) {
		return time.Time{}, nil
	}
	return at, wrap.Error(err, "newest of %s", table)
}

// SignHead signs the end of the record if it has entries since the last signature; sign returns the
// signature of a text.
func (s *Store) SignHead(ctx context.Context, sign func(text []byte) string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		number, hash, err := tx.takeEnd(ctx)
		if err != nil || number == 0 {
			return err
		}
		head := audit.Head{Number: number, Hash: hash, At: database.Now()}.Encode()
		_, err = tx.Exec(ctx, `INSERT INTO audit_heads (number, head, signature) VALUES ($1, $2, $3) ON CONFLICT (number) DO NOTHING`,
			number, string(head), sign(head))
		return err
	})
	return wrap.Error(err, "sign the record")
}

// Heads returns the signed ends of the record, oldest first.
func (r Reader) Heads(ctx context.Context) ([]audit.SignedHead, error) {
	heads, err := database.List(ctx, r.conn, func(row pgx.Row) (h audit.SignedHead, err error) {
		var number int64
		err = damagedAt(row, row.Scan(&number, &h.Head, &h.Signature, &h.Stamp), 4)
		var fault *audit.Fault
		if errors.As(err, &fault) {
			fault.Kind = audit.FaultHead
		}
		return h, err
	}, `SELECT h.number, h.head, h.signature, s.response FROM audit_heads h
		LEFT JOIN stamps s ON s.subject = 'head' AND s.subject_id = h.number AND s.stamped_at IS NOT NULL ORDER BY h.number`)
	return heads, wrap.Error(err, "heads of the record")
}
