package web

import (
	"context"
	"fmt"

	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
)

func (s *fakeStore) RoleEntries(context.Context) ([]record.RoleEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]record.RoleEntry(nil), s.roles...), s.broken
}

func (s *fakeStore) PutRole(ctx context.Context, replaces int64, entry exclude.Entry, by string) (int64, error) {
	if replaces != 0 {
		if err := s.EndRole(ctx, replaces, by); err != nil {
			return 0, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := record.RoleEntry{ID: int64(len(s.roles) + 1), Entry: entry, AddedBy: by, AddedAt: testTime}
	s.roles = append(s.roles, e)
	return e.ID, nil
}

func (s *fakeStore) EndRole(_ context.Context, id int64, by string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.roles {
		switch e := &s.roles[i]; {
		case e.ID == id && !e.Holds():
			return fmt.Errorf("fake %d: %w", id, record.ErrOvertaken)
		case e.ID == id:
			e.EndedBy, e.EndedAt = by, testTime
			return nil
		}
	}
	return fmt.Errorf("fake %d: %w", id, record.ErrNotFound)
}
