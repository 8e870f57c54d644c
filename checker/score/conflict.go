package score

import (
	"slices"

	"zhiwen/checker/evidence"
)

// Conflict returns how a possible reviewer of an application is related to its people: the
// application is the reviewer's own, the reviewer takes part in it, or one of its institutions is
// the reviewer's. Other means that no relation is known.
func Conflict(reviewer evidence.Person, of evidence.Identity) evidence.Relation {
	relation := Relation(evidence.Identity{Applicant: reviewer.Name, Institution: reviewer.Institution}, of)
	if relation != evidence.Other && relation != evidence.Unknown {
		return relation
	}
	theirs := func(institution string) bool { return SameInstitution(reviewer.Institution, institution) }
	if slices.ContainsFunc(of.Cooperating, theirs) ||
		slices.ContainsFunc(of.Participants, func(p evidence.Person) bool { return theirs(p.Institution) }) {
		return evidence.SameInstitution
	}
	return evidence.Other
}
