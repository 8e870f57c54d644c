package library_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestCheckStates(t *testing.T) {
	type step struct {
		name string
		do   func(ctx context.Context, tx *library.Tx, id int64) error
	}
	start := step{"start", func(ctx context.Context, tx *library.Tx, id int64) error { return tx.StartCheck(ctx, id) }}
	progress := step{"progress", func(ctx context.Context, tx *library.Tx, id int64) error { return tx.Progress(ctx, id, 140) }}
	requeue := step{"requeue", func(ctx context.Context, tx *library.Tx, id int64) error { return tx.RequeueCheck(ctx, id) }}
	finish := step{"finish", func(ctx context.Context, tx *library.Tx, id int64) error {
		return tx.FinishCheck(ctx, id, record.Summary{Countable: 10, Tally: record.Tally{Covered: 4, Others: 3, Sources: 2}}, []byte("<e>\x00"+strange))
	}}
	fail := step{"fail", func(ctx context.Context, tx *library.Tx, id int64) error {
		return tx.FailCheck(ctx, id, record.Failure{Name: record.FailureInternal})
	}}
	cancel := step{"cancel", func(ctx context.Context, tx *library.Tx, id int64) error { return tx.CancelCheck(ctx, id) }}
	all := []step{start, progress, requeue, finish, fail, cancel}

	tests := []struct {
		name    string
		steps   []step // each must succeed
		want    record.Check
		refused []step // each must then give ErrFinal
		started bool
		ended   bool
	}{
		{"queued", nil, record.Check{State: record.CheckQueued}, []step{progress, requeue, finish}, false, false},
		{"running", []step{start, progress}, record.Check{State: record.CheckRunning, Progress: 100}, nil, true, false},
		{"run again after a crash", []step{start, progress, start}, record.Check{State: record.CheckRunning}, nil, true, false},
		{"handed back", []step{start, progress, requeue}, record.Check{State: record.CheckQueued}, []step{progress, requeue, finish}, false, false},
		{"done", []step{start, finish}, record.Check{
			State: record.CheckDone, Progress: 100,
			Countable: 10, Covered: 4, Sources: 2,
		}, all, true, true},
		{"failed", []step{start, fail}, record.Check{State: record.CheckFailed, Failure: record.Failure{Name: record.FailureInternal}}, all, true, true},
		{"failed early", []step{fail}, record.Check{State: record.CheckFailed, Failure: record.Failure{Name: record.FailureInternal}}, all, false, true},
		{"cancelled", []step{start, cancel}, record.Check{State: record.CheckCancelled}, all, true, true},
		{"cancelled early", []step{cancel}, record.Check{State: record.CheckCancelled}, all, false, true},
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				ctx := context.Background()
				docID := create(t, s, upload(tt.name))
				id := createCheck(t, s, docID)
				for _, step := range tt.steps {
					inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return step.do(ctx, tx, id) })
				}
				for _, step := range tt.refused {
					err := s.InTx(ctx, func(tx *library.Tx) error { return step.do(ctx, tx, id) })
					if !errors.Is(err, record.ErrFinal) {
						t.Errorf("%s then: %v, want ErrFinal", step.name, err)
					}
				}
				got := librarytest.Must(s.Check(ctx, id))(t)
				if got.StartedAt.IsZero() == tt.started || got.FinishedAt.IsZero() == tt.ended || got.CreatedAt.IsZero() {
					t.Errorf("created %v, started %v, finished %v", got.CreatedAt, got.StartedAt, got.FinishedAt)
				}
				tt.want.ID, tt.want.Left = id, record.Tally{Covered: -1, Sources: -1, Others: -1}
				if tt.want.State == record.CheckDone {
					tt.want.Left = record.Tally{Covered: 4, Sources: 2, Others: 3}
				}
				tt.want.Document = librarytest.Must(s.Document(ctx, docID))(t)
				if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(record.Check{}, "CreatedAt", "StartedAt", "FinishedAt")); diff != "" {
					t.Errorf("check (-want +got):\n%s", diff)
				}
				xml, err := s.Evidence(ctx, id)
				if got.State == record.CheckDone {
					if err != nil || !bytes.Equal(xml, []byte("<e>\x00"+strange)) {
						t.Errorf("evidence %q, %v", xml, err)
					}
				} else if !errors.Is(err, record.ErrNotFound) {
					t.Errorf("evidence: %v, want ErrNotFound", err)
				}
			})
		}
		for _, step := range all {
			err := s.InTx(context.Background(), func(tx *library.Tx) error { return step.do(context.Background(), tx, 1e9) })
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("%s of an unknown check: %v, want ErrNotFound", step.name, err)
			}
		}
	})
}

func TestChecks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		doc := create(t, s, upload("one"))
		other := create(t, s, upload("two"))
		ids := []int64{createCheck(t, s, doc), createCheck(t, s, other), createCheck(t, s, doc)}

		list := func(checks []record.Check) (ids []int64) {
			for _, c := range checks {
				ids = append(ids, c.ID)
			}
			return ids
		}
		checks, total, err := s.Checks(ctx, record.CheckFilter{Limit: 2, Offset: 1})
		if err != nil || total != 3 {
			t.Fatalf("total %d, error %v", total, err)
		}
		if diff := cmp.Diff([]int64{ids[1], ids[0]}, list(checks)); diff != "" {
			t.Errorf("second page (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]int64{ids[2], ids[0]}, list(librarytest.Must(s.DocumentChecks(ctx, doc))(t))); diff != "" {
			t.Errorf("of one document (-want +got):\n%s", diff)
		}

		// The document goes with its last check unless it is in the library.
		for i, id := range []int64{ids[0], ids[2]} {
			if err := s.DeleteCheck(ctx, id); err != nil {
				t.Fatal(err)
			}
			_, err := s.Document(ctx, doc)
			if gone := errors.Is(err, record.ErrNotFound); gone != (i == 1) {
				t.Errorf("after %d deletions the document is gone: %v", i+1, gone)
			}
		}
		inLibrary := load(t, s, library.Prepared{Upload: upload("three"), Document: document("甲")})[0]
		if err := s.DeleteCheck(ctx, createCheck(t, s, inLibrary)); err != nil {
			t.Fatal(err)
		}
		librarytest.Must(s.Document(ctx, inLibrary))(t)
	})
}
