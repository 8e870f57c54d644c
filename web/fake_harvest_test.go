package web

import (
	"context"
	"slices"

	"zhiwen/checker/record"
)

// fakeHarvests are the sources that the library is filled from; nothing is asked.
type fakeHarvests struct {
	sources []record.HarvestSource
	items   []record.HarvestItem // of every source
	refused error                // given back by the next change
	now     []int64
	again   []record.HarvestFilter
	one     []int64 // items that were asked for again by themselves
}

func (s *fakeStore) HarvestSources(context.Context) ([]record.HarvestSource, error) {
	return s.harvested.sources, nil
}

func (s *fakeStore) HarvestSource(_ context.Context, id int64) (record.HarvestSource, error) {
	for _, x := range s.harvested.sources {
		if x.ID == id {
			return x, nil
		}
	}
	return record.HarvestSource{}, record.ErrNotFound
}

func (s *fakeStore) HarvestItems(_ context.Context, _ int64, f record.HarvestFilter) (out []record.HarvestItem, total int, _ error) {
	for _, i := range s.harvested.items {
		if (f.Outcome == "" || i.Outcome == f.Outcome) && (!f.Missing || i.Outcome.Missing()) &&
			(!f.Unread || i.State == record.DocumentFailed) {
			out = append(out, i)
		}
	}
	return page(out, f.Limit, f.Offset), len(out), nil
}

func (s *fakeStore) HarvestItemsAfter(_ context.Context, _, after int64, most int) (out []record.HarvestItem, _ error) {
	for _, i := range s.harvested.items {
		if i.ID > after && len(out) < most {
			out = append(out, i)
		}
	}
	return out, nil
}

func (s *fakeStore) DeleteHarvest(ctx context.Context, id int64) error {
	_, err := s.HarvestSource(ctx, id)
	s.harvested.sources = slices.DeleteFunc(s.harvested.sources, func(x record.HarvestSource) bool { return x.ID == id })
	return err
}

func (j *fakeJobs) PutHarvest(_ context.Context, id int64, rules record.HarvestRules, seen int64, by string) (int64, error) {
	f := &j.store.harvested
	if f.refused != nil {
		return 0, f.refused
	}
	put := record.HarvestSource{ID: 9, HarvestRules: rules, ChangedBy: by, Change: seen + 1}
	if id != 0 {
		put.ID = id
		f.sources = slices.DeleteFunc(f.sources, func(x record.HarvestSource) bool { return x.ID == id })
	}
	f.sources = append(f.sources, put)
	return put.ID, nil
}

func (j *fakeJobs) HarvestNow(ctx context.Context, id int64) error {
	_, err := j.store.HarvestSource(ctx, id)
	j.store.harvested.now = append(j.store.harvested.now, id)
	return err
}

func (j *fakeJobs) PauseHarvest(_ context.Context, id int64, paused bool) error {
	for i := range j.store.harvested.sources {
		if x := &j.store.harvested.sources[i]; x.ID == id {
			x.Paused = paused
			return nil
		}
	}
	return record.ErrNotFound
}

func (j *fakeJobs) HarvestAgain(ctx context.Context, source, item int64, f record.HarvestFilter) (int, error) {
	_, err := j.store.HarvestSource(ctx, source)
	if item != 0 {
		j.store.harvested.one = append(j.store.harvested.one, item)
	} else {
		j.store.harvested.again = append(j.store.harvested.again, f)
	}
	return 1, err
}
