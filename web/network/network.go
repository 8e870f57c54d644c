// Package network is the page of who shares text with whom in a call: applications and
// library documents as points, shared passages as lines, and the groups that they make.
package network

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Store is what this page reads of the library. Unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Call(ctx context.Context, id int64) (record.Call, error)
	// CallEdges returns with whom the applications of a call share text, the largest shares
	// first, most at the most.
	CallEdges(ctx context.Context, call int64, f record.EdgeFilter, most int) ([]record.Edge, error)
	// Nodes returns the documents at the ends of edges; those that are gone are left out.
	Nodes(ctx context.Context, documents []int64) ([]record.Node, error)
	// VersionsAmong groups the library documents among some that are versions of one
	// application.
	VersionsAmong(ctx context.Context, documents []int64) ([][]int64, error)
}

// Routes returns the route of this page.
func Routes(s *site.Site, store Store) []site.Route {
	p := &pages{Site: s, store: store}
	return []site.Route{
		{Method: http.MethodGet, Path: "/calls/:id/network", Do: site.Found(p.store.Call, p.network), Compress: true, Act: audit.View},
	}
}

type pages struct {
	*site.Site
	store Store
}

const (
	// mostEdges is how many edges are read, the largest first: the list is as long as forty pages of paper, and beyond that people choose
	// a larger share; mostNodes how many documents
	// are drawn: more are no picture any more, the groups list them.
	mostEdges, mostNodes = 2000, 400
	// mostVersions is how many library documents are looked at for versions of one another,
	// those with the largest shares: to compare them takes longer than all else.
	mostVersions = 400
	// width is that of the picture, in pixels.
	width = 820.0
	// halfSquare is half the side of the square that stands for a library document.
	halfSquare = 12.0
	// ofOthers is more than any share of what is the applicant's own.
	ofOthers = 10_001
	// defaultLeast is from which percent on text in common is shown unless somebody chooses: below it nearly every call is
	// one group, by sentences that many use.
	defaultLeast = 20
)

// relations are those that can be chosen.
var relations = []evidence.Relation{evidence.SameApplicant, evidence.TookPart, evidence.SharesPerson, evidence.SameInstitution,
	evidence.Other, evidence.Unknown, evidence.OnWeb}

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
	Mates     bool   // between applications of the call alone
	Chosen    int    // number of the group that is shown, 0 for all: the gravest is the first
	All       string // address that shows all groups

	Width, Height string
	Nodes         []node
	Lines         []line
	Groups        []group // all of them, in order; those that are not shown have their number and documents alone
	Left          int     // groups that are listed and not drawn
	More          bool
}

// node is a document of the picture.
type node struct {
	Number int // by which picture and list name it
	ID     int64
	Name   string
	Mate   bool // an application of the call
	X, Y   string
	// Left and Top are the corner of the square of a library document.
	Left, Top string
	by        string // of whom
	Text      bool   // text that several share, and no document
	Link      string // where it is shown

	Versions []node // of the same application, which stand at the same point
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
	Between      string // their numbers
	Shares       string // both shares, said once for picture and list: to say it takes longest
	Link         string // where both stand side by side
	toldA, toldB bool   // the check of A, of B has said its share
	strong, rank int

	Others    []pair // A and the other versions of B's application
	Relations []evidence.Relation
}

// group is a connected set of documents.
type group struct {
	Number    int
	Documents int    // without the texts among the nodes
	Strongest pair   // its pair with the largest share
	Address   string // where it is shown
	Shown     bool
	Nodes     []node
	Pairs     []pair
	Drawn     bool
}

func (p *pages) network(c *gin.Context, call record.Call) error {
	ctx := c.Request.Context()
	v := view{Page: p.Page(c, p.Language(c).Text("network.of", "Call", call.Name), "network.js"), Call: call, Leasts: leasts,
		Relations: relations, Least: defaultLeast}
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
	edges, err := p.store.CallEdges(ctx, call.ID, filter, mostEdges)
	if err != nil {
		return err
	}
	v.More = len(edges) == mostEdges
	nodes, checks, texts, err := p.nodes(ctx, call.ID, edges)
	if err != nil {
		return err
	}
	versions, err := p.store.VersionsAmong(ctx, besideOthers(nodes, edges))
	if err != nil {
		return err
	}
	v.draw(p.Language(c), nodes, checks, edges, versions, texts)
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
	v.Chosen = 1
	if text := c.Query("group"); text != "" {
		chosen, err := strconv.Atoi(text)
		if err != nil || chosen < 0 {
			return site.ErrBadInput
		}
		v.Chosen = chosen
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

// nodes names the documents of edges, and returns the shown checks of those of the call and the texts that several share.
func (p *pages) nodes(ctx context.Context, call int64,
	edges []record.Edge) (nodes map[int64]node, checks map[int64]int64, texts []text, err error) {
	var ids []int64
	for _, e := range edges {
		ids = append(ids, e.Document, e.Source)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	nodes, checks = map[int64]node{}, map[int64]int64{}
	if len(ids) == 0 {
		return nodes, checks, nil, nil
	}
	documents, err := p.store.Nodes(ctx, ids)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, d := range documents {
		nodes[d.Document] = node{
			ID: d.Document, Name: cmp.Or(d.Title, d.Filename), Mate: d.Call == call, by: d.Applicant,
			Link: "/documents/" + strconv.FormatInt(d.Document, 10),
		}
		if d.Call == call {
			checks[d.Document] = d.Shown
		}
	}
	documents = slices.DeleteFunc(documents, func(d record.Node) bool { return d.Call != call })
	return nodes, checks, textsOf(documents), nil
}

// draw lays the documents out, and lists the groups.
func (v *view) draw(l *catalogue.Language, nodes map[int64]node, checks map[int64]int64, edges []record.Edge, versions [][]int64,
	texts []text) {
	pairs := joined(pairsOf(nodes, checks, edges), nodes, versions)
	index := map[int64]int{}
	var all []node
	var lines []Edge
	at := func(n node) int {
		i, ok := index[n.ID]
		if !ok {
			i = len(all)
			index[n.ID], all = i, append(all, n)
		}
		return i
	}
	years := each.Map(edges, func(e record.Edge) (int, bool) { return e.Year, e.Year != 0 })
	for year, known := range years {
		if known {
			v.Years = append(v.Years, year)
		}
	}
	slices.Sort(v.Years)
	slices.Reverse(v.Years)
	points := map[int64]int64{}
	for _, p := range pairs {
		for _, n := range []node{p.A, p.B} {
			at(n)
			points[n.ID] = n.ID
			for _, version := range n.Versions {
				points[version.ID] = n.ID
			}
		}
	}
	shared := hubs(l, texts, points)
	for _, p := range pairs {
		if !within(shared, p.A.ID, p.B.ID) {
			lines = append(lines, Edge{A: at(p.A), B: at(p.B), Weight: p.gravity()})
		}
	}
	for _, h := range shared {
		for _, id := range h.members {
			lines = append(lines, Edge{A: index[id], B: at(h.node), Weight: h.gravity})
		}
	}
	groups := Groups(len(all), lines)
	if v.Chosen > len(groups) {
		v.Chosen = min(1, len(groups))
	}
	groupOf := map[int64]int{}
	count := 0
	for g, members := range groups {
		one := group{Number: g + 1, Shown: v.Chosen == 0 || v.Chosen == g+1, Address: v.address(g + 1)}
		for _, i := range members {
			count++
			all[i].Number = count
			groupOf[all[i].ID] = g
			if !all[i].Text {
				one.Documents++
			}
		}
		v.Groups = append(v.Groups, one)
	}
	v.All = v.address(0)
	lines = slices.DeleteFunc(lines, func(e Edge) bool { return !v.Groups[groupOf[all[e.A].ID]].Shown })
	picture := Draw(len(all), lines, width, mostNodes)
	v.Width, v.Height, v.Left = number(picture.Width), number(picture.Height), picture.Left
	for g, members := range groups {
		one := &v.Groups[g]
		for _, i := range members {
			if place, ok := picture.Places[i]; ok {
				all[i].X, all[i].Y, one.Drawn = number(place.X), number(place.Y), true
				all[i].Left, all[i].Top = number(place.X-halfSquare), number(place.Y-halfSquare)
				v.Nodes = append(v.Nodes, all[i])
			}
			if one.Shown {
				one.Nodes = append(one.Nodes, all[i])
			}
		}
	}
	for _, p := range pairs {
		p.A, p.B = all[index[p.A.ID]], all[index[p.B.ID]]
		g := &v.Groups[groupOf[p.A.ID]]
		if g.Strongest.strong == 0 {
			g.Strongest = p
		}
		if !g.Shown {
			continue
		}
		p.say(l)
		g.Pairs = append(g.Pairs, p)
		if g.Drawn && !within(shared, p.A.ID, p.B.ID) {
			v.Lines = append(v.Lines, line{X1: p.A.X, Y1: p.A.Y, X2: p.B.X, Y2: p.B.Y, Thick: number(thickness(p.strong)), pair: p})
		}
	}
	for _, h := range shared {
		b := all[index[h.ID]]
		for _, id := range h.members {
			if a := all[index[id]]; v.Groups[groupOf[a.ID]].Drawn {
				v.Lines = append(v.Lines, line{X1: a.X, Y1: a.Y, X2: b.X, Y2: b.Y, Thick: number(thickness(0)),
					pair: pair{A: a, B: b, Relation: evidence.Other}})
			}
		}
	}
	slices.Reverse(v.Lines) // strong ones are drawn last, above the others
}

// address returns where one of the groups is shown, or all for 0, under the same conditions.
func (v *view) address(group int) string {
	q := url.Values{"least": {strconv.Itoa(v.Least)}, "group": {strconv.Itoa(group)}}
	if v.Relation != "" {
		q.Set("relation", string(v.Relation))
	}
	if v.Year != 0 {
		q.Set("year", strconv.Itoa(v.Year))
	}
	if v.Mates {
		q.Set("mates", "1")
	}
	return "/calls/" + strconv.FormatInt(v.Call.ID, 10) + "/network?" + q.Encode()
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

// besideOthers returns the library documents that one application shares text with among others,
// the largest shares first: only these can be versions of one another that a report lists as one
// source.
func besideOthers(nodes map[int64]node, edges []record.Edge) (ids []int64) {
	of := map[int64]int{} // how many library documents an application shares text with
	past := func(e record.Edge) bool {
		s, ok := nodes[e.Source]
		return ok && !s.Mate
	}
	for _, e := range edges {
		if past(e) {
			of[e.Document]++
		}
	}
	seen := map[int64]bool{}
	for _, e := range edges {
		if past(e) && of[e.Document] > 1 && !seen[e.Source] && len(ids) < mostVersions {
			seen[e.Source] = true
			ids = append(ids, e.Source)
		}
	}
	return ids
}

// joined makes one node of the versions of one application, and one pair of an
// application's pairs with them: that of the largest share, with the others in it.
// Applications of the call stay by themselves: that two are alike is what a network shows.
func joined(pairs []pair, nodes map[int64]node, versions [][]int64) []pair {
	shown := map[int64]node{} // by version, the node that stands for all
	for _, group := range versions {
		var one *node
		for _, id := range group {
			n, ok := nodes[id]
			switch {
			case !ok || n.Mate:
			case one == nil:
				one = &n
			default:
				one.Versions = append(one.Versions, n)
			}
		}
		if one == nil || len(one.Versions) == 0 {
			continue
		}
		shown[one.ID] = *one
		for _, n := range one.Versions {
			shown[n.ID] = *one
		}
	}
	var out []pair
	place := map[[2]int64]int{}
	for _, p := range pairs {
		p.Relations = []evidence.Relation{p.Relation}
		n, several := shown[p.B.ID]
		if !several {
			out = append(out, p)
			continue
		}
		key := [2]int64{p.A.ID, n.ID}
		at, ok := place[key]
		if !ok {
			place[key] = len(out)
			p.B = n
			out = append(out, p)
			continue
		}
		first := &out[at]
		first.Others = append(first.Others, p)
		if !slices.Contains(first.Relations, p.Relation) {
			first.Relations = append(first.Relations, p.Relation)
		}
		// That somebody else has the same is not hidden behind the applicant's own.
		if first.Relation == evidence.SameApplicant {
			first.Relation = p.Relation
		}
	}
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

// say puts a pair into words.
func (p *pair) say(l *catalogue.Language) {
	a, b := l.Number(p.A.Number), l.Number(p.B.Number)
	p.Between = a + " – " + b
	p.Shares = l.Text("network.shares", "A", a, "B", b, "AB", l.Percent(p.AInB, 10_000), "BA", l.Percent(p.BInA, 10_000))
}

// gravity orders the groups: what others have comes before what the applicant has said before, then the larger share.
func (p pair) gravity() int {
	if p.Relation == evidence.SameApplicant {
		return p.strong
	}
	return ofOthers + p.strong
}

// Strong returns the larger of the two shares.
func (p pair) Strong() int { return p.strong }

// thickness returns how thick the line of a share is drawn.
func thickness(share int) float64 { return 1 + 7*float64(min(share, 10_000))/10_000 }

// number formats a length for SVG.
func number(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
