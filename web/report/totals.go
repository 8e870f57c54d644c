package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// Totals is the shares of the whole document.
type Totals struct {
	Countable, Covered int
	Figures            []Figure // the four of a report, the first of them of Covered
	Excluded           int      // characters that do not count
	Reasons            []score.ReasonCount
	Kinds              []evidence.Count // above 0
	Relations          []evidence.Count // above 0
	Citations          []evidence.Count // above 0; none where nothing is quoted or cited
	Roles              []evidence.RoleCount
	// Found is what was found before decisions took something out, nil where they
	// took nothing.
	Found *Figure
}

// Figure is one share: Part of Whole characters.
type Figure struct {
	Name        FigureName
	Part, Whole int
}

// FigureName names a figure of the report.
type FigureName string

// The figures, in the order in which they are shown.
const (
	figureOverall       FigureName = "overall"
	figureWithoutOwn    FigureName = "withoutOwn"
	figureWithoutQuoted FigureName = "withoutQuoted" // not of evidence of version 1
	figureLargest       FigureName = "largest"
)

// FigureNames returns all figures.
func FigureNames() []FigureName {
	return []FigureName{figureOverall, figureWithoutOwn, figureWithoutQuoted, figureLargest}
}

// Share returns the first figure.
func (t Totals) Share() Figure { return t.Figures[0] }

// Others returns the figures but the first.
func (t Totals) Others() []Figure { return t.Figures[1:] }

func figuresOf(e *evidence.Evidence) []Figure {
	whole := e.Scores.Countable
	return []Figure{
		{figureOverall, e.Scores.Covered, whole}, {figureWithoutOwn, e.Scores.WithoutOwn, whole},
		{figureWithoutQuoted, e.Scores.WithoutQuoted, whole}, {figureLargest, e.Scores.LargestFull, whole},
	}
}

// applied leaves out the ranges that were found but do count.
func applied(excluded []evidence.Excluded) []evidence.Excluded {
	return each.Where(excluded, func(x evidence.Excluded) bool { return x.Applied })
}

func (a *Assessment) totals() Totals {
	e := a.Evidence
	t := Totals{
		Countable: e.Scores.Countable, Covered: e.Scores.Covered, Figures: figuresOf(e), Roles: e.Scores.ByRole, Citations: a.citations(),
	}
	if found := a.found; found != nil && *found != t.Share() {
		t.Found = found
	}
	t.Reasons = score.Reasons(e, a.runes)
	for _, r := range t.Reasons {
		t.Excluded += r.Characters
	}
	for _, k := range e.Scores.ByKind {
		if k.Characters > 0 {
			t.Kinds = append(t.Kinds, k)
		}
	}
	for _, r := range e.Scores.ByRelation {
		if r.Characters > 0 {
			t.Relations = append(t.Relations, r)
		}
	}
	return t
}

// citations counts the characters of each way of citing; nil where nothing is quoted
// or cited.
func (a *Assessment) citations() []evidence.Count {
	if scores := a.Evidence.Scores; scores.WithoutQuoted == scores.Covered {
		return nil
	}
	var out []evidence.Count
	for i, n := range a.byCitation(a.Evidence.Sources) {
		if n > 0 {
			out = append(out, evidence.Count{Name: string(allCitations[i]), Characters: n})
		}
	}
	return out
}

// Cited returns how many of the characters that a source covers are quoted or cited wherever a
// match with it holds them.
func (a *Assessment) Cited(s *evidence.Source) int {
	n := 0
	for i, characters := range a.byCitation([]evidence.Source{*s}) {
		if allCitations[i] != evidence.NotCited {
			n += characters
		}
	}
	return n
}

// byCitation counts the characters that sources cover, by place in allCitations: where
// matches overlap in the first way that one of them has, so that what is not cited
// is as many as the figure without quotations says.
func (a *Assessment) byCitation(sources []evidence.Source) []int {
	first := make([]int8, len(a.runes)) // place in allCitations, from 1
	for i := range sources {
		for j := range sources[i].Matches {
			m := &sources[i].Matches[j] //nolint:gosec // j is a place in the list
			if m.Counted == 0 {
				continue
			}
			way := int8(1 + slices.Index(allCitations, cmp.Or(m.Citation, evidence.NotCited)))
			for _, r := range (side{match: m}).cover() {
				for at := r.Start; at < min(r.End, len(first)); at++ {
					if first[at] == 0 || way < first[at] {
						first[at] = way
					}
				}
			}
		}
	}
	for _, x := range a.Evidence.Excluded {
		if x.Applied {
			clear(first[x.Offset:min(x.Offset+x.Length, len(first))])
		}
	}
	counts := make([]int, len(allCitations))
	for at, way := range first {
		if way > 0 && evidence.Seen(a.runes[at]) {
			counts[way-1]++
		}
	}
	return counts
}

// reasonsFound counts the characters of each reason for which text was found, in the order of
// allReasons: of applied reasons as the totals do, of the others the characters that would stop
// counting if they were applied.
func (a *Assessment) reasonsFound() []score.ReasonCount {
	e := a.Evidence
	taken := make([]bool, len(a.runes))
	now := score.TakeReasons(e, a.runes, taken, func(x evidence.Excluded) bool { return x.Applied })
	var out []score.ReasonCount
	for _, r := range allReasons {
		if !hasReason(e, r) {
			continue
		}
		n := now[r]
		if !a.left[r] {
			n = score.TakeReasons(e, a.runes, slices.Clone(taken), func(x evidence.Excluded) bool { return x.Reason == r })[r]
		}
		out = append(out, score.ReasonCount{Reason: r, Characters: n})
	}
	return out
}
