package lookup_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/record"
)

// paperUnits makes units whose groups have few values, so that many agree.
func paperUnits(r *rand.Rand, n int) []fingerprint.Unit {
	out := make([]fingerprint.Unit, n)
	for i := range out {
		out[i] = fingerprint.Unit{Start: i, End: i + 1, Groups: librarytest.Groups(r, 12)}
	}
	return out
}

// savePaper stores units of the published method.
func savePaper(t *testing.T, s *library.Store, id int64, units []fingerprint.Unit) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SavePaper(ctx, id, units) })
}

// The published query finds what comparing all units with all finds, among its own units alone.
func TestPaperCandidatesEqualBruteForce(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		r := rand.New(rand.NewPCG(3, 4))
		stored := map[int64][]fingerprint.Unit{}
		var order []int64
		for d := range 8 {
			id := load(t, s, library.Prepared{Upload: upload(fmt.Sprint(d)), Document: document("文"), Units: paperUnits(r, 9)})[0]
			stored[id] = paperUnits(r, 10*d) // the first has none
			savePaper(t, s, id, stored[id])
			order = append(order, id)
		}
		queries := []fingerprint.Groups{{fingerprint.NoGroup, fingerprint.NoGroup, 1, 2, 3}}
		for range 12 {
			queries = append(queries, librarytest.Groups(r, 12))
		}
		lib := librarytest.Must(s.WithinByPaper(ctx, 0))(t)
		for least := 1; least <= fingerprint.GroupCount; least++ {
			for _, exclude := range []int64{0, order[5]} {
				want := bruteForce(stored, order, queries, least, 0, exclude)
				got := librarytest.Must(lib.Candidates(ctx, queries, least, 0, exclude))(t)
				if !slices.Equal(want, got) || least < 3 && len(got) == 0 {
					t.Fatalf("%d groups, without %d (-brute force +SQL):\n%s", least, exclude, cmp.Diff(want, got))
				}
			}
		}
		if got := librarytest.Must(lib.Snapshot(ctx, 0))(t); got.Documents != 8 || got.Units != 280 {
			t.Errorf("snapshot %+v", got)
		}
		for _, source := range librarytest.Must(lib.Sources(ctx, order))(t) {
			if diff := cmp.Diff(stored[source.ID], source.Units); diff != "" && len(stored[source.ID]) > 0 {
				t.Errorf("units of %d (-stored +read):\n%s", source.ID, diff)
			}
		}
	})
}

// Applications of a call are seen by their call alone, the library's documents by all; what leaves both has no units,
// and whose text is stored anew waits for others.
func TestPaperScope(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		call := librarytest.Must(s.PutCall(ctx, record.Call{Name: "a", State: record.CallOpen}, "王处"))(t)
		units := []fingerprint.Unit{{Start: 0, End: 1, Groups: fingerprint.Groups{1, 2, 3, 4, 5}}}
		mine := upload("mine")
		mine.Call = call
		ids := load(
			t,
			s,
			library.Prepared{Upload: upload("past"), Document: document("文")},
			library.Prepared{Upload: mine, Document: document("文")},
		)
		lib, within := librarytest.Must(s.WithinByPaper(ctx, 0))(t), librarytest.Must(s.WithinByPaper(ctx, call))(t)
		if got := librarytest.Must(within.PaperUnmade(ctx, 0, 9))(t); !slices.Equal(got, ids) {
			t.Errorf("to be made for the call: %v", got)
		}
		if got := librarytest.Must(lib.PaperUnmade(ctx, 0, 9))(t); !slices.Equal(got, ids[:1]) {
			t.Errorf("to be made for the library: %v", got)
		}
		for _, id := range ids {
			savePaper(t, s, id, units)
			savePaper(t, s, id, units) // another server was as fast
		}
		if got := librarytest.Must(within.PaperLeft(ctx))(t); got != 0 {
			t.Errorf("%d are left", got)
		}
		seen := func(lib library.Paper) (ids []int64) {
			for _, c := range librarytest.Must(lib.Candidates(ctx, []fingerprint.Groups{{1, 2, 0, 0, 0}}, 2, 0, 0))(t) {
				ids = append(ids, c.Document)
			}
			return ids
		}
		if got := seen(lib); !slices.Equal(got, ids[:1]) {
			t.Errorf("the library sees %v", got)
		}
		if got := seen(within); !slices.Equal(got, ids) {
			t.Errorf("the call sees %v", got)
		}
		if got := librarytest.Must(within.Snapshot(ctx, ids[0]))(t); !cmp.Equal(
			got,
			evidence.Snapshot{Documents: 1, Units: 1, NewestID: ids[1], SameCall: 1},
		) {
			t.Errorf("snapshot %+v", got)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SaveUnits(ctx, ids[0], units) })
		if got := librarytest.Must(lib.PaperUnmade(ctx, 0, 9))(t); !slices.Equal(got, ids[:1]) || len(seen(lib)) > 0 {
			t.Errorf("read anew, and %v are to be made", got)
		}
		savePaper(t, s, ids[0], units)
		if err := s.DeleteDocument(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		savePaper(t, s, ids[0], units) // it is gone
		if got := seen(lib); len(got) > 0 {
			t.Errorf("a deleted document is found: %v", got)
		}
	})
}

// The published query reads the indexes of the five columns: in SQLite for each of its ten conditions one.
func TestPaperReadsIndexes(t *testing.T) {
	c := librarytest.SQLite(t)
	librarytest.Open(t, c)
	statement := lookup.PaperStatement(true, 2, "x.in_library")
	if got := strings.Count(statement, " AND s."); got != 11 { // and that of the document
		t.Errorf("%d conditions in %s", got, statement)
	}
	rows := librarytest.Must(librarytest.Plain(t, c).QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, "[]", 0))(t)
	defer func() { _ = rows.Close() }()
	searches := 0
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(detail, "SCAN s") {
			t.Errorf("all units are read: %s", detail)
		}
		if strings.Contains(detail, "SEARCH s USING INDEX paper_sentences_") {
			searches++
		}
	}
	if searches != 10 {
		t.Errorf("%d searches by index", searches)
	}
}

var _ checker.Library = library.Paper{}
