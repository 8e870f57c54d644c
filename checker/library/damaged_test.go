package library_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Under a context that leaves out damaged values they are named and all else is read; without it they are errors, also after.
func TestLeavingOut(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		const at = "'2026-01-01 00:00:00+00:00'"
		for _, statement := range []string{
			`INSERT INTO calls (name, programme, year, deadline, state, settings, created_by, created_at, changed_by, changed_at, arrivals)
				VALUES ('a', '', 0, '', 'open', '{not json', '', ` + at + `, '', ` + at + `, 0),
				('b', '', 0, '', 'open', '{}', '', ` + at + `, '', ` + at + `, 0)`,
			`INSERT INTO setting_changes (name, value, changed_by, changed_at) VALUES
				('agency', '{not json', '', ` + at + `), ('web', '{"contact": "a@example.org"}', '', ` + at + `)`,
		} {
			librarytest.Exec(t, s, statement)
		}
		damaged := func(read string, err error) {
			t.Helper()
			if !errors.Is(err, record.ErrDamaged) {
				t.Errorf("%s without leaving anything out: %v", read, err)
			}
		}
		for range 2 {
			damaged("calls", errorOf(s.Calls(t.Context())))
			damaged("a call", errorOf(s.Call(t.Context(), 1)))
			damaged("settings", errorOf(s.Settings(t.Context())))
			ctx := record.LeavingOut(t.Context())
			calls, err := s.Calls(ctx)
			if err != nil || len(calls) != 2 {
				t.Fatalf("%d calls: %v", len(calls), err)
			}
			call, err := s.Call(ctx, 1)
			if err != nil || call.Name != "a" || !call.Settings.Damaged {
				t.Errorf("the call is %+v: %v", call, err)
			}
			if call.Settings.Wanted() < 2 {
				t.Error("opinions of a call whose settings nobody knows are hidden from no reviewer")
			}
			values, err := s.Settings(ctx)
			if err != nil || values.Web.Contact != "a@example.org" {
				t.Errorf("the settings are %+v: %v", values, err)
			}
			var names []string
			for _, x := range record.LeftOutOf(ctx).Values() {
				names = append(names, string(x.What))
			}
			if diff := cmp.Diff([]string{"call", "setting"}, names); diff != "" {
				t.Errorf("left out: -want +got\n%s", diff)
			}
		}
	})
}

func errorOf[T any](_ T, err error) error { return err }
