package web

import (
	"context"

	"zhiwen/checker/record"
)

// fakeRepeats are the pairs of pages that repeat each other; nothing is compared.
type fakeRepeats struct {
	pairs   []record.Repeat
	pending record.Pending
	asked   record.RepeatFilter // for last
	again   int
}

func (s *fakeStore) Repeats(_ context.Context, f record.RepeatFilter) ([]record.Repeat, error) {
	s.repeated.asked = f
	return s.repeated.pairs, nil
}

func (s *fakeStore) Pending(context.Context) (record.Pending, error) { return s.repeated.pending, nil }

func (j *fakeJobs) CompareAgain(context.Context) error {
	j.store.repeated.again++
	return nil
}
