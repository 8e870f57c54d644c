package report

import (
	"slices"
	"strconv"
	"unicode"

	"zhiwen/checker/evidence"
)

// Source is one source card.
type Source struct {
	ID        int64
	Rank      int
	Hue       int // of the palette
	Identity  evidence.Identity
	Name      string
	Relation  evidence.Relation
	Full      int
	Exclusive int
	Matches   int
	Kinds     []KindCount
	Similar   []evidence.Similarity
	Snippet   string
	Compare   string // address of the pair view
	Only      string // address of the report with this source alone
	SetAside  string // address of the report with the form that excludes it
}

// Colour is the class of the source's colour.
func (v Source) Colour() string { return colour(v.Hue) }

// KindCount is how many matches are of a kind.
type KindCount struct {
	Kind  evidence.Kind
	Count int
}

// card makes the card of a source.
func (a *Assessment) card(s *evidence.Source, only int64) Source {
	v := Source{
		ID: s.ID, Rank: a.ranks[s.ID], Hue: a.hues[s.ID], Identity: s.Identity, Name: NameOf(s.Identity), Relation: s.Relation,
		Full: s.Full, Exclusive: s.Allotted, Matches: len(s.Matches),
		Compare: a.Address.Pair(s.ID, 0), Only: a.Address.Report(s.ID, 0),
		SetAside: a.Address.Plus(SetAsideField, strconv.FormatInt(s.ID, 10)).Report(only, 0) + "#passage",
	}
	if only == s.ID {
		v.Only = a.Address.Report(0, 0)
	}
	for _, similar := range s.Similar {
		if similar.Value >= similarShown {
			v.Similar = append(v.Similar, similar)
		}
	}
	longest := -1
	for i, m := range s.Matches {
		j := slices.IndexFunc(v.Kinds, func(k KindCount) bool { return k.Kind == m.Kind })
		if j < 0 {
			j = len(v.Kinds)
			v.Kinds = append(v.Kinds, KindCount{Kind: m.Kind})
		}
		v.Kinds[j].Count++
		if longest < 0 || m.This.Length > s.Matches[longest].This.Length {
			longest = i
		}
	}
	slices.SortStableFunc(v.Kinds, func(a, b KindCount) int { return b.Count - a.Count })
	if longest >= 0 {
		v.Snippet = clip(s.Matches[longest].This.Text, snippetLength)
	}
	return v
}

// clip shortens text to n code points, without line ends.
func clip(text string, n int) string {
	out := make([]rune, 0, n+1)
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(out) > 0
			continue
		}
		if space {
			out, space = append(out, ' '), false
		}
		if len(out) >= n {
			return string(append(out[:n], '…'))
		}
		out = append(out, r)
	}
	return string(out)
}
