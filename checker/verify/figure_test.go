package verify_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/verify"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// figured returns a check of a document whose two figures stand in another one.
func figured(t *testing.T) (*evidence.Evidence, verify.Texts) {
	t.Helper()
	e, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(6, 6))
	document := func(figures ...extract.Figure) *extract.Document {
		d := texttest.Document("一、研究内容\n" + texttest.Chinese(r, 12))
		d.Sections = []extract.Section{{Span: extract.Span{End: len([]rune(d.Text))}, Title: "一、研究内容", Level: 1}}
		d.Figures, d.Imprints = figures, imprint.Version
		return d
	}
	blocks := strings.Repeat("KWRG", 24)
	chart, photo := extract.Figure{Offset: 20, Hash: 0x0F0F0F0F0F0F0F0F, Blocks: blocks}, extract.Figure{Offset: 40, Hash: 0x00FF00FF00FF00FF, Blocks: blocks}
	worse := chart
	worse.Hash ^= 0b11
	texts := verify.Texts{Document: document(chart, photo), Sources: map[int64]*extract.Document{1: document(photo, worse), 2: document(photo)}}
	hash := strings.Repeat("0", 64)
	var sources []*checker.Source
	for id := range int64(2) {
		d := texts.Sources[id+1]
		sources = append(sources, &checker.Source{ID: id + 1, Document: d, Units: e.Units(d), Identity: evidence.Identity{SHA256: hash, Filename: "s.docx", Applicant: "李某"}})
	}
	ev, err := e.Check(t.Context(), checker.Input{Document: texts.Document, Identity: evidence.Identity{SHA256: hash, Filename: "d.docx", Applicant: "王某"}}, checker.NewMemory(sources, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ev.Figures.Figures) != 2 || len(ev.Figures.Sources) != 2 || len(ev.Figures.Figures[1].Same) != 2 {
		t.Fatalf("figures %+v", ev.Figures)
	}
	return ev, texts
}

// What is said of figures is held against itself and against the files.
func TestVerifyFigures(t *testing.T) {
	clean, texts := figured(t)
	if found := verify.Evidence(clean, texts); len(found) > 0 {
		t.Fatalf("of what is well: %+v", found)
	}
	const needsTexts = true
	for _, c := range []struct {
		name   string
		change func(f *evidence.Figures)
		want   verify.Difference
		texts  bool
	}{
		{"the number of figures", func(f *evidence.Figures) { f.Count = 1 }, verify.Difference{Problem: verify.WrongFigure, Name: "count"}, false},
		{"more figures than there are", func(f *evidence.Figures) { f.Count = 7 }, verify.Difference{Problem: verify.WrongFigure, Name: "count"}, needsTexts},
		{"a figure twice", func(f *evidence.Figures) { f.Figures[1].Number = 1 }, verify.Difference{Problem: verify.WrongFigure, Name: "order"}, false},
		{"a document twice", func(f *evidence.Figures) { f.Figures[1].Same[1].Source = 1 }, verify.Difference{Problem: verify.WrongFigure, Name: "order", Source: 1}, false},
		{"a place out of the text", func(f *evidence.Figures) { f.Figures[0].Offset = 1 << 40 }, verify.Difference{Problem: verify.WrongFigure, Name: "place"}, false},
		{"a place out of the other text", func(f *evidence.Figures) { f.Figures[0].Same[0].Offset = 1 << 40 }, verify.Difference{Problem: verify.WrongFigure, Name: "place", Source: 1}, false},
		{"a distance", func(f *evidence.Figures) { f.Figures[0].Same[0].Distance = 0 }, verify.Difference{Problem: verify.WrongFigure, Name: "distance", Source: 1}, false},
		{"another picture", func(f *evidence.Figures) {
			f.Figures[0].Same[0].Hash, f.Figures[0].Same[0].Distance = "f0f0f0f0f0f0f0f0", 64
		}, verify.Difference{Problem: verify.WrongFigure, Name: "other", Source: 1}, false},
		{"other colours", func(f *evidence.Figures) { f.Figures[0].Same[0].Blocks = strings.Repeat("MMMM", 24) }, verify.Difference{Problem: verify.WrongFigure, Name: "other", Source: 1}, false},
		{"a document that is not named", func(f *evidence.Figures) { f.Sources = f.Sources[:1] }, verify.Difference{Problem: verify.WrongFigure, Name: "source", Source: 2}, false},
		{"a document named in vain", func(f *evidence.Figures) { f.Figures[1].Same = f.Figures[1].Same[:1] }, verify.Difference{Problem: verify.WrongFigure, Name: "source", Source: 2}, false},
		{"a relation", func(f *evidence.Figures) { f.Sources[0].Relation = evidence.SameApplicant }, verify.Difference{Problem: verify.WrongRelation, Source: 1}, false},
		{"a place", func(f *evidence.Figures) { f.Figures[0].Offset++ }, verify.Difference{Problem: verify.WrongFigure, Name: "place"}, needsTexts},
		{"a section", func(f *evidence.Figures) { f.Figures[0].Same[0].Section = "二" }, verify.Difference{Problem: verify.WrongFigure, Name: "place", Source: 1}, needsTexts},
		{"a hash of both", func(f *evidence.Figures) {
			f.Figures[0].Hash, f.Figures[0].Same[0].Hash, f.Figures[0].Same[0].Distance = "0f0f0f0f0f0f0f0e", "0f0f0f0f0f0f0f0e", 0
		}, verify.Difference{Problem: verify.WrongFigure, Name: "imprint"}, needsTexts},
		{"a figure that the file does not have", func(f *evidence.Figures) { f.Figures[1].Same[1].Number = 9 }, verify.Difference{Problem: verify.WrongFigure, Name: "count", Source: 2}, needsTexts},
		{"the text of a document", func(f *evidence.Figures) { f.Sources[1].TextSHA256 = strings.Repeat("0", 64) }, verify.Difference{Problem: verify.WrongFact, Name: "text", Source: 2}, needsTexts},
	} {
		e, err := evidence.DecodeAny(bytes.NewReader(evidencetest.Encode(t, clean)))
		if err != nil {
			t.Fatal(err)
		}
		c.change(e.Figures)
		found, without := verify.Evidence(e, texts), verify.Evidence(e, verify.Texts{})
		has := func(list []verify.Difference) bool {
			for _, d := range list {
				if d.Problem == c.want.Problem && d.Name == c.want.Name && (c.want.Source == 0 || d.Source == c.want.Source) {
					return true
				}
			}
			return false
		}
		if !has(found) {
			t.Errorf("%s: found %+v, want %+v", c.name, found, c.want)
		}
		if has(without) == c.texts {
			t.Errorf("%s: without texts %+v", c.name, without)
		}
	}
}
