package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// Card is a source as it is listed: a document or, of an application that the library has
// in several versions, all of them together, and so are applications that share one text.
type Card struct {
	Source                        // the one with the largest share
	Versions  []Source            // it and the others, the largest share first; nil where it is alone
	Together  score.Shared        // what they cover, each character once
	Relations []evidence.Relation // of theirs to the document, each once
	Opens     bool                // it is the first of the applicant's own
	Several   *evidence.Several   // what they share, where they are several applications
}

// Documents returns the versions or, where it is alone, the source itself.
func (c Card) Documents() []Source {
	if len(c.Versions) > 0 {
		return c.Versions
	}
	return []Source{c.Source}
}

// cards makes the cards of other applicants' sources and of the applicant's own, and counts those
// with matches. Versions are grouped only within either kind, since the applicant's own text is
// another matter than somebody else's.
func (a *Assessment) cards(others, own []Source) (cards []Card, counted int) {
	cards = a.grouped(others)
	if mine := a.grouped(own); len(mine) > 0 {
		mine[0].Opens = true
		cards = append(cards, mine...)
	}
	for _, c := range cards {
		switch {
		case c.Several != nil:
			counted += len(c.Versions)
		case c.Together.Full > 0:
			counted++
		}
	}
	return cards, counted
}

// grouped returns the cards of sources listed together, those with the most characters first.
func (a *Assessment) grouped(sources []Source) []Card {
	group, several := a.versionGroups(), a.severalGroups()
	for id, i := range several {
		group[id] = len(a.Versions) + 1 + i
	}
	var out []Card
	place := map[int]int{} // of a group's card, by the group
	for _, s := range sources {
		g := group[s.ID]
		if at, ok := place[g]; ok && g != 0 {
			out[at].Versions = append(out[at].Versions, s)
			continue
		}
		place[g] = len(out)
		c := Card{Source: s, Versions: []Source{s}}
		if i, ok := several[s.ID]; ok {
			c.Several = &a.Evidence.Several[i]
		}
		out = append(out, c)
	}
	var joined [][]int64
	var of []int // whose card they are
	for i := range out {
		c := &out[i]
		for _, v := range c.Versions {
			if !slices.Contains(c.Relations, v.Relation) {
				c.Relations = append(c.Relations, v.Relation)
			}
		}
		if len(c.Versions) > 1 {
			joined, of = append(joined, idsOf(c.Versions)), append(of, i)
			continue
		}
		c.Versions, c.Several = nil, nil
		c.Together = score.Shared{Full: c.Full, Allotted: c.Allotted, Exclusive: c.Exclusive}
	}
	for i, together := range score.Together(a.Evidence, a.Document, joined) {
		out[of[i]].Together = together
	}
	slices.SortStableFunc(out, func(x, y Card) int {
		return cmp.Or(cmp.Compare(y.Together.Allotted, x.Together.Allotted), cmp.Compare(y.Together.Full, x.Together.Full))
	})
	return out
}

// severalGroups maps sources to the number of the text that several have, where it is most of what they have in
// common with the document.
func (a *Assessment) severalGroups() map[int64]int {
	out := map[int64]int{}
	for i, several := range a.Evidence.Several {
		for _, s := range several.Sources {
			if source := a.Source(s.ID); source != nil && 2*s.Characters > source.Full {
				out[s.ID] = i
			}
		}
	}
	return out
}

// versionGroups returns each source that is one of several versions the number of its
// application, from 1.
func (a *Assessment) versionGroups() map[int64]int {
	group := map[int64]int{}
	for g, ids := range a.Versions {
		for _, id := range ids {
			group[id] = g + 1
		}
	}
	return group
}

func idsOf(sources []Source) []int64 {
	return each.Of(sources, func(s Source) int64 { return s.ID })
}

// Application is the sources that are versions of one application.
type Application struct {
	Ranks    []int // their numbers, in order
	Together score.Shared
}

// Applications returns the sources that are versions of one application, by each of them;
// those that are alone are not in it. The applicant's own are apart from others, as in the
// list of sources.
func (a *Assessment) Applications() map[int64]*Application {
	out := map[int64]*Application{}
	var groups [][]int64
	var applications []*Application
	for _, ids := range a.Versions {
		var others, own []int64
		for _, id := range ids {
			switch s := a.all(id); {
			case s == nil:
			case s.Relation == evidence.SameApplicant:
				own = append(own, id)
			default:
				others = append(others, id)
			}
		}
		for _, same := range [][]int64{others, own} {
			if len(same) < 2 {
				continue
			}
			application := &Application{}
			for _, id := range same {
				application.Ranks = append(application.Ranks, a.ranks[id])
				out[id] = application
			}
			slices.Sort(application.Ranks)
			groups, applications = append(groups, same), append(applications, application)
		}
	}
	for i, together := range score.Together(a.Evidence, a.Document, groups) {
		applications[i].Together = together
	}
	return out
}
