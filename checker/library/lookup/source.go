package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Snapshot implements checker.Library: it counts the ready documents. It reads an entry
// of an index a document (documents_ready), neither its row nor its units.
func (r Reader) Snapshot(ctx context.Context, exclude int64) (s evidence.Snapshot, err error) {
	err = r.inSnapshot(ctx, func(r Reader) error {
		if s, err = r.snapshot(ctx); err != nil || exclude == 0 {
			return err
		}
		return r.withoutOne(ctx, &s, exclude)
	})
	return s, wrap.Error(err, "library snapshot")
}

// withoutOne subtracts a document from the counts.
func (r Reader) withoutOne(ctx context.Context, s *evidence.Snapshot, id int64) error {
	one := ` AND id = ` + strconv.FormatInt(id, 10)
	out, err := r.tally(ctx, r.member("")+one)
	if err != nil {
		return err
	}
	s.Documents -= out.documents
	s.Units -= out.units
	if r.scope != nil {
		ofCall, err := r.tally(ctx, ofCall(r.scope.call)+one)
		if err != nil {
			return err
		}
		s.SameCall -= ofCall.documents
	}
	if s.NewestID == id {
		return r.conn.QueryRow(ctx, newestOf(r.member("")+` AND id <> `+strconv.FormatInt(id, 10))).Scan(&s.NewestID)
	}
	return nil
}

func (r Reader) snapshot(ctx context.Context) (s evidence.Snapshot, err error) {
	library := r.library("")
	all, err := r.tally(ctx, library)
	if err != nil || r.scope == nil {
		return evidence.Snapshot{Documents: all.documents, Units: all.units, NewestID: all.newest}, err
	}
	if r.scope.withoutWeb {
		pages, err := r.tally(ctx, library+areOfTheWeb)
		if err != nil {
			return s, err
		}
		library += ` AND web = ''`
		if err := r.conn.QueryRow(ctx, newestOf(library)).Scan(&all.newest); err != nil {
			return s, err
		}
		all.documents -= pages.documents
		all.units -= pages.units
	}
	ofCall := ofCall(r.scope.call)
	call, err := r.tally(ctx, ofCall)
	if err != nil {
		return s, err
	}
	both, err := r.tally(ctx, ofCall+` AND `+library)
	return evidence.Snapshot{
		Documents: all.documents + call.documents - both.documents,
		Units:     all.units + call.units - both.units,
		NewestID:  max(all.newest, call.newest),
		SameCall:  call.documents, Collections: r.scope.names, WithoutWeb: r.scope.withoutWeb,
	}, err
}

// ofCall returns the condition that documents were handed in to a call, as their index has it.
func ofCall(id int64) string { return `call_id <> 0 AND call_id = ` + strconv.FormatInt(id, 10) }

// areOfTheWeb is the condition that documents are pages of the web, whose numbers are found by their index first.
const areOfTheWeb = ` AND id IN (SELECT id FROM documents WHERE web <> '')`

// tally counts ready documents and their units, and has the newest of them.
type tally struct {
	documents, units int
	newest           int64
}

// tally counts the ready documents that meet a condition.
func (r Reader) tally(ctx context.Context, condition string) (t tally, err error) {
	units := `units`
	if r.paper {
		units = paperTally
	}
	err = r.conn.QueryRow(ctx, tallyOf(units, condition)).Scan(&t.documents, &t.units, &t.newest)
	return t, err
}

// newestOf asks for the newest ready document of which a condition holds that few of the newest miss.
func newestOf(condition string) string {
	return `SELECT COALESCE((SELECT id FROM documents WHERE ` + condition + ` AND state = 'ready' ORDER BY id DESC LIMIT 1), 0)`
}

func tallyOf(units, condition string) string {
	return `SELECT count(*), COALESCE(sum(` + units + `), 0), COALESCE(max(id), 0) FROM documents
		WHERE ` + condition + ` AND state = 'ready'`
}

// DocumentIDs implements checker.Library: the library's ready documents.
func (r Reader) DocumentIDs(ctx context.Context) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT id FROM documents WHERE `+r.member("")+` AND state = 'ready' ORDER BY id`)
	return ids, wrap.Error(err, "list ready documents")
}

// Sources implements checker.Library in three queries of one snapshot: records,
// texts, units. Documents that are not ready or not in the library are left out
// like unknown ones.
func (r Reader) Sources(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	return r.sourcesOf(ctx, ids, true)
}

// Texts implements checker.Library.
func (r Reader) Texts(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	return r.sourcesOf(ctx, ids, false)
}

func (r Reader) sourcesOf(ctx context.Context, ids []int64, units bool) (sources []*checker.Source, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = r.inSnapshot(ctx, func(r Reader) error {
		documents, err := document.Select(ctx, r.conn,
			` WHERE `+r.member("d")+` AND d.state = 'ready' AND `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "d.id"), 1),
			database.IDParameter(r.conn.IsSQLite, ids))
		if err != nil {
			return err
		}
		sources, err = r.sources(ctx, documents)
		if err != nil || !units {
			return err
		}
		return r.sourceUnits(ctx, sources)
	})
	if err != nil {
		return nil, fmt.Errorf("sources: %w", err)
	}
	found := byID(sources)
	sources = sources[:0]
	for _, id := range ids {
		if s := found[id]; s != nil {
			sources = append(sources, s)
		}
	}
	return sources, nil
}

// Forms implements checker.Library.
func (r Reader) Forms(ctx context.Context) (forms []*checker.Source, err error) {
	where := ` WHERE d.is_form AND d.state = 'ready'`
	if r.scope != nil && len(r.scope.forms) > 0 {
		where += ` AND (d.is_standard OR d.id IN (` + numberList(r.scope.forms) + `))`
	}
	err = r.inSnapshot(ctx, func(r Reader) error {
		documents, err := document.Select(ctx, r.conn, where)
		if err != nil {
			return err
		}
		forms, err = r.sources(ctx, documents)
		return err
	})
	return forms, wrap.Error(err, "forms")
}

// sources returns documents with their texts, by id.
func (r Reader) sources(ctx context.Context, documents []record.Document) ([]*checker.Source, error) {
	sources := each.Of(documents, func(d record.Document) *checker.Source {
		return &checker.Source{ID: d.ID, Identity: d.Identity, Standard: d.Standard, SameCall: r.scope != nil &&
			d.Call == r.scope.call}
	})
	slices.SortFunc(sources, func(a, b *checker.Source) int { return cmp.Compare(a.ID, b.ID) })
	if err := r.sourceTexts(ctx, sources); err != nil || !r.conn.IsSpread {
		return sources, err
	}
	// What lies on other machines is not read at the same moment: these were deleted meanwhile.
	return slices.DeleteFunc(sources, func(s *checker.Source) bool { return s.Document == nil }), nil
}

func byID(sources []*checker.Source) map[int64]*checker.Source {
	return each.Map(sources, func(s *checker.Source) (int64, *checker.Source) { return s.ID, s })
}

// sourceTexts adds the texts to sources. The structures are decoded several at
// a time, which takes longer than to read them. Where a text is missing or damaged, Document stays nil.
func (r Reader) sourceTexts(ctx context.Context, sources []*checker.Source) error {
	found := byID(sources)
	var decoding errgroup.Group
	decoding.SetLimit(runtime.GOMAXPROCS(0))
	err := r.rowsOf(ctx, sources, `SELECT doc_id, text, structure FROM texts WHERE %s`, func(row pgx.Rows) error {
		var id int64
		var text, structure string
		if err := row.Scan(&id, &text, &structure); err != nil {
			return err
		}
		decoding.Go(func() error {
			if d, err := document.Extraction(id, text, structure); err == nil {
				found[id].Document = d
			}
			return nil
		})
		return nil
	})
	return wrap.Error(errors.Join(err, decoding.Wait()), "texts")
}

// sourceUnits adds the units to sources.
func (r Reader) sourceUnits(ctx context.Context, sources []*checker.Source) error {
	found := byID(sources)
	read := func(row pgx.Rows) error {
		var id int64
		var u fingerprint.Unit
		g := &u.Groups
		if err := row.Scan(&id, &u.Start, &u.End, &g[0], &g[1], &g[2], &g[3], &g[4]); err != nil {
			return err
		}
		found[id].Units = append(found[id].Units, u)
		return nil
	}
	for _, table := range r.unitTables() {
		if err := r.rowsOf(ctx, sources, `SELECT doc_id, start_offset, end_offset, a, b, c, d, e FROM `+table+`
		WHERE %s ORDER BY doc_id, ordinal`, read); err != nil {
			return fmt.Errorf("units: %w", err)
		}
	}
	return nil
}

// rowsOf runs a query for the rows of the sources, whose condition on doc_id replaces %s, and calls
// do for each row.
func (r Reader) rowsOf(ctx context.Context, sources []*checker.Source, sql string, do func(pgx.Rows) error) error {
	ids := each.Of(sources, func(s *checker.Source) int64 { return s.ID })
	condition := fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "doc_id"), 1)
	return r.each(ctx, strings.Replace(sql, "%s", condition, 1), ids, do)
}
