package score

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// ReasonCount is how many characters are not counted for a reason.
type ReasonCount struct {
	Reason     evidence.Reason
	Characters int
}

// Reasons counts the characters of a document that do not count, each once: where ranges
// overlap, for the one that begins first. runes are the document's text. Most come first.
func Reasons(e *evidence.Evidence, runes []rune) []ReasonCount {
	var out []ReasonCount
	applied := func(x evidence.Excluded) bool { return x.Applied }
	for reason, n := range TakeReasons(e, runes, make([]bool, len(runes)), applied) {
		out = append(out, ReasonCount{Reason: reason, Characters: n})
	}
	slices.SortFunc(out, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// TakeReasons counts the characters of the ranges that are chosen, in order of their
// beginnings, which can count and were not taken before, and takes them.
func TakeReasons(e *evidence.Evidence, runes []rune, taken []bool, chosen func(evidence.Excluded) bool) map[evidence.Reason]int {
	counts := map[evidence.Reason]int{}
	for _, x := range e.Excluded {
		if !chosen(x) {
			continue
		}
		for i := x.Offset; i < min(x.Offset+x.Length, len(runes)); i++ {
			if !taken[i] && evidence.Seen(runes[i]) {
				taken[i] = true
				counts[x.Reason]++
			}
		}
	}
	return counts
}
