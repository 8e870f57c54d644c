package people_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestSavedViews(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		for _, v := range []struct {
			account     int64
			name, query string
		}{{1, "重复高", "sort=overall"}, {1, "未决", "verdict=none"}, {1, "重复高", "sort=largest"}, {2, "重复高", "x=1"}} {
			if err := s.SaveView(ctx, v.account, v.name, v.query); err != nil {
				t.Fatal(err)
			}
		}
		views := librarytest.Must(s.Views(ctx, 1))(t)
		if len(views) != 2 || !slices.ContainsFunc(views, func(v record.SavedView) bool { return v.Name == "重复高" && v.Query == "sort=largest" }) {
			t.Errorf("views %+v", views)
		}
		if err := s.DeleteView(ctx, 2, views[0].ID); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("another's view: %v", err)
		}
		if err := s.DeleteView(ctx, 1, views[0].ID); err != nil || len(librarytest.Must(s.Views(ctx, 1))(t)) != 1 {
			t.Errorf("delete: %v", err)
		}
	})
}
