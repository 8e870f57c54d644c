package follow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Reader reads sources and their items.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes sources and their items. It is safe for concurrent use.
type Store struct{ trail *trail.Store }

// New returns the Store of the database of a record.
func New(record *trail.Store) *Store { return &Store{record} }

// Tx changes sources and their items in a transaction, for jobs.
type Tx struct{ *trail.Tx }

// sources are the tables of followed repositories and folders.
var sources = Tables{
	Sources: "harvest_sources", Items: "harvest_items", Source: "source_id", Versions: "harvest_versions", Item: "item_id",
	Subject: audit.SubjectHarvest, Name: "harvest source", Paused: "paused", Resumed: "resumed",
}

const sourceColumns = `id, rules, place, collection_id, paused, created_by, created_at, changed_by, changed_at, change, round_at, ended_at,
	since, progress, trouble, wake_at, job_id`

func scanSource(row pgx.Row) (s record.HarvestSource, err error) {
	var rules, progress, trouble string
	var round, ended *time.Time
	err = row.Scan(&s.ID, &rules, &s.Place, &s.Collection, &s.Paused, &s.CreatedBy, &s.CreatedAt, &s.ChangedBy, &s.ChangedAt, &s.Change,
		&round, &ended, &s.Since, &progress, &trouble, &s.WakeAt, &s.Job)
	if err != nil {
		return s, database.NotFound(err)
	}
	s.CreatedAt, s.ChangedAt, s.WakeAt = s.CreatedAt.UTC(), s.ChangedAt.UTC(), s.WakeAt.UTC()
	s.RoundAt, s.EndedAt = database.Time(round), database.Time(ended)
	for _, x := range []struct {
		text string
		to   any
	}{{rules, &s.HarvestRules}, {progress, &s.Cursor}, {trouble, &s.Trouble}} {
		err = errors.Join(err, database.Decode(record.StoredHarvest, s.ID, x.text, x.to))
	}
	return s, err
}

// HarvestSource returns a source with its counts, or ErrNotFound.
func (r Reader) HarvestSource(ctx context.Context, id int64) (record.HarvestSource, error) {
	s, err := scanSource(r.conn.QueryRow(ctx, `SELECT `+sourceColumns+` FROM harvest_sources WHERE id = $1`, id))
	if err = record.LeaveOut(ctx, err); err == nil {
		err = r.count(ctx, &s)
	}
	return s, wrap.Error(err, "harvest source %d", id)
}

// HarvestState returns a source without its counts, or ErrNotFound: what a job asks between two
// items.
func (r Reader) HarvestState(ctx context.Context, id int64) (record.HarvestSource, error) {
	s, err := scanSource(r.conn.QueryRow(ctx, `SELECT `+sourceColumns+` FROM harvest_sources WHERE id = $1`, id))
	if err = record.LeaveOut(ctx, err); err != nil {
		return record.HarvestSource{}, fmt.Errorf("harvest source %d: %w", id, err)
	}
	return s, nil
}

// HarvestSources returns all sources by name, with their counts.
func (r Reader) HarvestSources(ctx context.Context) ([]record.HarvestSource, error) {
	sources, err := r.sources(ctx, ``)
	for i := range sources {
		if err == nil {
			err = r.count(ctx, &sources[i])
		}
	}
	return sources, wrap.Error(err, "list harvest sources")
}

// WatchedFolders returns the folders of a machine that are not paused, without their counts; of
// all machines on SQLite, where there is only one.
func (r Reader) WatchedFolders(ctx context.Context, place string) ([]record.HarvestSource, error) {
	sources, err := r.sources(ctx, ` WHERE kind = 'folder' AND NOT paused AND (place = $1 OR $2)`, place, r.conn.IsSQLite)
	return sources, wrap.Error(err, "list watched folders")
}

func (r Reader) sources(ctx context.Context, where string, args ...any) ([]record.HarvestSource, error) {
	return database.List(ctx, r.conn, scanSource, `SELECT `+sourceColumns+` FROM harvest_sources`+where+` ORDER BY name, id`, args...)
}

// count fills in how many items a source has, by outcome, and how far their documents are.
func (r Reader) count(ctx context.Context, s *record.HarvestSource) error {
	s.Outcomes = map[record.HarvestOutcome]int{}
	var outcome record.HarvestOutcome
	var state record.DocumentState
	var n int
	return r.conn.Each(ctx, []any{&outcome, &state, &n}, func() error {
		s.Total += n
		s.Outcomes[outcome] += n
		switch {
		case !outcome.There():
		case state == record.DocumentReady:
			s.Ready += n
		case state == record.DocumentFailed:
			s.Unread += n
		}
		return nil
	}, `SELECT x.fate, COALESCE(d.state, ''), count(*) FROM harvest_items x
		LEFT JOIN documents d ON d.id = x.doc_id WHERE x.source_id = $1 GROUP BY 1, 2`, s.ID)
}

const itemColumns = `x.id, x.source_id, x.key, x.name, x.stamp, x.fate, x.reason, x.detail, x.status, x.given, x.links, x.came_from,
	x.sha256, x.doc_id, x.seen_at, x.asked_at, x.next_at, x.tries,
	(SELECT count(*) FROM harvest_versions v WHERE v.item_id = x.id), COALESCE(d.state, ''), COALESCE(d.failure, '')`

const itemTables = ` FROM harvest_items x LEFT JOIN documents d ON d.id = x.doc_id`

func scanItem(row pgx.Row) (i record.HarvestItem, err error) {
	var given, links, failure string
	var asked, next *time.Time
	err = row.Scan(&i.ID, &i.Source, &i.Key, &i.Name, &i.Stamp, &i.Outcome, &i.Reason, &i.Detail, &i.Status, &given, &links, &i.From,
		&i.SHA256, &i.Document, &i.SeenAt, &asked, &next, &i.Tries, &i.Versions, &i.State, &failure)
	if err != nil {
		return i, database.NotFound(err)
	}
	i.SeenAt, i.AskedAt, i.NextAt = i.SeenAt.UTC(), database.Time(asked), database.Time(next)
	name, _, _ := strings.Cut(failure, ":") // what it is about stands with the document
	i.Failure.Name = record.FailureName(name)
	return i, errors.Join(
		database.Decode(record.StoredHarvestItem, i.ID, given, &i.Given),
		database.Decode(record.StoredHarvestItem, i.ID, links, &i.Links),
	)
}

// conditions returns those of a filter on the items of a source.
func (r Reader) conditions(source int64, f record.HarvestFilter) *database.Conditions {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Add(`x.source_id = $%d`, source)
	if f.Outcome != "" {
		c.Add(`x.fate = $%d`, string(f.Outcome))
	}
	if f.Missing {
		database.AmongFew(c, `x.fate`, missing())
	}
	if f.Unread {
		c.Is(`d.state = 'failed' AND x.fate IN ('stored', 'updated', 'same')`)
	}
	c.Contains(`x.name || ' ' || x.key`, f.Search)
	return c
}

func missing() (out []record.HarvestOutcome) {
	return each.Where(record.HarvestOutcomes(), record.HarvestOutcome.Missing)
}

// HarvestItems returns the items of a source that a filter chooses, the newest first, and how
// many there are without limit and offset.
func (r Reader) HarvestItems(ctx context.Context, source int64, f record.HarvestFilter) (items []record.HarvestItem, total int, err error) {
	c := r.conditions(source, f)
	err = r.conn.QueryRow(ctx, `SELECT count(*)`+itemTables+c.Where(), c.Args...).Scan(&total)
	if err == nil {
		limit := c.Limit(f.Limit, f.Offset)
		items, err = database.List(ctx, r.conn, scanItem, `SELECT `+itemColumns+itemTables+c.Where()+` ORDER BY x.id DESC`+limit, c.Args...)
	}
	return items, total, wrap.Error(err, "items of harvest source %d", source)
}

// HarvestItemsAfter returns at most most items of a source with larger numbers, in order, for
// callers that read all of them.
func (r Reader) HarvestItemsAfter(ctx context.Context, source, after int64, most int) ([]record.HarvestItem, error) {
	items, err := database.List(ctx, r.conn, scanItem,
		`SELECT `+itemColumns+itemTables+` WHERE x.source_id = $1 AND x.id > $2 ORDER BY x.id LIMIT $3`, source, after, most)
	return items, wrap.Error(err, "items of harvest source %d", source)
}

// HarvestItem returns the item of a source with a key, or ErrNotFound.
func (r Reader) HarvestItem(ctx context.Context, source int64, key string) (record.HarvestItem, error) {
	i, err := scanItem(r.conn.QueryRow(ctx, `SELECT `+itemColumns+itemTables+` WHERE x.source_id = $1 AND x.key = $2`, source,
		database.Storable(key)))
	if err = record.LeaveOut(ctx, err); err != nil {
		return i, fmt.Errorf("item of harvest source %d: %w", source, err)
	}
	return i, nil
}

// CountHarvestItems counts the items of a source.
func (r Reader) CountHarvestItems(ctx context.Context, source int64) (int, error) {
	return sources.Count(ctx, r.conn, source)
}

// HarvestItemByID returns an item, or ErrNotFound.
func (r Reader) HarvestItemByID(ctx context.Context, id int64) (record.HarvestItem, error) {
	i, err := scanItem(r.conn.QueryRow(ctx, `SELECT `+itemColumns+itemTables+` WHERE x.id = $1`, id))
	if err = record.LeaveOut(ctx, err); err != nil {
		return i, fmt.Errorf("harvest item %d: %w", id, err)
	}
	return i, nil
}

// NextHarvestItem returns the item of a source that is due first, or ErrNotFound.
func (r Reader) NextHarvestItem(ctx context.Context, source int64, now time.Time) (record.HarvestItem, error) {
	i, err := scanItem(r.conn.QueryRow(ctx,
		`SELECT `+itemColumns+itemTables+` WHERE x.source_id = $1 AND x.next_at <= $2 ORDER BY x.next_at, x.id LIMIT 1`, source, now.UTC()))
	if err = record.LeaveOut(ctx, err); err != nil {
		return i, fmt.Errorf("next item of harvest source %d: %w", source, err)
	}
	return i, nil
}

// Known holds the fields of an item that a sweep of a folder needs.
type Known struct {
	ID      int64
	Stamp   string
	Outcome record.HarvestOutcome
}

// KnownHarvestItems returns the stored items of a source, by key.
func (r Reader) KnownHarvestItems(ctx context.Context, source int64) (map[string]Known, error) {
	known, err := database.Map(ctx, r.conn, func(row pgx.Row) (key string, k Known, err error) {
		err = row.Scan(&k.ID, &key, &k.Stamp, &k.Outcome)
		return key, k, err
	}, `SELECT id, key, stamp, fate FROM harvest_items WHERE source_id = $1`, source)
	return known, wrap.Error(err, "items of harvest source %d", source)
}

// HarvestedElsewhere returns the document that another source has of a record of the same
// identifier and datestamp, 0 for none: several repositories give the same records.
func (r Reader) HarvestedElsewhere(ctx context.Context, i record.HarvestItem) (document int64, sha256 string, err error) {
	err = r.conn.QueryRow(ctx, `SELECT x.doc_id, x.sha256 FROM harvest_items x JOIN harvest_sources s ON s.id = x.source_id
		WHERE x.key = $1 AND x.stamp = $2 AND x.source_id <> $3 AND x.doc_id <> 0 AND s.kind = 'oai' ORDER BY x.id LIMIT 1`,
		database.Storable(i.Key), i.Stamp, i.Source).Scan(&document, &sha256)
	if err = database.NotFound(err); errors.Is(err, record.ErrNotFound) {
		return 0, "", nil
	}
	return document, sha256, wrap.Error(err, "look for a record elsewhere")
}
