package library

import (
	"errors"

	"zhiwen/extract"
)

// failures pairs the errors of package extract with their names, in the order
// in which they are tried.
var failures = []struct {
	err  error
	name Failure
}{
	{extract.ErrUnsupported, FailureUnsupported},
	{extract.ErrEmpty, FailureEmpty},
	{extract.ErrTooLarge, FailureTooLarge},
	{extract.ErrDamaged, FailureDamaged},
	{extract.ErrEncrypted, FailureEncrypted},
	{extract.ErrNoText, FailureNoText},
	{extract.ErrLimits, FailureLimits},
}

// FailureOf names an error: one of package extract's by its own name, every
// other one FailureInternal, and nil "".
func FailureOf(err error) Failure {
	if err == nil {
		return ""
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.name
		}
	}
	return FailureInternal
}

// Err gives the error of package extract that f names; nil for FailureInternal,
// "" and unknown names.
func (f Failure) Err() error {
	for _, known := range failures {
		if known.name == f {
			return known.err
		}
	}
	return nil
}
