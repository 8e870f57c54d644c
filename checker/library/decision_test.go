package library_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
)

// doneCheck stores a check of a document and ends it.
func doneCheck(t testing.TB, s *library.Store, docID int64) int64 {
	t.Helper()
	id := createCheck(t, s, docID)
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		if err := tx.StartCheck(ctx, id); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, id, library.Summary{}, []byte("<e/>"))
	})
	return id
}

func TestDecisions(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		doc := create(t, s, upload("one"))
		id, other := doneCheck(t, s, doc), doneCheck(t, s, doc)
		steps := []evidence.Decision{
			{Subject: evidence.SubjectMatch, ID: 3, Verdict: evidence.Dismissed, Reason: evidence.ReviewCited, Comment: strange, Reviewer: strange},
			{Subject: evidence.SubjectMatch, ID: 3, Verdict: evidence.Confirmed, Reviewer: "张三"},
			{Subject: evidence.SubjectMatch, ID: 3, Reviewer: "张三"},
			{Subject: evidence.SubjectSource, ID: 1 << 40, Verdict: evidence.SetAside, Reason: evidence.ReviewOther, Reviewer: "李四"},
			{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Comment: "多\n行", Reviewer: "李四"},
		}
		before := time.Now().Add(-time.Second)
		for _, d := range steps {
			if err := s.Decide(ctx, id, d); err != nil {
				t.Fatal(err)
			}
		}
		got := must(s.Decisions(ctx, id))(t)
		if diff := cmp.Diff(steps, got, cmpopts.IgnoreFields(evidence.Decision{}, "At")); diff != "" {
			t.Errorf("decisions (-want +got):\n%s", diff)
		}
		for _, d := range got {
			if d.At.Before(before) || d.At.After(time.Now().Add(time.Second)) || d.At.Location() != time.UTC {
				t.Errorf("decided at %v", d.At)
			}
		}
		if got := must(s.Decisions(ctx, other))(t); len(got) != 0 {
			t.Errorf("the other check has %d decisions", len(got))
		}
		verdicts := must(s.Verdicts(ctx, []int64{id, other, 1e9}))(t)
		if diff := cmp.Diff(map[int64]evidence.Verdict{id: evidence.Explain}, verdicts); diff != "" {
			t.Errorf("verdicts (-want +got):\n%s", diff)
		}
		if err := s.Decide(ctx, id, evidence.Decision{Subject: evidence.SubjectCheck, Reviewer: "李四"}); err != nil {
			t.Fatal(err)
		}
		if got := must(s.Verdicts(ctx, []int64{id}))(t); len(got) != 0 {
			t.Errorf("a verdict that was taken back is given: %v", got)
		}

		// They go with the check, and with the document.
		for _, remove := range []func() error{func() error { return s.DeleteCheck(ctx, id) }, func() error { return s.DeleteDocument(ctx, doc) }} {
			if err := s.Decide(ctx, other, steps[1]); err != nil {
				t.Fatal(err)
			}
			if err := remove(); err != nil {
				t.Fatal(err)
			}
		}
		for _, gone := range []int64{id, other} {
			if got := must(s.Decisions(ctx, gone))(t); len(got) != 0 {
				t.Errorf("%d decisions are left of a deleted check", len(got))
			}
		}
	})
}

func TestDecisionsAreRefused(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		doc := create(t, s, upload("one"))
		done, queued := doneCheck(t, s, doc), createCheck(t, s, doc)
		good := evidence.Decision{Subject: evidence.SubjectMatch, ID: 1, Verdict: evidence.Confirmed, Reviewer: "张三"}
		for _, id := range []int64{queued, 1e9} {
			if err := s.Decide(ctx, id, good); !errors.Is(err, library.ErrNotFound) {
				t.Errorf("check %d: %v, want ErrNotFound", id, err)
			}
		}
		for name, change := range map[string]func(*evidence.Decision){
			"nobody":              func(d *evidence.Decision) { d.Reviewer = "" },
			"unknown verdict":     func(d *evidence.Decision) { d.Verdict = "plagiarism" },
			"verdict of a check":  func(d *evidence.Decision) { d.Verdict = evidence.Explain },
			"no reason":           func(d *evidence.Decision) { d.Verdict = evidence.Dismissed },
			"unknown reason":      func(d *evidence.Decision) { d.Reason = "because" },
			"unknown subject":     func(d *evidence.Decision) { d.Subject = "page" },
			"no match":            func(d *evidence.Decision) { d.ID = 0 },
			"a check with number": func(d *evidence.Decision) { d.Subject, d.Verdict = evidence.SubjectCheck, evidence.Explain },
		} {
			d := good
			change(&d)
			if err := s.Decide(ctx, done, d); !errors.Is(err, library.ErrDecision) {
				t.Errorf("%s: %v, want ErrDecision", name, err)
			}
		}
		if got := must(s.Decisions(ctx, done))(t); len(got) != 0 {
			t.Errorf("%d decisions were stored", len(got))
		}
	})
}
