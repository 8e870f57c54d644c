package score

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
)

// Relation returns how the people of b relate to those of a: the same applicant, an applicant who
// takes part in the other's application, a participant of both, an applicant of the same
// institution, or another applicant. It is Unknown if none of the first four holds and one of the
// applicants was not read, and OnWeb for a page of the web, which has no applicant.
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

// distinct reports whether both applicants have names or have numbers of one kind. Since
// SameApplicant has found no equality before, they are then two people.
func distinct(a, b evidence.Identity) bool {
	return len(Symbols(a.Applicant)) > 0 && len(Symbols(b.Applicant)) > 0 || ofOneKind(a.Number, b.Number)
}

// SameInstitution reports whether two names belong to one institution, or one of them to a part of
// the other.
func SameInstitution(a, b string) bool { return sameInstitution(Symbols(a), Symbols(b)) }

// longNumber is the least length at which two numbers of equal length count as the same kind: numbers of identity
// cards have 15 or 18 characters, ORCIDs 19. Shorter numbers are of many kinds.
const longNumber = 15

// SameApplicant compares the applicants' numbers if it can, else their names. Equal numbers are
// enough, because the spelling of names changes. People with different numbers of one kind are two
// people, even if they share name and institution.
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

// ofOneKind reports whether two numbers are of one kind, so that different numbers mean different
// people.
func ofOneKind(a, b string) bool { return len(a) >= longNumber && len(a) == len(b) }

// NameKey returns a key that is equal for names, or numbers, of applicants that Relation takes for
// the same; "" if there is nothing to compare. A change of the keys changes fingerprints too, and
// with them checker.Version.
func NameKey(name string) string {
	var b strings.Builder
	for _, s := range Symbols(name) {
		b.WriteString(strconv.FormatUint(uint64(s), 36) + " ")
	}
	return b.String()
}

// someone is a person as a form names them, with folded names.
type someone struct{ name, institution []uint32 }

func applicant(i evidence.Identity) someone {
	return someone{Symbols(i.Applicant), Symbols(i.Institution)}
}

// participant returns a participant of an application, with the applicant's institution if the form
// names none.
func participant(p evidence.Person, of evidence.Identity) someone {
	return someone{Symbols(p.Name), Symbols(cmp.Or(p.Institution, of.Institution))}
}

// is reports whether two people are the same. An equal name is not enough if both institutions are
// known and differ: many people share a name.
func (s someone) is(o someone) bool {
	return len(s.name) > 0 && slices.Equal(s.name, o.name) &&
		(len(s.institution) == 0 || len(o.institution) == 0 || sameInstitution(s.institution, o.institution))
}

func takesPart(s someone, in evidence.Identity) bool {
	return slices.ContainsFunc(in.Participants, func(p evidence.Person) bool { return s.is(participant(p, in)) })
}

// leastInstitution is the least length in symbols of the name of an institution that can have parts:
// 北京大学医学部 is a part of 北京大学.
const leastInstitution = 4

// sameInstitution reports whether two institutions are the same, or one is a part of the other.
func sameInstitution(a, b []uint32) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return slices.Equal(a, b) && len(a) > 0 || len(a) >= leastInstitution && slices.Equal(a, b[:len(a)])
}
