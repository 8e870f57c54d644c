package worklist_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// The place of every row in the list is as many as come before it, by every key, in both directions, and where rows are equal.
func TestCountBefore(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of, _ := librarytest.SomeWork(t, s)
		for _, sort := range record.WorkSorts() {
			for _, descending := range []bool{false, true} {
				for _, filter := range []record.WorkFilter{{}, {Call: of}, {Call: of, Institutions: []string{"甲大学"}}, {Search: "甲大学"}} {
					q := record.WorkQuery{WorkFilter: filter, Sort: sort, Descending: descending, Limit: 50}
					name := fmt.Sprintf("%s, descending %t, %+v", sort, descending, filter)
					all := librarytest.Work(t, s, q)
					if len(all.Items) < 6 {
						t.Fatalf("%s: only %d rows", name, len(all.Items))
					}
					for place := range all.Items {
						one := q
						one.Limit, one.Offset = 1, place
						row := librarytest.Must(s.Work(ctx, one))(t)
						before := q
						before.Before = row.First
						if n := librarytest.Must(s.CountBefore(ctx, before))(t); n != place || row.Items[0].Document != all.Items[place].Document {
							t.Errorf("%s: %d rows before the one at %d", name, n, place)
						}
					}
				}
			}
		}
	})
}

// A row has the severity of its check, and at least that of a figure that reaches a threshold of its call or, where that has
// none, of all calls, and that of a failure; it changes with them.
func TestRankOfRows(t *testing.T) {
	reached, failed := finding.Severity(finding.Facts{Reached: true}), finding.Severity(finding.Facts{Failed: true})
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		call := record.Call{Name: "面上", State: record.CallOpen}
		call.ID = librarytest.Call(t, s, call)
		finish := func(doc int64, rank int, figures ...int) {
			t.Helper()
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				check, err := tx.CreateCheck(ctx, doc)
				if err != nil {
					return err
				}
				if err := tx.StartCheck(ctx, check); err != nil {
					return err
				}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: 1000, Rank: rank,
					Tally: record.Tally{Covered: figures[0], Others: figures[1], Quoted: figures[2], Largest: figures[3]}}, []byte("<evidence/>"))
			})
		}
		var ids []int64
		for _, x := range []struct {
			rank    int
			figures []int
		}{{0, []int{99, 99, 99, 49}}, {0, []int{100, 0, 0, 0}}, {0, []int{60, 0, 0, 50}}, {300, []int{500, 0, 0, 0}}, {0, []int{20, 0, 0, 0}}} {
			doc := librarytest.Create(t, s, librarytest.Named(fmt.Sprint(x), call.ID))
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				return errors.Join(tx.SetExtraction(ctx, doc, librarytest.Document("文本")), tx.SaveUnits(ctx, doc, librarytest.Units(1, 1)))
			})
			finish(doc, x.rank, x.figures...)
			ids = append(ids, doc)
		}
		// A further check of the last fails: its earlier result still stands.
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			check, err := tx.CreateCheck(ctx, ids[4])
			if err != nil {
				return err
			}
			return tx.FailCheck(ctx, check, record.Failure{Name: record.FailureInternal})
		})
		want := func(when string, ranks ...int) {
			t.Helper()
			got := make([]int, len(ids))
			above := 0
			for _, w := range librarytest.Work(t, s, record.WorkQuery{Sort: record.SortRank, Descending: true, Limit: 50}).Items {
				got[slices.Index(ids, w.Document)] = w.Rank
				if w.Rank > 0 {
					above++
				}
			}
			if !slices.Equal(got, ranks) {
				t.Errorf("%s: ranks %v, want %v", when, got, ranks)
			}
			found := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Found: true}))(t)
			harmless := librarytest.Must(s.CountWork(ctx, record.WorkFilter{NoFinding: true}))(t)
			if found != above || harmless != len(ids)-above {
				t.Errorf("%s: %d to look at, %d harmless, of ranks %v", when, found, harmless, got)
			}
		}
		want("usual thresholds", 0, reached, reached, 300, failed)

		call.Settings.Thresholds = map[record.FigureName]record.Threshold{record.FigureOverall: {Grave: 80}, record.FigureLargest: {}}
		librarytest.Must(s.PutCall(ctx, call, "王处"))(t)
		want("of the call", reached, reached, 0, 300, failed)

		thresholds := map[record.FigureName]record.Threshold{record.FigureWithoutQuoted: {Notable: 99}}
		value := librarytest.Must(setting.Encode(setting.Thresholds, thresholds))(t)
		call.Settings.Thresholds = nil
		librarytest.Must(s.PutCall(ctx, call, "王处"))(t)
		if err := s.ChangeSetting(ctx, setting.Thresholds, value, 0, "王处"); err != nil {
			t.Fatal(err)
		}
		want("of all", reached, 0, 0, 300, failed)
		verdict := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Comment: "见报告", Reviewer: "张三"}
		if err := s.Decide(ctx, 1, verdict, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		if w := librarytest.Work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: ids[:1]}}).Items[0]; w.Rank != reached {
			t.Errorf("made anew by a verdict, the rank is %d", w.Rank)
		}
	})
}
