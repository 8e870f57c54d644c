package score

import (
	"slices"

	"zhiwen/checker/evidence"
)

// Conflict says what somebody who is to review an application has to do with its
// people: it is their own, they take part in it, or an institution of it is theirs.
// Other is nothing that is known.
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
