package search

import (
	"errors"
	"testing"

	"zhiwen/checker/record"
)

// While it is suspended an index refuses all work, and afterwards it has what it had.
func TestSuspend(t *testing.T) {
	ctx := t.Context()
	x := newShelf(t).Index
	if err := x.Put(ctx, record.Document{ID: 1}, "图神经网络"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := x.Suspend(); err != nil {
			t.Fatal(err)
		}
	}
	_, search := x.Search(ctx, Query{Text: "网络", Limit: 1})
	_, count := x.Count()
	_, revisions := x.Revisions(ctx)
	for name, err := range map[string]error{"search": search, "count": count, "revisions": revisions, "put": x.Put(ctx, record.Document{ID: 2}, "x"), "delete": x.Delete(ctx, 1)} {
		if !errors.Is(err, record.ErrNoRoom) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for range 2 {
		if err := x.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	found, err := x.Search(ctx, Query{Text: "网络", Limit: 1})
	if err != nil || found.Total != 1 {
		t.Errorf("found %+v: %v", found, err)
	}
}
