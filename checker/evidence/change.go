package evidence

import (
	"cmp"
	"slices"
)

// Change is what differs between two checks of a document, the later against the
// earlier.
type Change struct {
	Before, After Scores
	New           []Source       // that only the later one has something of that counts, most first
	Gone          []Source       // that only the earlier one has
	Changed       []SourceChange // that both have, with other passages, or more or less of the document
}

// SourceChange is a source with other passages than before.
type SourceChange struct {
	Before, After Source
	New, Gone     []Match // that count, by place in the document: that only the later one has, and only the earlier one
}

// None says that nothing that counts is different.
func (c Change) None() bool {
	return len(c.New)+len(c.Gone)+len(c.Changed) == 0 && c.Before.Countable == c.After.Countable && c.Before.Covered == c.After.Covered &&
		c.Before.WithoutOwn == c.After.WithoutOwn && c.Before.WithoutQuoted == c.After.WithoutQuoted
}

// Compare says what differs between two checks of a document; neither is changed.
// Sources are the same where they have one number.
func Compare(before, after *Evidence) Change {
	c := Change{Before: before.Scores, After: after.Scores}
	old, now := counting(before), counting(after)
	for id, s := range now {
		o, had := old[id]
		switch {
		case !had:
			c.New = append(c.New, *s)
		default:
			x := SourceChange{*o, *s, lacking(s, o), lacking(o, s)}
			if o.Full != s.Full || len(x.New)+len(x.Gone) > 0 {
				c.Changed = append(c.Changed, x)
			}
		}
	}
	for id, s := range old {
		if now[id] == nil {
			c.Gone = append(c.Gone, *s)
		}
	}
	most := func(a, b Source) int { return cmp.Or(cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(c.New, most)
	slices.SortFunc(c.Gone, most)
	slices.SortFunc(c.Changed, func(a, b SourceChange) int { return most(a.After, b.After) })
	return c
}

// counting are the sources with something that counts, by number.
func counting(e *Evidence) map[int64]*Source {
	out := map[int64]*Source{}
	for i := range e.Sources {
		if s := &e.Sources[i]; s.Full > 0 {
			out[s.ID] = s
		}
	}
	return out
}

// lacking are the matches of a source that count and that another reading of it does not
// have: matches are the same where they stand at the same places of both texts.
func lacking(of, other *Source) (out []Match) {
	type place struct{ offset, length, sourceOffset, sourceLength int }
	at := func(m *Match) place { return place{m.This.Offset, m.This.Length, m.Source.Offset, m.Source.Length} }
	known := map[place]bool{}
	for i := range other.Matches {
		if m := &other.Matches[i]; m.Counted > 0 {
			known[at(m)] = true
		}
	}
	for i := range of.Matches {
		if m := &of.Matches[i]; m.Counted > 0 && !known[at(m)] {
			out = append(out, *m)
		}
	}
	return out
}
