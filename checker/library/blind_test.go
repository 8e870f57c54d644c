package library_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Who has yet to give one of several opinions is not told by a list or its counts what the
// others think of it.
func TestBlind(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		r := reviewers(t, s, 3)
		several := call(t, s, record.Call{Name: "面上", Settings: record.CallSettings{Opinions: 2}})
		single := call(t, s, record.Call{Name: "青年"})
		var docs, checks []int64
		for i, of := range []int64{several, several, several, single} {
			doc, check := applied(t, s, named(fmt.Sprintf("题目%d", i), of), 0, 0, 0, 0, 0, 0)
			docs, checks = append(docs, doc), append(checks, check)
		}
		if _, err := s.AssignAll(ctx, assigning(r[2], docs...), "王处"); err != nil {
			t.Fatal(err)
		}
		for _, check := range checks[:2] { // two say different things
			if err := errors.Join(s.GiveOpinion(ctx, check, opinion(r[0], evidence.Explain)), s.GiveOpinion(ctx, check, opinion(r[1], evidence.NoConcern))); err != nil {
				t.Fatal(err)
			}
		}
		unsaid := func() []int64 { return librarytest.Must(s.Unsaid(ctx, r[2]))(t) }
		if got := unsaid(); !slices.Equal(got, docs[:3]) {
			t.Errorf("yet to be said: %v, want %v", got, docs[:3])
		}
		if got := librarytest.Must(s.Unsaid(ctx, r[0]))(t); len(got) != 0 {
			t.Errorf("of who is not asked: %v", got)
		}
		listed := func(blind []int64) (differ, further, awaited int) {
			t.Helper()
			for n, f := range map[*int]record.WorkFilter{&differ: {Differ: true}, &further: {Further: true}, &awaited: {Awaited: true}} {
				f.Blind = blind
				*n = librarytest.Must(s.CountWork(ctx, f))(t)
			}
			for _, f := range []record.WorkFilter{{Blind: blind}, {Blind: blind, Call: several}} {
				if facets := librarytest.Must(s.WorkFacets(ctx, f))(t); facets.Differ != differ || facets.Further != further || facets.Awaited != awaited {
					t.Errorf("boxes %+v, lists have %d, %d and %d", facets, differ, further, awaited)
				}
			}
			return differ, further, awaited
		}
		if differ, further, awaited := listed(nil); differ != 2 || further != 2 || awaited != 1 {
			t.Errorf("of all %d differ, %d want a further one, %d are awaited", differ, further, awaited)
		}
		if differ, further, awaited := listed(unsaid()); differ != 0 || further != 0 || awaited != 0 {
			t.Errorf("of who has yet to say something %d differ, %d want a further one, %d are awaited", differ, further, awaited)
		}
		if facets := librarytest.Must(s.WorkFacets(ctx, record.WorkFilter{IDs: docs[1:2], Blind: docs[:1]}))(t); facets.Differ != 1 {
			t.Errorf("of others %d differ, want 1", facets.Differ)
		}
		if err := s.GiveOpinion(ctx, checks[0], opinion(r[2], evidence.Explain)); err != nil {
			t.Fatal(err)
		}
		if err := s.Decide(ctx, checks[1], evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		if got := unsaid(); !slices.Equal(got, docs[2:3]) {
			t.Errorf("after an opinion and a verdict: %v", got)
		}
	})
}

// Statistics get each figure of an application, as the list has it.
func TestWorkFacts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		doc, _ := applied(t, s, named("题目", of), 400, 300, 200, 100, 1, 0)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			_, err := tx.CreateDocuments(ctx, []record.Upload{named("waits", of)})
			return err
		})
		row := work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: []int64{doc}}}).Items[0]
		checked := 0
		err := s.WorkFacts(ctx, record.WorkFilter{Call: of}, func(x record.WorkFact) error {
			for _, f := range record.FigureNames() {
				want := -1
				if x.Checked {
					want = row.Figure(f) * 10000 / row.Countable
					checked++
				}
				if got := x.Share(f); got != want {
					t.Errorf("%s: %d ten-thousandths, want %d", f, got, want)
				}
			}
			return nil
		})
		if err != nil || checked != len(record.FigureNames()) {
			t.Errorf("%d figures, %v", checked, err)
		}
		if (record.WorkFact{}).Share("none") != -1 {
			t.Error("there is a share of no figure")
		}
	})
}
