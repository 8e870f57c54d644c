package policy_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/exclude"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What officers add is there for the checks that follow, until it is changed or
// ended, and who did so is kept.
func TestRoles(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		if got := librarytest.Must(s.Roles(ctx))(t); len(got) != 0 {
			t.Errorf("at first there are %v", got)
		}
		first := exclude.Entry{Name: "廉洁", Reason: "declaration", Headings: []string{"廉洁条款"}, Phrases: []string{"不向评审专家\x00赠送礼品"}, Programme: "重点研发", From: 2025}
		second := exclude.Entry{Name: "method", Headings: []string{"实施路径"}}
		id := librarytest.Must(s.PutRole(ctx, 0, first, "张三"))(t)
		other := librarytest.Must(s.PutRole(ctx, 0, second, "李四"))(t)
		if diff := cmp.Diff([]exclude.Entry{first, second}, librarytest.Must(s.Roles(ctx))(t)); diff != "" {
			t.Error(diff)
		}
		changed := first
		changed.To = 2026
		replaced := librarytest.Must(s.PutRole(ctx, id, changed, "李四"))(t)
		if err := s.EndRole(ctx, other, "王五"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]exclude.Entry{changed}, librarytest.Must(s.Roles(ctx))(t)); diff != "" {
			t.Error(diff)
		}
		all := librarytest.Must(s.RoleEntries(ctx))(t)
		want := []record.RoleEntry{
			{ID: id, Entry: first, AddedBy: "张三", EndedBy: "李四"},
			{ID: other, Entry: second, AddedBy: "李四", EndedBy: "王五"},
			{ID: replaced, Entry: changed, AddedBy: "李四"},
		}
		if diff := cmp.Diff(want, all, cmpopts.IgnoreFields(record.RoleEntry{}, "AddedAt", "EndedAt")); diff != "" {
			t.Error(diff)
		}
		for i, e := range all {
			if e.AddedAt.IsZero() || e.EndedAt.Before(e.AddedAt) && i < 2 || e.Holds() != (i == 2) {
				t.Errorf("entry %d from %v to %v", e.ID, e.AddedAt, e.EndedAt)
			}
		}
		for name, got := range map[string]error{
			"a second change": errOf(s.PutRole(ctx, id, second, "赵六")), "a second end": s.EndRole(ctx, other, "赵六"),
		} {
			if !errors.Is(got, record.ErrOvertaken) {
				t.Errorf("%s: %v, want ErrOvertaken", name, got)
			}
		}
		if err := s.EndRole(ctx, 999, "赵六"); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("an unknown one: %v, want ErrNotFound", err)
		}
		var fault *exclude.Fault
		if err := errOf(s.PutRole(ctx, replaced, exclude.Entry{Name: "a"}, "赵六")); !errors.As(err, &fault) || fault.Name != exclude.FaultNothing {
			t.Errorf("nothing to know it by: %v", err)
		}
		if got := librarytest.Must(s.RoleEntries(ctx))(t); len(got) != 3 || !got[2].Holds() {
			t.Errorf("what was refused has changed something: %v", got)
		}
	})
}

// errOf leaves a value away.
func errOf[T any](_ T, err error) error { return err }
