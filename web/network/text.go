package network

import (
	"cmp"
	"slices"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
)

// leastMembers is how many documents of the picture must share a text for it to be drawn as a point of its own: two are
// joined by a line.
const leastMembers = 3

// text is text that several applications share, as the report of one of them says.
type text struct {
	said    finding.Finding
	check   int64 // on whose report it is said
	members []int64
}

// textsOf collects the texts that several of the documents share, those shared by most first. Texts of several
// reports with mostly the same members are merged.
func textsOf(documents []record.Node) []text {
	var all []text
	for _, d := range documents {
		for _, f := range finding.Decode(d.Findings) {
			if f.Kind == finding.Several {
				all = append(all, text{f, d.Shown, append([]int64{d.Document}, f.Sources...)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b text) int {
		return cmp.Or(cmp.Compare(len(b.members), len(a.members)), cmp.Compare(b.said.Count, a.said.Count), cmp.Compare(a.check, b.check))
	})
	var out []text
	for _, t := range all {
		same := slices.IndexFunc(out, func(o text) bool {
			common := each.Count(t.members, func(id int64) bool { return slices.Contains(o.members, id) })
			return 2*common > len(t.members)
		})
		if same < 0 {
			out = append(out, t)
			continue
		}
		for _, id := range t.members {
			if !slices.Contains(out[same].members, id) {
				out[same].members = append(out[same].members, id)
			}
		}
	}
	return out
}

// hub is a text as a point of the picture, with the points of its members.
type hub struct {
	node
	members []int64
	gravity int // as that of a pair that has all in common
}

// hubs makes points of the texts that enough of the points of a picture share. points maps each document to the point
// that stands for it.
func hubs(l *catalogue.Language, texts []text, points map[int64]int64) []hub {
	var out []hub
	for i, t := range texts {
		var members []int64
		for _, id := range t.members {
			if point, ok := points[id]; ok && !slices.Contains(members, point) {
				members = append(members, point)
			}
		}
		if len(members) < leastMembers {
			continue
		}
		said := phrase.SharedBySeveral(l, t.said.Applications, t.said.Applicants, t.said.Institutions, t.said.Count)
		out = append(out, hub{node{ID: -int64(i + 1), Name: said, Text: true, Link: report.CheckPath(t.check) + "#findings"}, members,
			ofOthers + 10_000})
	}
	return out
}

// within reports whether two points are joined by a hub, so that no line need join them.
func within(hubs []hub, a, b int64) bool {
	return slices.ContainsFunc(hubs, func(h hub) bool { return slices.Contains(h.members, a) && slices.Contains(h.members, b) })
}
