package lookup_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
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
			store("applied", func(u *record.Upload) { u.ToLibrary, u.Call, u.Check = false, call, true })
			store("applied, of the library", func(u *record.Upload) { u.Call, u.Check = call, true })
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
			if diff := cmp.Diff(want, librarytest.Must(within.Snapshot(ctx))(t)); diff != "" {
				t.Errorf("call %d: -want +got\n%s", call, diff)
			}
		}
	})
}
