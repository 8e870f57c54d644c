package lookup_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
)

// The databases choose the neighbours that a library in memory does.
func TestNeighbours(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		r := rand.New(rand.NewPCG(1, 1))
		var prepared []library.Prepared
		for i := range 60 {
			u := upload(fmt.Sprint("document ", i))
			u.Identity = evidence.Identity{
				Filename: "a.docx", Title: fmt.Sprint(i), Applicant: fmt.Sprint("某", i), Institution: []string{"甲大学", "乙大学", "", "丙大学"}[r.IntN(4)],
				Year: 2023 + r.IntN(3), Programme: []string{"面上项目", "青年项目", ""}[r.IntN(3)],
			}
			prepared = append(prepared, library.Prepared{Upload: u, Document: document(fmt.Sprint("第", i, "份"))})
		}
		ids := load(t, s, prepared...)
		waiting := upload("waiting")
		waiting.ToLibrary = true
		create(t, s, waiting)
		sources := librarytest.Must(s.Sources(ctx, ids))(t)
		memory := checker.NewMemory(sources, nil)
		for _, like := range []evidence.Identity{
			{}, {Year: 2024}, {Year: 2024, Programme: "面上项目"}, {Year: 2024, Programme: "面上项目", Institution: "甲大学"},
			{Year: 1999, Programme: "没有", Institution: "没有"}, {Institution: "丙大学"},
		} {
			for _, most := range []int{1, 7, 15, 100} {
				want := librarytest.Must(memory.Neighbours(ctx, like, ids[59], most))(t)
				got := librarytest.Must(s.Neighbours(ctx, like, ids[59], most))(t)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%+v, %d (-memory +database):\n%s", like, most, diff)
				}
				if len(got) < min(most, 59) || len(got) > 2*most || slices.ContainsFunc(got, func(n checker.Neighbour) bool { return n.ID == ids[59] }) {
					t.Errorf("%+v, %d: %d neighbours", like, most, len(got))
				}
			}
		}
		first := librarytest.Must(s.Neighbours(ctx, evidence.Identity{Year: 2024, Programme: "面上项目"}, 0, 3))(t)
		for _, n := range first {
			if n.Identity.Year != 2024 || n.Identity.Programme != "面上项目" {
				t.Errorf("a neighbour of another programme or year: %+v", n.Identity)
			}
		}
	})
}

// The databases find the applications of an applicant that a library in memory does.
func TestApplications(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		var prepared []library.Prepared
		for i, who := range []evidence.Identity{
			{Applicant: "王某", Institution: "甲大学"}, {Applicant: "李某", Number: "7"}, {Applicant: "王　某"}, {}, {Applicant: "赵某", Number: "x8"},
		} {
			u := upload(fmt.Sprint("document ", i))
			u.Identity = who
			u.Identity.Filename, u.Identity.Title = "a.docx", fmt.Sprint(i)
			u.Identity.Participants, u.Identity.Cooperating = []evidence.Person{{Name: "孙某", Institution: "乙所"}}, []string{"丙院"}
			prepared = append(prepared, library.Prepared{Upload: u, Document: document(fmt.Sprint("第", i, "份"))})
		}
		ids := load(t, s, prepared...)
		memory := checker.NewMemory(librarytest.Must(s.Sources(ctx, ids))(t), nil)
		for _, test := range []struct {
			applicant, number string
			exclude           int64
			want              []int64
		}{
			{"王某", "", 0, []int64{ids[0], ids[2]}},
			{"王某", "", ids[0], []int64{ids[2]}},
			{"王某", "X8", 0, []int64{ids[0], ids[2], ids[4]}},
			{"", "7", 0, []int64{ids[1]}},
			{"", "", 0, nil},
			{"—", "…", 0, nil},
		} {
			got := librarytest.Must(s.Applications(ctx, test.applicant, test.number, test.exclude))(t)
			if diff := cmp.Diff(librarytest.Must(memory.Applications(ctx, test.applicant, test.number, test.exclude))(t), got); diff != "" {
				t.Errorf("%+v (-memory +database):\n%s", test, diff)
			}
			var found []int64
			for _, n := range got {
				found = append(found, n.ID)
				if len(n.Identity.Participants) != 1 || n.Identity.Participants[0].Institution != "乙所" || n.Identity.Cooperating[0] != "丙院" {
					t.Errorf("people of %d: %+v", n.ID, n.Identity)
				}
			}
			if !slices.Equal(found, test.want) {
				t.Errorf("%+v: found %v", test, found)
			}
		}
	})
}

// A standard text is kept among the blank forms, and says that it is none.
func TestStandardTexts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		form, standard := upload("form"), upload("standard")
		form.Form, standard.Form, standard.Standard = true, true, true
		standard.Identity.Institution = "甲大学"
		for i, id := range []int64{create(t, s, form), create(t, s, standard)} {
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				return tx.SetExtraction(ctx, id, document([]string{"form", "standard"}[i]))
			})
		}
		for i, f := range librarytest.Must(s.Forms(ctx))(t) {
			if f.Standard != (i == 1) || f.Standard && f.Identity.Institution != "甲大学" {
				t.Errorf("%d: %+v", i, f)
			}
		}
	})
}
