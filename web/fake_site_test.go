package web

import (
	"context"
	"slices"

	"zhiwen/checker/record"
)

// fakeSites are the web sites that are followed; nothing is fetched.
type fakeSites struct {
	sites   []record.Site
	pages   []record.WebPage // of every site
	refused error            // given back by the next change
	looked  []int64
	again   []record.PageFilter
	one     []int64 // pages that were asked for again by themselves
}

func (s *fakeStore) Sites(context.Context) ([]record.Site, error) { return s.followed.sites, nil }

func (s *fakeStore) Site(_ context.Context, id int64) (record.Site, error) {
	for _, x := range s.followed.sites {
		if x.ID == id {
			return x, nil
		}
	}
	return record.Site{}, record.ErrNotFound
}

func (s *fakeStore) Pages(_ context.Context, _ int64, f record.PageFilter) (out []record.WebPage, total int, _ error) {
	for _, p := range s.followed.pages {
		if (f.Outcome == "" || p.Outcome == f.Outcome) && (!f.Failed || p.Outcome.Failed()) {
			out = append(out, p)
		}
	}
	return page(out, f.Limit, f.Offset), len(out), nil
}

func (s *fakeStore) DeleteSite(ctx context.Context, id int64) error {
	_, err := s.Site(ctx, id)
	s.followed.sites = slices.DeleteFunc(s.followed.sites, func(x record.Site) bool { return x.ID == id })
	return err
}

func (j *fakeJobs) PutSite(_ context.Context, id int64, rules record.SiteRules, seen int64, by string) (int64, error) {
	f := &j.store.followed
	if f.refused != nil {
		return 0, f.refused
	}
	put := record.Site{ID: 9, SiteRules: rules, ChangedBy: by, Change: seen + 1}
	if id != 0 {
		put.ID = id
		f.sites = slices.DeleteFunc(f.sites, func(x record.Site) bool { return x.ID == id })
	}
	f.sites = append(f.sites, put)
	return put.ID, nil
}

func (j *fakeJobs) LookAtSite(ctx context.Context, id int64) error {
	_, err := j.store.Site(ctx, id)
	j.store.followed.looked = append(j.store.followed.looked, id)
	return err
}

func (j *fakeJobs) PauseSite(_ context.Context, id int64, paused bool) error {
	for i := range j.store.followed.sites {
		if x := &j.store.followed.sites[i]; x.ID == id {
			x.Paused = paused
			return nil
		}
	}
	return record.ErrNotFound
}

func (j *fakeJobs) AskAgain(ctx context.Context, site, page int64, f record.PageFilter) (int, error) {
	_, err := j.store.Site(ctx, site)
	if page != 0 {
		j.store.followed.one = append(j.store.followed.one, page)
	} else {
		j.store.followed.again = append(j.store.followed.again, f)
	}
	return 1, err
}
