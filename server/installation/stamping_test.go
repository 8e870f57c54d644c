package installation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/stamp"
	"zhiwen/server/servertest"
)

func serviceFor(t *testing.T, a *servertest.Authority) *StampService {
	t.Helper()
	s, err := NewStampService(a.URL, Authorities{TSACA: a.CA})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is asked for gets its stamp, on both databases, also after the service has failed or
// refused; OpenSSL finds it good.
func TestStampsAreKept(t *testing.T) {
	a := servertest.NewAuthority(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		a.Down.Store(false)
		a.Deaf.Store(false)
		ctx, s := context.Background(), librarytest.Open(t, c)
		sum := sha256.Sum256([]byte("what is stamped"))
		text := hex.EncodeToString(sum[:])
		if err := s.AskStamp(ctx, record.StampDecided, 7, text); err != nil {
			t.Fatal(err)
		}
		service := serviceFor(t, a)
		a.Down.Store(true)
		if err := service.Round(ctx, s); !errors.Is(err, errNotAnswered) {
			t.Errorf("a service that is down: %v", err)
		}
		if found, err := s.Stamp(ctx, text); err != nil || found.Attempts != 1 || found.Failure == "" || !found.At.IsZero() || found.Response != nil {
			t.Errorf("%+v, %v", found, err)
		}
		if n, err := s.MissingStamps(ctx); err != nil || n != 1 {
			t.Errorf("%d are missing, %v", n, err)
		}
		a.Down.Store(false)
		if err := service.Round(ctx, s); err != nil {
			t.Fatal(err)
		}
		found, err := s.Stamp(ctx, text)
		if err != nil || found.At.IsZero() || found.Failure != "" {
			t.Fatalf("%+v, %v", found, err)
		}
		file, response := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "file.tsr")
		if err := errors.Join(os.WriteFile(file, []byte("what is stamped"), 0o600), os.WriteFile(response, found.Response, 0o600)); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("openssl", "ts", "-verify", "-data", file, "-in", response, "-CAfile", a.CA).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("Verification: OK")) {
			t.Errorf("openssl: %v\n%s", err, out)
		}
		asked := a.Asked.Load()
		if err := service.Round(ctx, s); err != nil || a.Asked.Load() != asked {
			t.Errorf("it was asked for again: %v", err)
		}
		// A refusal is not asked for again at once, and does not keep others from theirs.
		a.Deaf.Store(true)
		other := strings.Repeat("0f", 32)
		if err := s.AskStamp(ctx, record.StampEvidence, 8, other); err != nil {
			t.Fatal(err)
		}
		if err := service.Round(ctx, s); !errors.Is(err, stamp.ErrRefused) {
			t.Errorf("a refusal: %v", err)
		}
		if due, err := s.DueStamps(ctx, 9); err != nil || len(due) != 0 {
			t.Errorf("due: %+v, %v", due, err)
		}
	})
}
