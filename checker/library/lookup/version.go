package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// mostVersions is how many versions of a document are found at the most. Each has most
// values of the document, so that what more documents have tells nothing.
const mostVersions = 64

// notAll is the most that a text has of another that is not the same.
const notAll = 0.999

// Versions returns the library documents with nearly the text of a document of the library or
// of a call, most alike first: its versions, and copies of it. What is in neither has no
// units: VersionsLike.
func (r Reader) Versions(ctx context.Context, document int64) ([]record.Version, error) {
	units, err := r.groupsOf(ctx, document)
	if err == nil && len(units) == 0 {
		units, err = r.groupsFrom(ctx, callUnits, document)
	}
	if err != nil {
		return nil, fmt.Errorf("versions of document %d: %w", document, err)
	}
	return r.VersionsLike(ctx, document, units)
}

// VersionsLike is Versions of a document with such units.
func (r Reader) VersionsLike(ctx context.Context, document int64, units []fingerprint.Groups) ([]record.Version, error) {
	if len(units) == 0 {
		return nil, nil
	}
	versions, err := r.versions(ctx, document, units)
	return versions, wrap.Error(err, "versions of document %d", document)
}

func (r Reader) versions(ctx context.Context, document int64, units []fingerprint.Groups) ([]record.Version, error) {
	r.scope = nil
	found, err := r.unitsWith(ctx, askedValues(units), mostVersions, document, len(units))
	if err != nil {
		return nil, err
	}
	own := duplicate.UnitPrint(units)
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
		held := duplicate.Held(units, others)
		if !slices.Equal(own, duplicate.UnitPrint(others)) {
			held = min(held, notAll) // units that were changed a little hold it too
		}
		if held >= duplicate.LeastHeld {
			out = append(out, record.Version{Document: id, Resemblance: held})
		}
	}
	ids := []int64{document}
	for _, v := range out {
		ids = append(ids, v.Document)
	}
	known, err := r.known(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Copy = !sameWork(known[document], known[out[i].Document])
	}
	slices.SortFunc(out, func(a, b record.Version) int {
		return cmp.Or(cmp.Compare(b.Resemblance, a.Resemblance), cmp.Compare(a.Document, b.Document))
	})
	return out[:min(mostVersions, len(out))], nil
}

// known reads the titles and applicants of these documents, by document.
func (r Reader) known(ctx context.Context, ids []int64) (map[int64]evidence.Identity, error) {
	list, err := r.identities(ctx, ids)
	out := map[int64]evidence.Identity{}
	for _, n := range list {
		out[n.ID] = n.Identity
	}
	return out, err
}

// sameWork reports whether documents with nearly one text are versions of one work: of the
// same applicant, or states of one page of the web. Else one is a copy of the other.
func sameWork(a, b evidence.Identity) bool {
	if a.Web != nil || b.Web != nil {
		return a.Web != nil && b.Web != nil && a.Web.Address == b.Web.Address
	}
	return score.SameApplicant(a, b)
}

// VersionsAmong groups those of some library documents that are versions of one
// application: each with another of its group. Documents by number, groups by their
// first; documents that are like no other are in none.
func (r Reader) VersionsAmong(ctx context.Context, documents []int64) ([][]int64, error) {
	ids := slices.Compact(slices.Sorted(slices.Values(documents)))
	if len(ids) < 2 {
		return nil, nil
	}
	groups, err := r.groupsOfEach(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("versions among %d documents: %w", len(ids), err)
	}
	prints := each.Of(ids, func(id int64) duplicate.Print { return duplicate.UnitPrint(groups[id]) })
	known, err := r.known(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("versions among %d documents: %w", len(ids), err)
	}
	pairs := slices.DeleteFunc(duplicate.Resembling(prints, duplicate.LeastResemblance), func(p duplicate.Pair) bool {
		a, b := ids[p.A], ids[p.B]
		return !sameWork(known[a], known[b]) || duplicate.Held(groups[a], groups[b]) < duplicate.LeastHeld
	})
	var out [][]int64
	for _, alike := range duplicate.Groups(len(ids), pairs) {
		members := each.Of(alike, func(place int) int64 { return ids[place] })
		out = append(out, members)
	}
	return out, nil
}
