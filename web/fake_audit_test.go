package web

import (
	"context"
	"slices"

	"zhiwen/checker/audit"
)

func (s *fakeStore) Record(ctx context.Context, a audit.Act) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unrecorded != nil {
		return s.unrecorded
	}
	s.entries = append(s.entries, audit.Entry{Number: int64(len(s.entries) + 1), At: testTime, Actor: audit.ActorOf(ctx), Act: a})
	return nil
}

func (s *fakeStore) Entries(_ context.Context, f audit.Filter, limit int) ([]audit.Entry, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = f
	var out []audit.Entry
	for _, e := range slices.Backward(s.entries) {
		if f.Before > 0 && e.Number >= f.Before || f.Action != "" && e.Act.Action != f.Action {
			continue
		}
		out = append(out, e)
	}
	if len(out) > limit {
		return out[:limit], true, nil
	}
	return out, false, nil
}

func (s *fakeStore) EachEntry(_ context.Context, do func(line []byte, hash string) error) error {
	s.mu.Lock()
	entries := slices.Clone(s.entries)
	s.mu.Unlock() // what is read is recorded meanwhile
	for _, e := range entries {
		line, err := e.Encode()
		if err != nil {
			return err
		}
		if err := do(line, audit.HashOf(line).String()); err != nil {
			return err
		}
	}
	return nil
}

func (s *fakeStore) Heads(context.Context) ([]audit.SignedHead, error) { return nil, nil }
