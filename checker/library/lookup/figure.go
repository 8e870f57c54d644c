package lookup

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"zhiwen/checker/figure"
	"zhiwen/checker/library/database"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/wrap"
)

// figuresWritten names what counts the rows of figures that were written on SQLite.
const figuresWritten = "figures_written"

// figureCache is the hashes of all documents in memory, those of calls too, as far as they were
// committed when somebody asked last. It is safe for concurrent use.
type figureCache struct {
	mu      sync.RWMutex
	segment *figure.Segment
	since   int64          // what was written from here on is not known to be on it
	old     map[int64]bool // documents whose hashes are of another version
	whole   bool           // all documents of before have been read for figures
}

// refresh loads the rows written since the last time. figures.written orders them: on PostgreSQL it is the
// number of their transaction, and each transaction that a snapshot does not see has a number of at least
// the snapshot's xmin; on SQLite, where one transaction writes at a time, it is a count of them. Reading
// rows again changes nothing.
func (f *figureCache) refresh(ctx context.Context, c database.Conn) error {
	from := `CAST(COALESCE((SELECT value FROM settings WHERE name = '` + figuresWritten + `'), '0') AS BIGINT)`
	if !c.IsSQLite {
		from = `txid_snapshot_xmin(txid_current_snapshot())`
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.segment == nil {
		f.segment, f.old, f.since = figure.NewSegment(), map[int64]bool{}, math.MinInt64
	}
	since := f.since
	var id int64
	var version int
	var packed []byte
	err := c.Each(ctx, []any{&since, &id, &version, &packed}, func() error {
		if id == 0 {
			return nil // nothing new
		}
		hashes, err := figure.Unpack(packed)
		if err != nil {
			return fmt.Errorf("document %d: %w", id, err)
		}
		if version != imprint.Version {
			f.old[id] = true
			hashes = nil // not to be compared
		} else {
			delete(f.old, id)
		}
		f.segment.Put(id, hashes)
		return nil
	}, `SELECT s.since, COALESCE(f.doc_id, 0), COALESCE(f.version, 0), f.hashes
		FROM (SELECT `+from+` AS since) s LEFT JOIN figures f ON f.written >= $1`, f.since)
	if err == nil {
		f.since = since
	}
	return err
}

// Figures implements checker.Library. It reads figures stored since the last call, compares all in
// memory, and checks whether near ones are visible here.
func (r Reader) Figures(ctx context.Context, hashes []uint64, exclude int64) (near [][]int64, unread int, err error) {
	if err := r.figures.refresh(ctx, r.conn); err != nil {
		return nil, 0, fmt.Errorf("figures: %w", err)
	}
	r.figures.mu.RLock()
	near = r.figures.segment.Near(hashes)
	r.figures.mu.RUnlock()
	for i, ids := range near {
		if near[i], err = r.firstMembers(ctx, ids, exclude, figure.MostDocuments+1); err != nil {
			return nil, 0, fmt.Errorf("figures: %w", err)
		}
	}
	if unread, err = r.figuresUnread(ctx, exclude); err != nil {
		return nil, 0, fmt.Errorf("figures: %w", err)
	}
	return near, unread, nil
}

// membersAsked is how many documents are asked about at once.
const membersAsked = 500

// firstMembers returns of documents those that are ready and seen here, most of them at the most.
func (r Reader) firstMembers(ctx context.Context, ids []int64, exclude int64, most int) ([]int64, error) {
	var out []int64
	for part := range slices.Chunk(ids, membersAsked) {
		found, err := r.conn.IDs(ctx, `SELECT d.id FROM documents d WHERE `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "d.id"), 1)+`
			AND `+r.member("d")+` AND d.state = 'ready' AND d.id <> $2 ORDER BY d.id`, database.IDParameter(r.conn.IsSQLite, part), exclude)
		if err != nil {
			return nil, err
		}
		if out = append(out, found...); len(out) >= most {
			return out[:most], nil
		}
	}
	return out, nil
}

// figuresUnread counts the documents that were not read for figures. A document becomes
// ready with its row, so that once there is none without one there will be none.
func (r Reader) figuresUnread(ctx context.Context, exclude int64) (unread int, err error) {
	f := r.figures
	f.mu.RLock()
	whole, old := f.whole, len(f.old)
	f.mu.RUnlock()
	if whole && old == 0 {
		return 0, nil
	}
	var all int
	err = r.conn.QueryRow(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN `+r.member("d")+` AND d.id <> $2 THEN 1 ELSE 0 END), 0)
		FROM documents d
		WHERE d.state = 'ready' AND NOT EXISTS (SELECT 1 FROM figures f WHERE f.doc_id = d.id AND f.version = $1)`, imprint.Version,
		exclude).Scan(&all, &unread)
	if err == nil && all == 0 {
		f.mu.Lock()
		f.whole = true
		clear(f.old) // of documents that are gone
		f.mu.Unlock()
	}
	return unread, err
}

// FiguresUnread returns ready documents that were not read for figures, the newest first,
// as many as most.
func (r Reader) FiguresUnread(ctx context.Context, most int) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT d.id FROM documents d WHERE d.state = 'ready'
		AND NOT EXISTS (SELECT 1 FROM figures f WHERE f.doc_id = d.id AND f.version = $1) ORDER BY d.id DESC LIMIT $2`, imprint.Version,
		most)
	return ids, wrap.Error(err, "documents not read for figures")
}

// SaveFigures keeps the hashes of a document that was read for figures.
func SaveFigures(ctx context.Context, c database.Conn, id int64, d *extract.Document) error {
	if d.Imprints == 0 {
		return nil
	}
	written := `txid_current()`
	if c.IsSQLite {
		written = `(SELECT CAST(value AS BIGINT) FROM settings WHERE name = '` + figuresWritten + `')`
		_, err := c.Exec(ctx, `INSERT INTO settings (name, value) VALUES ('`+figuresWritten+`', '1')
			ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(settings.value AS BIGINT) + 1 AS TEXT)`)
		if err != nil {
			return err
		}
	}
	_, err := c.Exec(ctx, `INSERT INTO figures (doc_id, version, hashes, written) VALUES ($1, $2, $3, `+written+`)
		ON CONFLICT (doc_id) DO UPDATE SET version = excluded.version, hashes = excluded.hashes, written = excluded.written`, id,
		d.Imprints, figure.Pack(figure.Hashes(d)))
	return err
}
