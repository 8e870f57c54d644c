package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
)

// fakeJobs takes every upload that extract.Sniff would, by the look of its first bytes.
type fakeJobs struct {
	store     *fakeStore
	uploads   []record.Upload
	rereads   map[int64][]record.Reread
	withdrawn string // field of the last wish
	trial     record.Trial
	taken     []int64
	stated    []record.Statement
	addresses fakeAddresses
	fetched   int // files of the web
}

func (j *fakeJobs) Submit(_ context.Context, uploads []record.Upload) []record.Receipt {
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	var out []record.Receipt
	for _, u := range uploads {
		r := record.Receipt{Filename: u.Identity.Filename}
		switch {
		case len(u.Data) == 0:
			r.Err = fmt.Errorf("sniff: %w", extract.ErrEmpty)
		case bytes.HasPrefix(u.Data, []byte("MZ")):
			r.Err = fmt.Errorf("sniff: %w", extract.ErrUnsupported)
		case bytes.HasPrefix(u.Data, []byte("\xd0\xcf\x11\xe0")):
			r.Err = fmt.Errorf("sniff: %w", extract.ErrEncrypted)
		case bytes.HasPrefix(u.Data, []byte("boom")):
			r.Err = fmt.Errorf("disk full at /secret/place")
		default:
			j.uploads = append(j.uploads, u)
			j.store.next++
			r.Document = j.store.next
			j.store.documents[r.Document] = record.Document{
				ID: r.Document, Identity: u.Identity, InLibrary: u.ToLibrary, Form: u.Form, State: record.DocumentWaiting, Size: int64(len(u.Data)), CreatedAt: testTime,
			}
			j.store.files[r.Document] = u.Data
			if u.Check {
				j.store.next++
				r.Check = j.store.next
				j.store.checks[r.Check] = record.Check{
					ID:        r.Check,
					Document:  record.Document{ID: r.Document},
					Profile:   u.Profile,
					State:     record.CheckQueued,
					CreatedAt: testTime,
				}
			}
		}
		out = append(out, r)
	}
	return out
}

func (j *fakeJobs) CheckDocument(ctx context.Context, id int64, profile string) (int64, error) {
	if _, err := j.store.Document(ctx, id); err != nil {
		return 0, err
	}
	j.store.next++
	j.store.setCheck(
		record.Check{ID: j.store.next, Document: record.Document{ID: id}, Profile: profile, State: record.CheckQueued, CreatedAt: testTime},
	)
	return j.store.next, nil
}

func (j *fakeJobs) Cancel(ctx context.Context, id int64) error {
	c, err := j.store.Check(ctx, id)
	if err != nil {
		return err
	}
	if c.State.Final() {
		return fmt.Errorf("fake %d: %w", id, record.ErrFinal)
	}
	c.State = record.CheckCancelled
	j.store.setCheck(c)
	return nil
}

func (j *fakeJobs) Retry(ctx context.Context, id int64, profile string) (int64, error) {
	c, err := j.store.Check(ctx, id)
	if err != nil {
		return 0, err
	}
	return j.CheckDocument(ctx, c.Document.ID, cmp.Or(profile, c.Profile))
}

func (j *fakeJobs) State(ctx context.Context, st record.Statement) (int, error) {
	if _, err := j.store.Check(ctx, st.Check); err != nil {
		return 0, err
	}
	j.stated = append(j.stated, st)
	return 1, nil
}

func (j *fakeJobs) RetryDocument(ctx context.Context, id int64) error {
	d, err := j.store.Document(ctx, id)
	if err != nil {
		return err
	}
	if d.State != record.DocumentFailed {
		return fmt.Errorf("fake %d: %w", id, record.ErrFinal)
	}
	d.State, d.Failure = record.DocumentWaiting, record.Failure{}
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	j.store.documents[id] = d
	return nil
}

func (j *fakeJobs) Describe(ctx context.Context, id int64, identity evidence.Identity) error {
	return j.ChangeIdentity(ctx, id, func(record.Document) (evidence.Identity, error) { return identity, nil })
}

func (j *fakeJobs) ChangeIdentity(ctx context.Context, id int64, change func(record.Document) (evidence.Identity, error)) error {
	d, err := j.store.Document(ctx, id)
	if err != nil {
		return err
	}
	if d.State != record.DocumentReady {
		return fmt.Errorf("fake %d: %w", id, record.ErrBusy)
	}
	if d.Identity, err = change(d); err != nil {
		return err
	}
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	j.store.documents[id] = d
	return nil
}

func (j *fakeJobs) DeleteDecided(ctx context.Context, id int64, by record.DeletionRequest) (gone bool, err error) {
	s := j.store
	c, err := s.Check(ctx, id)
	if err != nil {
		return false, err
	}
	s.mu.Lock()
	decided, asked := len(s.decisions[id])+len(s.opinions[id]) > 0, s.deletions[id]
	if decided {
		switch {
		case by.Reason == "":
			err = record.ErrNoReason
		case by.Account != 0 && (asked.Account == 0 || asked.Account == by.Account):
			by.At = testTime.UTC()
			s.deletions[id] = by
		case by.Account != 0 && !asked.ConfirmedBy(by):
			err = record.ErrOvertaken
		default:
			delete(s.decisions, id)
			delete(s.opinions, id)
			decided = false
		}
	}
	s.mu.Unlock()
	if err != nil || decided {
		return false, err
	}
	if others, err := s.DocumentChecks(ctx, c.Document.ID); err == nil && len(others) == 1 && !c.Document.Kept() {
		return true, j.DeleteDocument(ctx, c.Document.ID)
	}
	return true, s.DeleteCheck(ctx, id)
}

func (j *fakeJobs) DeleteDocument(ctx context.Context, id int64) error {
	return j.DeleteDocumentIf(ctx, id, func(record.Document) error { return nil })
}

func (j *fakeJobs) DeleteDocumentIf(ctx context.Context, id int64, may func(record.Document) error) error {
	d, err := j.store.Document(ctx, id)
	if err == nil {
		err = may(d)
	}
	if err != nil {
		return err
	}
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	for _, c := range j.store.checks {
		if c.Document.ID == id && len(j.store.decisions[c.ID])+len(j.store.opinions[c.ID]) > 0 {
			return fmt.Errorf("fake %d: %w", id, record.ErrDecided)
		}
	}
	delete(j.store.documents, id)
	delete(j.store.texts, id)
	return nil
}

// fakeSearch finds documents whose title or text holds the words.
type fakeSearch struct{ store *fakeStore }

func (f fakeSearch) Search(ctx context.Context, q search.Query) (search.Result, error) {
	var r search.Result
	yes := true
	all, _, err := f.store.Documents(ctx, record.Filter{InLibrary: &yes})
	for _, d := range all {
		if !f.store.onShelf(d, record.ShelfFilter{Values: q.Values, IDs: q.IDs}) {
			continue
		}
		for _, field := range []struct{ name, text string }{{"title", d.Identity.Title}, {"text", f.store.texts[d.ID].Text}} {
			before, after, found := strings.Cut(field.text, q.Text)
			if !found {
				continue
			}
			r.Hits = append(r.Hits, search.Hit{ID: d.ID, Fragments: []search.Fragment{{Field: field.name, Segments: []search.Segment{
				{Text: "…" + clipEnd(before, 20)}, {Text: q.Text, Marked: true}, {Text: firstRunes(after, 50)},
			}}}})
			break
		}
	}
	r.Total = len(r.Hits)
	r.Facets, _ = f.store.ShelfFacets(ctx, record.ShelfFilter{IDs: hitIDs(r.Hits)})
	r.Hits = page(r.Hits, q.Limit, q.Offset)
	return r, err
}

// Like finds the documents whose title has the first line of a text.
func (f fakeSearch) Like(ctx context.Context, text string, without int64, most int) (out []search.Like, err error) {
	if f.store.noSearch {
		return nil, fmt.Errorf("fake: %w", record.ErrNoRoom)
	}
	word, _, _ := strings.Cut(text, "\n")
	yes := true
	all, _, err := f.store.Documents(ctx, record.Filter{InLibrary: &yes})
	for _, d := range all {
		if d.ID != without && strings.Contains(d.Identity.Title, word) && len(out) < most {
			out = append(out, search.Like{ID: d.ID, Score: 1, Terms: []string{word}})
		}
	}
	return out, err
}

func (f fakeSearch) Count() (uint64, error) { return 1, nil }

func hitIDs(hits []search.Hit) []int64 {
	ids := []int64{}
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func (f fakeSearch) Find(ctx context.Context, q search.Query, most int) ([]int64, error) {
	q.Limit, q.Offset = most, 0
	r, err := f.Search(ctx, q)
	return hitIDs(r.Hits), err
}

func clipEnd(s string, n int) string {
	r := []rune(s)
	return string(r[max(0, len(r)-n):])
}

var testTime = time.Date(2026, 11, 21, 10, 42, 0, 0, time.Local)
