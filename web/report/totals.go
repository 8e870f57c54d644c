package report

import (
	"cmp"
	"slices"
	"unicode"

	"zhiwen/checker/evidence"
)

// Totals is the shares of the whole document.
type Totals struct {
	Countable, Covered, WithoutOwn, Largest int
	Excluded                                int // characters that do not count
	Reasons                                 []ReasonCount
	Kinds                                   []evidence.Count // above 0
	Relations                               []evidence.Count // above 0
}

// ReasonCount is how many characters are not counted for a reason.
type ReasonCount struct {
	Reason     evidence.Reason
	Characters int
}

// applied leaves out the ranges that were found but do count.
func applied(excluded []evidence.Excluded) []evidence.Excluded {
	var out []evidence.Excluded
	for _, x := range excluded {
		if x.Applied {
			out = append(out, x)
		}
	}
	return out
}

func (a *Assessment) totals() Totals {
	e := a.Evidence
	t := Totals{
		Countable: e.Scores.Countable, Covered: e.Scores.Covered,
		WithoutOwn: e.Scores.WithoutOwn, Largest: e.Scores.LargestFull,
	}
	t.Reasons = countReasons(applied(e.Excluded), a.runes)
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

// countReasonsFound counts the characters of each reason on its own, whether it
// is applied or not, without white space, in the order of allReasons.
func countReasonsFound(excluded []evidence.Excluded, runes []rune) []ReasonCount {
	var out []ReasonCount
	for _, r := range allReasons {
		mine := slices.DeleteFunc(slices.Clone(excluded), func(x evidence.Excluded) bool { return x.Reason != r })
		out = append(out, countReasons(mine, runes)...)
	}
	return out
}

// countReasons counts the characters that are not counted, without white space
// and each once: where ranges overlap, for the one that begins first. Most come
// first.
func countReasons(excluded []evidence.Excluded, runes []rune) []ReasonCount {
	counts := map[evidence.Reason]int{}
	end := 0
	for _, x := range excluded { // by offset
		stop := min(x.Offset+x.Length, len(runes))
		for i := max(x.Offset, end); i < stop; i++ {
			if !unicode.IsSpace(runes[i]) {
				counts[x.Reason]++
			}
		}
		end = max(end, stop)
	}
	var out []ReasonCount
	for reason, n := range counts {
		out = append(out, ReasonCount{Reason: reason, Characters: n})
	}
	slices.SortFunc(out, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}
