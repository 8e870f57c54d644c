package evidence

import (
	"cmp"
	"slices"
)

// Change is the difference between two checks of a document.
type Change struct {
	Before, After Scores
	New           []Source       // sources that count only in the later check, largest first
	Gone          []Source       // sources that count only in the earlier check
	Changed       []SourceChange // sources of both checks whose passages or figures differ
}

// SourceChange is a source whose passages or figures differ from those before.
type SourceChange struct {
	Before, After Source
	New, Gone     []Match // counted matches of only one check, in order of the document
}

// None reports whether nothing that counts differs.
func (c Change) None() bool {
	return len(c.New)+len(c.Gone)+len(c.Changed) == 0 && c.Before.Countable == c.After.Countable && c.Before.Covered == c.After.Covered &&
		c.Before.WithoutOwn == c.After.WithoutOwn && c.Before.WithoutQuoted == c.After.WithoutQuoted
}

// Compare returns the difference between two checks of a document and changes neither. Sources are
// the same if their numbers are.
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

// counting returns the sources with something that counts, by number.
func counting(e *Evidence) map[int64]*Source {
	out := map[int64]*Source{}
	for i := range e.Sources {
		if s := &e.Sources[i]; s.Full > 0 {
			out[s.ID] = s
		}
	}
	return out
}

// lacking returns the counted matches of a source that the other check of it does not have. Matches
// are the same if their positions in both texts are.
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
