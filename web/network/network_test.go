package network

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
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
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := view{}
	v.draw(languages.Choose(catalogue.English, ""), map[int64]node{1: {ID: 1, Mate: true}, 2: {ID: 2}, 3: {ID: 3, Mate: true}, 4: {ID: 4, Mate: true}}, nil,
		[]record.Edge{{Document: 1, Source: 2, Here: 500, Year: 2020}, {Document: 3, Source: 4, Here: 900}, {Document: 4, Source: 1, Here: 100, Year: 2024}}, nil, nil)
	if len(v.Groups) != 1 || !v.Groups[0].Shown || len(v.Groups[0].Nodes) != 4 || len(v.Groups[0].Pairs) != 3 || len(v.Lines) != 3 || len(v.Years) != 2 || v.Years[0] != 2024 {
		t.Fatalf("%+v", v)
	}
	if strongest := v.Groups[0].Pairs[0]; strongest.AInB != 900 || strongest.A.Number == 0 || v.Lines[2].AInB != 900 {
		t.Errorf("%+v", v.Groups[0].Pairs)
	}
}

// Text that several share is one point, joined to each of its members; these are not joined to one another. What two of
// them say of it is one text, and what only two documents of the picture share is a line.
func TestSharedTextIsOneNode(t *testing.T) {
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	several := func(sources ...int64) string {
		return finding.Encode([]finding.Finding{{Kind: finding.Several, Reason: finding.BySeveral, Sources: sources, Applications: len(sources), Applicants: len(sources), Count: 400}})
	}
	texts := textsOf([]record.Node{
		{Document: 1, Shown: 11, Findings: several(2, 3, 4)}, {Document: 2, Shown: 12, Findings: several(1, 3, 4)}, {Document: 3, Shown: 13, Findings: several(1, 2)},
		{Document: 5, Shown: 15, Findings: several(6, 7)},
	})
	if len(texts) != 2 || len(texts[0].members) != 4 || texts[0].check != 11 {
		t.Fatalf("texts %+v", texts)
	}
	nodes, edges := map[int64]node{}, []record.Edge(nil)
	for id := int64(1); id <= 5; id++ {
		nodes[id] = node{ID: id, Mate: true}
		for other := int64(1); other < min(id, 5); other++ {
			if id < 5 || other == 1 {
				edges = append(edges, record.Edge{Document: id, Source: other, Here: 100})
			}
		}
	}
	v := view{}
	v.draw(languages.Choose(catalogue.English, ""), nodes, nil, edges, nil, texts)
	hubs, lines := 0, 0
	for _, n := range v.Nodes {
		if n.Text {
			hubs++
			if n.Link != "/checks/11#findings" {
				t.Errorf("it leads to %s", n.Link)
			}
		}
	}
	for _, l := range v.Lines {
		if l.B.Text {
			lines++
		}
	}
	if hubs != 1 || lines != 4 || len(v.Lines) != 5 || len(v.Groups) != 1 || len(v.Groups[0].Pairs) != 7 {
		t.Errorf("%d texts with %d lines of %d, %d groups with %d pairs", hubs, lines, len(v.Lines), len(v.Groups), len(v.Groups[0].Pairs))
	}
}

// Library documents that are versions of one application are one node, and what an
// application shares with them one pair, with the others in it; applications of the call
// stay by themselves.
func TestVersionsAreOneNode(t *testing.T) {
	nodes := map[int64]node{1: {ID: 1, Mate: true}, 2: {ID: 2, Mate: true}, 3: {ID: 3}, 4: {ID: 4}, 5: {ID: 5}}
	edges := []record.Edge{
		{Document: 1, Source: 4, Here: 900, There: 800, Relation: evidence.SameApplicant}, {Document: 1, Source: 2, Here: 600}, {Document: 1, Source: 3, Here: 500, Relation: evidence.Other},
		{Document: 2, Source: 3, Here: 300}, {Document: 1, Source: 5, Here: 100},
	}
	if diff := cmp.Diff([]int64{4, 3, 5}, besideOthers(nodes, edges)); diff != "" {
		t.Errorf("what is looked at: %s", diff)
	}
	pairs := joined(pairsOf(nodes, nil, edges), nodes, [][]int64{{1, 2}, {3, 4}})
	if len(pairs) != 4 {
		t.Fatalf("%d pairs", len(pairs))
	}
	p := pairs[0]
	if p.B.ID != 3 || len(p.B.Versions) != 1 || p.B.Versions[0].ID != 4 || p.AInB != 900 || p.BInA != 800 || len(p.Others) != 1 || p.Others[0].B.ID != 3 || p.Others[0].AInB != 500 {
		t.Errorf("an application and two versions: %+v", p)
	}
	if p.Relation != evidence.Other || len(p.Relations) != 2 {
		t.Errorf("relations %s of %v", p.Relation, p.Relations)
	}
	for _, p := range pairs[1:] {
		if len(p.Others) != 0 || p.A.ID == 2 && p.B.ID != 3 || len(p.A.Versions) != 0 {
			t.Errorf("%+v", p)
		}
	}
}

// The group that opens is the gravest: what others have comes before the applicant's own, however much of it there is.
func TestGravestGroupOpens(t *testing.T) {
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[int64]node{}
	for id := int64(1); id <= 7; id++ {
		nodes[id] = node{ID: id, Mate: true}
	}
	edges := []record.Edge{
		{Document: 1, Source: 2, Here: 9000, Relation: evidence.SameApplicant}, {Document: 3, Source: 4, Here: 3000, Relation: evidence.Other},
		{Document: 5, Source: 6, Here: 2500, Relation: evidence.Other}, {Document: 6, Source: 7, Here: 2400, Relation: evidence.Other},
	}
	v := view{Chosen: 1}
	v.draw(languages.Choose(catalogue.English, ""), nodes, nil, edges, nil, nil)
	if len(v.Groups) != 3 || len(v.Nodes) != 2 || len(v.Lines) != 1 {
		t.Fatalf("%d groups, %d nodes, %d lines", len(v.Groups), len(v.Nodes), len(v.Lines))
	}
	for i, want := range []struct {
		strongest, nodes int
		shown            bool
	}{{3000, 2, true}, {2500, 0, false}, {9000, 0, false}} {
		if g := v.Groups[i]; g.Strongest.strong != want.strongest || len(g.Nodes) != want.nodes || g.Shown != want.shown {
			t.Errorf("group %d: %+v", i+1, g)
		}
	}
	if g := v.Groups[2]; g.Documents != 2 || g.Address != "/calls/0/network?group=3&least=0" {
		t.Errorf("%+v", g)
	}
}
