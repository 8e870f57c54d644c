package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/hint"
)

// sample is a place that a window may be made of, with its features and the truth.
type sample struct {
	susp, kind, src string
	window, rank    int
	cross, english  bool // the place is of the other language; it and the window are English
	truth           float64
	right           bool
	lcs             int
	words           int
	f               []float64
	shipped         float64 // the engine's score
	score           float64
}

// readSamples reads a table of features.
func readSamples(p string) (out []*sample, err error) {
	table, err := readTable(p)
	if err != nil {
		return nil, err
	}
	for _, r := range table {
		n := func(i int) float64 { v, _ := strconv.ParseFloat(r[i], 64); return v }
		s := &sample{
			susp: r[0], window: int(n(1)), cross: r[2] == "1", english: r[2] == "2", words: int(n(3)), kind: r[4], truth: n(5),
			right: r[6] == "1", src: r[7], rank: int(n(12)), lcs: int(n(13)),
		}
		s.shipped = n(14)
		for i := 15; i < len(r); i++ {
			s.f = append(s.f, n(i))
		}
		if len(s.f) != hint.FeatureCount {
			return nil, fmt.Errorf("%s has %d features a row, not %d: make it again", p, len(s.f), hint.FeatureCount)
		}
		out = append(out, s)
	}
	return out, nil
}

// fit finds the weights of a logistic regression by Newton's method, with a ridge.
func fit(x [][]float64, y, w []float64, ridge float64) []float64 {
	n := len(x[0])
	b := make([]float64, n)
	for range 60 {
		g := make([]float64, n)
		h := make([][]float64, n)
		for i := range h {
			h[i] = make([]float64, n+1)
		}
		for r, row := range x {
			z := 0.0
			for i, v := range row {
				z += b[i] * v
			}
			p := 1 / (1 + math.Exp(-z))
			for i, v := range row {
				g[i] += w[r] * (y[r] - p) * v
				for k := range row {
					h[i][k] += w[r] * p * (1 - p) * v * row[k]
				}
			}
		}
		for i := range b {
			l := ridge
			if i == 0 {
				l = 1e-6
			}
			g[i] -= l * b[i]
			h[i][i] += l
			h[i][n] = g[i]
		}
		d := solve(h)
		step := 0.0
		for i := range b {
			b[i] += d[i]
			step += math.Abs(d[i])
		}
		if step < 1e-8 {
			break
		}
	}
	return b
}

// solve solves linear equations by elimination; the last column of a is the right side.
func solve(a [][]float64) []float64 {
	n := len(a)
	for i := range n {
		p := i
		for r := i; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		a[i], a[p] = a[p], a[i]
		for r := range n {
			if r != i {
				q := a[r][i] / a[i][i]
				for c := i; c <= n; c++ {
					a[r][c] -= q * a[i][c]
				}
			}
		}
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = a[i][n] / a[i][i]
	}
	return out
}

// wanted reports whether passages of a kind are found in the other language, or in the same.
func wanted(kind string, cross bool) bool { return (len(kind) > 3) == cross }

// train fits weights of some features to samples: places of what was planted against the first places of what was not.
func train(samples []*sample, cross bool, use []int) []float64 {
	var x [][]float64
	var y, w []float64
	for _, s := range samples {
		var label float64
		switch {
		case s.right && s.truth >= 0.5 && wanted(s.kind, cross):
			label = 1
		case s.kind != "" || s.rank > 2:
			continue
		}
		var row []float64
		for _, i := range use {
			row = append(row, s.f[i])
		}
		x, y, w = append(x, row), append(y, label), append(w, 1)
	}
	return fit(x, y, w, 0.3)
}

// windowID is a window of a text.
type windowID struct {
	susp   string
	window int
}

// bestOf returns the best place of each window by its score.
func bestOf(samples []*sample) map[windowID]*sample {
	best := map[windowID]*sample{}
	for _, s := range samples {
		k := windowID{s.susp, s.window}
		if o := best[k]; o == nil || s.score > o.score {
			best[k] = s
		}
	}
	return best
}

// found prints how many of the planted passages that are in sight are found by the scores of samples, of each kind, where at
// most 0.1 and 0.3 windows a text are false.
func found(title string, samples []*sample, cross bool) {
	best := bestOf(samples)
	texts := map[string]bool{}
	var alarms []float64
	for k, s := range best {
		texts[k.susp] = true
		if s.kind == "" {
			alarms = append(alarms, s.score)
		}
	}
	caught := map[string]float64{}
	kinds := map[string][]string{}
	for _, s := range samples {
		if s.kind == "" || !wanted(s.kind, cross) || !s.right {
			continue
		}
		k := s.susp + "|" + s.src
		if _, ok := caught[k]; !ok {
			caught[k] = math.Inf(-1)
			kinds[s.kind] = append(kinds[s.kind], k)
		}
		if best[windowID{s.susp, s.window}] == s {
			caught[k] = max(caught[k], s.score)
		}
	}
	if len(alarms) == 0 || len(kinds) == 0 {
		return
	}
	slices.Sort(alarms)
	slices.Reverse(alarms)
	for _, rate := range []float64{0.1, 0.3} {
		n := min(int(rate*float64(len(texts))), len(alarms)-1)
		fmt.Printf("%s, at %.1f (%d of %d texts):", title, rate, n, len(texts))
		for _, k := range slices.Sorted(maps.Keys(kinds)) {
			got := 0
			for _, c := range kinds[k] {
				if caught[c] > alarms[n] {
					got++
				}
			}
			fmt.Printf(" %s %d/%d", k, got, len(kinds[k]))
		}
		fmt.Println()
	}
}

// carry prints, for each table, what the engine's weights find in it and what weights find that were fitted on the other
// tables, then the weights fitted on all of them, with the tails that the scores of left-out tables give.
func carry(paths []string, cross bool, use []int, show bool) error {
	sets := make([][]*sample, len(paths))
	for i, p := range paths {
		samples, err := readSamples(p)
		if err != nil {
			return err
		}
		for _, s := range samples {
			if s.cross == cross && s.lcs <= longestRun {
				s.susp = p + s.susp
				sets[i] = append(sets[i], s)
			}
		}
	}
	for i, set := range sets {
		for _, s := range set {
			s.score = s.shipped
		}
		found(paths[i]+", the engine's weights", set, cross)
		if len(sets) > 1 {
			b := train(slices.Concat(slices.Delete(slices.Clone(sets), i, i+1)...), cross, use)
			for _, s := range set {
				s.score = 0
				for k, f := range use {
					s.score += b[k] * s.f[f]
				}
			}
			found(paths[i]+", fitted on the others", set, cross)
		}
	}
	all := slices.Concat(sets...)
	b := train(all, cross, use)
	for i, f := range use {
		fmt.Printf("%s %.2f  ", hint.FeatureNames[f], b[i])
	}
	fmt.Println()
	best := bestOf(all)
	fmt.Printf("weights: Features{")
	full := make([]float64, hint.FeatureCount)
	for i, f := range use {
		full[f] = b[i]
	}
	for _, v := range full {
		fmt.Printf("%.3f, ", v)
	}
	fmt.Println("}")
	for _, english := range []bool{false, true} {
		if cross && english {
			break
		}
		fmt.Printf("tails: %s // English: %v\n", tails(best, english), english)
	}
	if show {
		list := slices.DeleteFunc(slices.Collect(maps.Values(best)), func(s *sample) bool { return s.kind != "" })
		slices.SortFunc(list, func(a, b *sample) int { return cmp.Compare(b.score, a.score) })
		for _, s := range list[:min(25, len(list))] {
			fmt.Printf("%.2f %s w%d %s lcs %d words %d %.2f\n", s.score, s.susp, s.window, s.src, s.lcs, s.words, s.f)
		}
	}
	return nil
}

// tails returns which shares of the windows of clean documents, English or others, reach a score, by how near the subject of the document
// of the best place is.
func tails(best map[windowID]*sample, english bool) string {
	var bySubject [hint.SameSubject + 1][]float64
	for _, s := range best {
		if s.kind == "" && s.english == english {
			n := hint.SubjectOf(s.f)
			bySubject[n] = append(bySubject[n], s.score)
		}
	}
	var out []string
	for _, scores := range bySubject {
		out = append(out, "{"+tail(scores)+"}")
	}
	return "[subjects]tail{\n\t" + strings.Join(out, ",\n\t") + ",\n}"
}

// tail returns the scores that the share 10^-n of windows reaches, for n from one on in steps of a quarter.
func tail(scores []float64) string {
	slices.Sort(scores)
	slices.Reverse(scores)
	var out []string
	for n := 1.0; ; n += 0.25 {
		at := int(float64(len(scores)) * math.Pow(10, -n))
		if at < 2 {
			break
		}
		out = append(out, fmt.Sprintf("%.3f", scores[at-1]))
	}
	return strings.Join(out, ", ")
}
