package score

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// How much text must be excluded for one reason before the figures name it: excluded text was
// compared with nothing, and nobody looks for it.
const (
	// namedPart is the part of the document, as 1/namedPart. If more is excluded, a figure over
	// the rest says little about the whole.
	namedPart = 5
	// namedRun is the number of consecutive characters: a paragraph or two of research
	// could stand there.
	namedRun = 500
)

// KeptOut is text that is excluded for one reason and must be named beside the figures.
// Characters count code points, white space too.
type KeptOut struct {
	Reason     evidence.Reason
	Characters int // in all, each once
	Longest    int // the most that are consecutive
}

// NamedKeptOut returns the reasons for which so much of a document is excluded that the first page
// must name them: more than a fifth of the document, or 500 consecutive characters. The largest
// come first. Text of given forms is left out, because an officer has handed it in as text that
// everybody has. Headers, footers and comments are left out too, because they were compared.
//
// Two ranges are consecutive if the text between them is shorter than any match: text can be
// hidden by cutting it into pieces too.
func NamedKeptOut(e *evidence.Evidence) []KeptOut {
	type state struct {
		KeptOut
		start, end int // of the run that was reached
	}
	ranges := slices.Clone(e.Excluded)
	slices.SortFunc(ranges, func(a, b evidence.Excluded) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length))
	})
	by := map[evidence.Reason]*state{}
	for _, x := range ranges {
		if !x.Applied || x.Reason == evidence.ReasonForm || x.Reason == evidence.ReasonRunning {
			continue
		}
		s := by[x.Reason]
		if s == nil {
			s = &state{KeptOut: KeptOut{Reason: x.Reason}, start: x.Offset, end: x.Offset}
			by[x.Reason] = s
		}
		end := max(s.end, x.Offset+x.Length)
		s.Characters += end - max(s.end, x.Offset)
		if x.Offset-s.end >= DefaultLeastLength {
			s.start = x.Offset
		}
		s.end = end
		s.Longest = max(s.Longest, s.end-s.start)
	}
	var out []KeptOut
	for _, s := range by {
		if s.Characters*namedPart > e.Document.Characters || s.Longest >= namedRun {
			out = append(out, s.KeptOut)
		}
	}
	slices.SortFunc(out, func(a, b KeptOut) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}
