package verify

import (
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// The faults of a figure that Difference.Name names.
const (
	figureOrder    = "order"    // of figures, or of the documents that have one
	figureCount    = "count"    // of figures
	figurePlace    = "place"    // beyond the text, or not where it stands
	figureDistance = "distance" // of the hashes
	figureOther    = "other"    // the imprints are not of one picture
	figureSource   = "source"   // of no document that is named, or one that is named in vain
	figureImprint  = "imprint"  // not what the file's picture gives
)

// wrongFigure adds what is wrong with a figure of the document, or with the same one in
// a source.
func (v *verifier) wrongFigure(name string, source int64, number int, want, got string) {
	v.add(Difference{Problem: WrongFigure, Name: name, Source: source, Want: strconv.Itoa(number) + ": " + want, Got: got})
}

// figures checks that what the evidence states about figures is consistent.
func (v *verifier) figures() {
	f := v.e.Figures
	if f == nil {
		return
	}
	if len(f.Figures)+f.Standard > f.Count {
		v.wrongFigure(figureCount, 0, len(f.Figures)+f.Standard, strconv.Itoa(f.Count), "")
	}
	characters, used := map[int64]int{}, map[int64]bool{}
	for _, s := range v.e.AllSources() {
		characters[s.ID] = s.Characters
	}
	named := map[int64]bool{}
	for _, s := range f.Sources {
		if named[s.ID] {
			v.wrongFigure(figureSource, s.ID, 0, "", "")
		}
		named[s.ID] = true
	}
	layout, ours := imprint.LayoutOf(f.Version)
	last := 0
	for _, shown := range f.Figures {
		if shown.Number <= last || shown.Number > f.Count {
			v.wrongFigure(figureOrder, 0, shown.Number, "", strconv.Itoa(last))
		}
		last = shown.Number
		if !inRange(shown.Offset, 0, v.e.Document.Characters) || shown.Page > v.e.Document.Pages {
			v.wrongFigure(figurePlace, 0, shown.Number, strconv.Itoa(shown.Offset), strconv.Itoa(v.e.Document.Characters))
		}
		before := int64(-1)
		for _, same := range shown.Same {
			if same.Source <= before {
				v.wrongFigure(figureOrder, same.Source, shown.Number, "", strconv.FormatInt(before, 10))
			}
			before = same.Source
			used[same.Source] = true
			n, known := characters[same.Source]
			switch {
			case !known:
				v.wrongFigure(figureSource, same.Source, shown.Number, "", "")
			case !inRange(same.Offset, 0, n):
				v.wrongFigure(figurePlace, same.Source, shown.Number, strconv.Itoa(same.Offset), strconv.Itoa(n))
			}
			if got := imprint.Distance(shown.HashValue(), same.HashValue()); got != same.Distance {
				v.wrongFigure(figureDistance, same.Source, shown.Number, strconv.Itoa(same.Distance), strconv.Itoa(got))
			}
			// Of an unknown version it is not known here what is the same.
			if ours && !layout.Same(imprintOf(shown.Looks), imprintOf(same.Looks)) {
				v.wrongFigure(figureOther, same.Source, shown.Number, shown.Hash, same.Hash)
			}
		}
	}
	for _, s := range f.Sources {
		if !used[s.ID] {
			v.wrongFigure(figureSource, s.ID, 0, "", "")
		}
		if got := score.Relation(v.e.Document.Identity, s.Identity); got != s.Relation {
			v.add(Difference{Problem: WrongRelation, Source: s.ID, Want: string(s.Relation), Got: string(got)})
		}
	}
}

func imprintOf(l evidence.Looks) imprint.Imprint {
	return imprint.Imprint{Hash: l.HashValue(), Blocks: l.Blocks}
}

// figuresHere compares the figures of the document with those of its file.
func (v *verifier) figuresHere(d, outlined *extract.Document) {
	f := v.e.Figures
	if f == nil || f.Version != d.Imprints {
		return
	}
	if f.Count != len(d.Figures) {
		v.wrongFigure(figureCount, 0, 0, strconv.Itoa(f.Count), strconv.Itoa(len(d.Figures)))
		return
	}
	for _, shown := range f.Figures {
		v.figure(0, shown.Looks, d, outlined)
	}
}

// figuresThere compares the figures of a source with those of its file, where that was
// read for figures.
func (v *verifier) figuresThere(source int64, d, outlined *extract.Document) {
	f := v.e.Figures
	if f == nil || f.Version != d.Imprints {
		return
	}
	for _, shown := range f.Figures {
		for _, same := range shown.Same {
			if same.Source == source {
				v.figure(source, same.Looks, d, outlined)
			}
		}
	}
}

// figure compares one figure with the file that it is of. The place of a figure whose
// file was read for figures after its text may differ by what was recognised of
// pictures (figure.Placed), so that only its page is compared then.
func (v *verifier) figure(source int64, said evidence.Looks, d, outlined *extract.Document) {
	if said.Number < 1 || said.Number > len(d.Figures) {
		v.wrongFigure(figureCount, source, said.Number, "", strconv.Itoa(len(d.Figures)))
		return
	}
	with := *outlined
	with.Figures = d.Figures
	got := evidence.LooksOf(&with, said.Number-1)
	if got.Hash != said.Hash || got.Blocks != said.Blocks {
		v.wrongFigure(figureImprint, source, said.Number, said.Hash, got.Hash)
	}
	recognised := len(d.Pictures) > 0 || slices.ContainsFunc(d.Pages, func(p extract.Page) bool { return p.Recognised })
	if got.Page != said.Page || got.Offset != said.Offset && !recognised || got.Section != said.Section && !recognised && !v.ownRoles() {
		v.wrongFigure(figurePlace, source, said.Number, place(said.Offset, said.Page)+" "+excerpt(said.Section, 0),
			place(got.Offset, got.Page)+" "+excerpt(got.Section, 0))
	}
}
