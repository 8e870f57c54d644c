// Package duplicate finds whole texts that are the same or nearly so: each method makes
// a fingerprint of a text and says which fingerprints are alike.
//
// In go extracted documents, out come pairs and groups of places in a list. A file has one
// method, with its literature and its parameters; docs/duplicates.md has what each finds,
// measured on one set. The package knows nothing of libraries, files or pages.
package duplicate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"zhiwen/internal/each"
)

// Print is the fingerprint of a text: values whose meaning is the method's. That of a text
// with nothing to compare is empty, and like no other.
type Print []uint64

// Pair is two texts that are alike, by their places in a list: A before B.
type Pair struct {
	A, B     int
	Likeness float64 // 0 to 1, by the method's measure
}

// Method is one way of finding texts that are alike. It is safe for concurrent use.
type Method interface {
	// Name returns the method's on the command line.
	Name() string
	// Limit returns the thresholds that the method takes.
	Limit() Limit
	// Print makes the fingerprint of a text.
	Print(t *Text) (Print, error)
	// Pairs returns the pairs of fingerprints that are alike at a threshold within Limit,
	// by A, then B.
	Pairs(prints []Print, threshold float64) []Pair
}

// Limit says which thresholds a method takes.
type Limit struct {
	Least, Default, Most float64
	Whole                bool // whole numbers alone
}

// Methods returns all methods.
func Methods() []Method {
	return []Method{unit{}, contained{}, shingle{}, simhash{}, minhash{}, nshash{}, semantic{}, pinyin{}, winnowing{}}
}

// Names returns the names of all methods.
func Names() []string {
	return each.Of(Methods(), func(m Method) string { return m.Name() })
}

// Default is the name of the method that docs/duplicates.md measured to be best.
const Default = "contained"

// Named returns a method by its name; the error says which there are.
func Named(name string) (Method, error) {
	for _, m := range Methods() {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no method %q, only %s", name, strings.Join(Names(), ", "))
}

// Takes reports whether a threshold is allowed; a method whose Least equals its Most allows only
// the default.
func (l Limit) Takes(threshold float64) bool {
	return threshold >= l.Least && threshold <= l.Most && (!l.Whole || threshold == math.Trunc(threshold))
}

// Groups joins n texts that pairs lead from one to the other. Groups are places in order,
// by their first; a text that is in no pair is in none.
func Groups(n int, pairs []Pair) [][]int {
	first := make([]int, n) // towards the first of the group
	for i := range first {
		first[i] = i
	}
	root := func(i int) int {
		for first[i] != i {
			first[i] = first[first[i]]
			i = first[i]
		}
		return i
	}
	for _, p := range pairs {
		a, b := root(p.A), root(p.B)
		first[max(a, b)] = min(a, b)
	}
	return members(n, root)
}

// SinglePass groups n texts in their order, in one pass: each joins the centre that it is
// most like, of two the earlier one, or becomes a centre itself. So each text of a group is
// like its centre, and chains do not join what is unlike; pairs must be all that are alike.
//
// Li Gang, Mao Jin, Chen Jinghao: Fast duplicate detection for Chinese texts based on
// semantic fingerprint. New Technology of Library and Information Service 29(9), 2013,
// with simhash and 3 bits; here of the pairs of any method.
func SinglePass(n int, pairs []Pair) [][]int {
	before := make([][]Pair, n) // of each text those with one before it
	for _, p := range pairs {
		before[p.B] = append(before[p.B], p)
	}
	centre := make([]int, n)
	for i := range n {
		centre[i] = i
		best := -1.0
		for _, p := range before[i] {
			if centre[p.A] == p.A && (p.Likeness > best || p.Likeness == best && p.A < centre[i]) {
				best, centre[i] = p.Likeness, p.A
			}
		}
	}
	return members(n, func(i int) int { return centre[i] })
}

// members returns the groups of more than one.
func members(n int, first func(int) int) [][]int {
	groups := make([][]int, n)
	for i := range n {
		f := first(i)
		groups[f] = append(groups[f], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

// inOrder sorts pairs by A, then B.
func inOrder(pairs []Pair) []Pair {
	slices.SortFunc(pairs, func(x, y Pair) int {
		if x.A != y.A {
			return x.A - y.A
		}
		return x.B - y.B
	})
	return pairs
}

// distinct sorts values and drops those that repeat.
func distinct(values []uint64) Print {
	slices.Sort(values)
	return slices.Compact(values)
}
