package worklist_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A list is sorted and narrowed by the shares of parts of its shown checks, which a further check replaces.
func TestParts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		finish := func(doc int64, parts map[record.PartName]int) {
			t.Helper()
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				check, err := tx.CreateCheck(ctx, doc)
				if err == nil {
					err = tx.StartCheck(ctx, check)
				}
				if err != nil {
					return err
				}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: 10, Parts: parts}, []byte("<evidence/>"))
			})
		}
		var ids []int64
		for _, parts := range []map[record.PartName]int{
			{record.PartBasic: 9000, "rationale": 100}, {record.PartBasic: 2000, "rationale": 8000}, {"rationale": 3000}, nil,
		} {
			doc, _ := librarytest.Applied(t, s, librarytest.Named("题目", 0))
			finish(doc, parts)
			ids = append(ids, doc)
		}
		for _, test := range []struct {
			name string
			q    record.WorkQuery
			want []int
		}{
			{"by basic information", record.WorkQuery{Sort: record.PartBasic.Sort(), Descending: true}, []int{0, 1, 3, 2}},
			{"by the rationale", record.WorkQuery{Sort: record.PartName("rationale").Sort(), Descending: true}, []int{1, 2, 0, 3}},
			{"least", record.WorkQuery{WorkFilter: record.WorkFilter{Least: map[record.PartName]int{"rationale": 3000}}, Sort: record.SortArrival}, []int{1, 2}},
			{"none has less", record.WorkQuery{WorkFilter: record.WorkFilter{Least: map[record.PartName]int{"rationale": 0}}, Sort: record.SortArrival}, []int{0, 1, 2}},
			{"received", record.WorkQuery{WorkFilter: record.WorkFilter{Since: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour)}, Sort: record.SortArrival}, []int{0, 1, 2, 3}},
			{"received later", record.WorkQuery{WorkFilter: record.WorkFilter{Since: time.Now().Add(time.Hour)}}, nil},
			{"received earlier", record.WorkQuery{WorkFilter: record.WorkFilter{Until: time.Now().Add(-time.Hour)}}, nil},
		} {
			var want []int64
			for _, i := range test.want {
				want = append(want, ids[i])
			}
			if got := librarytest.Documents(librarytest.Work(t, s, test.q)); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", test.name, got, want)
			}
		}
		items := librarytest.Work(t, s, record.WorkQuery{Sort: record.SortArrival}).Items
		if diff := cmp.Diff(map[record.PartName]int{record.PartBasic: 2000, "rationale": 8000}, items[1].Parts); diff != "" {
			t.Error(diff)
		}
		finish(ids[1], map[record.PartName]int{"rationale": 1})
		if got := librarytest.Work(t, s, record.WorkQuery{Sort: record.SortArrival}).Items[1].Parts; !cmp.Equal(
			got,
			map[record.PartName]int{"rationale": 1},
		) {
			t.Errorf("after a further check: %v", got)
		}
		if _, err := s.Work(ctx, record.WorkQuery{Sort: "part-other"}); err == nil {
			t.Error("sorted by an unknown part")
		}
	})
}
