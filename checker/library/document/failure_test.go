package document

import (
	"testing"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

func TestStoredFailures(t *testing.T) {
	for stored, want := range map[string]record.Failure{
		"":                   {},
		"internal":           {Name: record.FailureInternal},
		"damaged":            {Name: record.FailureDamaged},
		"unsupported":        {Name: record.FailureUnsupported},
		"unsupported:mail":   {Name: record.FailureUnsupported, Kind: extract.KindMail},
		"no-text":            {Name: record.FailureNoText},
		"no-text:1-3, 7":     {Name: record.FailureNoText, Pages: "1-3, 7"},
		"no-text:pictures 3": {Name: record.FailureNoText, Pictures: 3},
		"of-the-future":      {Name: "of-the-future"},
	} {
		if got := DecodeFailure(stored); got != want {
			t.Errorf("%q: read as %+v, want %+v", stored, got, want)
		}
		if got := EncodeFailure(want); got != stored {
			t.Errorf("%+v: stored as %q, want %q", want, got, stored)
		}
	}
	for stored, want := range map[string]record.Failure{
		"unsupported:other":  {Name: record.FailureUnsupported},
		"no-text:pictures x": {Name: record.FailureNoText},
		"internal:detail":    {Name: record.FailureInternal},
	} {
		if got := DecodeFailure(stored); got != want {
			t.Errorf("%q: read as %+v, want %+v", stored, got, want)
		}
	}
}
