package network

import (
	"cmp"
	"math"
	"slices"
)

// Edge joins two nodes, by their numbers. The group with the heaviest edge comes first.
type Edge struct{ A, B, Weight int }

// Point is a place in a picture, from its upper left corner.
type Point struct{ X, Y float64 }

// Picture is where nodes stand.
type Picture struct {
	Width, Height float64
	// Places has the place of each node that is drawn, by its number.
	Places map[int]Point
	// Groups are the nodes that hang together, as Groups returns them.
	Groups [][]int
	// Left is how many of the groups, from the end, are not drawn for want of room.
	Left int
}

const (
	// length is about how long an edge is, margin the room around a group.
	length, margin = 48.0, 24.0
	// mostRounds is how often the nodes of a group move, by when small groups have come to
	// rest; large ones move less often, so that a picture is made in some tenths of a
	// second: they look at one another so many times altogether, but fewestRounds at least.
	mostRounds, fewestRounds, looks = 300, 30, 8_000_000
)

// Draw lays out the nodes 0 to n-1 in a picture of half a width to the whole: groups in rows, in
// their order, and no group beyond so many drawn nodes altogether; a first group larger than
// that is drawn all the same.
func Draw(n int, edges []Edge, width float64, most int) Picture {
	neighbours := neighboursOf(n, edges)
	p := Picture{Width: width, Places: map[int]Point{}, Groups: Groups(n, edges)}
	row := shelf{width: width}
	for i, group := range p.Groups {
		if len(p.Places) > 0 && len(p.Places)+len(group) > most {
			p.Left = len(p.Groups) - i
			break
		}
		places, w, h := place(neighbours, group)
		x, y := row.put(w, h)
		for node, at := range places {
			p.Places[group[node]] = Point{x + at.X, y + at.Y}
		}
	}
	p.Width, p.Height = max(width/2, row.widest), row.y+row.height
	for node, at := range p.Places { // in the middle
		p.Places[node] = Point{at.X + (p.Width-row.widest)/2, at.Y}
	}
	return p
}

// neighboursOf lists the nodes that edges join each node to. Edges to nodes that there are not are left out.
func neighboursOf(n int, edges []Edge) [][]int {
	neighbours := make([][]int, n)
	for _, e := range edges {
		if e.A != e.B && e.A >= 0 && e.B >= 0 && e.A < n && e.B < n {
			neighbours[e.A], neighbours[e.B] = append(neighbours[e.A], e.B), append(neighbours[e.B], e.A)
		}
	}
	return neighbours
}

// Groups returns which of the nodes 0 to n-1 hang together: the group with the heaviest edge first, of these the
// largest, then by their first node. The nodes of a group are in order; nodes without an edge are in none.
func Groups(n int, edges []Edge) (all [][]int) {
	neighbours, weight := neighboursOf(n, edges), make([]int, n)
	for _, e := range edges {
		if e.A != e.B && e.A >= 0 && e.B >= 0 && e.A < n && e.B < n {
			weight[e.A] = max(weight[e.A], e.Weight)
		}
	}
	heaviest := func(group []int) (most int) {
		for _, node := range group {
			most = max(most, weight[node])
		}
		return most
	}
	seen := make([]bool, n)
	for first := range neighbours {
		if seen[first] || len(neighbours[first]) == 0 {
			continue
		}
		seen[first] = true
		group := []int{first}
		for at := 0; at < len(group); at++ {
			for _, to := range neighbours[group[at]] {
				if !seen[to] {
					seen[to] = true
					group = append(group, to)
				}
			}
		}
		slices.Sort(group)
		all = append(all, group)
	}
	slices.SortFunc(all, func(a, b []int) int {
		return cmp.Or(cmp.Compare(heaviest(b), heaviest(a)), cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	return all
}

// place lays out a group in a box of its own, by forces (Fruchterman and Reingold, Graph
// drawing by force-directed placement, 1991): nodes push one another away, edges pull them
// together, and each round they move less far. They begin on a circle, in their order.
func place(neighbours [][]int, group []int) (places []Point, w, h float64) {
	n := len(group)
	number := make(map[int]int, n)
	places = make([]Point, n)
	radius := length * math.Sqrt(float64(n)) / 2
	for i, node := range group {
		number[node] = i
		angle := 2 * math.Pi * float64(i) / float64(n)
		places[i] = Point{radius * math.Cos(angle), radius * math.Sin(angle)}
	}
	if n == 2 {
		return box([]Point{{}, {X: length}})
	}
	rounds := max(fewestRounds, min(mostRounds, looks/(n*n)))
	moves := make([]Point, n)
	for round := range rounds {
		clear(moves)
		for i := range places {
			for j := range i {
				x, y, square := apart(places[i], places[j])
				force := length * length / square
				moves[i], moves[j] = Point{moves[i].X + x*force, moves[i].Y + y*force}, Point{moves[j].X - x*force, moves[j].Y - y*force}
			}
			for _, to := range neighbours[group[i]] {
				x, y, square := apart(places[i], places[number[to]])
				d := math.Sqrt(square)
				moves[i] = Point{moves[i].X - x*d/length, moves[i].Y - y*d/length}
			}
		}
		most := radius * (1 - float64(round)/float64(rounds)) / 4
		for i, m := range moves {
			if d := math.Hypot(m.X, m.Y); d > 0 {
				by := min(d, most) / d
				places[i] = Point{places[i].X + m.X*by, places[i].Y + m.Y*by}
			}
		}
	}
	return box(places)
}

// apart returns how far a stands from b, across, down and altogether squared; never nothing. It is
// what a picture takes its time for.
func apart(a, b Point) (x, y, square float64) {
	const least = 0.01
	x, y = a.X-b.X, a.Y-b.Y
	if square = x*x + y*y; square < least*least {
		return least, 0, least * least
	}
	return x, y, square
}

// box moves places to where a box around them begins, and returns its size.
func box(places []Point) (moved []Point, w, h float64) {
	low, high := places[0], places[0]
	for _, p := range places {
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	for i, p := range places {
		places[i] = Point{round(p.X - low.X + margin), round(p.Y - low.Y + margin)}
	}
	return places, round(high.X - low.X + 2*margin), round(high.Y - low.Y + 2*margin)
}

// round keeps a tenth: more is not seen.
func round(v float64) float64 { return math.Round(v*10) / 10 }

// shelf puts boxes in rows.
type shelf struct {
	width, widest float64
	x, y, height  float64
}

// put returns the place of a box.
func (s *shelf) put(w, h float64) (x, y float64) {
	if s.x > 0 && s.x+w > s.width {
		s.x, s.y, s.height = 0, s.y+s.height, 0
	}
	x, y = s.x, s.y
	s.x += w
	s.height, s.widest = max(s.height, h), max(s.widest, s.x)
	return x, y
}
