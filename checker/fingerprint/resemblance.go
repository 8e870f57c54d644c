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

// Alike groups documents by their Values: two are in one group where they resemble each
// other by least, or where others lead from one to the other. Groups are places in the
// list, in order, and so are their members; a document that is like no other is in none.
func Alike(documents []map[[2]uint32]bool, least float64) [][]int {
	// Only pairs with a value in common are compared, by counting along the values.
	holders := map[[2]uint32][]int{}
	for i, values := range documents {
		for v := range values {
			holders[v] = append(holders[v], i)
		}
	}
	shared := make([][]int, len(documents)) // with each document before
	for i := range shared {
		shared[i] = make([]int, i)
	}
	for _, list := range holders { // each in order of the documents
		for n, i := range list {
			for _, j := range list[:n] {
				shared[i][j]++
			}
		}
	}
	first := make([]int, len(documents)) // of the group
	for i := range documents {
		first[i] = i
		for j, n := range shared[i] {
			together := len(documents[i]) + len(documents[j]) - n
			if n == 0 || first[i] == first[j] || float64(n) < least*float64(together) {
				continue
			}
			from, to := max(first[i], first[j]), min(first[i], first[j])
			for k := range i + 1 {
				if first[k] == from {
					first[k] = to
				}
			}
		}
	}
	members := make([][]int, len(documents))
	for i, f := range first {
		members[f] = append(members[f], i)
	}
	var out [][]int
	for _, m := range members {
		if len(m) > 1 {
			out = append(out, m)
		}
	}
	return out
}
