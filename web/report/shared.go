package report

import (
	"cmp"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/internal/each"
	"zhiwen/web/report/highlight"
)

// mostTwins is how many other documents are shown beside a picture; the others are counted.
const mostTwins = 3

// SharedPicture is a picture of the document that stands in others too.
type SharedPicture struct {
	Here  PictureSide
	There []PictureSide // other applicants' first, then the most alike
	More  int           // documents beyond those
}

// PictureSide is a picture where it stands in a document.
type PictureSide struct {
	Number   int
	Where    Place
	Name     string            // of the document
	Year     int               // of the document, 0 where it is not known
	Relation evidence.Relation // of a source; "" of the checked document
	Rank     int               // of the source; 0 where it shares pictures only
	Colour   string
	Exact    bool   // nothing is known to differ
	Picture  string // address
	Compare  string // of the texts of both, "" where they share pictures only
}

// shared returns the pictures that stand in others too, without those of sources that were
// set aside.
func (a *Assessment) shared() []SharedPicture {
	if a.Evidence.Figures == nil {
		return nil
	}
	var out []SharedPicture
	for _, f := range a.Evidence.Figures.Figures {
		number := strconv.Itoa(f.Number)
		v := SharedPicture{Here: PictureSide{
			Number: f.Number, Where: placeOfPicture(f.Looks), Name: NameOf(a.Evidence.Document.Identity),
			Picture: CheckPath(a.Check.ID) + "/figures/" + number + "/picture",
		}}
		for _, twin := range a.twins(f) {
			s, of := twin.Same, twin.Of
			if len(v.There) == mostTwins {
				v.More++
				continue
			}
			t := PictureSide{
				Number: s.Number, Where: placeOfPicture(s.Looks), Name: NameOf(of.Identity), Year: of.Identity.Year, Relation: of.Relation,
				Rank: twin.Rank, Colour: highlight.Colour(a.hues[s.Source]), Exact: twin.Exact(),
				Picture: CheckPath(a.Check.ID) + "/sources/" + strconv.FormatInt(s.Source, 10) + "/figures/" + number + "/picture",
			}
			if t.Rank > 0 {
				t.Compare = a.Address.Pair(s.Source, 0)
			}
			v.There = append(v.There, t)
		}
		if len(v.There) > 0 {
			out = append(out, v)
		}
	}
	return out
}

// TwinPicture is a picture of the document and the same in another one.
type TwinPicture struct {
	Here evidence.Looks
	Same evidence.SameFigure
	Of   *evidence.Source // the other document; of one that shares pictures only, without what is of text
	Rank int              // of the source; 0 where it shares pictures only
}

// Exact reports whether nothing is known to differ.
func (t TwinPicture) Exact() bool { return t.Same.Distance == 0 && t.Same.Blocks == t.Here.Blocks }

// TwinPictures lists the pictures that stand in others too, a row each place, in the order
// of the document.
func (a *Assessment) TwinPictures() []TwinPicture {
	var out []TwinPicture
	if a.Evidence.Figures != nil {
		for _, f := range a.Evidence.Figures.Figures {
			out = append(out, a.twins(f)...)
		}
	}
	return out
}

// twins returns where else a picture occurs, except in sources that were set aside: other
// applicants' first, then the most similar.
func (a *Assessment) twins(f evidence.Figure) []TwinPicture {
	by := each.Map(a.Evidence.AllSources(), func(s *evidence.Source) (int64, *evidence.Source) { return s.ID, s })
	var out []TwinPicture
	for _, s := range f.Same {
		of := by[s.Source]
		if of == nil {
			of = a.all(s.Source) // that shares text, which does not count
		}
		if of != nil && !a.Decided.SetAside(s.Source) {
			out = append(out, TwinPicture{Here: f.Looks, Same: s, Of: of, Rank: a.ranks[s.Source]})
		}
	}
	own := func(t TwinPicture) int {
		if t.Of.Relation == evidence.SameApplicant {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(x, y TwinPicture) int {
		return cmp.Or(cmp.Compare(own(x), own(y)), cmp.Compare(x.Same.Distance, y.Same.Distance))
	})
	return out
}

func placeOfPicture(l evidence.Looks) Place { return Place{Page: l.Page, Section: Brief(l.Section)} }
