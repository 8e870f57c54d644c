package report

import (
	"slices"
	"strconv"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// Source is one source card.
type Source struct {
	ID        int64
	Rank      int
	Hue       int // of the palette
	Identity  evidence.Identity
	Name      string
	Relation  evidence.Relation
	Countable int  // characters of the document that count
	Full      int  // of those, the ones that it covers
	Allotted  int  // of those, the ones given to this source
	Exclusive int  // of those, the ones that no other source covers
	Theirs    int  // characters of the source that correspond
	Matches   int  // that count
	Own       bool // an application of the same applicant
	Verified  bool // somebody's rights in it are verified
	// First says in which applications of the applicant's own its text stood first.
	First      []Precedence
	References *evidence.References // nil where these were not looked at
	Kinds      []KindCount
	Similar    []evidence.Similarity
	Snippet    string
	Compare    string // address of the pair view
	Only       string // address of the report with this source alone
	SetAside   string // address of the report with the form that excludes it
}

// Colour returns the class of the source's colour.
func (v Source) Colour() string { return highlight.Colour(v.Hue) }

// KindCount is the number of matches of a kind.
type KindCount struct {
	Kind  evidence.Kind
	Count int
}

// card makes the card of a source.
func (a *Assessment) card(s *evidence.Source, only int64) Source {
	v := Source{
		ID: s.ID, Rank: a.ranks[s.ID], Hue: a.hues[s.ID], Identity: s.Identity, Name: NameOf(s.Identity), Relation: s.Relation,
		Countable: a.Evidence.Scores.Countable, Full: s.Full, Allotted: s.Allotted, Exclusive: s.Exclusive, Theirs: s.Theirs,
		Own: s.Relation == evidence.SameApplicant, Verified: a.Verified[s.ID], First: a.firstOfSource(s),
		References: s.References, Compare: a.Address.Pair(s.ID, 0), Only: a.Address.Report(s.ID, 0),
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
	for _, m := range s.Matches {
		if m.Counted == 0 {
			continue
		}
		v.Matches++
		j := slices.IndexFunc(v.Kinds, func(k KindCount) bool { return k.Kind == m.Kind })
		if j < 0 {
			j = len(v.Kinds)
			v.Kinds = append(v.Kinds, KindCount{Kind: m.Kind})
		}
		v.Kinds[j].Count++
	}
	slices.SortStableFunc(v.Kinds, func(a, b KindCount) int { return b.Count - a.Count })
	v.Snippet = clip(bestOf(s.Matches), snippetLength)
	if len(s.Matches) > 0 {
		v.Compare += pairAnchor(s.Matches[0].ID)
	}
	return v
}

// bestOf returns the longest text that stands in the source as it is; of evidence
// without runs that of the longest verbatim match; where only words are the same that of
// the longest match.
func bestOf(matches []evidence.Match) string {
	text, most, equal := "", 0, false
	take := func(of string, length int, as bool) {
		if as && !equal || as == equal && length > most {
			text, most, equal = of, length, as
		}
	}
	for i := range matches {
		m := &matches[i]
		take(m.This.Text, m.This.Length, m.Kind == evidence.Verbatim)
		best := evidence.Run{}
		for _, r := range m.Runs {
			if r.Op == evidence.Equal && r.Length > best.Length {
				best = r
			}
		}
		if start := best.Offset - m.This.Offset; best.Length >= tellingQuote && start >= 0 {
			if quote := []rune(m.This.Text); start+best.Length <= len(quote) {
				take(string(quote[start:start+best.Length]), best.Length, true)
			}
		}
	}
	return text
}

// tellingQuote is from how many code points a run says something by itself: half a line of a card.
const tellingQuote = 16

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
