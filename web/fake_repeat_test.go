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
	pairs := s.repeated.pairs
	if f.After != (record.RepeatKey{}) {
		for i, p := range pairs {
			if (record.RepeatKey{Day: p.Day, Page: p.Page.Document, Other: p.Other.Document}) == f.After {
				pairs = pairs[i+1:]
				break
			}
		}
	}
	pairs = pairs[min(len(pairs), f.Offset):]
	if f.Limit > 0 {
		pairs = pairs[:min(len(pairs), f.Limit)]
	}
	return pairs, nil
}

func (s *fakeStore) RepeatDays(context.Context, record.RepeatFilter) (days []record.RepeatDay, _ error) {
	for _, p := range s.repeated.pairs {
		if n := len(days); n == 0 || days[n-1].Day != p.Day {
			days = append(days, record.RepeatDay{Day: p.Day})
		}
		days[len(days)-1].Pairs++
	}
	return days, nil
}

func (s *fakeStore) Pending(context.Context) (record.Pending, error) { return s.repeated.pending, nil }

func (j *fakeJobs) CompareAgain(context.Context) error {
	j.store.repeated.again++
	return nil
}
