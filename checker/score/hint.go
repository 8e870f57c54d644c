package score

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// confirm turns hints that somebody has confirmed into matches of kinds of their own. Such a match
// has the number of its hint, covers everything between the ends of the hint, and its similarity is
// that of the two texts. The hints stay in their list.
func (c Choice) confirm(ev *evidence.Evidence) {
	if ev.Hints == nil || c.Decided == nil {
		return
	}
	number(ev) // a match must not get the number of a hint
	for i := range ev.Hints.Hints {
		h := &ev.Hints.Hints[i]
		if c.Decided(h) != evidence.Confirmed {
			continue
		}
		at := slices.IndexFunc(ev.Sources, func(s evidence.Source) bool { return s.ID == h.Source })
		if at < 0 {
			for _, s := range ev.AllSources() {
				if s.ID == h.Source {
					s.Similar = Similar(ev.Document.Identity, s.Identity)
					ev.Sources, at = append(ev.Sources, *s), len(ev.Sources)
					break
				}
			}
		}
		if at < 0 {
			continue // its document is not in the evidence; verification reports this
		}
		s := &ev.Sources[at]
		if slices.ContainsFunc(s.Matches, func(m evidence.Match) bool { return m.ID == h.ID }) {
			continue // it has become a match before
		}
		s.Matches = append(s.Matches, evidence.Match{
			ID: h.ID, Kind: h.Kind.Confirmed(), Similarity: evidence.Round(Dice(Symbols(h.This.Text), Symbols(h.From.Text))), This: h.This,
			Source: h.From,
		})
		slices.SortStableFunc(s.Matches, func(a, b evidence.Match) int { return cmp.Compare(a.This.Offset, b.This.Offset) })
	}
}

// shows reports whether a hint is to be looked at: it is strong enough and nobody has decided on it.
func (c Choice) shows(ev *evidence.Evidence, h *evidence.Hint) bool {
	return h.FalseAlarms <= ev.Hints.Level && (c.Decided == nil || c.Decided(h) == evidence.Withdrawn) && (c.Hints == nil || c.Hints(h))
}

// hints counts the characters under the hints that are to be looked at. Each character counts once,
// for the strongest of its hints, unless a counted match covers it. Hints without numbers get the
// numbers that follow those of the matches.
func (t *counts) hints(ev *evidence.Evidence, c Choice) {
	if ev.Hints == nil {
		return
	}
	h := ev.Hints
	slices.SortStableFunc(h.Hints, func(a, b evidence.Hint) int {
		return cmp.Or(cmp.Compare(a.This.Offset, b.This.Offset), cmp.Compare(b.This.Length, a.This.Length), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.FalseAlarms, b.FalseAlarms), cmp.Compare(a.Source, b.Source), cmp.Compare(a.From.Offset, b.From.Offset))
	})
	last := 0
	for _, s := range ev.Sources {
		for _, m := range s.Matches {
			last = max(last, m.ID)
		}
	}
	var shown []*evidence.Hint
	for i := range h.Hints {
		x := &h.Hints[i]
		if x.ID == 0 {
			last++
			x.ID = last
		}
		x.Counted = 0
		if !c.shows(ev, x) {
			continue
		}
		for at := x.This.Offset; at < x.This.Offset+x.This.Length; at++ {
			if t.countable[at] {
				x.Counted++
			}
		}
		shown = append(shown, x)
	}
	slices.SortStableFunc(shown, func(a, b *evidence.Hint) int {
		return cmp.Or(cmp.Compare(a.FalseAlarms, b.FalseAlarms), cmp.Compare(a.ID, b.ID))
	})
	given := make([]bool, len(t.countable))
	kinds := map[string]int{}
	h.Characters = 0
	for _, x := range shown {
		for at := x.This.Offset; at < x.This.Offset+x.This.Length; at++ {
			if t.countable[at] && !t.covered[at] && !given[at] {
				given[at] = true
				kinds[string(x.Kind)]++
				h.Characters++
			}
		}
	}
	h.ByKind = tally(kinds)
}
