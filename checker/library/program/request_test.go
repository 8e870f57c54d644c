package program_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// The request of a key is carried out once; another request under the key is refused.
func TestRequestKeys(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		key := record.RequestKey{Account: 1, Token: 2, Key: "k", Fingerprint: "f", Request: "R1"}
		if a, err := s.BeginRequest(ctx, key); a != nil || err != nil {
			t.Fatalf("at first: %v, %v", a, err)
		}
		other := key
		other.Request = "R2"
		if _, err := s.BeginRequest(ctx, other); !errors.Is(err, record.ErrUnderWay) {
			t.Errorf("while it is under way: %v", err)
		}
		if err := s.EndRequest(ctx, key, &record.ProgramAnswer{Status: 201, Location: "/x", Body: []byte("冻土")}); err != nil {
			t.Fatal(err)
		}
		if a, err := s.BeginRequest(ctx, other); err != nil || a == nil || a.Status != 201 || a.Location != "/x" || string(a.Body) != "冻土" {
			t.Errorf("again: %+v, %v", a, err)
		}
		other.Fingerprint = "g"
		if _, err := s.BeginRequest(ctx, other); !errors.Is(err, record.ErrOtherRequest) {
			t.Errorf("another request: %v", err)
		}
		other.Token = 3 // keys are of one token
		if a, err := s.BeginRequest(ctx, other); a != nil || err != nil {
			t.Errorf("of another token: %v, %v", a, err)
		}
		if err := s.EndRequest(ctx, other, nil); err != nil { // it was refused
			t.Fatal(err)
		}
		if a, err := s.BeginRequest(ctx, other); a != nil || err != nil {
			t.Errorf("after it was refused: %v, %v", a, err)
		}
	})
}

// Where a server ended before it answered, the record reports whether the request was carried out:
// then it is not carried out again, and else it is.
func TestLostAnswers(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		for _, carriedOut := range []bool{true, false} {
			key := record.RequestKey{Key: map[bool]string{true: "a", false: "b"}[carriedOut], Fingerprint: "f", Request: map[bool]string{true: "RA", false: "RB"}[carriedOut]}
			if _, err := s.BeginRequest(ctx, key); err != nil {
				t.Fatal(err)
			}
			if carriedOut {
				if err := s.Record(audit.By(ctx, audit.Actor{Request: key.Request}), audit.Act{Action: audit.Upload, Subject: audit.SubjectDocument, ID: 1}); err != nil {
					t.Fatal(err)
				}
			}
			backdate(t, c, s)
			again := key
			again.Request = "again"
			_, err := s.BeginRequest(ctx, again)
			if carriedOut && !errors.Is(err, record.ErrAnswerLost) || !carriedOut && err != nil {
				t.Errorf("carried out: %v; again: %v", carriedOut, err)
			}
		}
	})
}

// backdate has all requests begun an hour ago.
func backdate(t *testing.T, c library.Config, s *library.Store) {
	t.Helper()
	db := librarytest.Must(database.OpenBeside(t.Context(), database.Config{URL: c.DatabaseURL, DataDir: c.DataDir}))(t)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE answers SET begun_at = $1`, database.Now().Add(-time.Hour))
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// The file of a submission and what it became are stored together; a second one is refused
// whole.
func TestSubmissionsTakeOneFile(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		id := librarytest.Must(s.Announce(ctx, record.Submission{Account: 4, Check: true, Reference: "26-1"}))(t)
		n := librarytest.Must(s.Submission(ctx, id))(t)
		if n.Account != 4 || !n.Check || n.Reference != "26-1" || !n.TakenAt.IsZero() || !n.ExpiresAt.After(time.Now()) {
			t.Errorf("%+v", n)
		}
		take := func(document int64) error {
			return s.InTx(ctx, func(tx *library.Tx) error { return tx.TakeSubmission(ctx, id, document, 0) })
		}
		if err := take(7); err != nil {
			t.Fatal(err)
		}
		if err := take(8); !errors.Is(err, record.ErrTaken) {
			t.Errorf("a second file: %v", err)
		}
		if n := librarytest.Must(s.Submission(ctx, id))(t); n.Document != 7 || n.TakenAt.IsZero() {
			t.Errorf("%+v", n)
		}
	})
}

// A file that could not be read leaves its submission open for another.
func TestSubmissionsOfUnreadFiles(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		id := librarytest.Must(s.Announce(ctx, record.Submission{Account: 4, Check: true}))(t)
		take := func(document int64) error {
			return s.InTx(ctx, func(tx *library.Tx) error { return tx.TakeSubmission(ctx, id, document, 0) })
		}
		locked := librarytest.Create(t, s, librarytest.Upload("locked.pdf"))
		if err := take(locked); err != nil {
			t.Fatal(err)
		}
		if err := take(8); !errors.Is(err, record.ErrTaken) {
			t.Errorf("a second file while the first is read: %v", err)
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FailDocument(ctx, locked, record.Failure{Name: record.FailureEncrypted})
		})
		if n := librarytest.Must(s.Submission(ctx, id))(t); !n.TakenAt.IsZero() || n.Document != locked {
			t.Errorf("the submission is not open, or does not lead to what failed: %+v", n)
		}
		if err := take(9); err != nil {
			t.Fatal(err)
		}
		if n := librarytest.Must(s.Submission(ctx, id))(t); n.TakenAt.IsZero() || n.Document != 9 {
			t.Errorf("%+v", n)
		}
	})
}
