package score

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
)

// Relation returns the relation of the people of b to those of a: the same applicant, an
// applicant who takes part in the other's application, a participant of both, an applicant
// of the same institution, or another applicant; Unknown where none of the first holds and
// an applicant was not read. A page of the web has no applicant.
func Relation(a, b evidence.Identity) evidence.Relation {
	x, y := applicant(a), applicant(b)
	switch {
	case a.Web != nil, b.Web != nil:
		return evidence.OnWeb
	case SameApplicant(a, b):
		return evidence.SameApplicant
	case takesPart(x, b), takesPart(y, a):
		return evidence.TookPart
	case slices.ContainsFunc(a.Participants, func(p evidence.Person) bool { return takesPart(participant(p, a), b) }):
		return evidence.SharesPerson
	case sameInstitution(x.institution, y.institution):
		return evidence.SameInstitution
	case !distinct(a, b):
		return evidence.Unknown
	}
	return evidence.Other
}

// distinct reports whether something says that the applicants are two: their names, or
// numbers of one kind. Both are known then; that they are equal was seen before.
func distinct(a, b evidence.Identity) bool {
	return len(Symbols(a.Applicant)) > 0 && len(Symbols(b.Applicant)) > 0 || ofOneKind(a.Number, b.Number)
}

// SameInstitution reports whether two names are of one institution, or one of a part of
// the other.
func SameInstitution(a, b string) bool { return sameInstitution(Symbols(a), Symbols(b)) }

// longNumber is the length from which numbers that are equally long are of one
// kind: those of identity cards have 15 or 18 characters, ORCIDs 19. Shorter ones
// are of many kinds.
const longNumber = 15

// SameApplicant goes by the applicants' numbers where it can, else by their names.
// Equal numbers are enough, since names change their spelling; and people with
// different ones of one kind are two, though they share name and institution.
func SameApplicant(a, b evidence.Identity) bool {
	n, m := Symbols(a.Number), Symbols(b.Number)
	if len(n) > 0 && slices.Equal(n, m) {
		return true
	}
	if ofOneKind(a.Number, b.Number) {
		return false
	}
	return applicant(a).is(applicant(b))
}

// ofOneKind reports whether two numbers of people are of one kind, so that different ones
// are of different people.
func ofOneKind(a, b string) bool { return len(a) >= longNumber && len(a) == len(b) }

// NameKey is equal for names of applicants that are one to Relation, and for numbers
// of them; "" where there is nothing to compare. What changes it changes
// fingerprints too, and so checker.Version.
func NameKey(name string) string {
	var b strings.Builder
	for _, s := range Symbols(name) {
		b.WriteString(strconv.FormatUint(uint64(s), 36) + " ")
	}
	return b.String()
}

// someone is a person as forms name them, folded.
type someone struct{ name, institution []uint32 }

func applicant(i evidence.Identity) someone {
	return someone{Symbols(i.Applicant), Symbols(i.Institution)}
}

// participant is one of an application, of the applicant's institution where the
// form does not say.
func participant(p evidence.Person, of evidence.Identity) someone {
	return someone{Symbols(p.Name), Symbols(cmp.Or(p.Institution, of.Institution))}
}

// is reports whether two are one. A name alone is not enough where both institutions
// are known and differ: many people share a name.
func (s someone) is(o someone) bool {
	return len(s.name) > 0 && slices.Equal(s.name, o.name) &&
		(len(s.institution) == 0 || len(o.institution) == 0 || sameInstitution(s.institution, o.institution))
}

func takesPart(s someone, in evidence.Identity) bool {
	return slices.ContainsFunc(in.Participants, func(p evidence.Person) bool { return s.is(participant(p, in)) })
}

// leastInstitution is the length in symbols of a name of an institution that
// others can be parts of: 北京大学, of which 北京大学医学部 is one.
const leastInstitution = 4

// sameInstitution reports whether two are the same, or one is a part of the other.
func sameInstitution(a, b []uint32) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return slices.Equal(a, b) && len(a) > 0 || len(a) >= leastInstitution && slices.Equal(a, b[:len(a)])
}
