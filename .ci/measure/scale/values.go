package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/extract"
)

// printValues reads the texts of folders and prints how common the values of their units
// are: what skew holds of the largest set that was measured.
func printValues(folders []string) error {
	engine, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		return err
	}
	var counts [fingerprint.GroupCount][]int
	for g := range counts {
		counts[g] = make([]int, 1<<fingerprint.GroupBits)
	}
	texts, units, bytes := 0, 0, 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !slices.Contains([]string{".txt", ".md"}, filepath.Ext(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			texts++
			bytes += len(data)
			for _, u := range engine.Units(lines(strings.ToValidUTF8(string(data), ""))) {
				units++
				for g, v := range u.Groups {
					counts[g][v]++
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if units == 0 {
		return fmt.Errorf("%s: no texts (.txt, .md)", strings.Join(folders, ", "))
	}
	fmt.Printf("%d texts of %d bytes, %d units, %.0f bytes and %.1f units a text\n", texts, bytes, units, float64(bytes)/float64(texts), float64(units)/float64(texts))
	for g := range counts {
		slices.SortFunc(counts[g], func(a, b int) int { return cmp.Compare(b, a) })
	}
	// The groups are equally distributed but for chance: their mean is given.
	fmt.Println("rank of a value, by how common it is; units in a million that have it")
	for _, rank := range ranks {
		sum := 0
		for g := range counts {
			sum += counts[g][rank-1]
		}
		fmt.Printf("%8d %10.2f\n", rank, float64(sum)/fingerprint.GroupCount/float64(units)*1e6)
	}
	// The rest: mean and variance of how often a value stands there.
	var n, mean, square float64
	for g := range counts {
		for _, c := range counts[g][ranks[len(ranks)-1]:] {
			n++
			mean += float64(c)
			square += float64(c) * float64(c)
		}
	}
	mean /= n
	variance := square/n - mean*mean
	fmt.Printf("the others: %.1f units in a million together, on average %.3f times with variance %.3f: gamma of shape %.3f\n",
		mean*n/fingerprint.GroupCount/float64(units)*1e6, mean, variance, mean*mean/math.Max(variance-mean, 1e-9))
	return nil
}

// ranks are those at which the skew is noted.
var ranks = []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// lines makes a document of a text, with a paragraph a line.
func lines(text string) *extract.Document {
	d := &extract.Document{Text: text, Method: "txt"}
	start := 0
	for line := range strings.Lines(text) {
		n := len([]rune(line))
		if strings.TrimSpace(line) != "" {
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: start, End: start + n}, Kind: extract.Body})
		}
		start += n
	}
	return d
}
