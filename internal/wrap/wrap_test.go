package wrap_test

import (
	"errors"
	"io"
	"testing"

	"zhiwen/internal/wrap"
)

func TestError(t *testing.T) {
	if err := wrap.Error(nil, "site %d", 7); err != nil {
		t.Errorf("of no error: %v", err)
	}
	err := wrap.Error(io.ErrUnexpectedEOF, "site %d of %q", 7, "100%")
	if got, want := err.Error(), `site 7 of "100%": unexpected EOF`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
}
