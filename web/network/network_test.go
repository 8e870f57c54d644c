package network

import (
	"testing"

	"zhiwen/checker/record"
)

// Both directions of what two documents share are one pair; what the check of each says of
// its own text counts.
func TestPairs(t *testing.T) {
	nodes := map[int64]node{1: {ID: 1, Mate: true}, 2: {ID: 2, Mate: true}, 3: {ID: 3}}
	checks := map[int64]int64{1: 11, 2: 12}
	pairs := pairsOf(nodes, checks, []record.Edge{
		{Document: 1, Source: 2, Here: 3000, There: 900},
		{Document: 1, Source: 3, Here: 500, There: 200},
		{Document: 2, Source: 1, Here: 1000, There: 2900},
		{Document: 1, Source: 9, Here: 9000}, // it is gone
	})
	if len(pairs) != 2 {
		t.Fatalf("%d pairs", len(pairs))
	}
	if p := pairs[0]; p.A.ID != 1 || p.AInB != 3000 || p.BInA != 1000 || p.Link != "/checks/11/sources/2" {
		t.Errorf("%+v", p)
	}
	if p := pairs[1]; p.AInB != 500 || p.BInA != 200 || p.Link != "/checks/11/sources/3" {
		t.Errorf("%+v", p)
	}
	backwards := pairsOf(nodes, checks, []record.Edge{{Document: 2, Source: 1, Here: 1000, There: 2900}, {Document: 1, Source: 2, Here: 3000, There: 900}})
	if p := backwards[0]; p.A.ID != 2 || p.AInB != 1000 || p.BInA != 3000 {
		t.Errorf("%+v", p)
	}
}

func TestDraw(t *testing.T) {
	v := view{}
	v.draw(map[int64]node{1: {ID: 1, Mate: true}, 2: {ID: 2}, 3: {ID: 3, Mate: true}, 4: {ID: 4, Mate: true}}, nil,
		[]record.Edge{{Document: 1, Source: 2, Here: 500, Year: 2020}, {Document: 3, Source: 4, Here: 900}, {Document: 4, Source: 1, Here: 100, Year: 2024}})
	if len(v.Groups) != 1 || len(v.Groups[0].Nodes) != 4 || len(v.Groups[0].Pairs) != 3 || len(v.Lines) != 3 || len(v.Years) != 2 || v.Years[0] != 2024 {
		t.Fatalf("%+v", v)
	}
	if strongest := v.Groups[0].Pairs[0]; strongest.AInB != 900 || strongest.A.Number == 0 || v.Lines[2].AInB != 900 {
		t.Errorf("%+v", v.Groups[0].Pairs)
	}
}
