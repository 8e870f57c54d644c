package library_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// assigning returns documents to an account.
func assigning(account int64, documents ...int64) (out []record.Assigning) {
	for _, d := range documents {
		out = append(out, record.Assigning{Account: account, Document: d})
	}
	return out
}

// reviewers stores accounts that review.
func reviewers(t *testing.T, s *library.Store, n int) (ids []int64) {
	t.Helper()
	for i := range n {
		a := record.Account{Login: fmt.Sprintf("r%d", i), Roles: []record.Role{record.Reviewer}, State: record.AccountActive}
		ids = append(ids, librarytest.Must(s.AddAccount(context.Background(), a, false))(t))
	}
	return ids
}

func opinion(account int64, v evidence.Verdict) record.Opinion {
	return record.Opinion{Account: account, Opinion: evidence.Opinion{Verdict: v, Reviewer: fmt.Sprintf("r%d", account), Reason: "所见"}}
}

func count(account int64, given, done, overdue, next int) record.ReviewerCount {
	return record.ReviewerCount{Account: account, Given: given, Done: done, Overdue: overdue, Next: next}
}

// Whatever people say and take back, the list counts what stands as score.Weigh does.
func TestOpinionsInTheList(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上", Settings: record.CallSettings{Opinions: 2}})
		doc, check := applied(t, s, named("甲", of), 0, 0, 0, 0, 0, 0)
		r := rand.New(rand.NewPCG(16, 10))
		verdicts := append([]evidence.Verdict{evidence.Withdrawn}, evidence.SubjectCheck.Verdicts()...)
		seen := map[score.OpinionState]bool{}
		for range 60 {
			person := r.Int64N(5)
			o := opinion(person, verdicts[r.IntN(len(verdicts))])
			if person == 0 { // nobody logs in: two people by name
				o.Reviewer = []string{"张三", "李四"}[r.IntN(2)]
			}
			if err := s.GiveOpinion(ctx, check, o); err != nil {
				t.Fatal(err)
			}
			steps := librarytest.Must(s.Opinions(ctx, check))(t)
			if last := steps[len(steps)-1]; last.At.IsZero() || last.Account != o.Account || last.Reviewer != o.Reviewer || last.Verdict != o.Verdict || last.Reason != o.Reason {
				t.Fatalf("stored %+v of %+v", last, o)
			}
			want, _ := score.Weigh(2, record.OpinionVerdicts(record.StandingOpinions(steps)))
			w := work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: []int64{doc}}}).Items[0]
			if got := (score.Opinions{Wanted: w.Wanted, Given: w.Opinions, Agreeing: w.Agreeing}); got != want {
				t.Fatalf("the list counts %+v of %+v, want %+v", got, record.StandingOpinions(steps), want)
			}
			asked := slices.ContainsFunc(record.StandingOpinions(steps), func(o record.Opinion) bool {
				return o.Verdict == evidence.Explain || o.Verdict == evidence.Suspected
			})
			if kept := librarytest.Must(s.Retained(ctx, time.Now().Add(time.Hour)))(t)[0]; kept.Open != asked {
				t.Fatalf("retention takes %+v for open: %v", record.StandingOpinions(steps), kept.Open)
			}
			state := want.State()
			seen[state] = true
			for _, x := range []struct {
				filter record.WorkFilter
				count  func(record.WorkFacets) int
				want   bool
			}{
				{record.WorkFilter{Awaited: true}, func(f record.WorkFacets) int { return f.Awaited }, state == score.OpinionsAwaited},
				{record.WorkFilter{Differ: true}, func(f record.WorkFacets) int { return f.Differ }, want.Differ()},
				{record.WorkFilter{Further: true}, func(f record.WorkFacets) int { return f.Further }, state == score.OpinionFurther},
			} {
				listed, counted := librarytest.Must(s.CountWork(ctx, x.filter))(t), x.count(librarytest.Must(s.WorkFacets(ctx, record.WorkFilter{Call: of}))(t))
				if listed != counted || (listed == 1) != x.want {
					t.Fatalf("state %s: %+v lists %d, the box says %d", state, x.filter, listed, counted)
				}
			}
		}
		if len(seen) != 5 {
			t.Errorf("only the states %v were seen", seen)
		}
	})
}

// Where one opinion is wanted it is the verdict; where several are, the verdict stands
// apart and ends the asking.
func TestOpinionsAndVerdict(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		accounts := reviewers(t, s, 3)
		of := call(t, s, record.Call{Name: "面上"})
		doc, check := applied(t, s, named("甲", of), 0, 0, 0, 0, 0, 0)
		decide := func(v evidence.Verdict, by int64) {
			t.Helper()
			d := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: v, Reviewer: fmt.Sprintf("r%d", by), Comment: "理由"}
			if err := s.Decide(audit.By(ctx, audit.Actor{Account: by}), check, d, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
		row := func() record.WorkItem {
			t.Helper()
			return work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: []int64{doc}}}).Items[0]
		}
		standing := func() []record.Opinion {
			t.Helper()
			return record.StandingOpinions(librarytest.Must(s.Opinions(ctx, check))(t))
		}
		decide(evidence.Explain, accounts[0])
		if got := standing(); len(got) != 1 || got[0].Account != accounts[0] || got[0].Verdict != evidence.Explain || got[0].Reason != "理由" {
			t.Errorf("who gave the verdict thinks %+v", got)
		}
		// Who takes another's verdict back does not take back what that one thinks.
		decide(evidence.Withdrawn, accounts[1])
		if w := row(); len(standing()) != 1 || w.Verdict != "" || w.Wanted != 1 || w.Opinions != 1 {
			t.Errorf("row %+v", w)
		}
		stored := librarytest.Must(s.Call(ctx, of))(t)
		stored.Settings.Opinions = 2
		call(t, s, stored)
		if w := row(); w.Wanted != 2 || w.Opinions != 1 {
			t.Errorf("once the call wants two: %+v", w)
		}
		if err := s.GiveOpinion(ctx, check, opinion(accounts[1], evidence.NoConcern)); err != nil {
			t.Fatal(err)
		}
		before := len(librarytest.Must(s.Opinions(ctx, check))(t))
		decide(evidence.NoConcern, accounts[2])
		if w := row(); len(librarytest.Must(s.Opinions(ctx, check))(t)) != before || w.Verdict != evidence.NoConcern || w.Opinions != 2 || w.Agreeing != 1 {
			t.Errorf("the final verdict does not stand apart: %+v", w)
		}
		if err := s.GiveOpinion(ctx, check, opinion(accounts[0], evidence.NoConcern)); !errors.Is(err, record.ErrSettled) {
			t.Errorf("an opinion after the verdict: %v", err)
		}
		decide(evidence.Withdrawn, accounts[2])
		if err := s.GiveOpinion(ctx, check, opinion(accounts[0], evidence.NoConcern)); err != nil {
			t.Errorf("once it is taken back: %v", err)
		}
		for _, x := range []struct {
			check int64
			o     record.Opinion
			want  error
		}{
			{999, opinion(1, evidence.Explain), record.ErrNotFound},
			{check, opinion(1, evidence.Dismissed), record.ErrDecision},
			{check, record.Opinion{Account: 1, Opinion: evidence.Opinion{Verdict: evidence.Explain}}, record.ErrDecision},
		} {
			if err := s.GiveOpinion(ctx, x.check, x.o); !errors.Is(err, x.want) {
				t.Errorf("%+v: %v, want %v", x.o, err, x.want)
			}
		}
		var said []string
		for _, e := range entries(t, s) {
			if e.Act.Detail["what"] == "opinion" {
				said = append(said, string(e.Act.Action)+" "+e.Act.Detail["by"])
			}
		}
		if want := []string{"decide r" + fmt.Sprint(accounts[0]), "decide r" + fmt.Sprint(accounts[1])}; !slices.Equal(said, want) {
			t.Errorf("recorded %q, want %q", said, want)
		}
		if gone, err := s.DeleteDecided(ctx, check, record.DeletionRequest{Reason: "entered twice"}); err != nil || !gone {
			t.Fatal(gone, err)
		}
		if got := librarytest.Must(s.Opinions(ctx, check))(t); len(got) != 0 {
			t.Errorf("a check that is gone has %+v", got)
		}
		if faults := librarytest.Must(s.Orphans(ctx))(t); len(faults) != 0 {
			t.Errorf("left behind: %v", faults)
		}
	})
}

// What is due comes from the call or by hand, and ends with the opinion or the verdict.
func TestDue(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		r := reviewers(t, s, 2)
		of := call(t, s, record.Call{Name: "面上", Settings: record.CallSettings{Opinions: 2, Due: "2026-03-01"}})
		var docs, checks []int64
		for i := range 4 {
			doc, check := applied(t, s, named(fmt.Sprintf("题目%d", i), of), 0, 0, 0, 0, 0, 0)
			docs, checks = append(docs, doc), append(checks, check)
		}
		if n := librarytest.Must(s.AssignAll(ctx, append(assigning(r[0], docs[:3]...), record.Assigning{Account: r[1], Document: docs[0], Due: "2026-02-01"}), "王处"))(t); n != 4 {
			t.Errorf("%d are new, want 4", n)
		}
		// Without a day it is the call's, with one that, also of somebody who has it.
		if err := errors.Join(s.Assign(ctx, r[1], docs[1], "王处", ""), s.Assign(ctx, r[0], docs[2], "王处", "2026-01-15"), s.Assign(ctx, r[0], docs[1], "王处", "")); err != nil {
			t.Fatal(err)
		}
		due := func(doc, account int64) string {
			t.Helper()
			for _, x := range librarytest.Must(s.Assignments(ctx, doc))(t) {
				if x.Account.ID == account {
					return x.Due
				}
			}
			return "none"
		}
		got := []string{due(docs[0], r[0]), due(docs[0], r[1]), due(docs[1], r[1]), due(docs[2], r[0]), due(docs[1], r[0])}
		if want := []string{"2026-03-01", "2026-02-01", "2026-03-01", "2026-01-15", "2026-03-01"}; !slices.Equal(got, want) {
			t.Errorf("due %v, want %v", got, want)
		}
		sorted := func(f record.WorkFilter) (out []string) {
			t.Helper()
			f.Call = of
			for _, w := range work(t, s, record.WorkQuery{WorkFilter: f, Sort: record.SortDue}).Items {
				out = append(out, fmt.Sprintf("%d %s %s", slices.Index(docs, w.Document), record.DueDay(w.Due), w.Own))
			}
			return out
		}
		all := record.WorkFilter{}
		if diff := cmp.Diff([]string{"2 2026-01-15 ", "0 2026-02-01 ", "1 2026-03-01 ", "3  "}, sorted(all)); diff != "" {
			t.Error(diff)
		}
		// One's own list goes by one's own days.
		if diff := cmp.Diff([]string{"2 2026-01-15 ", "0 2026-03-01 ", "1 2026-03-01 "}, sorted(record.WorkFilter{Reviewer: r[0]})); diff != "" {
			t.Error(diff)
		}
		overdue := func(f record.WorkFilter) []int64 {
			t.Helper()
			f.Overdue = record.DueNumber("2026-02-02")
			return librarytest.Must(s.WorkIDs(ctx, f))(t)
		}
		if got := overdue(all); !slices.Equal(got, []int64{docs[0], docs[2]}) {
			t.Errorf("overdue %v", got)
		}
		if got := overdue(record.WorkFilter{AssignedTo: r[1]}); !slices.Equal(got, docs[:1]) {
			t.Errorf("of the second %v", got)
		}
		counts := func() []record.ReviewerCount {
			t.Helper()
			return librarytest.Must(s.ReviewerCounts(ctx, record.WorkFilter{Call: of}, record.DueNumber("2026-02-02")))(t)
		}
		if diff := cmp.Diff([]record.ReviewerCount{count(r[0], 3, 0, 1, 20260115), count(r[1], 2, 0, 1, 20260201)}, counts()); diff != "" {
			t.Error(diff)
		}
		// An opinion ends it for one, the verdict for all.
		if err := errors.Join(s.GiveOpinion(ctx, checks[0], opinion(r[1], evidence.Explain)),
			s.Decide(ctx, checks[2], evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}, record.AnySeen)); err != nil {
			t.Fatal(err)
		}
		if got := overdue(all); len(got) != 0 {
			t.Errorf("still overdue: %v", got)
		}
		if diff := cmp.Diff([]string{"0 2026-03-01 ", "1 2026-03-01 ", "2  "}, sorted(record.WorkFilter{Reviewer: r[0]})); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"1 2026-03-01 ", "0  explain"}, sorted(record.WorkFilter{Reviewer: r[1]})); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]record.ReviewerCount{count(r[0], 3, 1, 0, 20260301), count(r[1], 2, 1, 0, 20260301)}, counts()); diff != "" {
			t.Error(diff)
		}
		if err := s.GiveOpinion(ctx, checks[0], opinion(r[1], evidence.Withdrawn)); err != nil {
			t.Fatal(err)
		}
		if got := overdue(all); !slices.Equal(got, docs[:1]) {
			t.Errorf("overdue once it is taken back: %v", got)
		}

		shared := librarytest.Must(s.Sharing(ctx, append(slices.Clone(docs), 999)))(t)
		if len(shared) != 4 || shared[0].Call != of || shared[0].Identity.Title != "题目0" || shared[0].Wanted != 2 || len(shared[0].Given) != 0 ||
			!slices.Equal(shared[0].Assigned, r) || shared[0].Due[r[1]] != "2026-02-01" || shared[2].Verdict != evidence.NoConcern || shared[3].Assigned != nil {
			t.Errorf("to share out: %+v", shared)
		}
	})
}

func TestDueNumber(t *testing.T) {
	for day, want := range map[string]int{"2026-03-01": 20260301, "": record.NoDue, "2026-13-01": record.NoDue, "bald": record.NoDue} {
		if got := record.DueNumber(day); got != want {
			t.Errorf("%q is %d, want %d", day, got, want)
		}
	}
	for n, want := range map[int]string{20260301: "2026-03-01", record.NoDue: "", 0: "", 20261301: ""} {
		if got := record.DueDay(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
