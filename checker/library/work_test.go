package library_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// call stores a call.
func call(t testing.TB, s *library.Store, c record.Call) int64 {
	t.Helper()
	c.State = record.CallOpen
	return must(s.PutCall(context.Background(), c, "王处"))(t)
}

// applied stores an application of a call whose check is done with the figures, in a
// thousand characters.
func applied(t *testing.T, s *library.Store, u record.Upload, figures ...int) (doc, check int64) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
		if err != nil {
			return err
		}
		doc = ids[0]
		if err := tx.SetExtraction(ctx, doc, document(u.Identity.Title)); err != nil {
			return err
		}
		if u.Call != 0 {
			if err := tx.SaveUnits(ctx, doc, units(int(doc), 1)); err != nil {
				return err
			}
		}
		if len(figures) == 0 {
			return nil
		}
		if check, err = tx.CreateCheck(ctx, doc); err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, check, record.Summary{
			Countable: 1000, Rank: figures[0], Flags: figures[4], Unread: figures[5],
			Tally: record.Tally{Covered: figures[0], Others: figures[1], Quoted: figures[2], Largest: figures[3], Sources: figures[0] / 100},
		}, []byte("<evidence/>"))
	})
	return doc, check
}

func named(title string, call int64) record.Upload {
	u := upload(title)
	u.Identity.Title, u.Call = title, call
	return u
}

func work(t *testing.T, s *library.Store, q record.WorkQuery) record.WorkPage {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	return must(s.Work(context.Background(), q))(t)
}

func documents(p record.WorkPage) (ids []int64) {
	for _, w := range p.Items {
		ids = append(ids, w.Document)
	}
	return ids
}

// Rows follow what becomes of an application, from its coming to its end.
func TestWorkFollows(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		var doc, check int64
		row := func(want record.WorkState) record.WorkItem {
			t.Helper()
			page := work(t, s, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of}})
			if len(page.Items) != 1 || page.Items[0].State != want {
				t.Fatalf("want one that is %s, got %+v", want, page.Items)
			}
			return page.Items[0]
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{named("钙钛矿", of)})
			doc = ids[0]
			return err
		})
		row(record.WorkWaiting)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if err := tx.SetExtraction(ctx, doc, document("文本")); err != nil {
				return err
			}
			return tx.SaveUnits(ctx, doc, units(1, 1))
		})
		row(record.WorkUnchecked)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			check, err = tx.CreateCheck(ctx, doc)
			return err
		})
		row(record.WorkQueued)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			if err := tx.StartCheck(ctx, check); err != nil {
				return err
			}
			return tx.Progress(ctx, check, 40)
		})
		if w := row(record.WorkRunning); w.Progress != 40 || w.Newest != check || w.Shown != 0 {
			t.Errorf("running: %+v", w)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FinishCheck(ctx, check, record.Summary{
				Countable: 1000, Flags: 2, Unread: 3, Most: 77, Doubts: []record.Doubt{record.DoubtFew},
				Tally: record.Tally{Covered: 500, Others: 400, Quoted: 300, Largest: 200, Sources: 4},
			}, []byte("<evidence/>"))
		})
		w := row(record.WorkDone)
		if w.Shown != check || w.Countable != 1000 || w.Left.Covered != 500 || w.Left.Others != 400 || w.Left.Quoted != 300 || w.Left.Largest != 200 ||
			w.Left.Sources != 4 || w.Flags != 2 || w.Unread != 3 || w.Largest != 77 || len(w.Doubts) != 1 || w.EndedAt.IsZero() {
			t.Errorf("done: %+v", w)
		}
		stored := must(s.Check(ctx, check))(t)
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
		reviewer := must(s.AddAccount(ctx, record.Account{Login: "r", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
		if err := s.Assign(ctx, reviewer, doc, "王处", ""); err != nil {
			t.Fatal(err)
		}
		if w := row(record.WorkDone); w.Reviewers != 1 {
			t.Errorf("assigned: %+v", w)
		}
		for who, want := range map[int64]int{reviewer: 1, reviewer + 1: 0} {
			if n := must(s.CountWork(ctx, record.WorkFilter{Reviewer: who}))(t); n != want {
				t.Errorf("account %d sees %d rows, want %d", who, n, want)
			}
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.SetIdentity(ctx, doc, evidence.Identity{Title: "新題目", Year: 2025})
		})
		if w := row(record.WorkDone); w.Title != "新題目" || w.Year != 2025 {
			t.Errorf("described: %+v", w)
		}
		if n := must(s.CountWork(ctx, record.WorkFilter{Search: "新题"}))(t); n != 1 {
			t.Errorf("found %d by the simplified title", n)
		}
		if err := s.DeleteCheck(ctx, check); err != nil {
			t.Fatal(err)
		}
		row(record.WorkUnchecked) // it stays in its call
		if err := s.DeleteDocument(ctx, doc); err != nil {
			t.Fatal(err)
		}
		if n := must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows of deleted documents", n)
		}
	})
}

// A document without a call is in the list as long as it has a check.
func TestWorkWithoutCall(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		ids := load(t, s, library.Prepared{Upload: upload("past"), Document: document("past"), Units: units(1, 1)})
		if n := must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows of the library", n)
		}
		var check int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			check, err = tx.CreateCheck(ctx, ids[0])
			return err
		})
		if n := must(s.CountWork(ctx, record.WorkFilter{Call: record.NoCall}))(t); n != 1 {
			t.Errorf("%d rows, want that of the check", n)
		}
		if err := s.DeleteCheck(ctx, check); err != nil {
			t.Fatal(err)
		}
		if n := must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows after its check is gone", n)
		}
	})
}

// someWork makes a call of twelve applications, and two of none.
func someWork(t *testing.T, s *library.Store) (of int64, ids []int64) {
	t.Helper()
	of = call(t, s, record.Call{Name: "面上"})
	for i := range 14 {
		u := named(fmt.Sprintf("Ａ%c 题目%d", 'a'+rune(i%3), i), of)
		if i >= 12 {
			u.Call = 0
		}
		u.Identity.Applicant, u.Identity.Institution, u.Identity.Year = "王小"+string(rune('一'+i)), []string{"甲大学", "乙研究所"}[i%2], 2020+i%4
		u.Identity.Programme, u.Identity.Number = "面上", fmt.Sprintf("N-%02d", 40-i)
		if i == 3 {
			doc, _ := applied(t, s, u)
			ids = append(ids, doc)
			continue
		}
		doc, check := applied(t, s, u, i%5*100, i%4*100, i%3*100, i%2*100, i%3, i%4)
		ids = append(ids, doc)
		if i == 5 || i == 7 {
			d := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "张三"}
			if err := s.Decide(context.Background(), check, d, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
	}
	return of, ids
}

// Every order is walked forwards and backwards over all pages without a row missing
// or twice, and jumped into.
func TestWorkPages(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		of, ids := someWork(t, s)
		for _, sort := range record.WorkSorts() {
			for i := range 4 {
				descending, search := i%2 == 1, []string{"", "题目"}[i/2]
				q := record.WorkQuery{WorkFilter: record.WorkFilter{Call: of, Search: search}, Sort: sort, Descending: descending}
				all := documents(work(t, s, q))
				if !slices.Equal(slices.Sorted(slices.Values(all)), ids[:12]) {
					t.Fatalf("%s: rows %v", sort, all)
				}
				q.Limit = 5
				var forwards, backwards []int64
				page := work(t, s, q)
				for n := 0; ; n++ {
					forwards = append(forwards, documents(page)...)
					if page.Prev != (n > 0) || n > 3 {
						t.Fatalf("%s: page %d says that there are pages before: %v", sort, n, page.Prev)
					}
					if !page.Next {
						break
					}
					next := q
					next.After = page.Last
					page = work(t, s, next)
				}
				for n := 0; n < 9; n++ {
					backwards = append(documents(page), backwards...)
					if !page.Prev {
						break
					}
					before := q
					before.Before = page.First
					page = work(t, s, before)
					if !page.Next {
						t.Errorf("%s: nothing behind a page before another", sort)
					}
				}
				jump := q
				jump.Offset = 5
				if diff := cmp.Diff(all, forwards) + cmp.Diff(all, backwards) + cmp.Diff(all[5:10], documents(work(t, s, jump))); diff != "" {
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
		of, ids := someWork(t, s)
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
			if got := must(s.CountWork(ctx, x.f))(t); got != x.want {
				t.Errorf("%s: %d rows, want %d", name, got, x.want)
			}
			if got := len(must(s.WorkIDs(ctx, x.f))(t)); got != x.want {
				t.Errorf("%s: %d ids, want %d", name, got, x.want)
			}
		}
	})
}

func TestWorkCounts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of, _ := someWork(t, s)
		f := must(s.WorkFacets(ctx, record.WorkFilter{Call: of}))(t)
		want := record.WorkFacets{
			Programmes: []record.Facet{{Value: "面上", Count: 12}}, Institutions: []record.Facet{{Value: "乙研究所", Count: 6}, {Value: "甲大学", Count: 6}},
			Years:    []record.Facet{{Value: "2023", Count: 3}, {Value: "2022", Count: 3}, {Value: "2021", Count: 3}, {Value: "2020", Count: 3}},
			States:   []record.Facet{{Value: "unchecked", Count: 1}, {Value: "done", Count: 11}},
			Verdicts: []record.Facet{{Value: "", Count: 9}, {Value: "no-concern", Count: 2}},
			Flagged:  8, Unread: 8, Unassigned: 12, NoFinding: 2, Found: 8, Total: 12,
		}
		if diff := cmp.Diff(want, f); diff != "" {
			t.Errorf("facets\n%s", diff)
		}
		nothing := must(s.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of, NoFinding: true}, Sort: record.SortArrival, Limit: 50}))(t)
		for _, w := range nothing.Items {
			if w.Shown == 0 || w.Rank != 0 || w.Verdict != evidence.Withdrawn {
				t.Errorf("without a finding: %+v", w)
			}
		}
		if len(nothing.Items) != f.NoFinding {
			t.Errorf("%d without a finding, %d are counted", len(nothing.Items), f.NoFinding)
		}
		p := must(s.WorkProgress(ctx, record.WorkFilter{Call: of}))(t)
		if p.Total != 12 || p.ByState[record.WorkDone] != 11 || p.ByState[record.WorkUnchecked] != 1 || p.Done() != 11 {
			t.Errorf("progress %+v", p)
		}
		h := must(s.WorkHistogram(ctx, record.WorkFilter{}))(t)
		bins := h[record.FigureOverall]
		// 13 checks of 0, 10, 20, 30, 40 hundredths
		if bins[0] != 3 || bins[2] != 3 || bins[4] != 3 || bins[6] != 2 || bins[8] != 2 {
			t.Errorf("histogram %v", bins)
		}
	})
}

func TestCalls(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		inLibrary := load(t, s, library.Prepared{Upload: upload("past"), Document: document("past"), Units: units(1, 1)})
		var form int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			u := upload("form")
			u.Form = true
			ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
			form = ids[0]
			return err
		})
		collection := must(s.PutCollection(ctx, 0, "近三年", "王处"))(t)
		if _, err := s.PutCollection(ctx, 0, "近三年", "王处"); !errors.Is(err, record.ErrNameTaken) {
			t.Errorf("a name twice: %v", err)
		}
		if err := s.Collect(ctx, collection, append(inLibrary, form, 999), true); err != nil {
			t.Fatal(err)
		}
		if got := must(s.Collections(ctx))(t); len(got) != 1 || got[0].Documents != 1 || got[0].Name != "近三年" {
			t.Errorf("collections %+v", got)
		}
		least := 30
		want := record.Call{
			Name: "2026 面上", Programme: "面上", Year: 2026, Deadline: "2026-03-20", State: record.CallOpen, Forms: []int64{form}, Collections: []int64{collection},
			Settings: record.CallSettings{
				Thresholds: map[record.FigureName]record.Threshold{record.FigureOverall: {Notable: 100, Grave: 300}},
				Exclude:    []evidence.Reason{evidence.ReasonForm}, LeastLength: &least, Opinions: 2, Due: "2026-05-01",
			},
		}
		id := must(s.PutCall(ctx, want, "王处"))(t)
		got := must(s.Call(ctx, id))(t)
		if got.CreatedBy != "王处" || got.CreatedAt.IsZero() || !got.ChangedAt.Equal(got.CreatedAt) {
			t.Errorf("made %+v", got)
		}
		want.ID, want.CreatedBy, want.ChangedBy, want.CreatedAt, want.ChangedAt = id, "王处", "王处", got.CreatedAt, got.CreatedAt
		want.Revision = got.Revision
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("stored\n%s", diff)
		}
		if err := s.DeleteCollection(ctx, collection); !errors.Is(err, record.ErrBusy) {
			t.Errorf("delete a collection of a call: %v", err)
		}
		want.State, want.Collections = record.CallClosed, nil
		if _, err := s.PutCall(ctx, want, "李处"); err != nil {
			t.Fatal(err)
		}
		if got := must(s.Call(ctx, id))(t); got.ChangedBy != "李处" || got.CreatedBy != "王处" || len(got.Collections) != 0 || got.State != record.CallClosed {
			t.Errorf("changed %+v", got)
		}
		if err := s.DeleteCollection(ctx, collection); err != nil {
			t.Error(err)
		}
		handIn := func(to int64) error {
			return s.InTx(ctx, func(tx *library.Tx) error {
				_, err := tx.CreateDocuments(ctx, []record.Upload{named("late", to)})
				return err
			})
		}
		if err := handIn(id); !errors.Is(err, record.ErrClosed) {
			t.Errorf("hand in to a closed call: %v", err)
		}
		if err := handIn(999); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("hand in to no call: %v", err)
		}
		for _, bad := range []record.Call{{ID: 999, State: record.CallOpen}, {State: record.CallOpen, Forms: []int64{inLibrary[0]}}, {State: record.CallOpen, Collections: []int64{999}}} {
			if _, err := s.PutCall(ctx, bad, "王处"); !errors.Is(err, record.ErrNotFound) {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		if got := must(s.Calls(ctx))(t); len(got) != 1 {
			t.Errorf("calls %+v", got)
		}
	})
}

// A call goes with its applications as a whole, whatever is done about them, and what is
// in the library stays.
func TestDeleteCall(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		kept := named("kept", of)
		kept.ToLibrary = true
		stays, _ := applied(t, s, kept)
		done, _ := applied(t, s, named("done", of), 1, 1, 1, 1, 0, 0)
		running, _ := applied(t, s, named("running", of))
		var check, waiting int64
		inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{named("waiting", of)})
			if err != nil {
				return err
			}
			waiting = ids[0]
			if check, err = tx.CreateCheck(ctx, running); err != nil {
				return err
			}
			_, err = tx.CreateCheck(ctx, waiting)
			return err
		})
		if err := s.DeleteCall(ctx, of, false); !errors.Is(err, record.ErrHasApplications) {
			t.Errorf("without its applications: %v", err)
		}
		if n := must(s.CountWork(ctx, record.WorkFilter{Call: of}))(t); n != 4 {
			t.Errorf("%d rows are left, want 4", n)
		}
		if err := s.DeleteCall(ctx, of, true); err != nil {
			t.Fatal(err)
		}
		for _, id := range []int64{done, running, waiting} {
			if _, err := s.Document(ctx, id); !errors.Is(err, record.ErrNotFound) {
				t.Errorf("document %d: %v", id, err)
			}
		}
		if d := must(s.Document(ctx, stays))(t); d.Call != 0 || !d.InLibrary {
			t.Errorf("what is in the library: %+v", d)
		}
		if n := must(s.CountWork(ctx, record.WorkFilter{}))(t); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		if err := s.InTx(ctx, func(tx *library.Tx) error { return tx.FinishCheck(ctx, check, record.Summary{}, nil) }); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a check of it that ends: %v", err)
		}
		if err := s.DeleteCall(ctx, of, true); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a second time: %v", err)
		}
	})
}

func TestSavedViews(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		for _, v := range []struct {
			account     int64
			name, query string
		}{{1, "重复高", "sort=overall"}, {1, "未决", "verdict=none"}, {1, "重复高", "sort=largest"}, {2, "重复高", "x=1"}} {
			if err := s.SaveView(ctx, v.account, v.name, v.query); err != nil {
				t.Fatal(err)
			}
		}
		views := must(s.Views(ctx, 1))(t)
		if len(views) != 2 || !slices.ContainsFunc(views, func(v record.SavedView) bool { return v.Name == "重复高" && v.Query == "sort=largest" }) {
			t.Errorf("views %+v", views)
		}
		if err := s.DeleteView(ctx, 2, views[0].ID); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("another's view: %v", err)
		}
		if err := s.DeleteView(ctx, 1, views[0].ID); err != nil || len(must(s.Views(ctx, 1))(t)) != 1 {
			t.Errorf("delete: %v", err)
		}
	})
}

// What tables say beside the rows: to whom an application is assigned, and what each person
// said last.
func TestWorkDetails(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := call(t, s, record.Call{Name: "面上"})
		first, check := applied(t, s, named("一", of), 100, 100, 100, 100, 0, 0)
		second, _ := applied(t, s, named("二", of), 100, 100, 100, 100, 0, 0)
		a := record.Account{Login: "zhang", Name: "张三", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}
		if err := s.Assign(ctx, must(s.AddAccount(ctx, a, false))(t), first, "王处", ""); err != nil {
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
		got := must(s.WorkDetails(ctx, []int64{first, second}))(t)
		d := got[first]
		if len(got) != 1 || !slices.Equal(d.Assigned, []string{a.Signature()}) || len(d.Opinions) != 2 || d.Opinions[0].Reviewer != "丙" || d.Opinions[1].Reviewer != "乙" ||
			d.Opinions[1].Verdict != other || d.Opinions[1].Reason != "说明" || d.Opinions[1].At.IsZero() {
			t.Errorf("got %+v", got)
		}
	})
}
