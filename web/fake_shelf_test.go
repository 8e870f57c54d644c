package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// fakeShelf is what a fake store has of the library beside its documents.
type fakeShelf struct {
	collections map[int64]string  // nil is one that has the number 1
	collected   map[int64][]int64 // documents by collection
	shelfQuery  record.ShelfQuery // the last time
	versions    []record.Version
	groups      [][]int64 // of versions
}

// names returns the collections.
func (s *fakeShelf) names() map[int64]string {
	if s.collections == nil {
		s.collections, s.collected = map[int64]string{1: "2024 年立项"}, map[int64][]int64{}
	}
	return s.collections
}

// shelfValue returns the value of a field of the library.
func shelfValue(d record.Document, f record.ShelfField) string {
	switch f {
	case record.ShelfYear:
		if d.Identity.Year == 0 {
			return ""
		}
		return strconv.Itoa(d.Identity.Year)
	case record.ShelfInstitution:
		return d.Identity.Institution
	case record.ShelfProgramme:
		return d.Identity.Programme
	case record.ShelfStatus:
		return string(d.Status)
	}
	return string(d.Format)
}

func (s *fakeStore) onShelf(d record.Document, f record.ShelfFilter) bool {
	if !d.InLibrary || f.State != "" && d.State != f.State || f.IDs != nil && !slices.Contains(f.IDs, d.ID) ||
		f.Collection != 0 && !slices.Contains(s.collected[f.Collection], d.ID) {
		return false
	}
	for field, value := range f.Values {
		if shelfValue(d, field) != value {
			return false
		}
	}
	return true
}

func (s *fakeStore) shelved(f record.ShelfFilter) (out []record.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.documents {
		if s.onShelf(d, f) {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b record.Document) int { return cmp.Compare(b.ID, a.ID) })
	return out
}

func (s *fakeStore) Shelf(_ context.Context, q record.ShelfQuery) ([]record.Document, error) {
	s.shelfQuery = q
	return page(s.shelved(q.ShelfFilter), q.Limit, q.Offset), nil
}

func (s *fakeStore) CountShelf(_ context.Context, f record.ShelfFilter) (int, error) {
	return len(s.shelved(f)), nil
}

func (s *fakeStore) ShelfStates(context.Context) (all, waiting, failed int, _ error) {
	of := func(state record.DocumentState) int { return len(s.shelved(record.ShelfFilter{State: state})) }
	return of(""), of(record.DocumentWaiting), of(record.DocumentFailed), nil
}

func (s *fakeStore) ShelfIDs(_ context.Context, f record.ShelfFilter, most int) (ids []int64, _ error) {
	for _, d := range page(s.shelved(f), most, 0) {
		ids = append(ids, d.ID)
	}
	return ids, nil
}

func (s *fakeStore) ShelfFacets(_ context.Context, f record.ShelfFilter) (record.ShelfFacets, error) {
	out := record.ShelfFacets{}
	for _, field := range record.ShelfFields() {
		others := f
		others.Values = map[record.ShelfField]string{}
		for x, value := range f.Values {
			if x != field {
				others.Values[x] = value
			}
		}
		for _, d := range s.shelved(others) {
			value := shelfValue(d, field)
			i := slices.IndexFunc(out[field], func(x record.Facet) bool { return x.Value == value })
			if i < 0 {
				i = len(out[field])
				out[field] = append(out[field], record.Facet{Value: value})
			}
			out[field][i].Count++
		}
	}
	return out, nil
}

func (s *fakeStore) Removal(_ context.Context, documents []int64) (record.Removal, error) {
	return record.Removal{Deleted: len(documents), Checks: 3}, nil
}

func (s *fakeStore) CollectionDocuments(_ context.Context, id int64) ([]int64, error) {
	return s.collected[id], nil
}

func (s *fakeStore) CallsOf(context.Context) (map[int64][]record.Call, error) {
	out := map[int64][]record.Call{}
	for _, c := range s.calls {
		for _, id := range c.Collections {
			out[id] = append(out[id], c)
		}
	}
	return out, nil
}

func (s *fakeStore) Collections(context.Context) (out []record.Collection, _ error) {
	for id, name := range s.names() {
		out = append(out, record.Collection{ID: id, Name: name, CreatedAt: testTime, Documents: len(s.collected[id])})
	}
	slices.SortFunc(out, func(a, b record.Collection) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

func (s *fakeStore) PutCollection(_ context.Context, id int64, name, _ string) (int64, error) {
	for other, taken := range s.names() {
		if taken == name && other != id {
			return 0, fmt.Errorf("fake: %w", record.ErrNameTaken)
		}
	}
	if id == 0 {
		s.next++
		id = s.next
	} else if s.names()[id] == "" {
		return 0, fmt.Errorf("fake: %w", record.ErrNotFound)
	}
	s.names()[id] = name
	return id, nil
}

func (s *fakeStore) Collect(_ context.Context, id int64, documents []int64, in bool) error {
	if s.names()[id] == "" {
		return fmt.Errorf("fake: %w", record.ErrNotFound)
	}
	kept := slices.DeleteFunc(s.collected[id], func(x int64) bool { return slices.Contains(documents, x) })
	if in {
		kept = append(kept, documents...)
	}
	s.collected[id] = kept
	return nil
}

func (s *fakeStore) DeleteCollection(ctx context.Context, id int64) error {
	if calls, _ := s.CallsOf(ctx); len(calls[id]) > 0 {
		return fmt.Errorf("fake: %w", record.ErrBusy)
	}
	delete(s.names(), id)
	return nil
}

func (j *fakeJobs) EditDocuments(_ context.Context, documents []int64, edit record.ShelfEdit) (int, error) {
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	for _, id := range documents {
		d := j.store.documents[id]
		set(&d.Identity, edit)
		if edit.Status != nil {
			d.Status = *edit.Status
		}
		j.store.documents[id] = d
	}
	return len(documents), nil
}

func set(i *evidence.Identity, edit record.ShelfEdit) {
	if edit.Year != nil {
		i.Year = *edit.Year
	}
	if edit.Programme != nil {
		i.Programme = *edit.Programme
	}
	if edit.Institution != nil {
		i.Institution = *edit.Institution
	}
}

func (j *fakeJobs) LeaveLibrary(ctx context.Context, id int64) error {
	d, err := j.store.Document(ctx, id)
	if err == nil && d.State == record.DocumentWaiting {
		err = record.ErrBusy
	}
	if err != nil {
		return err
	}
	if d.Call == 0 {
		return j.DeleteDocument(ctx, id)
	}
	d.InLibrary = false
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	j.store.documents[id] = d
	return nil
}

func (s *fakeStore) UntouchedInLibrary(_ context.Context, id int64) (bool, error) {
	quoted := slices.ContainsFunc(s.edges, func(e record.Edge) bool { return e.Source == id && !e.SameCall })
	return s.documents[id].InLibrary && !quoted, nil
}

func (j *fakeJobs) EnterLibrary(ctx context.Context, documents []int64) (n int, _ error) {
	for _, id := range documents {
		d, err := j.store.Document(ctx, id)
		if err != nil || d.InLibrary {
			continue
		}
		d.InLibrary = true
		j.store.mu.Lock()
		j.store.documents[id] = d
		j.store.mu.Unlock()
		n++
	}
	return n, nil
}

func (s *fakeStore) Outdated(ctx context.Context, call int64, _ int) (out []record.Outdated, more bool, _ error) {
	for _, w := range s.work(record.WorkFilter{Call: call}) {
		if w.Shown != 0 && w.Document%2 == 0 {
			out = append(out, record.Outdated{Document: w.Document, Check: w.Shown, Sources: []int64{1}})
		}
	}
	return out, false, nil
}

func (j *fakeJobs) OutdatedAlone(ctx context.Context, before int64, _ int) (record.OutdatedPage, error) {
	if before != 0 {
		return record.OutdatedPage{}, nil
	}
	found, _, err := j.store.Outdated(ctx, record.NoCall, 0)
	return record.OutdatedPage{Found: found, Next: 7}, err
}

func (j *fakeJobs) CheckAll(ctx context.Context, documents []int64) (int, error) {
	for _, id := range documents {
		if _, err := j.CheckDocument(ctx, id, ""); err != nil {
			return 0, err
		}
	}
	return len(documents), nil
}

func (j *fakeJobs) Versions(context.Context, int64) ([]record.Version, error) {
	return j.store.versions, nil
}

func (s *fakeStore) VersionsAmong(context.Context, []int64) ([][]int64, error) {
	return s.groups, nil
}
