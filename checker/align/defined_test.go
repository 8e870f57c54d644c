package align

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

func sorted(runs []Run) []Run {
	out := slices.Clone(runs)
	slices.SortFunc(out, func(a, b Run) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Length, b.Length))
	})
	return out
}

func public(runs []run) []Run {
	var out []Run
	for _, r := range runs {
		out = append(out, Run{int(r.q), int(r.s), int(r.length)})
	}
	return out
}

func sameRuns(t *testing.T, what string, got, want []Run) {
	t.Helper()
	if got, want = sorted(got), sorted(want); !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// seen counts what partsAreAsDefined compared.
type seen struct{ runs, weak, extended, left int }

// partsAreAsDefined compares each step of the alignment of two texts, short
// ones, with its definition.
func partsAreAsDefined(t *testing.T, query, source *text.Text) seen {
	t.Helper()
	prepared := NewQuery(query)
	got := prepared.Runs(source)
	sameRuns(t, "runs", got, runsSlowly(query, source))
	if !slices.IsSortedFunc(got, func(a, b Run) int { return cmp.Compare(a.Source, b.Source) }) {
		t.Fatalf("runs %v are not in order", got)
	}
	weak := prepared.weak.weakRuns(source, len(query.Sound), &Scratch{})
	sameRuns(t, "weak runs", public(weak), weakSlowly(query, source))

	c := clusters{query: query, source: source, scratch: &Scratch{}}
	runs := prepared.index.runs(source, nil, make([]int32, len(query.Sound)+len(source.Sound)+1))
	runs = append(runs, weak...)
	count := seen{runs: len(got), weak: len(weak)}
	if len(runs) == 0 {
		return count
	}
	chosen := oneToOne(runs)
	if want := oneToOneSlowly(runs); !slices.Equal(chosen, want) {
		t.Fatalf("one to one: %v, want %v", chosen, want)
	}
	count.left = len(runs) - len(chosen)
	extended := c.weighed(c.extend(chosen))
	sameRuns(t, "extended", public(extended), extendSlowly(query, source, public(chosen)))
	count.extended = len(extended) - len(chosen)

	first := chosen[0]
	want := map[int]bool{}
	for _, r := range extendSlowly(query, source, public(chosen[:1])) {
		for x := range r.Length {
			want[r.Query+x] = true
		}
	}
	if got := prepared.Probe(source, int(first.q), int(first.s), int(first.length)); got != weightOf(query, want) {
		t.Fatalf("probe gives %d, want %d", got, weightOf(query, want))
	}

	for _, side := range []struct {
		t  *text.Text
		at func(run) int32
	}{{query, func(r run) int32 { return r.q }}, {source, func(r run) int32 { return r.s }}} {
		densestAsDefined(t, side.t.Weight, extended, side.at)
	}
	return count
}

// densestAsDefined compares dense with all ranges that begin and end with what
// is covered.
func densestAsDefined(t *testing.T, weights []uint8, runs []run, at func(run) int32) {
	t.Helper()
	covered := make([]bool, len(weights))
	for _, r := range runs {
		for x := range r.length {
			covered[at(r)+x] = true
		}
	}
	best := 0.0
	for i := range covered {
		for j := i + 1; covered[i] && j <= len(covered); j++ {
			if covered[j-1] {
				best = max(best, densitySlowly(weights, covered, Span{i, j}))
			}
		}
	}
	c := clusters{scratch: &Scratch{}}
	found := c.dense(runs, weights, at)
	if got := densitySlowly(weights, covered, found); math.Abs(got-best) > 1e-6 {
		t.Fatalf("%v is worth %f, the best %f", found, got, best)
	}
}

// alignmentHolds checks what every alignment must keep to.
func alignmentHolds(t *testing.T, query, source *text.Text) []Match {
	t.Helper()
	prepared, scratch := NewQuery(query), &Scratch{}
	matches := prepared.Align(source, scratch)
	for i, m := range matches {
		if i > 0 && cmp.Or(cmp.Compare(matches[i-1].Query.Start, m.Query.Start), cmp.Compare(matches[i-1].Source.Start, m.Source.Start)) > 0 {
			t.Fatalf("match %v = %v comes after %+v", m.Query, m.Source, matches[i-1])
		}
		for _, side := range []struct {
			t             *text.Text
			span, symbols Span
		}{{query, m.Query, m.QuerySymbols}, {source, m.Source, m.SourceSymbols}} {
			if side.symbols.Start < 0 || side.symbols.Start >= side.symbols.End || side.symbols.End > len(side.t.Sound) ||
				side.span.Start < 0 || side.span.Start >= side.span.End || side.span.End > side.t.Length ||
				int(side.t.Start[side.symbols.Start]) < side.span.Start || int(side.t.End[side.symbols.End-1]) > side.span.End {
				t.Fatalf("passage %v, symbols %v, of a text of %d and %d", side.span, side.symbols, side.t.Length, len(side.t.Sound))
			}
		}
		weight := 0
		for _, r := range m.Runs {
			if r.Query < m.QuerySymbols.Start || r.Query+r.Length > m.QuerySymbols.End || r.Source < m.SourceSymbols.Start || r.Source+r.Length > m.SourceSymbols.End {
				t.Fatalf("run %+v of match %v = %v", r, m.QuerySymbols, m.SourceSymbols)
			}
			if r.Length < 1 || !slices.Equal(query.Sound[r.Query:r.Query+r.Length], source.Sound[r.Source:r.Source+r.Length]) {
				t.Fatalf("run %+v is not equal on both sides", r)
			}
			for _, w := range query.Weight[r.Query : r.Query+r.Length] {
				weight += int(w)
			}
		}
		if !slices.IsSortedFunc(m.Runs, func(a, b Run) int { return cmp.Compare(a.Query, b.Query) }) {
			t.Fatalf("runs %v are not in order", m.Runs)
		}
		if weight != m.Weight || weight < least {
			t.Fatalf("match of weight %d, its runs weigh %d", m.Weight, weight)
		}
	}
	for range 2 { // with the same scratch, and after another text
		if again := fmt.Sprint(prepared.Align(source, scratch)); again != fmt.Sprint(matches) {
			t.Fatalf("the second time %s, the first %v", again, matches)
		}
		NewQuery(source).Align(query, scratch)
	}
	return matches
}

// pair makes two short texts that share parts, changed in many ways.
func pair(r *rand.Rand) (query, source string) {
	alphabet := []string{"甲", "乙", "丙", "丁", "事", "是", "网", "網", "a", "of", "the", "graph", "node", "theory"}
	letters := alphabet[:2+r.IntN(len(alphabet)-1)]
	part := func(n int) []string {
		var out []string
		for range n {
			out = append(out, letters[r.IntN(len(letters))])
			if r.IntN(9) == 0 {
				out = append(out, []string{"。", "，", ". ", "\n"}[r.IntN(4)])
			}
		}
		return out
	}
	parts := [][]string{part(r.IntN(40)), part(r.IntN(40)), part(r.IntN(40))}
	side := func() string {
		var out []string
		for _, k := range r.Perm(len(parts)) {
			out = append(out, part(r.IntN(30))...)
			for _, s := range parts[k] {
				if r.IntN(15) > 0 {
					out = append(out, s)
				}
			}
		}
		return strings.Join(out, " ")
	}
	return side(), side()
}

func TestPartsAreAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 20))
	all := seen{}
	check := func(query, source string) {
		a, b := fold(query), fold(source)
		n := partsAreAsDefined(t, a, b)
		alignmentHolds(t, a, b)
		all = seen{all.runs + n.runs, all.weak + n.weak, all.extended + n.extended, all.left + n.left}
	}
	for range 300 {
		check(pair(r))
	}
	for range 5 {
		check(texttest.Chinese(r, 8), texttest.Chinese(r, 8))
		check(texttest.English(r, 15), texttest.English(r, 15))
		check(rareWords(r, 15), rareWords(r, 15))
	}
	for range 20 { // seeds that stand too often, beside others
		check(signs(r, 150, 0, 2), signs(r, 60, 0, 2))
	}
	// Two seeds that touch are one run, though all those between stand too often.
	check(strings.Repeat("乙丙丁戊己庚辛壬，甲甲，", mostPlaces)+"甲乙丙丁戊己庚辛壬癸", "甲乙丙丁戊己庚辛壬癸")
	if min(all.runs, all.weak, all.extended, all.left) < 100 {
		t.Errorf("%+v: this tests nothing", all)
	}
}

func TestDenseIsAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	for range 300 {
		weights := make([]uint8, 400)
		for i := range weights {
			weights[i] = uint8(1 + r.IntN(2))
		}
		var runs []run
		for at := r.IntN(100); at < 350; at += r.IntN(150) {
			runs = append(runs, run{q: int32(at), length: int32(1 + r.IntN(50))})
		}
		densestAsDefined(t, weights, runs, func(r run) int32 { return r.q })
	}
}

func TestAlignmentHoldsWhateverTheText(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			query, source := f.pair(5000)
			alignmentHolds(t, fold(query), fold(source))
		})
	}
}

// A run of 24 symbols of one sentence is found wherever it stands.
func TestPlantedRunsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	for range 300 {
		n := least + r.IntN(40)
		planted := signs(r, n, 0, 3000)
		query := texttest.Chinese(r, r.IntN(20)) + signs(r, r.IntN(50), 4000, 3000) + planted + signs(r, r.IntN(50), 4000, 3000) + texttest.Chinese(r, r.IntN(20))
		source := texttest.English(r, r.IntN(20)) + signs(r, r.IntN(50), 8000, 3000) + planted + signs(r, r.IntN(50), 8000, 3000) + texttest.English(r, r.IntN(20))
		q, s := find(query, planted), find(source, planted)
		if !slices.ContainsFunc(alignmentHolds(t, fold(query), fold(source)), func(m Match) bool {
			return m.Query.Start <= q.Start && m.Query.End >= q.End && m.Source.Start <= s.Start && m.Source.End >= s.End
		}) {
			t.Fatalf("%q at %v of %q and %v of %q is not found", planted, q, query, s, source)
		}
	}
}
