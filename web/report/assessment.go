// Package report turns a check into what its pages show: totals, the highlighted
// text, the map beside it, source cards, pairs, what was decided, the paper.
//
// In go the evidence of a check, its document, what the reader has chosen to count
// and what reviewers have decided (Assess); out come typed views for the
// templates. The package is pure: it knows no HTTP, no SQL, no language and no
// template, and two calls with equal values give equal views.
package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// Assessment is a check that is done, with its evidence as the reader has chosen
// to count it. It is not changed after Assess and is safe for concurrent use.
type Assessment struct {
	Check    record.Check
	Document *extract.Document
	Choice   Choice
	Evidence *evidence.Evidence  // its sources are the ones that count, with the matches that count
	All      []evidence.Source   // every source with every match, as scored
	Steps    []evidence.Decision // of reviewers, in order
	Decided  score.Decided       // what counts of them
	Address  Address             // of the pages in this state
	Funded   map[int64]bool      // which sources are known to have been funded
	Verified map[int64]bool      // in which sources somebody has verified rights
	Versions [][]int64           // sources that are versions of one application, each in one group
	// Several says that several opinions are wanted, so that nobody withdraws what another has decided.
	Several bool

	runes  []rune                     // of the document's text
	causes map[int]Cause              // why a match does not count, by its id
	ranks  map[int64]int              // numbers of the sources, by id: those of the check, whatever is chosen
	hues   map[int64]int              // colours of the sources, likewise
	left   map[evidence.Reason]bool   // for which text does not count
	first  []int                      // ids of the matches to be read first
	found  *Figure                    // before decisions, nil where none changes what counts
	hinted map[int64]*evidence.Source // what hints point to, by id
}

// Assess counts evidence as chosen by the reader and decided by reviewers. It
// changes e.
func Assess(check record.Check, e *evidence.Evidence, document *extract.Document, chosen Choice, steps []evidence.Decision) *Assessment {
	a := &Assessment{
		Check: check, Document: document, Evidence: e, Steps: steps, Decided: score.Decide(steps),
		runes: []rune(document.Text), causes: map[int]Cause{}, ranks: map[int64]int{}, hues: coloursOf(e),
	}
	a.Choice = chosen.settled(e, a.confirmedKinds())
	a.Address = Address{check: check.ID, query: a.Choice.query()}
	for i := range e.Sources {
		a.ranks[e.Sources[i].ID] = i + 1
		e.Sources[i].Matches = withoutTwins(e.Sources[i].Matches)
	}
	numbers := a.hintSources()
	asked := map[int]bool{}
	a.first = a.gravest()
	counting := score.Choice{Exclude: a.Choice.exclude, Settings: map[string]int{}}
	if a.Choice.length != unset {
		counting.Settings[score.LeastLength] = a.Choice.length
	}
	if a.Choice.share != unset {
		counting.Settings[score.LeastShare] = a.Choice.share
	}
	if a.Choice.level != unset {
		level := evidence.Round(float64(a.Choice.level) / thousandths)
		counting.FalseAlarms = &level
	}
	counting.Hints = func(h *evidence.Hint) bool {
		return a.hinted[h.Source] != nil && a.Choice.refusesSource(a.hinted[h.Source]) == ""
	}
	if a.decides() {
		counting.Accepts = func(s *evidence.Source, m *evidence.Match) bool { return a.Choice.refuses(s, m) == "" }
		counting.Apply(e, document)
		a.found = &figuresOf(e)[0]
	}
	counting.Decided = a.Decided.Hint
	counting.Accepts = func(s *evidence.Source, m *evidence.Match) bool {
		asked[m.ID] = true
		if why := cmp.Or(refusedBy(a.Decided, s, m), a.Choice.refuses(s, m)); why != "" {
			a.causes[m.ID] = why
			return false
		}
		return true
	}
	counting.Apply(e, document)
	for i := range e.Sources { // of which hints were confirmed only
		if id := e.Sources[i].ID; a.ranks[id] == 0 {
			a.ranks[id], a.hues[id] = numbers[id], (numbers[id]-1)%paletteSize+1
		}
	}
	a.left = setOf(appliedReasons(e))
	least := e.Setting(score.LeastLength)
	a.All = e.Sources
	e.Sources = nil
	for _, s := range a.All {
		counted := make([]evidence.Match, 0, len(s.Matches))
		for i := range s.Matches {
			m := &s.Matches[i]
			switch {
			case m.Counted > 0:
				counted = append(counted, *m)
			case a.causes[m.ID] != "":
			case asked[m.ID]:
				a.causes[m.ID] = causeShare
			case a.apart(m), a.charactersOf(m) >= max(least, 1):
				a.causes[m.ID] = causeExcluded
			default:
				a.causes[m.ID] = causeShort
			}
		}
		if s.Full > 0 {
			s.Matches = counted
			e.Sources = append(e.Sources, s)
		}
	}
	return a
}

// decides reports whether some decision stands by which something does not count, or a hint does.
func (a *Assessment) decides() bool {
	for _, d := range a.Decided {
		if d.Verdict == evidence.Dismissed || d.Verdict == evidence.SetAside {
			return true
		}
	}
	return len(a.confirmedKinds()) > 0
}

// apart reports whether a match is of text that takes no part: it was compared apart from
// the rest, and is shown where a reader has its reason counted only.
func (a *Assessment) apart(m *evidence.Match) bool { return isApart(m, a.left) }

// taking leaves out the matches that are apart.
func (a *Assessment) taking(matches []evidence.Match) []evidence.Match {
	return taking(matches, a.left)
}

// isApart is Assessment.apart where text does not count for the reasons left.
func isApart(m *evidence.Match, left map[evidence.Reason]bool) bool {
	return m.Reason != "" && left[m.Reason]
}

// taking leaves out the matches that are apart where text does not count for the
// reasons left.
func taking(matches []evidence.Match, left map[evidence.Reason]bool) []evidence.Match {
	if !slices.ContainsFunc(matches, func(m evidence.Match) bool { return isApart(&m, left) }) {
		return matches
	}
	return slices.DeleteFunc(slices.Clone(matches), func(m evidence.Match) bool { return isApart(&m, left) })
}

// withoutTwins leaves out the matches of text that takes no part for one reason where
// they lie within such a match for another: a prompt that a form prints and that
// instructs was compared for either reason, and is one place. It counts where neither
// reason is applied, and then once.
func withoutTwins(matches []evidence.Match) []evidence.Match {
	var apart []*evidence.Match
	for i := range matches {
		if matches[i].Reason != "" {
			apart = append(apart, &matches[i])
		}
	}
	slices.SortStableFunc(apart, func(x, y *evidence.Match) int {
		return cmp.Or(cmp.Compare(x.This.Offset, y.This.Offset), cmp.Compare(y.This.Length, x.This.Length), cmp.Compare(x.ID, y.ID))
	})
	within := func(x, y evidence.Passage) bool {
		return y.Offset <= x.Offset && x.Offset+x.Length <= y.Offset+y.Length
	}
	twins := map[int]bool{}
	var open []*evidence.Match // that a later one may lie within
	for _, m := range apart {
		open = slices.DeleteFunc(open, func(o *evidence.Match) bool { return o.This.Offset+o.This.Length <= m.This.Offset })
		if slices.ContainsFunc(open, func(o *evidence.Match) bool {
			return o.Reason != m.Reason && within(m.This, o.This) && within(m.Source, o.Source)
		}) {
			twins[m.ID] = true
			continue
		}
		open = append(open, m)
	}
	if len(twins) == 0 {
		return matches
	}
	return slices.DeleteFunc(slices.Clone(matches), func(m evidence.Match) bool { return twins[m.ID] })
}

// sourcesTaking returns the sources without the matches that are apart, and without
// those that have no others.
func sourcesTaking(sources []evidence.Source, left map[evidence.Reason]bool) []evidence.Source {
	out := make([]evidence.Source, 0, len(sources))
	for _, s := range sources {
		if s.Matches = taking(s.Matches, left); len(s.Matches) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// all returns a source with all its matches, or nil.
func (a *Assessment) all(id int64) *evidence.Source {
	for i := range a.All {
		if a.All[i].ID == id {
			return &a.All[i]
		}
	}
	return nil
}

// Source finds a source, counted or not.
func (a *Assessment) Source(id int64) *evidence.Source {
	for _, list := range [][]evidence.Source{a.Evidence.Sources, a.All} {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}

// ordinals numbers the matches of a source from 1, whether or not they count; matches of text that
// takes no part come last, so that they do not change the numbers of the others.
func (a *Assessment) ordinals(source int64) map[int]int {
	out := map[int]int{}
	for i := range a.All {
		if a.All[i].ID == source {
			for _, last := range []bool{false, true} {
				for j := range a.All[i].Matches {
					if m := &a.All[i].Matches[j]; (m.Reason != "") == last {
						out[m.ID] = len(out) + 1
					}
				}
			}
		}
	}
	return out
}

// Rank returns the number of a source: the one it has in the check, whatever is chosen.
func (a *Assessment) Rank(source int64) int { return a.ranks[source] }

// NameOf returns what a document is called: its title or, until one is known, its file's name.
func NameOf(i evidence.Identity) string {
	if i.Title != "" {
		return i.Title
	}
	return i.Filename
}
