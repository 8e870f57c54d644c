package checker

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
)

// applicationOf makes a document of the library.
func applicationOf(e *Engine, id int64, who evidence.Identity, text string) *Source {
	d := texttest.Document(text)
	who.SHA256, who.Filename = strings.Repeat("0", 64), "a.docx"
	return &Source{ID: id, Identity: who, Document: d, Units: e.Units(d)}
}

// An applicant hands in an application, another copies from it, the applicant
// hands it in again, and a third copies from both: nobody looks like the copier but
// who is.
func TestWhoWasFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	e := newEngine(t, DefaultProfile)
	zhang := func(year int) evidence.Identity {
		return evidence.Identity{Applicant: "张伟", Institution: "华东工业大学", Year: year}
	}
	li := evidence.Identity{Applicant: "李娜", Institution: "西南科技学院", Year: 2025}
	wang := evidence.Identity{Applicant: "王强", Institution: "西南科技学院", Year: 2026, Participants: []evidence.Person{{Name: "李娜"}}}
	shared, ofA, ofB := texttest.Chinese(r, 12), texttest.Chinese(r, 12), texttest.Chinese(r, 12)
	own := func() string { return texttest.Chinese(r, 12) }
	a := applicationOf(e, 1, zhang(2024), own()+"\n"+shared+"\n"+ofA)
	b := applicationOf(e, 2, li, own()+"\n"+shared+"\n"+ofB)
	d := applicationOf(e, 3, zhang(2026), shared+"\n"+ofA+"\n"+own())
	c := applicationOf(e, 4, wang, own()+"\n"+shared+"\n"+ofB)
	lib := NewMemory([]*Source{a, b}, nil)
	counts := func(s string) int { return len([]rune(strings.ReplaceAll(s, "\n", ""))) }
	near := func(got, want int) bool { return got >= want*97/100 && got <= want*103/100 }

	check := func(s *Source, lib Library) *evidence.Evidence {
		ev, err := e.Check(context.Background(), Input{ID: s.ID, InLibrary: inLibrary(t, lib, s.ID), Identity: s.Identity, Document: s.Document}, lib, nil)
		if err != nil {
			t.Fatal(err)
		}
		return ev
	}
	source := func(ev *evidence.Evidence, id int64) evidence.Source {
		for _, s := range ev.Sources {
			if s.ID == id {
				return s
			}
		}
		t.Fatalf("document %d is not among the sources of %d", id, ev.Document.ID)
		return evidence.Source{}
	}

	t.Run("copied", func(t *testing.T) {
		ev := check(b, lib)
		if got := ev.Scores; !near(got.Covered, counts(shared)) || got.WithoutOwn != got.Covered {
			t.Errorf("%+v, want the %d characters of another's", got, counts(shared))
		}
		if s := source(ev, 1); s.Relation != evidence.Other || s.OwnFirst != 0 {
			t.Errorf("the source is %s, and %d characters stood first in own work", s.Relation, s.OwnFirst)
		}
	})
	t.Run("resubmitted after it was copied", func(t *testing.T) {
		ev := check(d, lib)
		if got := ev.Scores; !near(got.Covered, counts(shared+ofA)) || got.WithoutOwn != 0 {
			t.Errorf("%+v, want %d characters, none of another's", got, counts(shared+ofA))
		}
		if s := source(ev, 2); s.OwnFirst != s.Full || !near(s.Full, counts(shared)) {
			t.Errorf("of %d characters of the copier's %d stood first in the applicant's own", s.Full, s.OwnFirst)
		}
		for _, o := range ev.Origins {
			if o.Source != 1 || !o.Own {
				t.Errorf("%+v, want all to have stood first in the application of 2024", o)
			}
		}
		if len(ev.Scores.ByRelation) != 1 || ev.Scores.ByRelation[0].Name != string(evidence.SameApplicant) {
			t.Errorf("relations %+v, want the same applicant's alone", ev.Scores.ByRelation)
		}
	})
	t.Run("with nothing of an earlier application", func(t *testing.T) {
		ev := check(d, NewMemory([]*Source{applicationOf(e, 1, zhang(2024), own())}, nil))
		if s := source(ev, 1); s.Relation != evidence.SameApplicant || s.Full != 0 || len(s.Matches) != 0 {
			t.Errorf("%+v, want it listed with nothing", s)
		}
	})
	t.Run("the first one, checked again later", func(t *testing.T) {
		ev := check(a, NewMemory([]*Source{a, b, d}, nil))
		if got := ev.Scores; !near(got.Covered, counts(shared+ofA)) || got.WithoutOwn != 0 {
			t.Errorf("%+v, want %d characters, none of another's", got, counts(shared+ofA))
		}
		for _, o := range ev.Origins {
			if o.Source != 0 || !o.Own {
				t.Errorf("%+v, want all to have stood first here", o)
			}
		}
	})
	t.Run("copied from both", func(t *testing.T) {
		ev := check(c, lib)
		if got := ev.Scores; !near(got.Covered, counts(shared+ofB)) || got.WithoutOwn != got.Covered {
			t.Errorf("%+v, want the %d characters of others'", got, counts(shared+ofB))
		}
		if s := source(ev, 2); s.Relation != evidence.TookPart {
			t.Errorf("the application of a participant is %s", s.Relation)
		}
		of := map[int64]int{}
		for _, o := range ev.Origins {
			of[o.Source] += o.Length
		}
		if !near(of[1], counts(shared)) || !near(of[2], counts(ofB)) {
			t.Errorf("characters that stood first in each: %v, want %d in 1 and %d in 2", of, counts(shared), counts(ofB))
		}
	})
}

func inLibrary(t *testing.T, lib Library, id int64) bool {
	found, err := lib.Sources(context.Background(), []int64{id})
	if err != nil {
		t.Fatal(err)
	}
	return len(found) > 0
}
