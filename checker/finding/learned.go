package finding

import (
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// leastLearned is how many characters that were learned from others must be left out, where the research may be
// told, for a report to name them: one prompt or two of a form are fewer.
const leastLearned = 100

// Learned is text that was left out since others have it, where the research may be told.
type Learned struct {
	Characters int
	Longest    evidence.Excluded // with how many have it
	Reasons    []evidence.Reason // for which it was left out
}

// LearnedOf returns what was learned of a document and left out where the research may be told, beyond what does not
// count for other reasons; zero and false where that is little. text is the document's.
func LearnedOf(e *evidence.Evidence, text []rune) (out Learned, ok bool) {
	given := make([]bool, len(text))
	for _, x := range e.Excluded {
		for i := x.Offset; x.Applied && !x.Learned() && i < min(x.Offset+x.Length, len(given)); i++ {
			given[i] = true
		}
	}
	reasons := map[evidence.Reason]bool{}
	for _, x := range e.Excluded {
		if !x.Applied || !x.Learned() {
			continue
		}
		if section := e.SectionOf(x.Offset); section != nil && !exclude.MayTellResearch(section.Role) {
			continue
		}
		n := 0
		for i := x.Offset; i < min(x.Offset+x.Length, len(text)); i++ {
			if !given[i] && evidence.Seen(text[i]) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		if reasons[x.Reason] = true; x.Length > out.Longest.Length {
			out.Longest = x
		}
		out.Characters += n
	}
	for _, r := range evidence.Reasons() {
		if reasons[r] {
			out.Reasons = append(out.Reasons, r)
		}
	}
	if out.Characters <= leastLearned {
		return Learned{}, false
	}
	return out, true
}
