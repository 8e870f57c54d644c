package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
)

const (
	// leastResemblance is from which estimated resemblance on two documents are versions
	// of one application: about half of the runs of five characters of both are common to
	// both then (docs/desk.md, Versions, has what was measured). Texts of which one in
	// three sentences was written anew reach it; those that share a chapter do not.
	leastResemblance = 0.4
	// mostVersions is how many versions of a document are found at the most. Each has most
	// values of the document, so that what more documents have tells nothing.
	mostVersions = 64
)

// Versions gives the library documents that are versions of a library document: those
// with nearly its text, most alike first. Nothing where it is not in the library.
func (r Reader) Versions(ctx context.Context, document int64) ([]record.Version, error) {
	versions, err := r.versions(ctx, document)
	if err != nil {
		return nil, fmt.Errorf("versions of document %d: %w", document, err)
	}
	return versions, nil
}

func (r Reader) versions(ctx context.Context, document int64) ([]record.Version, error) {
	r.scope = nil
	units, err := r.groupsOf(ctx, document)
	if err != nil || len(units) == 0 {
		return nil, err
	}
	found, err := r.unitsWith(ctx, askedValues(units), mostVersions, document, len(units))
	if err != nil {
		return nil, err
	}
	own := fingerprint.Values(units)
	shared := map[int64]int{}
	for _, unit := range found {
		seen := map[[2]int64]bool{} // a value that a document has twice is one
		for _, agreement := range unit {
			key := [2]int64{agreement >> groupBits >> ordinalBits, agreement & (1<<groupBits - 1)}
			if !seen[key] {
				seen[key] = true
				shared[key[0]]++
			}
		}
	}
	var out []record.Version
	for id, n := range shared {
		if n < len(own)/4 { // it cannot resemble it enough: values that repeat are counted more than once here, and common ones not
			continue
		}
		others, err := r.groupsOf(ctx, id)
		if err != nil {
			return nil, err
		}
		if resemblance := fingerprint.Resemblance(own, fingerprint.Values(others)); resemblance >= leastResemblance {
			out = append(out, record.Version{Document: id, Resemblance: resemblance})
		}
	}
	slices.SortFunc(out, func(a, b record.Version) int {
		return cmp.Or(cmp.Compare(b.Resemblance, a.Resemblance), cmp.Compare(a.Document, b.Document))
	})
	return out[:min(mostVersions, len(out))], nil
}

// VersionsAmong groups those of some library documents that are versions of one
// application: each with another of its group. Documents by number, groups by their
// first; documents that are like no other are in none.
func (r Reader) VersionsAmong(ctx context.Context, documents []int64) ([][]int64, error) {
	ids := slices.Compact(slices.Sorted(slices.Values(documents)))
	values := make([]map[[2]uint32]bool, len(ids))
	for i, id := range ids {
		units, err := r.groupsOf(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("versions among %d documents: %w", len(ids), err)
		}
		values[i] = fingerprint.Values(units)
	}
	group := make([]int, len(ids))
	for i := range ids {
		group[i] = i
		for j := range i {
			if group[j] != group[i] && fingerprint.Resemblance(values[i], values[j]) >= leastResemblance {
				from, to := max(group[i], group[j]), min(group[i], group[j])
				for k := range i + 1 {
					if group[k] == from {
						group[k] = to
					}
				}
			}
		}
	}
	var out [][]int64
	for i := range ids {
		var members []int64
		for k := i; k < len(ids); k++ {
			if group[k] == i {
				members = append(members, ids[k])
			}
		}
		if len(members) > 1 {
			out = append(out, members)
		}
	}
	return out, nil
}
