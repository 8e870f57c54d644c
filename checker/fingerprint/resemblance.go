package fingerprint

// The values of all groups of all units are a sample of a document's shingles: of each
// window of the text, those with the least hashes. Where two documents have the same
// text, they have the same windows and the same values. So the values together are a
// fingerprint of the whole document, and how many two documents share estimates how many
// shingles they share (A. Broder, On the resemblance and containment of documents, 1997,
// with a sample by windows in place of the least of all).

// Values are the values of a document's units, as a set: a group and a value each.
func Values(units []Groups) map[[2]uint32]bool {
	out := make(map[[2]uint32]bool, len(units)*GroupCount)
	for _, u := range units {
		for g, v := range u {
			if v < NoGroup {
				out[[2]uint32{uint32(g), v}] = true
			}
		}
	}
	return out
}

// Resemblance estimates which part of the shingles of two documents together both have,
// from their Values: 0 to 1, and 0 where one has none.
func Resemblance(a, b map[[2]uint32]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	shared := 0
	for v := range a {
		if b[v] {
			shared++
		}
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}
