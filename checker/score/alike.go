package score

import (
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Relation is that of the applicant of b to that of a, the nearest that applies.
// Applicants are the same by their number, or by name and institution: a name
// alone is not enough where both institutions are known and differ, since many people
// share a name. A participant without an institution is taken to be of the
// applicant's.
func Relation(a, b evidence.Identity) evidence.Relation {
	mine, theirs := applicant(a), applicant(b)
	switch {
	case same(a.Number, b.Number), samePerson(mine, theirs):
		return evidence.SameApplicant
	case takesPart(mine, b), takesPart(theirs, a):
		return evidence.TookPart
	case slices.ContainsFunc(participants(a), func(p evidence.Person) bool { return takesPart(p, b) }):
		return evidence.SharesPerson
	case same(a.Institution, b.Institution):
		return evidence.SameInstitution
	}
	return evidence.Other
}

func applicant(i evidence.Identity) evidence.Person {
	return evidence.Person{Name: i.Applicant, Institution: i.Institution}
}

func participants(i evidence.Identity) []evidence.Person {
	out := slices.Clone(i.Participants)
	for n := range out {
		if out[n].Institution == "" {
			out[n].Institution = i.Institution
		}
	}
	return out
}

func takesPart(p evidence.Person, in evidence.Identity) bool {
	return slices.ContainsFunc(participants(in), func(q evidence.Person) bool { return samePerson(p, q) })
}

func samePerson(a, b evidence.Person) bool {
	return same(a.Name, b.Name) && (a.Institution == "" || b.Institution == "" || same(a.Institution, b.Institution))
}

func same(a, b string) bool {
	x, y := Symbols(a), Symbols(b)
	return len(x) > 0 && slices.Equal(x, y)
}

// Symbols folds a text that is no document, as what is compared is folded.
func Symbols(s string) []uint32 { return text.New(&extract.Document{Text: s}).Char }

// Similar compares the basic information, field by field where both have it:
// the Dice coefficient of symbol bigrams.
func Similar(a, b evidence.Identity) []evidence.Similarity {
	var out []evidence.Similarity
	for _, f := range []struct{ name, a, b string }{
		{"title", a.Title, b.Title},
		{"applicant", a.Applicant, b.Applicant},
		{"institution", a.Institution, b.Institution},
		{"programme", a.Programme, b.Programme},
		{"keywords", strings.Join(a.Keywords, "\n"), strings.Join(b.Keywords, "\n")},
	} {
		if f.a != "" && f.b != "" {
			out = append(out, evidence.Similarity{Field: f.name, Value: evidence.Round(Dice(Symbols(f.a), Symbols(f.b)))})
		}
	}
	return out
}

// Dice is the Dice coefficient of two texts: twice the number of bigrams of
// symbols that they share over the number of all, 0 to 1. A single symbol counts
// as a bigram.
func Dice(a, b []uint32) float64 {
	x, y := bigrams(a), bigrams(b)
	if len(x)+len(y) == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	return 2 * float64(shared) / float64(len(x)+len(y))
}

func bigrams(a []uint32) []uint64 {
	if len(a) == 1 {
		return []uint64{uint64(a[0])}
	}
	out := make([]uint64, 0, len(a))
	for i := 1; i < len(a); i++ {
		out = append(out, uint64(a[i-1])<<32|uint64(a[i]))
	}
	slices.Sort(out)
	return out
}
