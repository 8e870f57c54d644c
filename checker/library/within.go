package library

import (
	"context"

	"zhiwen/checker"
)

// within is what applications of a call are checked against.
type within struct {
	lookupReader
	policyReader
}

// Within returns the library as the applications of a call see it, as lookup.Reader.Within
// says, with the table of roles.
func (r Reader) Within(ctx context.Context, call int64) (checker.Library, error) {
	seen, err := r.lookupReader.Within(ctx, call)
	if err != nil {
		return nil, err
	}
	return within{seen, r.policyReader}, nil
}
