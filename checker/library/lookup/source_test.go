package lookup_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/record"
)

// What a check says that the library holds is what it is compared with: the library or
// collections of it, with the pages of the web or without, and what else is of the call.
func TestSnapshotIsOfWhatIsCompared(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		collection := librarytest.Must(s.PutCollection(ctx, 0, "旧", "王处"))(t)
		var calls []int64
		for _, of := range []record.Call{
			{Name: "all"},
			{Name: "no pages", Settings: record.CallSettings{WithoutWeb: true}},
			{Name: "collection", Collections: []int64{collection}},
			{Name: "collection, no pages", Collections: []int64{collection}, Settings: record.CallSettings{WithoutWeb: true}},
		} {
			of.State = record.CallOpen
			calls = append(calls, librarytest.Call(t, s, of))
		}
		unitsOf := map[int64]int{}
		store := func(name string, change func(*record.Upload)) int64 {
			u := upload(name)
			change(&u)
			// Of each another number of units, so that none stands for another.
			n := len(unitsOf) + 1
			id := load(t, s, library.Prepared{Upload: u, Document: document(name), Units: units(n, uint32(n))})[0]
			unitsOf[id] = n
			return id
		}
		page := func(u *record.Upload) {
			u.Identity.Web = &evidence.Web{Address: "https://a.example/" + u.Identity.Filename}
		}
		inCall := map[int64]map[int64]int{}
		var collected []int64
		for _, name := range []string{"past", "collected", "page", "collected page"} {
			id := store(name, func(u *record.Upload) {
				if strings.Contains(name, "page") {
					page(u)
				}
			})
			if strings.HasPrefix(name, "collected") {
				collected = append(collected, id)
			}
		}
		for _, call := range calls {
			inCall[call] = map[int64]int{
				store("applied", func(u *record.Upload) { u.ToLibrary, u.Call, u.Check = false, call, true }): 1,
				store("applied, of the library", func(u *record.Upload) { u.Call, u.Check = call, true }):     1,
			}
		}
		store("newest", page)
		if err := s.Collect(ctx, collection, collected, true); err != nil {
			t.Fatal(err)
		}
		for i, call := range append([]int64{0}, calls...) {
			within := librarytest.Must(s.Within(ctx, call))(t)
			ids := librarytest.Must(within.DocumentIDs(ctx))(t)
			var want evidence.Snapshot
			want.Documents, want.NewestID = len(ids), slices.Max(ids)
			for _, id := range ids {
				want.Units += unitsOf[id]
			}
			if call > 0 {
				want.SameCall = 2
			}
			if i > 2 {
				want.Collections = []string{"旧"}
			}
			want.WithoutWeb = i%2 == 0 && i > 0
			if diff := cmp.Diff(want, librarytest.Must(within.Snapshot(ctx, 0))(t)); diff != "" {
				t.Errorf("call %d: -want +got\n%s", call, diff)
			}
			for _, id := range ids { // each is taken out as if it were not there
				rest := slices.DeleteFunc(slices.Clone(ids), func(other int64) bool { return other == id })
				got := librarytest.Must(within.Snapshot(ctx, id))(t)
				if got.Documents != len(rest) || got.NewestID != slices.Max(rest) || got.Units != want.Units-unitsOf[id] ||
					got.SameCall != max(0, want.SameCall-inCall[call][id]) {
					t.Errorf("call %d without %d: %+v", call, id, got)
				}
			}
		}
	})
}

// What every check counts is read from indexes, however large the library is: none of it
// goes through the rows of all documents.
func TestSnapshotReadsIndexes(t *testing.T) {
	c := librarytest.SQLite(t)
	librarytest.Open(t, c)
	db := librarytest.Plain(t, c)
	for statement, want := range map[string]string{
		lookup.TallyOf("units", "in_library"):                                  "COVERING INDEX documents_ready",
		lookup.TallyOf("units", "in_library"+lookup.AreOfTheWeb):               "SEARCH documents USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SCAN documents USING INDEX documents_web",
		lookup.NewestOf("in_library AND web = ''"):                             "SCAN documents",
		lookup.TallyOf("units", lookup.OfCall(3)):                              "INDEX documents_call",
		lookup.TallyOf("units", lookup.OfCall(3)+" AND in_library"):            "INDEX documents_call",
		lookup.TallyOf("units", lookup.OfCall(3)+" AND in_library AND web=''"): "INDEX documents_call",
	} {
		rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement)
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, step)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(plan, "; "); !strings.Contains(got, want) || strings.Contains(got, "ORDER BY") {
			t.Errorf("%s\nis read so: %s", statement, got)
		}
	}
}
