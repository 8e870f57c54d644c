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
	"zhiwen/internal/testrun"
)

func sorted(runs []Agreement) []Agreement {
	out := slices.Clone(runs)
	slices.SortFunc(out, func(a, b Agreement) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Length, b.Length))
	})
	return out
}

func public(runs []run) []Agreement {
	var out []Agreement
	for _, r := range runs {
		out = append(out, Agreement{int(r.q), int(r.s), int(r.length)})
	}
	return out
}

func sameRuns(t *testing.T, what string, got, want []Agreement) {
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
	if !slices.IsSortedFunc(got, func(a, b Agreement) int { return cmp.Compare(a.Source, b.Source) }) {
		t.Fatalf("runs %v are not in order", got)
	}
	weak := prepared.weak.weakRuns(source, len(query.Sound), &Scratch{})
	sameRuns(t, "weak runs", public(weak), weakSlowly(query, source))

	c := clusters{query: query, source: source, scratch: &Scratch{}}
	runs := prepared.index.runs(source, nil, &Scratch{diagonals: make([]int32, len(query.Sound)+len(source.Sound)+1)})
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
	weight, looked := prepared.Probe(source, int(first.q), int(first.s), int(first.length))
	if weight != weightOf(query, want) {
		t.Fatalf("probe gives %d, want %d", weight, weightOf(query, want))
	}
	// What stands beyond what it looked at makes no difference: neither nothing nor what the query says there.
	part := *source
	part.Sound, part.Cuts = source.Sound[:looked.End], nil
	for _, cut := range source.Cuts {
		if cut < looked.End {
			part.Cuts = append(part.Cuts, cut)
		}
	}
	if got, _ := prepared.Probe(&part, int(first.q), int(first.s), int(first.length)); got != weight {
		t.Fatalf("probe gives %d, and %d of the text up to %d", weight, got, looked.End)
	}
	part = *source
	part.Sound = slices.Clone(source.Sound)
	for i := range part.Sound {
		if at := i - int(first.s) + int(first.q); (i < looked.Start || i >= looked.End) && at >= 0 && at < len(query.Sound) {
			part.Sound[i] = query.Sound[at]
		}
	}
	if got, _ := prepared.Probe(&part, int(first.q), int(first.s), int(first.length)); got != weight {
		t.Fatalf("probe gives %d, and %d where other symbols stand outside of %v", weight, got, looked)
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
	taken := make([]bool, len(query.Sound))
	for i, m := range matches {
		if i > 0 && cmp.Or(cmp.Compare(matches[i-1].Query.Start, m.Query.Start), cmp.Compare(matches[i-1].Source.Start, m.Source.Start)) > 0 {
			t.Fatalf("match %v = %v comes after %+v", m.Query, m.Source, matches[i-1])
		}
		sides := []struct {
			t             *text.Text
			span, symbols Span
			of            func(Run) (places, symbols Span)
		}{
			{query, m.Query, m.QuerySymbols, func(r Run) (Span, Span) { return r.Query, r.QuerySymbols }},
			{source, m.Source, m.SourceSymbols, func(r Run) (Span, Span) { return r.Source, r.SourceSymbols }},
		}
		for _, side := range sides {
			if side.symbols.Start < 0 || side.symbols.Start >= side.symbols.End || side.symbols.End > len(side.t.Sound) ||
				side.span.Start < 0 || side.span.Start >= side.span.End || side.span.End > side.t.Length ||
				int(side.t.Start[side.symbols.Start]) < side.span.Start || int(side.t.End[side.symbols.End-1]) > side.span.End {
				t.Fatalf("passage %v, symbols %v, of a text of %d and %d", side.span, side.symbols, side.t.Length, len(side.t.Sound))
			}
			if first, last := side.t.Stretch(side.symbols.Start); side.symbols.Start < first || side.symbols.End > last {
				t.Fatalf("passage %v goes across a cut: %v", side.symbols, side.t.Cuts)
			}
			partitioned(t, m, side.t, side.span, side.symbols, side.of)
		}
		if first, last := m.Runs[0], m.Runs[len(m.Runs)-1]; first.Op == OnlyThis || first.Op == OnlySource || last.Op == OnlyThis || last.Op == OnlySource {
			t.Fatalf("match %+v begins or ends with what one side alone has", m)
		}
		for k, r := range m.Runs {
			if k > 0 && r.QuerySymbols.Start < m.Runs[k-1].QuerySymbols.End {
				t.Fatalf("run %d of %+v is before its predecessor", k, m)
			}
			q, s := r.QuerySymbols, r.SourceSymbols
			sound := slices.Equal(query.Sound[q.Start:q.End], source.Sound[s.Start:s.End])
			char := slices.Equal(query.Char[q.Start:q.End], source.Char[s.Start:s.End])
			good := false
			switch r.Op {
			case Equal:
				good = char && r.Way == ""
			case Moved:
				good = sound
			case Changed:
				good = r.Way == Edited && q.Start < q.End && s.Start < s.End || sound && char == (r.Way != Homophone)
			case OnlyThis:
				good = s.Start == s.End && q.Start < q.End
			case OnlySource:
				good = q.Start == q.End && s.Start < s.End
			}
			if !good {
				t.Fatalf("run %+v of match %v = %v is not what it is called", r, m.Query, m.Source)
			}
			for i := q.Start; i < q.End; i++ {
				if taken[i] {
					t.Fatalf("symbol %d is in two runs", i)
				}
				taken[i] = true
			}
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

// partitioned checks that the runs of a match lie one behind the other on a side
// and leave nothing out, in symbols and in code points.
func partitioned(t *testing.T, m Match, side *text.Text, span, symbols Span, of func(Run) (places, symbols Span)) {
	t.Helper()
	runs := slices.Clone(m.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int {
		_, x := of(a)
		_, y := of(b)
		return cmp.Compare(x.Start, y.Start)
	})
	at, symbol := span.Start, symbols.Start
	for _, r := range runs {
		x, s := of(r)
		if s.Start == s.End {
			if x.Start != x.End || x.Start < span.Start || x.End > span.End {
				t.Fatalf("run %+v of %+v has text on a side that has nothing", r, m)
			}
			continue
		}
		if x.Start != at || s.Start != symbol || x.End <= x.Start || s.End < s.Start {
			t.Fatalf("run %+v of %+v should begin at %d, symbol %d", r, m, at, symbol)
		}
		if int(side.Start[s.Start]) < x.Start || int(side.End[s.End-1]) > x.End {
			t.Fatalf("run %+v of %+v does not hold its symbols", r, m)
		}
		at, symbol = x.End, s.End
	}
	if at != span.End || symbol != symbols.End {
		t.Fatalf("runs of %+v end at %d, symbol %d", m, at, symbol)
	}
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
	testrun.NeedWhole(t)
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
	for range testrun.Rounds(300, 60) {
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
