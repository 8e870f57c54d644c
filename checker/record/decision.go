package record

import (
	"slices"

	"zhiwen/checker/evidence"
)

// AnySeen as the number of decisions that a reviewer has seen stands for all of
// them: the decision is added whatever was decided before.
const AnySeen = -1

// Overtaken reports whether somebody else has decided about d's subject in the
// steps after the first seen ones.
func Overtaken(steps []evidence.Decision, d evidence.Decision, seen int) bool {
	if seen == AnySeen {
		return false
	}
	later := steps[min(max(seen, 0), len(steps)):]
	return slices.ContainsFunc(later, func(x evidence.Decision) bool {
		return x.Subject == d.Subject && x.ID == d.ID && x.Reviewer != d.Reviewer
	})
}
