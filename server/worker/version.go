package worker

import (
	"context"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
)

// Versions gives the library documents with nearly the text of a document that was read,
// most alike first. What was only checked has no stored units: they are made of its text.
func (p *Pool) Versions(ctx context.Context, document int64) ([]record.Version, error) {
	d, err := p.store.Document(ctx, document)
	if err != nil || d.State != record.DocumentReady || d.Form {
		return nil, err
	}
	if d.Compared() {
		return p.store.Versions(ctx, document)
	}
	text, err := p.store.Extraction(ctx, document)
	if err != nil {
		return nil, err
	}
	var groups []fingerprint.Groups
	for _, u := range p.engine.Units(text) {
		groups = append(groups, u.Groups)
	}
	return p.store.VersionsLike(ctx, document, groups)
}
