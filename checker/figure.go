package checker

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/figure"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// figures returns which pictures of the document stand in others of the library; nil where
// the document was not read for figures. It is asked after the texts were compared, and
// changes nothing of that.
func (e *Engine) figures(ctx context.Context, q *query, lib Library, forms []*Source,
	sources []evidence.Source) (*evidence.Figures, error) {
	d := q.input.Document
	version := e.parameters.Imprints
	if d.Imprints != version {
		return nil, nil
	}
	if len(d.Figures) == 0 { // there is nothing to ask the library for
		return &evidence.Figures{Version: version}, nil
	}
	near, unread, err := lib.Figures(ctx, figure.Hashes(d), q.input.ID)
	if err != nil {
		return nil, err
	}
	out := &evidence.Figures{Version: version, Count: len(d.Figures), Unread: unread}
	for i := range near {
		printed := slices.ContainsFunc(forms, func(f *Source) bool { return f.Document != nil && figure.In(f.Document, d.Figures[i]) >= 0 })
		if printed || len(near[i]) > figure.MostDocuments {
			out.Standard++
			near[i] = nil
		}
	}
	found, err := e.sharing(ctx, q, lib, near)
	if err != nil {
		return nil, err
	}
	here := e.outlineOf(d, q.read)
	only := map[int64]evidence.FigureSource{}
	for i := range d.Figures {
		if others(q.input.Identity, found[i]) >= figure.CommonApplicants {
			out.Standard++
			continue
		}
		shown := evidence.Figure{Looks: evidence.LooksOf(here, i)}
		for _, s := range found[i] {
			shown.Same = append(shown.Same, s.same)
			only[s.of.ID] = s.of
		}
		if len(shown.Same) > 0 {
			out.Figures = append(out.Figures, shown)
		}
	}
	for _, s := range sources {
		delete(only, s.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(only)) {
		out.Sources = append(out.Sources, only[id])
	}
	return out, nil
}

// outlineOf returns a document with the sections of its form, and its figures.
func (e *Engine) outlineOf(d *extract.Document, read *exclude.Document) *extract.Document {
	outlined, _ := read.Outlined()
	with := *outlined
	with.Figures = d.Figures
	return &with
}

// sharer is a document that has a figure too.
type sharer struct {
	of   evidence.FigureSource
	same evidence.SameFigure
}

// sharing returns for each figure the documents that have it, of those whose hashes are
// near, by number.
func (e *Engine) sharing(ctx context.Context, q *query, lib Library, near [][]int64) ([][]sharer, error) {
	out := make([][]sharer, len(near))
	asked := slices.Compact(slices.Sorted(slices.Values(slices.Concat(near...))))
	for batch := range slices.Chunk(asked, sourceBatch) {
		sources, err := lib.Sources(ctx, batch)
		if err != nil {
			return nil, err
		}
		for _, s := range sources {
			q.faults.guard(s, func() { e.shares(q, s, near, out) })
		}
	}
	for i := range out {
		slices.SortFunc(out[i], func(a, b sharer) int { return cmp.Compare(a.of.ID, b.of.ID) })
	}
	return out, nil
}

// shares adds a document to the sharers of the figures that it contains, among figures with near
// hashes.
func (e *Engine) shares(q *query, s *Source, near [][]int64, out [][]sharer) {
	d := q.input.Document
	var there *extract.Document
	for i := range near {
		if _, isNear := slices.BinarySearch(near[i], s.ID); !isNear {
			continue
		}
		n := figure.In(s.Document, d.Figures[i])
		if n < 0 {
			continue
		}
		if there == nil {
			there = e.outlineOf(s.Document, e.folded(s, q.roles).read)
		}
		out[i] = append(out[i], sharer{
			evidence.FigureSource{
				ID: s.ID, Characters: len(s.runes()), TextSHA256: evidence.TextSHA256(s.Document.Text),
				Relation: score.Relation(q.input.Identity, s.Identity), SameCall: s.SameCall, Identity: s.Identity,
			},
			evidence.SameFigure{Source: s.ID, Distance: imprint.Distance(d.Figures[i].Hash, s.Document.Figures[n].Hash),
				Looks: evidence.LooksOf(there, n)},
		})
	}
}

// others counts the applicants beside the document's own among who has a figure; where a
// document does not say whose it is, it counts for itself.
func others(self evidence.Identity, found []sharer) int {
	seen := map[string]bool{}
	for _, s := range found {
		if s.of.Relation == evidence.SameApplicant {
			continue
		}
		name := score.NameKey(s.of.Identity.Applicant)
		if name == "" {
			name = fmt.Sprint(s.of.ID)
		}
		seen[name] = true
	}
	delete(seen, score.NameKey(self.Applicant))
	return len(seen)
}
