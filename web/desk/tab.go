package desk

import (
	"cmp"
	"context"
	"net/url"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
)

// tabView is a tab with how many rows it has of those that the filters choose.
type tabView struct {
	Tab     tab
	Count   int
	Address string
	Current bool
}

// Tabs returns those of the list.
func (v workView) Tabs() (out []tabView) {
	for _, x := range []tabView{{Tab: tabOpen, Count: v.Queue.Open}, {Tab: tabGrave, Count: v.Queue.Grave},
		{Tab: tabDecided, Count: v.Queue.Decided()}, {Tab: tabAll, Count: v.Queue.Total}} {
		x.Address = v.List.with(func(q url.Values) { q.Set(fieldTab, string(x.Tab)) })
		x.Current = tab(cmp.Or(v.List.values.Get(fieldTab), string(tabAll))) == x.Tab
		out = append(out, x)
	}
	return out
}

// queue counts the open work of the applications that a filter chooses.
func (s *pages) queue(ctx context.Context, f record.WorkFilter) (all record.Queue, err error) {
	queues, err := s.Store.WorkQueues(ctx, f, finding.GraveFrom)
	for _, q := range queues {
		all = all.Plus(q)
	}
	return all, err
}
