package web

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// fakeStore is a library in memory: all that the pages ask for, without SQL.
type fakeStore struct {
	mu         sync.Mutex
	documents  map[int64]record.Document
	texts      map[int64]*extract.Document
	files      map[int64][]byte
	checks     map[int64]record.Check
	evidence   map[int64][]byte
	decisions  map[int64][]evidence.Decision
	roles      []record.RoleEntry
	assigned   map[[2]int64]bool // account and document
	marks      []record.Mark
	entries    []audit.Entry
	asked      audit.Filter // of entries, the last time
	unrecorded error        // given back by every act that is to be recorded
	broken     error        // given back by every reading of checks
	next       int64
	watchers   []chan struct{} // woken by setCheck
	reads      int             // of checks
}

func newFakeStore() *fakeStore {
	return &fakeStore{
		documents: map[int64]record.Document{}, texts: map[int64]*extract.Document{}, files: map[int64][]byte{},
		checks: map[int64]record.Check{}, evidence: map[int64][]byte{}, decisions: map[int64][]evidence.Decision{}, assigned: map[[2]int64]bool{}, next: 100,
	}
}

func lookUp[V any](s *fakeStore, m map[int64]V, id int64) (V, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := m[id]
	if !ok {
		return v, fmt.Errorf("fake %d: %w", id, record.ErrNotFound)
	}
	return v, nil
}

func (s *fakeStore) Check(_ context.Context, id int64) (record.Check, error) {
	if s.broken != nil {
		return record.Check{}, s.broken
	}
	s.mu.Lock()
	s.reads++
	s.mu.Unlock()
	c, err := lookUp(s, s.checks, id)
	if err != nil {
		return c, err
	}
	c.Document, err = lookUp(s, s.documents, c.Document.ID)
	return c, err
}

func (s *fakeStore) list(keep func(record.Check) bool) []record.Check {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []record.Check
	for _, c := range s.checks {
		if keep(c) {
			c.Document = s.documents[c.Document.ID]
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b record.Check) int { return cmp.Compare(b.ID, a.ID) })
	return out
}

func (s *fakeStore) Checks(_ context.Context, f record.CheckFilter) ([]record.Check, int, error) {
	if s.broken != nil {
		return nil, 0, s.broken
	}
	all := s.list(func(c record.Check) bool { return f.Reviewer == 0 || s.assigned[[2]int64{f.Reviewer, c.Document.ID}] })
	return page(all, f.Limit, f.Offset), len(all), nil
}

func (s *fakeStore) Assigned(_ context.Context, account, document int64) (bool, error) {
	return s.assigned[[2]int64{account, document}], nil
}

func (s *fakeStore) Assignments(_ context.Context, document int64) (out []record.Assignment, _ error) {
	for x := range s.assigned {
		if x[1] == document {
			out = append(out, record.Assignment{Account: record.Account{ID: x[0]}, Document: document})
		}
	}
	return out, nil
}

func (s *fakeStore) Assign(_ context.Context, account, document int64, _ string) error {
	s.assigned[[2]int64{account, document}] = true
	return nil
}

func (s *fakeStore) Unassign(_ context.Context, account, document int64) error {
	delete(s.assigned, [2]int64{account, document})
	return nil
}

func page[T any](all []T, limit, offset int) []T {
	all = all[min(offset, len(all)):]
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all
}

func (s *fakeStore) DocumentChecks(_ context.Context, id int64) ([]record.Check, error) {
	return s.list(func(c record.Check) bool { return c.Document.ID == id }), nil
}

func (s *fakeStore) Evidence(_ context.Context, id int64) ([]byte, error) {
	return lookUp(s, s.evidence, id)
}

func (s *fakeStore) Document(_ context.Context, id int64) (record.Document, error) {
	return lookUp(s, s.documents, id)
}

func (s *fakeStore) Documents(_ context.Context, f record.Filter) ([]record.Document, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []record.Document
	for _, d := range s.documents {
		if f.InLibrary != nil && d.InLibrary != *f.InLibrary || f.Form != nil && d.Form != *f.Form || f.Year != 0 && d.Identity.Year != f.Year ||
			f.IDs != nil && !slices.Contains(f.IDs, d.ID) {
			continue
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b record.Document) int { return cmp.Compare(b.ID, a.ID) })
	return page(all, f.Limit, f.Offset), len(all), nil
}

func (s *fakeStore) Years(ctx context.Context) ([]int, error) {
	var years []int
	yes := true
	all, _, err := s.Documents(ctx, record.Filter{InLibrary: &yes})
	for _, d := range all {
		if y := d.Identity.Year; y != 0 && !slices.Contains(years, y) {
			years = append(years, y)
		}
	}
	slices.SortFunc(years, func(a, b int) int { return b - a })
	return years, err
}

func (s *fakeStore) Extraction(_ context.Context, id int64) (*extract.Document, error) {
	return lookUp(s, s.texts, id)
}

func (s *fakeStore) File(_ context.Context, id int64) ([]byte, error) { return lookUp(s, s.files, id) }

func (s *fakeStore) Decide(_ context.Context, id int64, d evidence.Decision, seen int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.Verdict != evidence.Withdrawn && !slices.Contains(d.Subject.Verdicts(), d.Verdict) || d.Verdict.NeedsReason() && d.Reason == "" {
		return fmt.Errorf("fake: %w", record.ErrDecision)
	}
	if record.Overtaken(s.decisions[id], d, seen) {
		return fmt.Errorf("fake: %w", record.ErrOvertaken)
	}
	d.At = testTime.UTC()
	s.decisions[id] = append(s.decisions[id], d)
	check := s.checks[id]
	check.Left = record.Tally{Covered: -1}
	s.checks[id] = check
	return nil
}

func (s *fakeStore) SetLeft(_ context.Context, id int64, steps int, left record.Tally, doubts []record.Doubt) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if check, ok := s.checks[id]; ok && len(s.decisions[id]) == steps {
		check.Left, check.Doubts = left, doubts
		s.checks[id] = check
	}
	return nil
}

func (s *fakeStore) Decisions(_ context.Context, id int64) ([]evidence.Decision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.decisions[id]), nil
}

func (s *fakeStore) Verdicts(ctx context.Context, ids []int64) (map[int64]evidence.Verdict, error) {
	out := map[int64]evidence.Verdict{}
	for _, id := range ids {
		steps, err := s.Decisions(ctx, id)
		if err != nil {
			return nil, err
		}
		if v := score.Decide(steps).Check(); v != nil {
			out[id] = v.Verdict
		}
	}
	return out, nil
}

func (s *fakeStore) DeleteCheck(ctx context.Context, id int64) error {
	c, err := s.Check(ctx, id)
	if err != nil {
		return err
	}
	if c.State == record.CheckRunning {
		return fmt.Errorf("fake %d: %w", id, record.ErrBusy)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.checks, id)
	return nil
}

func (s *fakeStore) setCheck(c record.Check) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks[c.ID] = c
	for _, w := range s.watchers {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

func (s *fakeStore) Watch([]int64, []int64) (changed <-chan struct{}, stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := make(chan struct{}, 1)
	s.watchers = append(s.watchers, w)
	return w, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.watchers = slices.DeleteFunc(s.watchers, func(x chan struct{}) bool { return x == w })
	}
}

func (s *fakeStore) Ping(context.Context) error { return s.broken }

func (s *fakeStore) TryWrite(context.Context) error { return s.broken }

// testSite is a site on a fake store.
func testSite(t testing.TB, store *fakeStore) (*site, *fakeJobs) {
	t.Helper()
	jobs := &fakeJobs{store: store}
	s, err := newSite(Config{Addr: "127.0.0.1:0", MaxUpload: 1 << 16, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}, Dependencies{
		Store: store, Jobs: jobs, Search: fakeSearch{store}, Pieces: fakePieces, Samples: func() ([]record.Upload, error) {
			return []record.Upload{
				{Identity: evidence.Identity{Filename: "a.txt"}, Data: []byte("a"), ToLibrary: true},
				{Identity: evidence.Identity{Filename: "b.txt"}, Data: []byte("b"), Check: true},
			}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, jobs
}

// fakePieces cuts a text at line ends and behind colons.
func fakePieces(text string) (out []extract.Span) {
	start := 0
	runes := []rune(text)
	for i, r := range runes {
		if r == '\n' || r == '：' || i == len(runes)-1 {
			end := i + 1
			if r == '\n' {
				end = i
			}
			if end > start {
				out = append(out, extract.Span{Start: start, End: end})
			}
			start = i + 1
		}
	}
	return out
}
