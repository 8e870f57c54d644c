package checker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/figure"
	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// figures are of these hashes, one behind the other.
func figures(hashes ...uint64) (list []extract.Figure) {
	for i, h := range hashes {
		list = append(list, extract.Figure{Offset: 20 * i, Ref: i, Width: 200, Height: 150, Hash: h, Blocks: strings.Repeat("KWRG", 24)})
	}
	return list
}

// pictured returns a text of its own with figures.
func pictured(seed uint64, hashes ...uint64) *extract.Document {
	d := texttest.Document("一、研究内容\n" + texttest.Chinese(rand.New(rand.NewPCG(seed, seed)), 12))
	d.Sections = []extract.Section{{Span: extract.Span{End: len([]rune(d.Text))}, Title: "一、研究内容", Level: 1}}
	d.Figures, d.Imprints = figures(hashes...), imprint.Version
	return d
}

// The hashes of four pictures that differ in half of their bits.
const (
	chartHash = 0x0F0F0F0F0F0F0F0F
	photoHash = 0x00FF00FF00FF00FF
	logoHash  = 0x3333333333333333
	formHash  = 0x5555555555555555
)

// by returns who applies.
func by(applicant string) evidence.Identity {
	return evidence.Identity{SHA256: strings.Repeat("0", 64), Filename: "source.txt", Applicant: applicant}
}

// What stands in others is found, said where, and changes no share; logos and what a blank
// form prints are left out.
func TestFigures(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	var sources []*Source
	add := func(who string, d *extract.Document) {
		sources = append(sources, &Source{ID: int64(len(sources) + 1), Identity: by(who), Document: d, Units: e.Units(d)})
	}
	add("李一", pictured(1, photoHash, chartHash^0b101, logoHash)) // a copy in other pixels
	add("李二", pictured(2, ^uint64(photoHash), logoHash))
	unread := pictured(3, chartHash)
	unread.Imprints = 0
	add("李三", unread)
	for i := range figure.CommonApplicants {
		add(fmt.Sprint("赵", i), pictured(uint64(10+i), logoHash, formHash))
	}
	form := &Source{ID: 1000, Identity: evidence.Identity{Filename: "form.docx"}, Document: pictured(4, formHash)}
	own := pictured(5, chartHash, logoHash, formHash)
	in := Input{Document: own, Identity: by("王某")}
	lib := NewMemory(sources, []*Source{form})
	got := check(t, e, in, lib)
	own = texttest.Document(own.Text) // the same without pictures
	bare := check(t, e, Input{Document: own, Identity: in.Identity}, NewMemory(sources, []*Source{form}))
	if bare.Figures != nil {
		t.Errorf("figures of a document that was not read for them: %+v", bare.Figures)
	}
	if diff := cmp.Diff(bare.Scores, got.Scores); diff != "" {
		t.Errorf("figures change the scores\n%s", diff)
	}
	f := got.Figures
	if f == nil || f.Count != 3 || f.Standard != 2 || f.Unread != 1 || len(f.Figures) != 1 || len(f.Figures[0].Same) != 1 {
		t.Fatalf("figures %+v", f)
	}
	shown, same := f.Figures[0], f.Figures[0].Same[0]
	if shown.Number != 1 || shown.Hash != "0f0f0f0f0f0f0f0f" || shown.Section != "一、研究内容" || shown.Offset != 0 {
		t.Errorf("here %+v", shown)
	}
	if same.Source != 1 || same.Number != 2 || same.Offset != 20 || same.Distance != 2 || same.Section != "一、研究内容" {
		t.Errorf("there %+v", same)
	}
	if len(f.Sources) != 1 || f.Sources[0].ID != 1 || f.Sources[0].Identity.Applicant != "李一" || f.Sources[0].Relation != evidence.Other {
		t.Errorf("documents %+v", f.Sources)
	}
	if diff := cmp.Diff(evidencetest.Encode(t, got), evidencetest.Encode(t, check(t, e, in, lib))); diff != "" {
		t.Errorf("equal input gives other evidence\n%s", diff)
	}
}

// Of one applicant any number has a figure, up to the bound; of a document that shares
// text too, the source is named once.
func TestFiguresOfSources(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	copied := texttest.Chinese(rand.New(rand.NewPCG(9, 9)), 10)
	document := func(seed uint64) *extract.Document {
		d := texttest.Document(texttest.Chinese(rand.New(rand.NewPCG(seed, 1)), 6) + "\n" + copied)
		d.Figures, d.Imprints = figures(chartHash), imprint.Version
		return d
	}
	for _, c := range []struct{ documents, standard, same int }{{1, 0, 1}, {20, 0, 20}, {figure.MostDocuments, 0, figure.MostDocuments}, {figure.MostDocuments + 1, 1, 0}} {
		var sources []*Source
		for i := range c.documents {
			d := document(uint64(100 + i))
			if i > 0 {
				d = pictured(uint64(100+i), chartHash)
			}
			sources = append(sources, &Source{ID: int64(i + 1), Identity: by("李某"), Document: d, Units: e.Units(d)})
		}
		got := check(t, e, Input{Document: document(1), Identity: by("王某")}, NewMemory(sources, nil))
		n := 0
		for _, f := range got.Figures.Figures {
			n += len(f.Same)
		}
		if got.Figures.Standard != c.standard || n != c.same {
			t.Errorf("%d documents: %d standard, in %d", c.documents, got.Figures.Standard, n)
		}
		if len(got.Sources) == 0 || slices.ContainsFunc(got.Figures.Sources, func(s evidence.FigureSource) bool { return s.ID == got.Sources[0].ID }) {
			t.Errorf("%d documents: the source is named with the figures too", c.documents)
		}
	}
}

// Compare looks at the listed documents.
func TestCompareFigures(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	d := pictured(2, photoHash, chartHash)
	got, err := e.Compare(context.Background(), Input{Document: pictured(1, chartHash), Identity: by("王某")}, &Source{ID: 1, Identity: by("李某"), Document: d, Units: e.Units(d)})
	if err != nil || len(got.Figures.Figures) != 1 || got.Figures.Figures[0].Same[0].Number != 2 {
		t.Errorf("figures %+v, %v", got.Figures, err)
	}
}
