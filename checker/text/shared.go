package text

import "cmp"

// Shared counts the values that two sets have in common, kept as ascending values, each once.
func Shared[T cmp.Ordered](a, b []T) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}
