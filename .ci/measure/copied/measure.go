package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text/word"
)

// measured is what a method found of a set at one threshold.
type measured struct {
	precision, recall float64
	byKind            map[string]float64 // recall
}

// f1 is the harmonic mean of precision and recall.
func (m measured) f1() float64 {
	if m.precision+m.recall == 0 {
		return 0
	}
	return 2 * m.precision * m.recall / (m.precision + m.recall)
}

// score holds pairs of places against the truth of a set.
func (s set) score(pairs []duplicate.Pair) (m measured) {
	place := map[string]int{}
	for i, e := range s {
		place[e.name] = i
	}
	wanted := map[[2]int]string{}
	all := map[string]int{}
	families := make([][]string, len(s))
	for i, e := range s {
		families[i] = append(slices.Clone(e.bases), e.name)
		for _, b := range e.bases {
			j := place[b]
			wanted[[2]int{min(i, j), max(i, j)}] = e.kind
			all[e.kind]++
		}
	}
	found, wrong := map[string]int{}, 0
	for _, p := range pairs {
		if kind, ok := wanted[[2]int{p.A, p.B}]; ok {
			found[kind]++
		} else if !slices.ContainsFunc(families[p.A], func(n string) bool { return slices.Contains(families[p.B], n) }) {
			wrong++
		}
	}
	right := 0
	m.byKind = map[string]float64{}
	for kind, n := range all {
		right += found[kind]
		m.byKind[kind] = float64(found[kind]) / float64(n)
	}
	m.recall = float64(right) / float64(max(1, len(wanted)))
	if right+wrong > 0 {
		m.precision = float64(right) / float64(right+wrong)
	}
	return m
}

// within returns all pairs of places that stand in one group.
func within(groups [][]int) (out []duplicate.Pair) {
	for _, g := range groups {
		for i, a := range g {
			for _, b := range g[i+1:] {
				out = append(out, duplicate.Pair{A: min(a, b), B: max(a, b)})
			}
		}
	}
	return out
}

// measure prints a row a method at its usual threshold, or at several: how much of what it
// finds is right, what it finds in all and by kind, and what it takes.
func measure(out io.Writer, s set, methods []duplicate.Method, thresholds bool) error {
	cutter, err := word.Open("")
	if err != nil {
		return err
	}
	words := duplicate.NewWords(func() (*word.Cutter, error) { return cutter, nil })
	if _, err := cutter.Lexicon(); err != nil {
		return err
	}
	cutter.Cut("加载") // what is loaded once is no method's time
	var kinds []string
	for _, e := range s {
		if e.kind != original && !slices.Contains(kinds, e.kind) {
			kinds = append(kinds, e.kind)
		}
	}
	sort.Strings(kinds)
	characters := 0
	for _, e := range s {
		characters += len([]rune(e.text))
	}
	fmt.Fprintf(out, "%d texts, %d characters\n\n", len(s), characters)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "method\tthreshold\tprecision\trecall\tF1\tprint s\tpairs s\tbytes\t%s\n", strings.Join(kinds, "\t"))
	row := func(name string, threshold float64, m measured, printing, pairing time.Duration, bytes int) {
		fmt.Fprintf(table, "%s\t%v\t%.3f\t%.3f\t%.3f\t%.2f\t%.3f\t%d", name, threshold, m.precision, m.recall, m.f1(), printing.Seconds(), pairing.Seconds(), bytes)
		for _, k := range kinds {
			fmt.Fprintf(table, "\t%.2f", m.byKind[k])
		}
		fmt.Fprintln(table)
	}
	for _, method := range methods {
		begin := time.Now()
		prints, err := s.prints(words, method)
		if err != nil {
			return err
		}
		printing := time.Since(begin)
		bytes := 0
		for _, p := range prints {
			bytes += 8 * len(p)
		}
		limit := method.Limit()
		asked := []float64{limit.Default}
		if thresholds {
			asked = asked[:0]
			for _, t := range sweep {
				if limit.Takes(t) {
					asked = append(asked, t)
				}
			}
		}
		for _, t := range asked {
			begin = time.Now()
			pairs := method.Pairs(prints, t)
			pairing := time.Since(begin)
			row(method.Name(), t, s.score(pairs), printing, pairing, bytes/len(s))
			if method.Name() == "simhash" || method.Name() == duplicate.Default {
				begin = time.Now()
				groups := duplicate.SinglePass(len(s), pairs)
				row(method.Name()+", single pass", t, s.score(within(groups)), printing, pairing+time.Since(begin), bytes/len(s))
			}
		}
	}
	return table.Flush()
}

// sweep are the thresholds at which methods are measured with -thresholds.
var sweep = []float64{0.05, 0.1, 0.15, 0.2, 0.25, 0.33, 0.4, 0.5, 0.6, 0.8, 1, 2, 3, 4, 6, 8, 10, 12}

// prints makes the fingerprints of all texts by one method, on all processors.
func (s set) prints(words *duplicate.Words, method duplicate.Method) ([]duplicate.Print, error) {
	out := make([]duplicate.Print, len(s))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range s {
		group.Go(func() (err error) {
			out[i], err = method.Print(words.NewText(texttest.Document(e.text)))
			return err
		})
	}
	return out, group.Wait()
}
