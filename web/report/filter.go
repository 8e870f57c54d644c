package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// FilterOption is one box to tick.
type FilterOption struct {
	Value string
	// Learned says that some text of the reason was learned from other applications.
	Learned bool
	Count   int // characters of a reason, matches of a kind, sources of a relation
	On      bool
}

// Filter is the view of partial/filter.html.
type Filter struct {
	Choice
	Active                  int
	Reasons                 []FilterOption
	Kinds                   []FilterOption
	Citations               []FilterOption // none where nothing is quoted or cited
	Relations               []FilterOption
	Length, Similarity      int
	Share                   string // percent
	From, To                int
	FirstYear, LastYear     int         // of the sources; 0 where no year is known
	Action                  string      // where the form leads
	Only                    int64       // id of the one source that is highlighted, or 0
	Reset                   string      // address with everything as the check had it
	LeftMatches, LeftSource int         // what the choice leaves out
	Levels                  []HintLevel // of hints that can be chosen; none where there can be no hints
	Undecided               bool        // only undecided matches are shown
}

// Said tells which settings are active, for the line that names them.
func (v Filter) Said(field string) bool { return v.query().Has(field) }

// ShareText returns the least share of the line.
func (v Filter) ShareText() string { return percentText(v.share) + "%" }

// Excludes reports whether some text does not count.
func (v Filter) Excludes() bool {
	return slices.ContainsFunc(v.Reasons, func(o FilterOption) bool { return o.On })
}

// filter makes the form of a choice.
func (a *Assessment) filter(only int64) Filter {
	e, c := a.Evidence, a.Choice
	v := Filter{
		Choice: c, Active: c.active(), Only: only, Action: CheckPath(a.Check.ID),
		Reset:  a.unfiltered().Report(only, 0),
		Length: e.Setting(score.LeastLength), Share: percentText(e.Setting(score.LeastShare)),
		Similarity: c.similarity, From: c.from, To: c.to, Undecided: c.undecided,
	}
	for _, r := range a.reasonsFound() {
		v.Reasons = append(v.Reasons, FilterOption{
			Value: string(r.Reason), Count: r.Characters, On: a.left[r.Reason],
			Learned: slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r.Reason && x.Learned() }),
		})
	}
	taking := sourcesTaking(a.All, a.left)
	for _, o := range kindsOf(taking) {
		o.On = c.kinds == nil || slices.Contains(c.kinds, evidence.Kind(o.Value))
		v.Kinds = append(v.Kinds, o)
	}
	for _, o := range citationsOf(taking) {
		o.On = c.citations == nil || slices.Contains(c.citations, evidence.Citation(o.Value))
		v.Citations = append(v.Citations, o)
	}
	for _, o := range relationsOf(taking) {
		o.On = c.relations == nil || slices.Contains(c.relations, evidence.Relation(o.Value))
		v.Relations = append(v.Relations, o)
	}
	for i := range taking {
		s := &taking[i]
		if y := s.Identity.Year; y != 0 {
			if v.FirstYear == 0 || y < v.FirstYear {
				v.FirstYear = y
			}
			v.LastYear = max(v.LastYear, y)
		}
		if s.Full == 0 {
			v.LeftSource++
		}
		for j := range s.Matches {
			if s.Matches[j].Counted == 0 {
				v.LeftMatches++
			}
		}
	}
	v.Levels = a.hintLevels()
	return v
}

// LevelChosen returns the chosen level of hints, in thousandths.
func (v Filter) LevelChosen() int { return v.level }

// appliedReasons returns the reasons that the evidence applies, in the order of allReasons.
func appliedReasons(e *evidence.Evidence) []evidence.Reason {
	out := []evidence.Reason{}
	for _, r := range allReasons {
		if slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r && x.Applied }) {
			out = append(out, r)
		}
	}
	return out
}

func hasReason(e *evidence.Evidence, r evidence.Reason) bool {
	return slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r })
}

// kindsOf counts the matches of each kind that occurs.
func kindsOf(sources []evidence.Source) []FilterOption {
	counts := map[evidence.Kind]int{}
	for _, s := range sources {
		for _, m := range s.Matches {
			counts[m.Kind]++
		}
	}
	return options(allKinds, counts)
}

// citationsOf counts the matches of each way of citing that occurs; none where there
// is but one, as in evidence of version 1, which knows none.
func citationsOf(sources []evidence.Source) []FilterOption {
	counts := map[evidence.Citation]int{}
	for _, s := range sources {
		for _, m := range s.Matches {
			counts[cmp.Or(m.Citation, evidence.NotCited)]++
		}
	}
	if len(counts) < 2 {
		return nil
	}
	return options(allCitations, counts)
}

// relationsOf counts the sources of each relation that occurs.
func relationsOf(sources []evidence.Source) []FilterOption {
	counts := map[evidence.Relation]int{}
	for _, s := range sources {
		counts[s.Relation]++
	}
	return options(allRelations, counts)
}

// setOf makes a set of a list.
func setOf[T comparable](list []T) map[T]bool {
	return each.Set(list)
}

func options[T ~string](order []T, counts map[T]int) []FilterOption {
	var out []FilterOption
	for _, v := range order {
		if counts[v] > 0 {
			out = append(out, FilterOption{Value: string(v), Count: counts[v]})
		}
	}
	return out
}
