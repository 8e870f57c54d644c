package web

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// fakeStore is a library in memory: all that the pages ask for, without SQL.
type fakeStore struct {
	fakeShelf
	mu          sync.Mutex
	parts       map[int64]map[record.PartName]int // of work list rows, by document
	noSearch    bool                              // full-text search is closed
	unmade      int                               // documents without units of the published method
	documents   map[int64]record.Document
	texts       map[int64]*extract.Document
	files       map[int64][]byte
	checks      map[int64]record.Check
	evidence    map[int64][]byte
	stamps      []record.Stamp
	funded      map[int64]bool
	outlook     record.Outlook // of every call and import
	decisions   map[int64][]evidence.Decision
	roles       []record.RoleEntry
	assigned    map[[2]int64]bool // account and document
	due         map[[2]int64]string
	marks       []record.Mark
	calls       map[int64]record.Call
	callChanges map[int64][]record.CallChange
	views       map[int64][]record.SavedView // by account
	query       record.WorkQuery             // of the work list, the last time
	settings    fakeSettings
	entries     []audit.Entry
	asked       audit.Filter // of entries, the last time
	unrecorded  error        // given back by every act that is to be recorded
	broken      error        // given back by every reading of checks
	meanwhile   func()       // happens after the work list has been read, if there is something
	next        int64
	imported    fakeImports
	followed    fakeSites
	harvested   fakeHarvests
	repeated    fakeRepeats
	edges       []record.Edge
	found       map[int64][]finding.Finding // by document
	opinions    map[int64][]record.Opinion  // by check
	deletions   map[int64]record.DeletionRequest
	done        fakeTasks
	claimed     fakeClaims
	programs    fakePrograms
	hooks       fakeWebhooks
	watchers    []chan struct{} // woken by setCheck
	reads       int             // of checks
}

func newFakeStore() *fakeStore {
	return &fakeStore{
		documents: map[int64]record.Document{}, texts: map[int64]*extract.Document{}, files: map[int64][]byte{},
		checks: map[int64]record.Check{}, evidence: map[int64][]byte{}, decisions: map[int64][]evidence.Decision{}, assigned: map[[2]int64]bool{}, due: map[[2]int64]string{}, next: 100,
		calls: map[int64]record.Call{}, callChanges: map[int64][]record.CallChange{}, views: map[int64][]record.SavedView{}, opinions: map[int64][]record.Opinion{},
		deletions: map[int64]record.DeletionRequest{},
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

func (s *fakeStore) Assigned(_ context.Context, account, document int64) (bool, error) {
	return s.assigned[[2]int64{account, document}], nil
}

func (s *fakeStore) Unsaid(_ context.Context, account int64) (ids []int64, _ error) {
	for _, w := range s.work(record.WorkFilter{AssignedTo: account}) {
		said := slices.ContainsFunc(record.StandingOpinions(s.opinions[w.Shown]), func(o record.Opinion) bool { return o.Account == account })
		if w.Wanted > 1 && w.Shown != 0 && w.Verdict == "" && !said {
			ids = append(ids, w.Document)
		}
	}
	return ids, nil
}

func (s *fakeStore) Assignments(_ context.Context, document int64) (out []record.Assignment, _ error) {
	for x := range s.assigned {
		if x[1] == document {
			out = append(out, record.Assignment{Account: record.Account{ID: x[0]}, Document: document, Due: s.due[x]})
		}
	}
	return out, nil
}

func (s *fakeStore) Assign(_ context.Context, account, document int64, _, due string) error {
	s.assigned[[2]int64{account, document}] = true
	s.due[[2]int64{account, document}] = cmp.Or(due, s.due[[2]int64{account, document}], s.calls[s.documents[document].Call].Settings.Due)
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

func (s *fakeStore) Opinions(_ context.Context, id int64) ([]record.Opinion, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.opinions[id]), nil
}

func (s *fakeStore) GiveOpinion(_ context.Context, id int64, o record.Opinion) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.Validate() != nil {
		return fmt.Errorf("fake: %w", record.ErrDecision)
	}
	if s.verdictOf(id) != nil {
		return fmt.Errorf("fake: %w", record.ErrSettled)
	}
	o.At = testTime.UTC()
	s.opinions[id] = append(s.opinions[id], o)
	return nil
}

func (s *fakeStore) Decisions(_ context.Context, id int64) ([]evidence.Decision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.decisions[id]), nil
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
	if len(s.decisions[id])+len(s.opinions[id]) > 0 {
		return fmt.Errorf("fake %d: %w", id, record.ErrDecided)
	}
	delete(s.checks, id)
	return nil
}

func (s *fakeStore) DeletionAsked(_ context.Context, id int64) (*record.DeletionRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d, ok := s.deletions[id]; ok {
		return &d, nil
	}
	return nil, nil
}

func (s *fakeStore) KeepDecided(_ context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.deletions[id]; !ok {
		return fmt.Errorf("fake %d: %w", id, record.ErrNotFound)
	}
	delete(s.deletions, id)
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

func (s *fakeStore) Funded(context.Context, []int64) (map[int64]bool, error) { return s.funded, nil }

// AskStamp and Stamp are of a service that has stamped what was asked for first.
func (s *fakeStore) AskStamp(_ context.Context, subject record.StampSubject, id int64, sum string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	stamp := record.Stamp{SHA256: sum, Subject: subject, ID: id}
	if len(s.stamps) == 0 {
		stamp.Response, stamp.At = []byte("stamp of "+sum), time.Unix(1, 0)
	}
	s.stamps = append(s.stamps, stamp)
	return nil
}

func (s *fakeStore) Stamp(_ context.Context, sum string) (record.Stamp, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stamp := range s.stamps {
		if stamp.SHA256 == sum {
			return stamp, nil
		}
	}
	return record.Stamp{}, record.ErrNotFound
}

func (s *fakeStore) PaperLeftOf(context.Context, int64) (int, error) { return s.unmade, nil }

func (s *fakeStore) Ping(context.Context) error { return s.broken }

func (s *fakeStore) TryWrite(context.Context) error { return s.broken }

// testSite returns a site on a fake store.
func testSite(t testing.TB, store *fakeStore) (*pages, *fakeJobs) {
	t.Helper()
	jobs := &fakeJobs{store: store}
	serving := site.Serving{Addr: "127.0.0.1:0", Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}
	s, err := newPages(Config{Serving: serving, MaxUpload: 1 << 16, Tasks: t.TempDir()}, Dependencies{
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

// handler returns the handler of all pages, with what they stand on now.
func (p *pages) handler() http.Handler {
	h, err := p.Handler(p.routes())
	if err != nil {
		panic(err) // of a test
	}
	return h
}

// english returns how pages speak English.
func english(t testing.TB) *catalogue.Language {
	t.Helper()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	return c.Choose("en", "")
}
