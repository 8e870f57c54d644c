package library_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A library is counted, sorted, edited and thinned out.
func TestShelf(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		var ids []int64
		for i := range 6 {
			u := record.Upload{Data: []byte{byte(i)}, ToLibrary: true, Identity: evidence.Identity{
				Filename: fmt.Sprint(i, ".txt"), Title: string(rune('f' - i)), Institution: "大学" + fmt.Sprint(i%2), Year: 2024 + i%3,
			}}
			if i == 5 {
				u.Identity.Year, u.Status = 0, record.StatusFunded
			}
			doc, _ := applied(t, s, u)
			if i != 4 { // which is still being read
				inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SaveUnits(ctx, doc, units(int(doc), 1)) })
			}
			ids = append(ids, doc)
		}
		collection := librarytest.Must(s.PutCollection(ctx, 0, "集", "王处"))(t)
		if err := s.Collect(ctx, collection, ids[:3], true); err != nil {
			t.Fatal(err)
		}
		values := func(pairs ...string) map[record.ShelfField]string {
			out := map[record.ShelfField]string{}
			for i := 0; i < len(pairs); i += 2 {
				out[record.ShelfField(pairs[i])] = pairs[i+1]
			}
			return out
		}
		for _, x := range []struct {
			name  string
			query record.ShelfQuery
			want  []int
		}{
			{"newest first", record.ShelfQuery{Descending: true}, []int{5, 4, 3, 2, 1, 0}},
			{"by title", record.ShelfQuery{Sort: record.ShelfByTitle}, []int{5, 4, 3, 2, 1, 0}},
			{"by year", record.ShelfQuery{Sort: record.ShelfByYear}, []int{5, 0, 3, 1, 4, 2}},
			{"second page", record.ShelfQuery{Sort: record.ShelfByInstitution, Limit: 2, Offset: 2}, []int{4, 1}},
			{"of a year", record.ShelfQuery{ShelfFilter: record.ShelfFilter{Values: values("year", "2024")}}, []int{0, 3}},
			{"without a year", record.ShelfQuery{ShelfFilter: record.ShelfFilter{Values: values("year", "", "status", "funded")}}, []int{5}},
			{"as text", record.ShelfQuery{ShelfFilter: record.ShelfFilter{Values: values("format", "txt", "institution", "大学1")}}, []int{1, 3, 5}},
			{"in a collection", record.ShelfQuery{ShelfFilter: record.ShelfFilter{Collection: collection}}, []int{0, 1, 2}},
			{"waiting", record.ShelfQuery{ShelfFilter: record.ShelfFilter{State: record.DocumentWaiting}}, []int{4}},
		} {
			var got []int
			for _, d := range librarytest.Must(s.Shelf(ctx, x.query))(t) {
				got = append(got, slices.Index(ids, d.ID))
			}
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", x.name, diff)
			}
		}
		for state, want := range map[record.DocumentState]int{"": 6, record.DocumentWaiting: 1, record.DocumentReady: 5, record.DocumentFailed: 0} {
			if n := librarytest.Must(s.CountShelf(ctx, record.ShelfFilter{State: state}))(t); n != want {
				t.Errorf("%d documents in state %q, want %d", n, state, want)
			}
		}
		if all, waiting, failed, err := s.ShelfStates(ctx); all != 6 || waiting != 1 || failed != 0 || err != nil {
			t.Errorf("%d documents, %d wait, %d failed, %v", all, waiting, failed, err)
		}
		counts := librarytest.Must(s.ShelfFacets(ctx, record.ShelfFilter{Values: values("institution", "大学0")}))(t)
		want := record.ShelfFacets{
			record.ShelfYear:        {{Value: "2026", Count: 1}, {Value: "2025", Count: 1}, {Value: "2024", Count: 1}},
			record.ShelfInstitution: {{Value: "大学0", Count: 3}, {Value: "大学1", Count: 3}},
			record.ShelfProgramme:   {{Value: "", Count: 3}}, record.ShelfStatus: {{Value: "", Count: 3}}, record.ShelfFormat: {{Value: "txt", Count: 3}},
		}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Errorf("facets (-want +got):\n%s", diff)
		}
		for f, values := range want { // each count is that of its list
			for _, x := range values {
				filter := record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfInstitution: "大学0"}}
				filter.Values[f] = x.Value
				if n := librarytest.Must(s.CountShelf(ctx, filter))(t); n != x.Count {
					t.Errorf("%s %q: %d documents, counted %d", f, x.Value, n, x.Count)
				}
			}
		}

		year, status, programme := 2020, record.StatusRejected, "面上"
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			edited, err := tx.EditDocuments(ctx, append(slices.Clone(ids[:3]), 999), record.ShelfEdit{Year: &year, Status: &status, Programme: &programme})
			if !slices.Equal(edited, ids[:3]) {
				t.Errorf("edited %v", edited)
			}
			return err
		})
		if d := librarytest.Must(s.Document(ctx, ids[1]))(t); d.Identity.Year != 2020 || d.Status != record.StatusRejected || d.Identity.Programme != "面上" || d.Identity.Institution != "大学1" {
			t.Errorf("edited %+v", d)
		}
		if e := entries(t, s)[0]; e.Act.Action != audit.Describe || !strings.Contains(e.Act.Detail["what"], "status") {
			t.Errorf("recorded %+v", e.Act)
		}

		// One that was checked stays, others go; what is being read is left alone.
		check, err := int64(0), error(nil)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			check, err = tx.CreateCheck(ctx, ids[0])
			return err
		})
		got := librarytest.Must(s.Removal(ctx, append(slices.Clone(ids), 999)))(t)
		if want := (record.Removal{Deleted: 4, Kept: 1, Busy: 1}); got != want {
			t.Errorf("removal %+v, want %+v", got, want)
		}
		for i, want := range []error{nil, nil, nil, nil, record.ErrBusy, nil} {
			if err := s.LeaveLibrary(ctx, ids[i]); !errors.Is(err, want) {
				t.Errorf("document %d leaves: %v", i, err)
			}
		}
		if err := s.LeaveLibrary(ctx, ids[0]); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("leaves twice: %v", err)
		}
		if n := librarytest.Must(s.CountShelf(ctx, record.ShelfFilter{}))(t); n != 1 {
			t.Errorf("%d are left", n)
		}
		if c := librarytest.Must(s.Check(ctx, check))(t); c.Document.InLibrary || c.Document.ID != ids[0] {
			t.Errorf("the check is %+v", c)
		}
		if n := librarytest.Must(s.CollectionDocuments(ctx, collection))(t); len(n) != 0 {
			t.Errorf("in the collection still: %v", n)
		}
	})
}
