package network

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDrawLayout(t *testing.T) {
	edges := []Edge{{A: 0, B: 1}, {A: 1, B: 2}, {A: 2, B: 0}, {A: 2, B: 3}, {A: 5, B: 6}, {A: 8, B: 8}, {A: 7, B: 99}}
	p := Draw(10, edges, 600, 100)
	if diff := cmp.Diff([][]int{{0, 1, 2, 3}, {5, 6}}, p.Groups); diff != "" {
		t.Error(diff)
	}
	if len(p.Places) != 6 || p.Left != 0 {
		t.Errorf("%d nodes are drawn, %d groups left", len(p.Places), p.Left)
	}
	for a, at := range p.Places {
		if at.X < 0 || at.Y < 0 || at.X > p.Width || at.Y > p.Height {
			t.Errorf("node %d stands at %v, outside of %v × %v", a, at, p.Width, p.Height)
		}
		for b, other := range p.Places {
			if a != b && math.Hypot(at.X-other.X, at.Y-other.Y) < 12 {
				t.Errorf("nodes %d and %d stand on one another: %v, %v", a, b, at, other)
			}
		}
	}
	if diff := cmp.Diff(p, Draw(10, edges, 600, 100)); diff != "" {
		t.Errorf("drawn again, it is another picture: %s", diff)
	}
	if p := Draw(10, edges, 600, 4); len(p.Places) != 4 || p.Left != 1 {
		t.Errorf("of at most four nodes %d are drawn, %d groups left", len(p.Places), p.Left)
	}
	if p := Draw(0, nil, 600, 4); len(p.Places) != 0 || p.Height != 0 {
		t.Errorf("nothing makes %+v", p)
	}
}

// A large group fills a picture: its nodes stand apart, and it is about as high as wide.
func TestDrawLarge(t *testing.T) {
	var edges []Edge
	for i := range 60 {
		edges = append(edges, Edge{A: i, B: (i*7 + 3) % 60}, Edge{A: i, B: (i + 1) % 60})
	}
	p := Draw(60, edges, 600, 100)
	close := 0
	for a, at := range p.Places {
		for b, other := range p.Places {
			if a < b && math.Hypot(at.X-other.X, at.Y-other.Y) < 20 {
				close++
			}
		}
	}
	if close > 6 || p.Height < 200 {
		t.Errorf("%d pairs of nodes stand close, in %v × %v", close, p.Width, p.Height)
	}
}

// many returns a network as a large call may have: small groups and a large one.
func many(n int) (edges []Edge) {
	random := rand.New(rand.NewPCG(1, 1))
	for i := range n / 4 {
		edges = append(edges, Edge{A: 4 * i, B: 4*i + 1 + random.IntN(3)})
	}
	for range n / 10 {
		edges = append(edges, Edge{A: random.IntN(n / 10), B: random.IntN(n / 10)})
	}
	return edges
}

func BenchmarkDraw(b *testing.B) {
	edges := many(8000)
	for b.Loop() {
		Draw(8000, edges, 1200, 600)
	}
}
