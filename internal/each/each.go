// Package each is what the standard library's package slices lacks: what is made of a list. In: a list
// and a function of its elements. Out: another list, a map or a number. It knows nothing of the rest.
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

// Map returns a map with a key and a value of each element of a list; of equal keys the last counts.
func Map[A any, K comparable, V any](all []A, of func(A) (K, V)) map[K]V {
	out := make(map[K]V, len(all))
	for _, a := range all {
		k, v := of(a)
		out[k] = v
	}
	return out
}

// Count returns how many elements of a list meet a condition.
func Count[A any](all []A, is func(A) bool) (n int) {
	for _, a := range all {
		if is(a) {
			n++
		}
	}
	return n
}

// Sum returns the sum of what of returns for each element of a list.
func Sum[A any](all []A, of func(A) int) (sum int) {
	for _, a := range all {
		sum += of(a)
	}
	return sum
}
