package library_test

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
		sources := must(s.Sources(ctx, ids))(t)
		memory := checker.NewMemory(sources, nil)
		for _, like := range []evidence.Identity{
			{}, {Year: 2024}, {Year: 2024, Programme: "面上项目"}, {Year: 2024, Programme: "面上项目", Institution: "甲大学"},
			{Year: 1999, Programme: "没有", Institution: "没有"}, {Institution: "丙大学"},
		} {
			for _, most := range []int{1, 7, 15, 100} {
				want := must(memory.Neighbours(ctx, like, ids[59], most))(t)
				got := must(s.Neighbours(ctx, like, ids[59], most))(t)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%+v, %d (-memory +database):\n%s", like, most, diff)
				}
				if len(got) < min(most, 59) || len(got) > 2*most || slices.ContainsFunc(got, func(n checker.Neighbour) bool { return n.ID == ids[59] }) {
					t.Errorf("%+v, %d: %d neighbours", like, most, len(got))
				}
			}
		}
		first := must(s.Neighbours(ctx, evidence.Identity{Year: 2024, Programme: "面上项目"}, 0, 3))(t)
		for _, n := range first {
			if n.Identity.Year != 2024 || n.Identity.Programme != "面上项目" {
				t.Errorf("a neighbour of another programme or year: %+v", n.Identity)
			}
		}
	})
}
