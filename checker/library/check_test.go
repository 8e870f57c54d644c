package library_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/extract"
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
		return tx.FinishCheck(ctx, id, library.Summary{Countable: 10, Covered: 4, Sources: 2, Matches: 3}, []byte("<e>\x00"+strange))
	}}
	fail := step{"fail", func(ctx context.Context, tx *library.Tx, id int64) error {
		return tx.FailCheck(ctx, id, library.FailureInternal)
	}}
	cancel := step{"cancel", func(ctx context.Context, tx *library.Tx, id int64) error { return tx.CancelCheck(ctx, id) }}
	all := []step{start, progress, requeue, finish, fail, cancel}

	tests := []struct {
		name    string
		steps   []step // each must succeed
		want    library.Check
		refused []step // each must then give ErrFinal
		started bool
		ended   bool
	}{
		{"queued", nil, library.Check{State: library.CheckQueued}, []step{progress, requeue, finish}, false, false},
		{"running", []step{start, progress}, library.Check{State: library.CheckRunning, Progress: 100}, nil, true, false},
		{"run again after a crash", []step{start, progress, start}, library.Check{State: library.CheckRunning}, nil, true, false},
		{"handed back", []step{start, progress, requeue}, library.Check{State: library.CheckQueued}, []step{progress, requeue, finish}, false, false},
		{"done", []step{start, finish}, library.Check{
			State: library.CheckDone, Progress: 100,
			Countable: 10, Covered: 4, Sources: 2, Matches: 3,
		}, all, true, true},
		{"failed", []step{start, fail}, library.Check{State: library.CheckFailed, Failure: library.FailureInternal}, all, true, true},
		{"failed early", []step{fail}, library.Check{State: library.CheckFailed, Failure: library.FailureInternal}, all, false, true},
		{"cancelled", []step{start, cancel}, library.Check{State: library.CheckCancelled}, all, true, true},
		{"cancelled early", []step{cancel}, library.Check{State: library.CheckCancelled}, all, false, true},
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
					if !errors.Is(err, library.ErrFinal) {
						t.Errorf("%s then: %v, want ErrFinal", step.name, err)
					}
				}
				got := must(s.Check(ctx, id))(t)
				if got.StartedAt.IsZero() == tt.started || got.FinishedAt.IsZero() == tt.ended || got.CreatedAt.IsZero() {
					t.Errorf("created %v, started %v, finished %v", got.CreatedAt, got.StartedAt, got.FinishedAt)
				}
				tt.want.ID = id
				tt.want.Document = must(s.Document(ctx, docID))(t)
				if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(library.Check{}, "CreatedAt", "StartedAt", "FinishedAt")); diff != "" {
					t.Errorf("check (-want +got):\n%s", diff)
				}
				xml, err := s.Evidence(ctx, id)
				if got.State == library.CheckDone {
					if err != nil || !bytes.Equal(xml, []byte("<e>\x00"+strange)) {
						t.Errorf("evidence %q, %v", xml, err)
					}
				} else if !errors.Is(err, library.ErrNotFound) {
					t.Errorf("evidence: %v, want ErrNotFound", err)
				}
			})
		}
		for _, step := range all {
			err := s.InTx(context.Background(), func(tx *library.Tx) error { return step.do(context.Background(), tx, 1e9) })
			if !errors.Is(err, library.ErrNotFound) {
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

		list := func(checks []library.Check) (ids []int64) {
			for _, c := range checks {
				ids = append(ids, c.ID)
			}
			return ids
		}
		checks, total, err := s.Checks(ctx, 2, 1)
		if err != nil || total != 3 {
			t.Fatalf("total %d, error %v", total, err)
		}
		if diff := cmp.Diff([]int64{ids[1], ids[0]}, list(checks)); diff != "" {
			t.Errorf("second page (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]int64{ids[2], ids[0]}, list(must(s.DocumentChecks(ctx, doc))(t))); diff != "" {
			t.Errorf("of one document (-want +got):\n%s", diff)
		}

		// The document goes with its last check unless it is in the library.
		for i, id := range []int64{ids[0], ids[2]} {
			if err := s.DeleteCheck(ctx, id); err != nil {
				t.Fatal(err)
			}
			_, err := s.Document(ctx, doc)
			if gone := errors.Is(err, library.ErrNotFound); gone != (i == 1) {
				t.Errorf("after %d deletions the document is gone: %v", i+1, gone)
			}
		}
		inLibrary := load(t, s, library.Prepared{Upload: upload("three"), Document: document("甲")})[0]
		if err := s.DeleteCheck(ctx, createCheck(t, s, inLibrary)); err != nil {
			t.Fatal(err)
		}
		must(s.Document(ctx, inLibrary))(t)
	})
}

func TestWaitingBefore(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		u := upload("one")
		u.ToLibrary = true
		first := create(t, s, u)
		create(t, s, upload("only checked"))
		last := create(t, s, u)
		wait := func(newest int64, want int) {
			t.Helper()
			if got := must(s.WaitingBefore(ctx, newest))(t); got != want {
				t.Errorf("%d wait before %d, want %d", got, newest, want)
			}
		}
		wait(first-1, 0)
		wait(first, 1)
		wait(last, 2)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FailDocument(ctx, first, library.FailureDamaged)
		})
		wait(last, 1)
	})
}

func TestFailureNames(t *testing.T) {
	named := []error{
		extract.ErrUnsupported, extract.ErrEmpty, extract.ErrTooLarge, extract.ErrDamaged,
		extract.ErrEncrypted, extract.ErrNoText, extract.ErrLimits,
	}
	seen := map[library.Failure]bool{library.FailureInternal: true}
	for _, err := range named {
		f := library.FailureOf(fmt.Errorf("file: %w", err))
		if seen[f] || !errors.Is(f.Err(), err) {
			t.Errorf("%v is called %q, which means %v", err, f, f.Err())
		}
		seen[f] = true
	}
	if f := library.FailureOf(errors.New("other")); f != library.FailureInternal || f.Err() != nil {
		t.Errorf("another error is called %q, which means %v", f, f.Err())
	}
	if f := library.FailureOf(nil); f != "" {
		t.Errorf("no error is called %q", f)
	}
	for _, kind := range extract.Kinds {
		f := library.FailureOf(fmt.Errorf("file: %w", &extract.KindError{Kind: kind}))
		if f.Name() != library.FailureUnsupported || f.Kind() != kind || f.Pages() != "" || library.FailureOf(f.Err()) != f {
			t.Errorf("a file of kind %s is called %q", kind, f)
		}
	}
	for _, test := range []struct {
		err      extract.PictureError
		pages    string
		pictures int
	}{{extract.PictureError{Pages: []int{1, 2, 7}}, "1-2, 7", 0}, {extract.PictureError{Pictures: 3}, "", 3}} {
		f := library.FailureOf(fmt.Errorf("file: %w", &test.err))
		if f.Name() != library.FailureNoText || f.Pages() != test.pages || f.Pictures() != test.pictures || library.FailureOf(f.Err()) != f {
			t.Errorf("%+v is called %q", test.err, f)
		}
	}
	if f := library.FailureUnsupported + ":other"; f.Kind() != "" || !errors.Is(f.Err(), extract.ErrUnsupported) {
		t.Errorf("%q is of kind %q, which means %v", f, f.Kind(), f.Err())
	}
}
