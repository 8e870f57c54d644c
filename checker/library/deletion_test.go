package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What is decided is deleted for a reason alone, and with accounts by two people who know the reason; nothing else deletes it.
func TestDeleteDecided(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		doc, check := applied(t, s, named("decided", call(t, s, record.Call{Name: "2026"})), 1, 1, 1, 1, 0, 0)
		said := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}
		if err := s.Decide(ctx, check, said, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		for name, err := range map[string]error{"check": s.DeleteCheck(ctx, check), "document": s.DeleteDocument(ctx, doc)} {
			if !errors.Is(err, record.ErrDecided) {
				t.Errorf("%s: %v", name, err)
			}
		}
		by := func(account int64, reason string) record.DeletionRequest {
			return record.DeletionRequest{Reason: reason, Account: account, By: "王处"}
		}
		for _, step := range []struct {
			by    record.DeletionRequest
			want  error
			asked string // afterwards
		}{
			{by(0, ""), record.ErrNoReason, ""}, {by(1, ""), record.ErrNoReason, ""},
			{by(1, "one"), nil, "one"}, {by(1, "two"), nil, "two"}, {by(1, "two"), nil, "two"},
			{by(2, "one"), record.ErrOvertaken, "two"}, {by(2, ""), record.ErrNoReason, "two"},
		} {
			gone, err := s.DeleteDecided(ctx, check, step.by)
			asked := librarytest.Must(s.DeletionAsked(ctx, check))(t)
			if gone || !errors.Is(err, step.want) || (asked != nil) != (step.asked != "") ||
				asked != nil && (asked.Reason != step.asked || asked.Account != 1) {
				t.Errorf("%+v: gone %v, %v; asked %+v", step.by, gone, err, asked)
			}
		}
		if err := errors.Join(s.KeepDecided(ctx, check), s.KeepDecided(ctx, check)); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("kept twice: %v", err)
		}
		for _, account := range []int64{2, 3} { // the first asks anew
			if gone, err := s.DeleteDecided(ctx, check, by(account, "two")); err != nil || gone != (account == 3) {
				t.Errorf("account %d: gone %v, %v", account, gone, err)
			}
		}
		var reasons []string
		for _, e := range entries(t, s) {
			if reason := e.Act.Detail["reason"]; reason != "" {
				reasons = append(reasons, string(e.Act.Action)+" "+reason+" "+e.Act.Detail["asked"])
			}
		}
		if want := []string{"delete two 2", "change two ", "change two ", "change two ", "change one "}; !slices.Equal(reasons, want) {
			t.Errorf("recorded %q, want %q", reasons, want)
		}
		if faults := librarytest.Must(s.Orphans(ctx))(t); len(faults) != 0 {
			t.Errorf("left behind: %v", faults)
		}
	})
}

// What came while a clock was behind is as old as what came before it, for rules of retention; a clock that was ahead makes
// nothing younger.
func TestAgeByWrongClock(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		var ids []int64
		for _, at := range []string{"2025-01-01 00:00:00+00:00", "2999-01-01 00:00:00+00:00", "2026-01-01 00:00:00+00:00",
			"2025-12-31 23:30:00+00:00", "2001-01-01 00:00:00+00:00", "2001-01-02 00:00:00+00:00"} {
			id, _ := applied(t, s, librarytest.Upload("at "+at), 1, 1, 1, 1, 0, 0)
			librarytest.Exec(t, s, `UPDATE documents SET created_at = '`+at+`' WHERE id = $1`, id)
			ids = append(ids, id)
		}
		var came []string
		for _, d := range librarytest.Must(s.Retained(ctx, time.Now()))(t) {
			came = append(came, d.Came.Format(time.DateOnly))
		}
		// The second is of the future; the fourth came within the hour of the third; the others are no older than that.
		if want := []string{"2025-01-01", "2026-01-01", "2025-12-31", "2025-12-31", "2025-12-31"}; !slices.Equal(came, want) {
			t.Errorf("documents %v came %q, want %q", ids, came, want)
		}
	})
}
