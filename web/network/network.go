// Package network is the page of who shares text with whom in a call: applications and
// library documents as points, shared passages as lines, and the groups that they make.
package network

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/network/layout"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Store is what this page reads of the library. Unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Call(ctx context.Context, id int64) (record.Call, error)
	// CallEdges gives with whom the applications of a call share text, the largest shares
	// first, most at the most.
	CallEdges(ctx context.Context, call int64, f record.EdgeFilter, most int) ([]record.Edge, error)
	// Work gives a page of the work list.
	Work(ctx context.Context, q record.WorkQuery) (record.WorkPage, error)
	// Documents gives documents, and how many there are.
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
}

// Routes gives the route of this page.
func Routes(s *site.Site, store Store) []site.Route {
	p := &pages{Site: s, store: store}
	return []site.Route{{Method: http.MethodGet, Path: "/calls/:id/network", Do: site.ByID(p.network), Compress: true, Act: audit.View}}
}

type pages struct {
	*site.Site
	store Store
}

const (
	// mostEdges is how many edges are read, the largest first; mostNodes how many documents
	// are drawn: more are no picture any more, the groups list them.
	mostEdges, mostNodes = 3000, 400
	// width is that of the picture, in its own units.
	width = 1000.0
	// usualLeast is from which percent on text in common is shown unless somebody chooses.
	usualLeast = 5
)

// relations are those that can be chosen.
var relations = []evidence.Relation{evidence.SameApplicant, evidence.TookPart, evidence.SharesPerson, evidence.SameInstitution, evidence.Other}

// leasts are the shares that can be chosen, in percent.
var leasts = []int{1, 5, 10, 20, 30, 50}

// view is the view of page/network.html.
type view struct {
	site.Page
	Call      record.Call
	Least     int
	Leasts    []int
	Relation  evidence.Relation
	Relations []evidence.Relation
	Year      int
	Years     []int
	Mates     bool // between applications of the call alone

	Width, Height string
	Nodes         []node
	Lines         []line
	Groups        []group
	Left          int // groups that are listed and not drawn
	More          bool
}

// node is a document of the picture.
type node struct {
	Number int // by which picture and list name it
	ID     int64
	Name   string
	Mate   bool // an application of the call
	X, Y   string
	by     string // of whom
}

// By is whose the document is.
func (n node) By() string { return n.by }

// line joins two documents of the picture.
type line struct {
	X1, Y1, X2, Y2 string
	Thick          string
	pair
}

// pair is two documents that share text. Shares are in ten-thousandths.
type pair struct {
	A, B         node
	AInB, BInA   int // share of A that stands in B, and of B that stands in A
	Relation     evidence.Relation
	Link         string // where both stand side by side
	toldA, toldB bool   // the check of A, of B has said its share
	strong, rank int
}

// group is documents that hang together.
type group struct {
	Number int
	Nodes  []node
	Pairs  []pair
	Drawn  bool
}

func (p *pages) network(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	call, err := p.store.Call(ctx, id)
	if err != nil {
		return err
	}
	v := view{Page: p.Page(c, p.Language(c).Text("network.of", "Call", call.Name), "network.js"), Call: call, Leasts: leasts, Relations: relations, Least: usualLeast}
	v.Section, v.Wide = "calls", true
	if err := v.choose(c); err != nil {
		return err
	}
	filter := record.EdgeFilter{Least: 100 * v.Least, SameCall: v.Mates}
	if v.Relation != "" {
		filter.Relations = []evidence.Relation{v.Relation}
	}
	if v.Year != 0 {
		filter.Years = []int{v.Year}
	}
	edges, err := p.store.CallEdges(ctx, id, filter, mostEdges)
	if err != nil {
		return err
	}
	v.More = len(edges) == mostEdges
	nodes, checks, err := p.nodes(ctx, id, edges)
	if err != nil {
		return err
	}
	v.draw(nodes, checks, edges)
	return p.Render(c, http.StatusOK, "network", v)
}

// choose reads what the address chooses.
func (v *view) choose(c *gin.Context) error {
	if text := c.Query("least"); text != "" {
		least, err := strconv.Atoi(text)
		if err != nil || !slices.Contains(leasts, least) {
			return site.ErrBadInput
		}
		v.Least = least
	}
	v.Relation, v.Mates = evidence.Relation(c.Query("relation")), c.Query("mates") != ""
	if v.Relation != "" && !slices.Contains(v.Relations, v.Relation) {
		return site.ErrBadInput
	}
	if text := c.Query("year"); text != "" {
		year, err := strconv.Atoi(text)
		if err != nil || year <= 0 || year > report.MaxYear {
			return site.ErrBadInput
		}
		v.Year = year
	}
	return nil
}

// nodes names the documents of edges, and gives the shown checks of those of the call.
func (p *pages) nodes(ctx context.Context, call int64, edges []record.Edge) (nodes map[int64]node, checks map[int64]int64, err error) {
	var ids []int64
	for _, e := range edges {
		ids = append(ids, e.Document, e.Source)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	nodes, checks = map[int64]node{}, map[int64]int64{}
	if len(ids) == 0 {
		return nodes, checks, nil
	}
	documents, _, err := p.store.Documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return nil, nil, err
	}
	for _, d := range documents {
		nodes[d.ID] = node{ID: d.ID, Name: report.NameOf(d.Identity), Mate: d.Call == call, by: d.Identity.Applicant}
	}
	work, err := p.store.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{Call: call, IDs: ids}, Limit: len(ids)})
	if err != nil {
		return nil, nil, err
	}
	for _, w := range work.Items {
		checks[w.Document] = w.Shown
	}
	return nodes, checks, nil
}

// draw lays the documents out, and lists the groups.
func (v *view) draw(nodes map[int64]node, checks map[int64]int64, edges []record.Edge) {
	pairs := pairsOf(nodes, checks, edges)
	index := map[int64]int{}
	var all []node
	var joined []layout.Edge
	at := func(n node) int {
		i, ok := index[n.ID]
		if !ok {
			i = len(all)
			index[n.ID], all = i, append(all, n)
		}
		return i
	}
	years := map[int]bool{}
	for _, e := range edges {
		years[e.Year] = e.Year != 0
	}
	for year, known := range years {
		if known {
			v.Years = append(v.Years, year)
		}
	}
	slices.Sort(v.Years)
	slices.Reverse(v.Years)
	for _, p := range pairs {
		joined = append(joined, layout.Edge{A: at(p.A), B: at(p.B)})
	}
	picture := layout.Draw(len(all), joined, width, mostNodes)
	v.Width, v.Height, v.Left = number(picture.Width), number(picture.Height), picture.Left
	groupOf := map[int64]int{}
	count := 0
	for g, members := range picture.Groups {
		one := group{Number: g + 1, Drawn: g < len(picture.Groups)-picture.Left}
		for _, i := range members {
			count++
			n := &all[i]
			n.Number = count
			if place, ok := picture.Places[i]; ok {
				n.X, n.Y = number(place.X), number(place.Y)
				v.Nodes = append(v.Nodes, *n)
			}
			groupOf[n.ID] = g
			one.Nodes = append(one.Nodes, *n)
		}
		v.Groups = append(v.Groups, one)
	}
	for _, p := range pairs {
		p.A, p.B = all[index[p.A.ID]], all[index[p.B.ID]]
		g := &v.Groups[groupOf[p.A.ID]]
		g.Pairs = append(g.Pairs, p)
		if g.Drawn {
			v.Lines = append(v.Lines, line{X1: p.A.X, Y1: p.A.Y, X2: p.B.X, Y2: p.B.Y, Thick: number(thickness(p.strong)), pair: p})
		}
	}
	slices.Reverse(v.Lines) // strong ones are drawn last, above the others
}

// pairsOf puts the two directions of edges together, the strongest pair first. Edges of
// documents that are gone are left out.
func pairsOf(nodes map[int64]node, checks map[int64]int64, edges []record.Edge) []pair {
	found := map[[2]int64]*pair{}
	for _, e := range edges {
		d, ok := nodes[e.Document]
		s, known := nodes[e.Source]
		if !ok || !known {
			continue
		}
		key := [2]int64{min(d.ID, s.ID), max(d.ID, s.ID)}
		p := found[key]
		if p == nil {
			p = &pair{A: d, B: s, Relation: e.Relation, rank: len(found)}
			found[key] = p
		}
		p.tell(e)
		if p.Link == "" && checks[e.Document] != 0 {
			p.Link = report.CheckPath(checks[e.Document]) + "/sources/" + strconv.FormatInt(e.Source, 10)
		}
	}
	out := make([]pair, 0, len(found))
	for _, p := range found {
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b pair) int { return cmp.Or(cmp.Compare(b.strong, a.strong), cmp.Compare(a.rank, b.rank)) })
	return out
}

// tell takes the shares of an edge over: what a check says of its own document counts
// before what the check of the other one says of it.
func (p *pair) tell(e record.Edge) {
	own, other, told := &p.AInB, &p.BInA, &p.toldB
	if e.Document == p.B.ID {
		own, other, told = &p.BInA, &p.AInB, &p.toldA
		p.toldB = true
	} else {
		p.toldA = true
	}
	*own = e.Here
	if !*told {
		*other = e.There
	}
	p.strong = max(p.strong, e.Here, e.There)
}

// thickness is how thick the line of a share is drawn.
func thickness(share int) float64 { return 1 + 7*float64(min(share, 10_000))/10_000 }

// number writes a length as drawings have it.
func number(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
