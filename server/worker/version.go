package worker

import (
	"context"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
)

// Versions returns the library documents with nearly the text of a document that was read,
// most alike first. What was only checked has no stored units: they are made of its text.
func (p *Pool) Versions(ctx context.Context, document int64) ([]record.Version, error) {
	d, err := p.store.Document(ctx, document)
	if err != nil || d.State != record.DocumentReady || d.Form {
		return nil, err
	}
	if d.Compared() {
		return p.store.Versions(ctx, document)
	}
	groups, err := p.groupsOf(ctx, document)
	if err != nil {
		return nil, err
	}
	return p.store.VersionsLike(ctx, document, groups)
}

// groupsOf makes the fingerprints of a document's units of its text.
func (p *Pool) groupsOf(ctx context.Context, document int64) (groups []fingerprint.Groups, err error) {
	text, err := p.store.Extraction(ctx, document)
	if err != nil {
		return nil, err
	}
	for _, u := range p.engine.Units(text) {
		groups = append(groups, u.Groups)
	}
	return groups, nil
}

// OutdatedAlone returns the checks of documents of no call that could come out otherwise with
// what was put into the library since (library.Reader.OutdatedAlone).
func (p *Pool) OutdatedAlone(ctx context.Context, before int64, most int) (record.OutdatedPage, error) {
	return p.store.OutdatedAlone(ctx, before, most, p.groupsOf)
}
