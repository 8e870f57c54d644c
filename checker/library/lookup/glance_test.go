package lookup_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/lookup"
)

// counting counts the queries that go to a database.
type counting struct {
	database.Querier
	queries int
}

func (c *counting) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	c.queries++
	return c.Querier.Query(ctx, sql, args...)
}

// A glance at documents is two queries, since each costs as much as what is read of some documents; what has left the
// library is not seen. Where texts lie on other machines it is one more.
func TestGlancesAreTwoQueries(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		var asked []checker.Asked
		for _, name := range []string{"one", "two", "gone"} {
			id := load(t, s, library.Prepared{Upload: upload(name), Document: document(name), Units: units(3, 7)})[0]
			asked = append(asked, checker.Asked{ID: id, Ordinals: []int{0, 2}})
		}
		if err := s.LeaveLibrary(ctx, asked[2].ID); err != nil {
			t.Fatal(err)
		}
		db := librarytest.Must(database.OpenView(ctx, database.Config{URL: c.DatabaseURL, DataDir: c.DataDir}))(t)
		counted := &counting{Querier: db.Querier}
		conn := db.Conn
		conn.Querier = counted
		glances, err := lookup.NewReader(conn, nil).Glances(ctx, asked)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		got := map[int64]int{}
		for _, g := range glances {
			got[g.ID] = len(g.Units)
		}
		if diff := cmp.Diff(map[int64]int{asked[0].ID: 2, asked[1].ID: 2}, got); diff != "" {
			t.Errorf("units of documents: -want +got\n%s", diff)
		}
		want := 2
		if conn.IsSpread {
			want = 3
		}
		if counted.queries != want {
			t.Errorf("%d queries, want %d", counted.queries, want)
		}
	})
}
