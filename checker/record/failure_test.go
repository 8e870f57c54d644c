package record_test

import (
	"errors"
	"fmt"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

// A failure names its error, and the error gives the same failure again.
func TestFailureOf(t *testing.T) {
	for _, kind := range extract.Kinds {
		err := &extract.KindError{Kind: kind}
		checkFailure(t, err, record.Failure{Name: record.FailureUnsupported, Kind: kind}, extract.ErrUnsupported)
	}
	for _, test := range []struct {
		err  error
		want record.Failure
	}{
		{extract.ErrUnsupported, record.Failure{Name: record.FailureUnsupported}},
		{extract.ErrEmpty, record.Failure{Name: record.FailureEmpty}},
		{extract.ErrTooLarge, record.Failure{Name: record.FailureTooLarge}},
		{extract.ErrDamaged, record.Failure{Name: record.FailureDamaged}},
		{extract.ErrEncrypted, record.Failure{Name: record.FailureEncrypted}},
		{extract.ErrNoText, record.Failure{Name: record.FailureNoText}},
		{extract.ErrLimits, record.Failure{Name: record.FailureLimits}},
	} {
		checkFailure(t, test.err, test.want, test.err)
	}
	checkFailure(t, &extract.PictureError{Pages: []int{1, 2, 7}}, record.Failure{Name: record.FailureNoText, Pages: "1-2, 7"}, extract.ErrNoText)
	checkFailure(t, &extract.PictureError{Pictures: 3}, record.Failure{Name: record.FailureNoText, Pictures: 3}, extract.ErrNoText)
}

func checkFailure(t *testing.T, err error, want record.Failure, is error) {
	t.Helper()
	got := record.FailureOf(fmt.Errorf("file: %w", err))
	if got != want {
		t.Errorf("%v: got %+v, want %+v", err, got, want)
	}
	if back := got.Err(); !errors.Is(back, is) || record.FailureOf(back) != got {
		t.Errorf("%+v means %v", got, back)
	}
}

func TestFailureOfOtherErrors(t *testing.T) {
	if f := record.FailureOf(errors.New("other")); f != (record.Failure{Name: record.FailureInternal}) || f.Err() != nil {
		t.Errorf("another error: got %+v, which means %v", f, f.Err())
	}
	if f := record.FailureOf(nil); f != (record.Failure{}) || f.Err() != nil {
		t.Errorf("no error: got %+v, which means %v", f, f.Err())
	}
}
