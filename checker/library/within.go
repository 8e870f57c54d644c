package library

import (
	"context"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/lookup"
	"zhiwen/internal/wrap"
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

// Paper is the library for checks by the published method.
type Paper struct{ within }

// WithinByPaper is Within by the units of the published method: PaperUnmade are the documents that lack them.
func (r Reader) WithinByPaper(ctx context.Context, call int64) (Paper, error) {
	seen, err := r.lookupReader.Within(ctx, call)
	if err != nil {
		return Paper{}, err
	}
	return Paper{within{seen.ByPaper(), r.policyReader}}, nil
}

// PaperLeftOf returns how many documents that the applications of a call are compared with, 0 for none, have no units
// of the published method yet.
func (r Reader) PaperLeftOf(ctx context.Context, call int64) (int, error) {
	lib, err := r.WithinByPaper(ctx, call)
	if err != nil {
		return 0, err
	}
	return lib.PaperLeft(ctx)
}

// SavePaper stores the units of a document by the published method, as lookup.SavePaper says.
func (tx *Tx) SavePaper(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	return wrap.Error(lookup.SavePaper(ctx, tx.recorded.Tx, docID, units), "store units of document %d by the published method", docID)
}
