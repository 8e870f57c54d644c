// Package score counts: what of a document counts, what of that its sources
// cover, and what the decisions of reviewers leave. It also measures how alike
// two texts and two identities are.
//
// In goes evidence with its matches and the text of the document that it is
// about; the numbers of the evidence come out, in place. The engine counts with
// it, whoever verifies counts again with it, and pages count with it for what
// their reader chooses, so that equal choices give equal numbers everywhere.
package score

import (
	"cmp"
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// The settings of evidence that counting goes by (evidence.Evidence.Setting).
const (
	// LeastLength is the number of countable characters below which a match
	// does not count.
	LeastLength = "least-length"
	// LeastShare is the share of the document's countable characters, in
	// thousandths, below which a source does not count with any match.
	LeastShare = "least-share"
	// Excludes names a reason for which text does not count; it may stand several
	// times in evidence.
	Excludes = "exclude"
)

// Thousand is what LeastShare is counted in.
const Thousand = 1000

// Choice is what counts, where that is not as the check had it. The zero value
// is as the check had it.
type Choice struct {
	// Exclude are the reasons for which text does not count; nil: the check's.
	Exclude []evidence.Reason
	// Settings are the values of LeastLength and LeastShare that are not the
	// check's.
	Settings map[string]int
	// Accepts says whether a match can count; nil accepts all. It is asked about
	// the matches that are long enough.
	Accepts func(*evidence.Source, *evidence.Match) bool
}

// Update is Choice.Apply for what the check had set: it brings evidence up to
// date after a change of its matches, its settings or what is excluded.
func Update(ev *evidence.Evidence, doc *extract.Document) { Choice{}.Apply(ev, doc) }

// Apply counts all of the evidence anew by the choice, and puts its sources in
// order; doc is the document that it is about. Evidence that is shared must be
// copied first (Copy).
//
// A match does not count, and has Counted 0, where fewer of its characters are
// countable than the setting LeastLength says, or where it is not accepted; a
// source does not count, with none of its matches, where what it covers is a
// smaller share than LeastShare. Matches without numbers get them, by their
// places; those that have some keep them.
func (c Choice) Apply(ev *evidence.Evidence, doc *extract.Document) {
	if c.Exclude != nil {
		for i := range ev.Excluded {
			ev.Excluded[i].Applied = slices.Contains(c.Exclude, ev.Excluded[i].Reason)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		ev.Set(name, c.Settings[name])
	}
	ev.Scores = evidence.Scores{}
	ev.Sections = nil
	countable := make([]bool, 0, utf8.RuneCountInString(doc.Text))
	for _, r := range doc.Text {
		countable = append(countable, !unicode.IsSpace(r))
	}
	for _, x := range ev.Excluded {
		if x.Applied {
			clear(countable[x.Offset : x.Offset+x.Length])
		}
	}
	ev.Scores.Countable = countTrue(countable)
	least, share := ev.Setting(LeastLength), ev.Setting(LeastShare)
	covered := make([]bool, len(countable))
	for i := range ev.Sources {
		s := &ev.Sources[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			if m.Counted = countTrue(countable[m.This.Offset : m.This.Offset+m.This.Length]); m.Counted < least || c.Accepts != nil && !c.Accepts(s, m) {
				m.Counted = 0 // what is left of it says nothing, or is not asked for
			}
		}
		clear(covered)
		s.Full, s.Exclusive = cover(covered, countable, s.Matches), 0
		if s.Full*Thousand < share*ev.Scores.Countable {
			s.Full = 0
			for j := range s.Matches {
				s.Matches[j].Counted = 0
			}
		}
	}
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
	// Each character goes to the source that covers most, and in it to the
	// most similar match.
	covered = make([]bool, len(countable))
	kinds, relations := map[string]int{}, map[string]int{}
	for i := range ev.Sources {
		s := &ev.Sources[i]
		best := slices.Clone(s.Matches)
		slices.SortStableFunc(best, func(a, b evidence.Match) int { return cmp.Compare(b.Similarity, a.Similarity) })
		for _, m := range best {
			n := cover(covered, countable, []evidence.Match{m})
			s.Exclusive += n
			kinds[string(m.Kind)] += n
			relations[string(s.Relation)] += n
		}
		ev.Scores.Covered += s.Exclusive
		ev.Scores.LargestFull = max(ev.Scores.LargestFull, s.Full)
	}
	others := make([]bool, len(countable))
	for i, s := range ev.Sources {
		if s.Relation != evidence.SameApplicant {
			ev.Scores.WithoutOwn += cover(others, countable, ev.Sources[i].Matches)
		}
	}
	ev.Scores.ByKind, ev.Scores.ByRelation = tally(kinds), tally(relations)
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Exclusive, a.Exclusive), cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
	number(ev)
	sections(ev, doc, countable, covered)
}

// cover marks what the counted matches cover and returns how many countable
// characters were not marked before.
func cover(covered, countable []bool, matches []evidence.Match) int {
	n := 0
	for _, m := range matches {
		if m.Counted == 0 {
			continue
		}
		for i := m.This.Offset; i < m.This.Offset+m.This.Length; i++ {
			if countable[i] && !covered[i] {
				covered[i] = true
				n++
			}
		}
	}
	return n
}

// countTrue counts what is true.
func countTrue(b []bool) int {
	n := 0
	for _, x := range b {
		if x {
			n++
		}
	}
	return n
}

// tally puts counts in order of size, then name.
func tally(m map[string]int) []evidence.Count {
	var out []evidence.Count
	for name, n := range m {
		out = append(out, evidence.Count{Name: name, Characters: n})
	}
	slices.SortFunc(out, func(a, b evidence.Count) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// number numbers the matches in the order in which they stand in the document,
// unless they have numbers: whoever has noted one must find it again.
func number(ev *evidence.Evidence) {
	var all []*evidence.Match
	for i := range ev.Sources {
		for j := range ev.Sources[i].Matches {
			if ev.Sources[i].Matches[j].ID != 0 {
				return
			}
			all = append(all, &ev.Sources[i].Matches[j])
		}
	}
	slices.SortStableFunc(all, func(a, b *evidence.Match) int {
		return cmp.Or(cmp.Compare(a.This.Offset, b.This.Offset), cmp.Compare(b.This.Length, a.This.Length))
	})
	for i, m := range all {
		m.ID = i + 1
	}
}

// sections scores the sections of the document, each without its subsections;
// what stands before the first heading is a section without title.
func sections(ev *evidence.Evidence, doc *extract.Document, countable, covered []bool) {
	add := func(title string, level, start, end int) {
		s := evidence.SectionScore{Title: title, Level: level, Offset: start, Length: end - start}
		s.Countable, s.Covered = countTrue(countable[start:end]), countTrue(covered[start:end])
		if level > 0 || s.Countable > 0 {
			ev.Sections = append(ev.Sections, s)
		}
	}
	first := len(countable)
	if len(doc.Sections) > 0 {
		first = doc.Sections[0].Start
	}
	add("", 0, 0, first)
	for i, s := range doc.Sections {
		end := s.End
		if i+1 < len(doc.Sections) {
			end = min(end, doc.Sections[i+1].Start)
		}
		add(s.Title, s.Level, s.Start, end)
	}
}

// Copy copies of evidence what Apply changes; the rest is shared.
func Copy(e *evidence.Evidence) *evidence.Evidence {
	out := *e
	out.Engine.Parameters = slices.Clone(e.Engine.Parameters)
	out.Excluded = slices.Clone(e.Excluded)
	out.Sources = slices.Clone(e.Sources)
	for i := range out.Sources {
		out.Sources[i].Matches = slices.Clone(out.Sources[i].Matches)
	}
	return &out
}
