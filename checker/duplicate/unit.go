package duplicate

import (
	"slices"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
)

// unit is what the library stores of each document to be found by: the values of the groups
// of its units, as a set. They are a sample of its shingles of four characters by sound: of
// each window of the text those with the least hashes. Where two texts have the same
// passage, they have the same windows and the same values; so how many values two share
// estimates how many shingles they share. It costs nothing where units are stored.
//
// A. Broder: On the resemblance and containment of documents. Sequences 1997, with a sample
// by windows (package fingerprint) in place of the least of all.
type unit struct{}

func (unit) Name() string { return "unit" }

// Limit takes the estimated Jaccard coefficient.
func (unit) Limit() Limit { return jaccardLimit }

func (unit) Print(t *Text) (Print, error) {
	return UnitPrint(checker.DefaultUnits(t.folded())), nil
}

func (unit) Pairs(prints []Print, threshold float64) []Pair { return Resembling(prints, threshold) }

// UnitPrint returns the fingerprint of method unit from stored groups.
func UnitPrint(units []fingerprint.Groups) Print {
	out := make([]uint64, 0, len(units)*fingerprint.GroupCount)
	for _, u := range units {
		for g, v := range u {
			if v < fingerprint.NoGroup {
				out = append(out, uint64(g)<<32|uint64(v))
			}
		}
	}
	return distinct(out)
}

// LeastHeld is from which part of both texts on, that the other has too, they are nearly
// the same: one sentence in ten may be another.
const LeastHeld = 0.9

// Held estimates which part of either text the other has too, and returns the smaller one: a
// unit is held where it shares a value with some unit of the other.
func Held(a, b []fingerprint.Groups) float64 {
	return min(heldBy(a, UnitPrint(b)), heldBy(b, UnitPrint(a)))
}

func heldBy(units []fingerprint.Groups, by Print) float64 {
	n := 0
	for _, u := range units {
		for g, v := range u {
			if _, found := slices.BinarySearch(by, uint64(g)<<32|uint64(v)); found && v < fingerprint.NoGroup {
				n++
				break
			}
		}
	}
	return float64(n) / float64(max(len(units), 1))
}

// contained is unit with another measure: the part of the values of the text that has fewer
// that are the other's too, so that an excerpt is like its whole, and each part like what
// was put together of them (Broder 1997, containment). How much longer the other is does not
// matter; so a short text most of which is a form's is like all on the form.
type contained struct{ unit }

func (contained) Name() string { return "contained" }

// Limit takes the estimated part of the shorter text.
func (contained) Limit() Limit { return containedLimit }

// containedLimit is the Limit of methods that measure how much of the shorter text occurs in the
// other: more than the half that may come from a form or standard text, as with jaccardLimit.
var containedLimit = Limit{Least: 0.05, Default: 0.6, Most: 1}

func (contained) Pairs(prints []Print, threshold float64) []Pair {
	return containing(prints, threshold)
}
