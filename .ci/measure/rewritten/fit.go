package main

import (
	"cmp"
	"fmt"
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
	cross           bool
	truth           float64
	right           bool
	lcs             int
	words           int
	f               []float64
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
		s := &sample{susp: r[0], window: int(n(1)), cross: r[2] == "1", words: int(n(3)), kind: r[4], truth: n(5), right: r[6] == "1", src: r[7], rank: int(n(12)), lcs: int(n(13))}
		for i := 14; i < len(r); i++ {
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

// try fits by hosts left out, and prints what is found at which rate of false alarms.
func try(paths []string, cross bool, use []int, mostRun int, show bool) error {
	var all []*sample
	for _, p := range paths {
		samples, err := readSamples(p)
		if err != nil {
			return err
		}
		for _, s := range samples {
			if s.cross == cross && s.lcs <= mostRun {
				s.susp = p + s.susp
				all = append(all, s)
			}
		}
	}
	hosts := map[string]bool{}
	for _, s := range all {
		hosts[s.susp] = true
	}
	wanted := func(kind string) bool { return (len(kind) > 3) == cross }
	train := func(skip func(*sample) bool) []float64 {
		var x [][]float64
		var y, w []float64
		for _, s := range all {
			if skip(s) {
				continue
			}
			var label float64
			switch {
			case s.right && s.truth >= 0.5 && wanted(s.kind):
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
	names := make([]string, 0, len(hosts))
	for h := range hosts {
		names = append(names, h)
	}
	slices.Sort(names)
	const folds = 8
	fold := map[string]int{}
	for i, h := range names {
		fold[h] = i % folds
	}
	for k := range folds {
		b := train(func(s *sample) bool { return fold[s.susp] == k })
		for _, s := range all {
			if fold[s.susp] == k {
				for i, f := range use {
					s.score += b[i] * s.f[f]
				}
			}
		}
	}
	b := train(func(*sample) bool { return false })
	for i, f := range use {
		fmt.Printf("%s %.2f  ", hint.FeatureNames[f], b[i])
	}
	fmt.Println()
	// Of each window the best document; of each host the windows of one document are one alarm.
	type id struct {
		susp   string
		window int
	}
	best := map[id]*sample{}
	for _, s := range all {
		k := id{s.susp, s.window}
		if o := best[k]; o == nil || s.score > o.score {
			best[k] = s
		}
	}
	alarms := map[string]float64{}
	var list []*sample
	caught := map[string]float64{}
	kinds := map[string][]string{}
	for _, s := range best {
		if s.kind == "" {
			k := s.susp + "|" + strconv.Itoa(s.window)
			if v, ok := alarms[k]; !ok || s.score > v {
				alarms[k] = s.score
			}
			list = append(list, s)
		}
	}
	for _, s := range all {
		if s.kind != "" && wanted(s.kind) && s.right {
			k := s.susp + "|" + s.src
			if _, ok := caught[k]; !ok {
				caught[k] = -99
				kinds[s.kind] = append(kinds[s.kind], k)
			}
			if best[id{s.susp, s.window}] == s {
				caught[k] = max(caught[k], s.score)
			}
		}
	}
	var scores []float64
	for _, v := range alarms {
		scores = append(scores, v)
	}
	slices.Sort(scores)
	slices.Reverse(scores)
	for _, rate := range []float64{0.1, 0.3} {
		n := int(rate * float64(len(hosts)))
		t := scores[min(n, len(scores)-1)]
		fmt.Printf("at %.1f (%d of %d hosts, score %.2f):", rate, n, len(hosts), t)
		for _, k := range []string{"L1", "L2", "L3", "SUM", "EN2ZH", "ZH2EN", "PARA"} {
			got := 0
			for _, c := range kinds[k] {
				if caught[c] > t {
					got++
				}
			}
			if len(kinds[k]) > 0 {
				fmt.Printf(" %s %d/%d", k, got, len(kinds[k]))
			}
		}
		fmt.Println()
	}
	fmt.Printf("weights: Features{")
	full := make([]float64, hint.FeatureCount)
	for i, f := range use {
		full[f] = b[i]
	}
	for _, v := range full {
		fmt.Printf("%.3f, ", v)
	}
	fmt.Println("}")
	// The tails: which share of the windows of clean documents reaches a score, by how near the
	// subject of the document of the best place is.
	var bySubject [hint.SameSubject + 1][]float64
	windows := map[string]int{}
	for _, s := range all {
		windows[s.susp] = max(windows[s.susp], s.window+1)
	}
	total := 0
	for _, n := range windows {
		total += n
	}
	for _, s := range best {
		if s.kind != "" {
			total--
			continue
		}
		n := hint.SubjectOf(s.f)
		bySubject[n] = append(bySubject[n], s.score)
	}
	near := len(bySubject[hint.NearSubject]) + len(bySubject[hint.SameSubject])
	fmt.Printf("tails: [subjects]tail{\n\t{%s},\n\t{%s},\n\t{%s},\n}\n", tail(bySubject[hint.OtherSubject], total-near),
		tail(bySubject[hint.NearSubject], len(bySubject[hint.NearSubject])), tail(bySubject[hint.SameSubject], len(bySubject[hint.SameSubject])))
	if show {
		slices.SortFunc(list, func(a, b *sample) int { return cmp.Compare(b.score, a.score) })
		for _, s := range list[:min(25, len(list))] {
			fmt.Printf("%.2f %s w%d %s lcs %d words %d %.2f\n", s.score, s.susp, s.window, s.src, s.lcs, s.words, s.f)
		}
	}
	return nil
}

// tail returns the scores that the share 10^-n of windows reaches, for n from one on in steps of a quarter.
func tail(scores []float64, windows int) string {
	slices.Sort(scores)
	slices.Reverse(scores)
	var out []string
	for n := 1.0; ; n += 0.25 {
		at := int(float64(windows) * math.Pow(10, -n))
		if at < 2 {
			break
		}
		out = append(out, fmt.Sprintf("%.3f", scores[min(at-1, len(scores)-1)]))
	}
	return strings.Join(out, ", ")
}
