// Package each is what the standard library's package slices lacks: lists made of lists. In: a list
// and a function of its elements. Out: a new list, or a set. It knows nothing of the rest.
package each

// Of returns what of returns for each element of a list, in order; of an empty list an empty one that is not nil.
func Of[A, B any](all []A, of func(A) B) []B {
	out := make([]B, len(all))
	for i, a := range all {
		out[i] = of(a)
	}
	return out
}

// Where returns the elements of a list that meet a condition, in order; nil if none does.
func Where[A any](all []A, is func(A) bool) (out []A) {
	for _, a := range all {
		if is(a) {
			out = append(out, a)
		}
	}
	return out
}

// Set returns the elements of a list as the keys of a map, all true.
func Set[A comparable](all []A) map[A]bool {
	out := make(map[A]bool, len(all))
	for _, a := range all {
		out[a] = true
	}
	return out
}
