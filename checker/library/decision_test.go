package library_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// doneCheck stores a check of a document and ends it.
func doneCheck(t testing.TB, s *library.Store, docID int64) int64 {
	t.Helper()
	id := createCheck(t, s, docID)
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		if err := tx.StartCheck(ctx, id); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, id, record.Summary{}, []byte("<e/>"))
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
			if err := s.Decide(ctx, id, d, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
		got := librarytest.Must(s.Decisions(ctx, id))(t)
		if diff := cmp.Diff(steps, got, cmpopts.IgnoreFields(evidence.Decision{}, "At")); diff != "" {
			t.Errorf("decisions (-want +got):\n%s", diff)
		}
		for _, d := range got {
			if d.At.Before(before) || d.At.After(time.Now().Add(time.Second)) || d.At.Location() != time.UTC {
				t.Errorf("decided at %v", d.At)
			}
		}
		if got := librarytest.Must(s.Decisions(ctx, other))(t); len(got) != 0 {
			t.Errorf("the other check has %d decisions", len(got))
		}
		verdicts := librarytest.Must(s.Verdicts(ctx, []int64{id, other, 1e9}))(t)
		if diff := cmp.Diff(map[int64]evidence.Verdict{id: evidence.Explain}, verdicts); diff != "" {
			t.Errorf("verdicts (-want +got):\n%s", diff)
		}
		if err := s.Decide(ctx, id, evidence.Decision{Subject: evidence.SubjectCheck, Reviewer: "李四"}, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		if got := librarytest.Must(s.Verdicts(ctx, []int64{id}))(t); len(got) != 0 {
			t.Errorf("a verdict that was taken back is given: %v", got)
		}

		// They go with the check.
		if err := s.Decide(ctx, other, steps[1], record.AnySeen); err != nil {
			t.Fatal(err)
		}
		for _, check := range []int64{id, other} {
			if gone, err := s.DeleteDecided(ctx, check, record.DeletionRequest{Reason: "entered twice"}); err != nil || !gone {
				t.Fatal(gone, err)
			}
		}
		for _, gone := range []int64{id, other} {
			if got := librarytest.Must(s.Decisions(ctx, gone))(t); len(got) != 0 {
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
			if err := s.Decide(ctx, id, good, record.AnySeen); !errors.Is(err, record.ErrNotFound) {
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
			if err := s.Decide(ctx, done, d, record.AnySeen); !errors.Is(err, record.ErrDecision) {
				t.Errorf("%s: %v, want ErrDecision", name, err)
			}
		}
		if got := librarytest.Must(s.Decisions(ctx, done))(t); len(got) != 0 {
			t.Errorf("%d decisions were stored", len(got))
		}
	})
}

// Two reviewers who decide at the same time lose nothing: what is stored is
// kept, and who has not seen the other's decision is told so.
func TestDecisionsAtTheSameTime(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := doneCheck(t, s, create(t, s, upload("one")))
		const reviewers, matches = 4, 12
		var wait sync.WaitGroup
		refused := make([]int, reviewers)
		for r := range reviewers {
			wait.Go(func() {
				for m := range matches {
					d := evidence.Decision{Subject: evidence.SubjectMatch, ID: int64(m + 1), Verdict: evidence.Confirmed, Reviewer: fmt.Sprint("reviewer ", r)}
					switch err := s.Decide(ctx, id, d, 0); {
					case errors.Is(err, record.ErrOvertaken):
						refused[r]++
					case err != nil:
						t.Error(err)
					}
					// About the check everybody says something, whatever the others say.
					d = evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Comment: fmt.Sprint(m), Reviewer: d.Reviewer}
					if err := s.Decide(ctx, id, d, record.AnySeen); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		all := 0
		for _, n := range refused {
			all += n
		}
		ofMatches, ofCheck := map[int64]int{}, map[string]int{}
		for _, d := range librarytest.Must(s.Decisions(ctx, id))(t) {
			if d.Subject == evidence.SubjectMatch {
				ofMatches[d.ID]++
			} else {
				ofCheck[d.Reviewer+d.Comment]++
			}
		}
		if len(ofMatches) != matches || all != matches*(reviewers-1) {
			t.Errorf("%d matches are decided, %d decisions were refused, want %d and %d", len(ofMatches), all, matches, matches*(reviewers-1))
		}
		for m, n := range ofMatches {
			if n != 1 {
				t.Errorf("match %d has %d decisions", m, n)
			}
		}
		if len(ofCheck) != reviewers*matches {
			t.Errorf("%d verdicts are kept, want %d", len(ofCheck), reviewers*matches)
		}
	})
}

func TestOvertaken(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := doneCheck(t, s, create(t, s, upload("one")))
		decide := func(match int64, reviewer string, seen int) error {
			return s.Decide(ctx, id, evidence.Decision{Subject: evidence.SubjectMatch, ID: match, Verdict: evidence.Confirmed, Reviewer: reviewer}, seen)
		}
		for i, step := range []struct {
			match    int64
			reviewer string
			seen     int
			want     error
		}{
			{1, "张三", 0, nil},
			{1, "张三", 0, nil},                 // one's own decision does not stand in the way
			{2, "李四", 0, nil},                 // nor does one about something else
			{1, "李四", 0, record.ErrOvertaken}, // this one was not seen
			{1, "李四", 1, record.ErrOvertaken}, // nor its second part
			{1, "李四", 2, nil},                 // now it was
			{1, "张三", 3, record.ErrOvertaken}, // and the other way round
			{1, "王五", record.AnySeen, nil},    // who does not say what they saw is believed
			{1, "张三", 99, nil},                // no more was there to see
		} {
			if err := decide(step.match, step.reviewer, step.seen); !errors.Is(err, step.want) {
				t.Errorf("step %d: %v, want %v", i, err, step.want)
			}
		}
	})
}

// What decisions leave is noted for as many of them as there were; a further one
// makes it unknown.
func TestSetCounted(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := doneCheck(t, s, create(t, s, upload("one")))
		dismissed := evidence.Decision{Subject: evidence.SubjectMatch, ID: 3, Verdict: evidence.Dismissed, Reason: evidence.ReviewCited, Reviewer: "张三"}
		if err := s.Decide(ctx, id, dismissed, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		if left := librarytest.Must(s.Check(ctx, id))(t).Left; left.Known() {
			t.Errorf("known after a decision: %+v", left)
		}
		if ids := librarytest.Must(s.Uncounted(ctx, 10))(t); !slices.Equal(ids, []int64{id}) {
			t.Errorf("to be counted: %v", ids)
		}
		want, doubts := record.Tally{Covered: 7, Sources: 2, Others: 3, Here: 4, Quoted: 5, Largest: 6}, []evidence.Doubt{
			{Kind: evidence.DoubtFew, Of: evidence.OfCharacters, Count: 12}, {Kind: evidence.DoubtFlagged, Of: evidence.OfCharacters, Count: 2000, Least: true},
			{Kind: evidence.DoubtPassage, Of: evidence.OfCharacters, Count: 600, Reason: evidence.ReasonBibliography},
		}
		for _, test := range []struct {
			steps int
			known bool
		}{{0, false}, {1, true}} {
			if err := s.SetCounted(ctx, id, test.steps, record.Summary{Tally: want, Doubts: doubts}); err != nil {
				t.Fatal(err)
			}
			got := librarytest.Must(s.Check(ctx, id))(t)
			if got.Left.Known() != test.known || test.known && got.Left != want {
				t.Errorf("after what %d decisions leave was noted: %+v", test.steps, got.Left)
			}
		}
		if diff := cmp.Diff(doubts, librarytest.Must(s.Check(ctx, id))(t).Doubts); diff != "" {
			t.Errorf("doubts: -want +got\n%s", diff)
		}
		if ids := librarytest.Must(s.Uncounted(ctx, 10))(t); len(ids) != 0 {
			t.Errorf("still to be counted: %v", ids)
		}
	})
}
