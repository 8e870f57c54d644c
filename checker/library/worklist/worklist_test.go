package worklist_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Rows follow what becomes of an application, from its coming to its end.
func TestWorkFollows(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		var doc, check int64
		row := func(want record.WorkState) record.WorkItem {
			t.Helper()
			page := librarytest.Work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of}})
			if len(page.Items) != 1 || page.Items[0].State != want {
				t.Fatalf("want one that is %s, got %+v", want, page.Items)
			}
			return page.Items[0]
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{librarytest.Named("钙钛矿", of)})
			doc = ids[0]
			return err
		})
		row(record.WorkWaiting)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if err := tx.SetExtraction(ctx, doc, librarytest.Document("文本")); err != nil {
				return err
			}
			return tx.SaveUnits(ctx, doc, librarytest.Units(1, 1))
		})
		row(record.WorkUnchecked)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			check, err = tx.CreateCheck(ctx, doc)
			return err
		})
		row(record.WorkQueued)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if err := tx.StartCheck(ctx, check); err != nil {
				return err
			}
			return tx.Progress(ctx, check, 40)
		})
		if w := row(record.WorkRunning); w.Progress != 40 || w.Newest != check || w.Shown != 0 {
			t.Errorf("running: %+v", w)
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FinishCheck(ctx, check, record.Summary{
				Countable: 1000, Flags: 2, Unread: 3, Most: 77, Doubts: []evidence.Doubt{{Kind: evidence.DoubtFew}},
				Tally: record.Tally{Covered: 500, Others: 400, Quoted: 300, Largest: 200, Sources: 4},
			}, []byte("<evidence/>"))
		})
		w := row(record.WorkDone)
		if w.Shown != check || w.Countable != 1000 || w.Left.Covered != 500 || w.Left.Others != 400 || w.Left.Quoted != 300 || w.Left.Largest != 200 ||
			w.Left.Sources != 4 || w.Flags != 2 || w.Unread != 3 || w.Largest != 77 || len(w.Doubts) != 1 || w.EndedAt.IsZero() {
			t.Errorf("done: %+v", w)
		}
		stored := librarytest.Must(s.Check(ctx, check))(t)
		if !w.EndedAt.Equal(stored.FinishedAt) {
			t.Errorf("ended %v, want %v", w.EndedAt, stored.FinishedAt)
		}
		decide := func(v evidence.Verdict) {
			t.Helper()
			if err := s.Decide(ctx, check, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: v, Reviewer: "张三"}, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
		decide(evidence.Explain)
		if w := row(record.WorkDone); w.Verdict != evidence.Explain || w.DecidedAt.IsZero() || w.Left.Covered != 500 {
			t.Errorf("decided: %+v", w)
		}
		decide(evidence.Withdrawn)
		if w := row(record.WorkDone); w.Verdict != "" || !w.DecidedAt.IsZero() {
			t.Errorf("taken back: %+v", w)
		}
		reviewer := librarytest.Must(s.AddAccount(ctx, record.Account{Login: "r", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
		if err := s.Assign(ctx, reviewer, doc, "王处", ""); err != nil {
			t.Fatal(err)
		}
		if w := row(record.WorkDone); w.Reviewers != 1 {
			t.Errorf("assigned: %+v", w)
		}
		for who, want := range map[int64]int{reviewer: 1, reviewer + 1: 0} {
			if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Reviewer: who}))(t); n != want {
				t.Errorf("account %d sees %d rows, want %d", who, n, want)
			}
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.SetIdentity(ctx, doc, evidence.Identity{Title: "新題目", Year: 2025})
		})
		if w := row(record.WorkDone); w.Title != "新題目" || w.Year != 2025 {
			t.Errorf("described: %+v", w)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Search: "新题"}))(t); n != 1 {
			t.Errorf("found %d by the simplified title", n)
		}
		if gone, err := s.DeleteDecided(ctx, check, record.DeletionRequest{Reason: "entered twice"}); err != nil || !gone {
			t.Fatal(gone, err)
		}
		row(record.WorkUnchecked) // it stays in its call
		if err := s.DeleteDocument(ctx, doc); err != nil {
			t.Fatal(err)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows of deleted documents", n)
		}
	})
}

// What is checked again shows the verdict on the newest check before that has one, until the newest has
// one itself; one that was taken back is none.
func TestWorkShowsEarlierVerdicts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		doc, first := librarytest.Applied(t, s, librarytest.Named("一", of), 100, 100, 100, 100, 0, 0)
		again := func() (check int64) {
			t.Helper()
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
				if check, err = tx.CreateCheck(ctx, doc); err != nil {
					return err
				}
				if err := tx.StartCheck(ctx, check); err != nil {
					return err
				}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: 1000}, []byte("<evidence/>"))
			})
			return check
		}
		decide := func(check int64, v evidence.Verdict) {
			t.Helper()
			if err := s.Decide(ctx, check, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: v, Reviewer: "张三"}, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
		want := func(verdict, earlier evidence.Verdict) {
			t.Helper()
			w := librarytest.Work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of}}).Items[0]
			if w.Verdict != verdict || w.Earlier != earlier {
				t.Errorf("verdict %q, earlier %q; want %q and %q", w.Verdict, w.Earlier, verdict, earlier)
			}
		}
		want("", "")
		decide(first, evidence.Explain)
		want(evidence.Explain, "")
		second := again()
		want("", evidence.Explain)
		decide(second, evidence.NoConcern)
		want(evidence.NoConcern, "")
		third := again()
		want("", evidence.NoConcern)
		decide(second, evidence.Withdrawn)
		want("", evidence.Explain)
		decide(third, evidence.Suspected)
		want(evidence.Suspected, "")
	})
}

// A document without a call is in the list as long as it has a check.
func TestWorkWithoutCall(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		ids := librarytest.Must(s.Load(ctx, []library.Prepared{{Upload: librarytest.Upload("past"), Document: librarytest.Document("past"), Units: librarytest.Units(1, 1)}}))(t)
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows of the library", n)
		}
		var check int64
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			check, err = tx.CreateCheck(ctx, ids[0])
			return err
		})
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{Call: record.NoCall}))(t); n != 1 {
			t.Errorf("%d rows, want that of the check", n)
		}
		if err := s.DeleteCheck(ctx, check); err != nil {
			t.Fatal(err)
		}
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows after its check is gone", n)
		}
	})
}

// Every order is walked forwards and backwards over all pages without a row missing
// or twice, and jumped into.
func TestWorkPages(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		of, ids := librarytest.SomeWork(t, s)
		for _, sort := range record.WorkSorts() {
			for i := range 4 {
				descending, search := i%2 == 1, []string{"", "题目"}[i/2]
				q := record.WorkQuery{WorkFilter: record.WorkFilter{Call: of, Search: search}, Sort: sort, Descending: descending}
				all := librarytest.Documents(librarytest.Work(t, s, q))
				if !slices.Equal(slices.Sorted(slices.Values(all)), ids[:12]) {
					t.Fatalf("%s: rows %v", sort, all)
				}
				q.Limit = 5
				var forwards, backwards []int64
				page := librarytest.Work(t, s, q)
				for n := 0; ; n++ {
					forwards = append(forwards, librarytest.Documents(page)...)
					if page.Prev != (n > 0) || n > 3 {
						t.Fatalf("%s: page %d says that there are pages before: %v", sort, n, page.Prev)
					}
					if !page.Next {
						break
					}
					next := q
					next.After = page.Last
					page = librarytest.Work(t, s, next)
				}
				for n := 0; n < 9; n++ {
					backwards = append(librarytest.Documents(page), backwards...)
					if !page.Prev {
						break
					}
					before := q
					before.Before = page.First
					page = librarytest.Work(t, s, before)
					if !page.Next {
						t.Errorf("%s: nothing behind a page before another", sort)
					}
				}
				jump := q
				jump.Offset = 5
				if diff := cmp.Diff(all, forwards) + cmp.Diff(all, backwards) + cmp.Diff(all[5:10], librarytest.Documents(librarytest.Work(t, s, jump))); diff != "" {
					t.Errorf("by %s, descending %v:\n%s", sort, descending, diff)
				}
			}
		}
		if _, err := s.Work(context.Background(), record.WorkQuery{Sort: "doc_id; DROP", Limit: 1}); err == nil {
			t.Error("sorted by what there is not")
		}
	})
}

func TestWorkFilters(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of, ids := librarytest.SomeWork(t, s)
		for name, x := range map[string]struct {
			f    record.WorkFilter
			want int
		}{
			"all":          {record.WorkFilter{}, 14},
			"call":         {record.WorkFilter{Call: of}, 12},
			"no call":      {record.WorkFilter{Call: record.NoCall}, 2},
			"wide letters": {record.WorkFilter{Search: "aa"}, 5},
			"two words":    {record.WorkFilter{Search: "乙研究  題目1"}, 3}, // 1, 11, 13
			"number":       {record.WorkFilter{Search: "n-40"}, 1},
			"institutions": {record.WorkFilter{Institutions: []string{"甲大学", "丙"}}, 7},
			"years":        {record.WorkFilter{Years: []int{2020, 2021}}, 8},
			"unchecked":    {record.WorkFilter{States: []record.WorkState{record.WorkUnchecked}}, 1},
			"decided":      {record.WorkFilter{Verdicts: []evidence.Verdict{evidence.NoConcern}}, 2},
			"undecided":    {record.WorkFilter{Verdicts: []evidence.Verdict{evidence.Withdrawn}}, 11},
			"flagged":      {record.WorkFilter{Flagged: true}, 9}, // 14 less 0, 3, 6, 9, 12
			"unread":       {record.WorkFilter{Unread: true}, 9},  // 14 less 0, 3, 4, 8, 12
			"ids":          {record.WorkFilter{IDs: ids[:3]}, 3},
			"no ids":       {record.WorkFilter{IDs: []int64{}}, 0},
			"share":        {record.WorkFilter{From: map[record.FigureName]int{record.FigureOverall: 2000}, To: map[record.FigureName]int{record.FigureOverall: 4000}}, 5}, // 2, 7, 12, 8, 13
			"nobody":       {record.WorkFilter{Reviewer: 99}, 0},
		} {
			if got := librarytest.Must(s.CountWork(ctx, x.f))(t); got != x.want {
				t.Errorf("%s: %d rows, want %d", name, got, x.want)
			}
			if got := len(librarytest.Must(s.WorkIDs(ctx, x.f))(t)); got != x.want {
				t.Errorf("%s: %d ids, want %d", name, got, x.want)
			}
		}
	})
}

func TestWorkCounts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of, _ := librarytest.SomeWork(t, s)
		f := librarytest.Must(s.WorkFacets(ctx, record.WorkFilter{Call: of}))(t)
		want := record.WorkFacets{
			Programmes: []record.Facet{{Value: "面上", Count: 12}}, Institutions: []record.Facet{{Value: "乙研究所", Count: 6}, {Value: "甲大学", Count: 6}},
			Years:    []record.Facet{{Value: "2023", Count: 3}, {Value: "2022", Count: 3}, {Value: "2021", Count: 3}, {Value: "2020", Count: 3}},
			States:   []record.Facet{{Value: "unchecked", Count: 1}, {Value: "done", Count: 11}},
			Verdicts: []record.Facet{{Value: "", Count: 9}, {Value: "no-concern", Count: 2}},
			Flagged:  8, Unread: 8, Unassigned: 12, Found: 10, Total: 12,
		}
		if diff := cmp.Diff(want, f); diff != "" {
			t.Errorf("facets\n%s", diff)
		}
		nothing := librarytest.Must(s.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of, NoFinding: true}, Sort: record.SortArrival, Limit: 50}))(t)
		for _, w := range nothing.Items {
			if w.Shown == 0 || w.Rank != 0 || w.Verdict != evidence.Withdrawn {
				t.Errorf("without a finding: %+v", w)
			}
		}
		harmless := record.WorkFilter{Call: of, NoFinding: true}
		rest := harmless
		rest.NoFinding, rest.Remaining = false, true
		q := librarytest.Must(s.WorkQueues(ctx, record.WorkFilter{Call: of}, 1))(t)[of]
		n, r := librarytest.Must(s.CountWork(ctx, harmless))(t), librarytest.Must(s.CountWork(ctx, rest))(t)
		if n == 0 || n > len(nothing.Items) || n+r != q.Open || q.Total != 12 || q.Decided() != 2 {
			t.Errorf("%d are harmless, %d without a finding, %d remain, of %+v", n, len(nothing.Items), r, q)
		}
		for _, tab := range []struct {
			f    record.WorkFilter
			want int
		}{{record.WorkFilter{Call: of, Open: true}, q.Open}, {record.WorkFilter{Call: of, Decided: true}, q.Decided()}, {record.WorkFilter{Call: of, Open: true, LeastRank: 1}, q.Grave}} {
			if got := librarytest.Must(s.CountWork(ctx, tab.f))(t); got != tab.want {
				t.Errorf("%+v: %d, want %d", tab.f, got, tab.want)
			}
		}
		p := librarytest.Must(s.WorkProgress(ctx, record.WorkFilter{Call: of}))(t)
		if p.Total != 12 || p.ByState[record.WorkDone] != 11 || p.ByState[record.WorkUnchecked] != 1 || p.Done() != 11 {
			t.Errorf("progress %+v", p)
		}
		h := librarytest.Must(s.WorkHistogram(ctx, record.WorkFilter{}))(t)
		bins := h[record.FigureOverall]
		// 13 checks of 0, 10, 20, 30, 40 hundredths
		if bins[0] != 3 || bins[2] != 3 || bins[4] != 3 || bins[6] != 2 || bins[8] != 2 {
			t.Errorf("histogram %v", bins)
		}
	})
}

// What tables say beside the rows: to whom an application is assigned, and what each person
// said last.
func TestWorkDetails(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		first, check := librarytest.Applied(t, s, librarytest.Named("一", of), 100, 100, 100, 100, 0, 0)
		second, _ := librarytest.Applied(t, s, librarytest.Named("二", of), 100, 100, 100, 100, 0, 0)
		a := record.Account{Login: "zhang", Name: "张三", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}
		if err := s.Assign(ctx, librarytest.Must(s.AddAccount(ctx, a, false))(t), first, "王处", ""); err != nil {
			t.Fatal(err)
		}
		other := evidence.SubjectCheck.Verdicts()[1]
		for _, step := range []struct {
			by string
			v  evidence.Verdict
		}{{"甲", evidence.NoConcern}, {"乙", evidence.NoConcern}, {"丙", evidence.NoConcern}, {"甲", evidence.Withdrawn}, {"乙", other}} {
			if err := s.GiveOpinion(ctx, check, record.Opinion{Opinion: evidence.Opinion{Verdict: step.v, Reviewer: step.by, Reason: "说明"}}); err != nil {
				t.Fatal(err)
			}
		}
		got := librarytest.Must(s.WorkDetails(ctx, []int64{first, second}))(t)
		d := got[first]
		if len(got) != 1 || !slices.Equal(d.Assigned, []string{a.Signature()}) || len(d.Opinions) != 2 || d.Opinions[0].Reviewer != "丙" || d.Opinions[1].Reviewer != "乙" ||
			d.Opinions[1].Verdict != other || d.Opinions[1].Reason != "说明" || d.Opinions[1].At.IsZero() {
			t.Errorf("got %+v", got)
		}
	})
}

// The documents of a network are told with their calls and checks; what is gone is not.
func TestNodes(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		u := librarytest.Named("钙钛矿", of)
		u.Identity.Applicant = "王小一"
		doc, check := librarytest.Applied(t, s, u, 0, 0, 0, 0, 0, 0)
		unchecked, _ := librarytest.Applied(t, s, librarytest.Named("碳循环", of))
		var past int64
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			past = librarytest.Must(tx.CreateDocuments(ctx, []record.Upload{{Identity: evidence.Identity{Filename: "b.txt"}, Data: []byte("b"), ToLibrary: true}}))(t)[0]
			return nil
		})
		want := []record.Node{
			{Document: doc, Title: "钙钛矿", Filename: u.Identity.Filename, Applicant: "王小一", Call: of, Shown: check},
			{Document: unchecked, Title: "碳循环", Filename: "碳循环.txt", Call: of},
			{Document: past, Filename: "b.txt"},
		}
		if diff := cmp.Diff(want, librarytest.Must(s.Nodes(context.Background(), []int64{past, 999, unchecked, doc}))(t)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// The sources of an application are those of its shown check, the ones that cover most
// first; those of a check that was made anew since are not.
func TestWorkSources(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		ctx := context.Background()
		doc, first := librarytest.Applied(t, s, librarytest.Named("钙钛矿", librarytest.Call(t, s, record.Call{Name: "面上"})), 0, 0, 0, 0, 0, 0)
		end := func(edges ...record.Edge) {
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				check, err := tx.CreateCheck(ctx, doc)
				if err != nil {
					return err
				}
				if err := tx.StartCheck(ctx, check); err != nil {
					return err
				}
				return tx.FinishCheck(ctx, check, record.Summary{Countable: 1000, Edges: edges}, []byte("<evidence/>"))
			})
		}
		if got := librarytest.Must(s.WorkSources(ctx, []int64{doc, 999}))(t); len(got) != 0 {
			t.Errorf("check %d has no sources, got %v", first, got)
		}
		small := record.Edge{Document: doc, Source: 5, Relation: evidence.Other, Characters: 10, Here: 100, There: 20}
		large := record.Edge{Document: doc, Source: 7, SameCall: true, Relation: evidence.SameApplicant, Year: 2020, Characters: 30, Here: 300, There: 9000}
		end(record.Edge{Document: doc, Source: 3, Relation: evidence.Other, Characters: 99, Here: 990})
		end(small, large)
		if diff := cmp.Diff(map[int64][]record.Edge{doc: {large, small}}, librarytest.Must(s.WorkSources(ctx, []int64{doc, 999}))(t)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
