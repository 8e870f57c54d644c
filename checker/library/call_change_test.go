package library_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Every change of a call is kept with who made it; who has not seen the newest is refused,
// and what says the same as before is no change.
func TestCallChanges(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		least, share := 30, 15
		of := record.Call{Name: "面上", State: record.CallOpen}
		of.ID = librarytest.Must(s.PutCall(ctx, of, "王处"))(t)
		seen := librarytest.Must(s.Call(ctx, of.ID))(t)
		stricter := seen
		stricter.Settings = record.CallSettings{Exclude: []evidence.Reason{}, LeastLength: &least, LeastShare: &share}
		for range 2 { // the second time it is no change
			if _, err := s.PutCall(ctx, stricter, "李处"); err != nil {
				t.Fatal(err)
			}
			stricter.Revision = librarytest.Must(s.Call(ctx, of.ID))(t).Revision
		}
		if _, err := s.PutCall(ctx, seen, "赵处"); !errors.Is(err, record.ErrOvertaken) {
			t.Errorf("who has seen an older one: %v", err)
		}
		if got := librarytest.Must(s.Call(ctx, of.ID))(t); !cmp.Equal(got.Settings, stricter.Settings) {
			t.Errorf("the call has %+v", got.Settings)
		}
		changes := librarytest.Must(s.CallChanges(ctx, of.ID, 10))(t)
		if len(changes) != 2 || changes[0].By != "李处" || changes[1].By != "王处" || changes[0].At.IsZero() || changes[0].ID != stricter.Revision {
			t.Fatalf("changes %+v", changes)
		}
		// That nothing is left out is not the same as that nothing is said.
		if diff := cmp.Diff(stricter.Settings, changes[0].Call.Settings); diff != "" || changes[0].Call.Settings.Exclude == nil {
			t.Error(diff)
		}
		if diff := cmp.Diff(record.Call{ID: of.ID, Name: of.Name, State: of.State}, changes[1].Call); diff != "" {
			t.Error(diff)
		}
		if last := librarytest.Must(s.CallChanges(ctx, of.ID, 1))(t); len(last) != 1 || last[0].ID != changes[0].ID {
			t.Errorf("the last change is %+v", last)
		}
		if err := s.DeleteCall(ctx, of.ID, false); err != nil {
			t.Fatal(err)
		}
		if left := librarytest.Must(s.CallChanges(ctx, of.ID, 10))(t); len(left) != 0 {
			t.Errorf("with the call gone there are %+v", left)
		}
	})
}
