package score

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// ReasonCount is the number of characters that do not count for one reason.
type ReasonCount struct {
	Reason     evidence.Reason
	Characters int
}

// Reasons counts the characters of a document that do not count, the largest counts first. Where
// ranges overlap, a character belongs to the range that begins first. runes are the text of the
// document.
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

// TakeReasons counts by reason the characters of the chosen ranges that can count and were not
// taken before, and takes them. e.Excluded is in order of the beginnings.
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
