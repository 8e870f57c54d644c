package hint

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/crowd"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

const (
	// How many documents the library of BenchmarkSearch has in turn, parted by commas.
	benchDocumentsVariable = "ZHIWEN_BENCH_DOCUMENTS"
	benchDocumentsDefault  = "5000,100000"
)

// BenchmarkSearch ranks the documents of libraries by the windows of twenty texts that they do not have, pruned and whole, and says how
// far the one is from the other. A library that is larger than the folder has copies whose rare words are others in each copy, as further
// texts would have them; what is common stays as common as it is.
func BenchmarkSearch(b *testing.B) {
	texts := crowd.BenchTexts(b)
	indexes, query := benchIndexes(b, cutter(b), texts)
	for size := range strings.SplitSeq(cmp.Or(os.Getenv(benchDocumentsVariable), benchDocumentsDefault), ",") {
		documents, err := strconv.Atoi(size)
		if err != nil {
			b.Fatalf("%s: %v", benchDocumentsVariable, err)
		}
		segments := benchSegments(indexes, documents)
		b.Run(size, func(b *testing.B) {
			for _, most := range []int{mostChosen, math.MaxInt} {
				b.Run(map[bool]string{true: "pruned", false: "whole"}[most == mostChosen], func(b *testing.B) {
					for b.Loop() {
						d := NewSearcher(segments, Chinese, 0)
						d.most = most
						for _, words := range query {
							d.Search(words)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(query)), "µs/window")
				})
			}
			logPruned(b, segments, query)
		})
	}
}

// logPruned says how far pruned rankings are from whole ones.
func logPruned(b *testing.B, segments []*Segment, query [][]QueryTerm) {
	b.Helper()
	pruned, whole := NewSearcher(segments, Chinese, 0), NewSearcher(segments, Chinese, 0)
	whole.most = math.MaxInt
	first, same, found, n := 0, 0, 0, 0
	var off []float64
	for _, words := range query {
		p, w := pruned.Search(words), whole.Search(words)
		if len(w.Best) == 0 || len(p.Best) == 0 {
			continue
		}
		n++
		if p.Best[0] == w.Best[0] {
			first++
		}
		if slices.Equal(p.Best, w.Best) {
			same++
		}
		for _, x := range w.Best {
			if slices.Contains(p.Best, x) {
				found++
			}
		}
		off = append(off, math.Abs(p.above(p.Best[0].Score)/w.above(w.Best[0].Score)-1))
	}
	slices.Sort(off)
	b.Logf("%d windows: the first place is the same for %d, all of the best for %d, %.4f of them; what it is above the others off by %.4f at the median, %.4f at 0.99",
		n, first, same, float64(found)/float64(n*best), off[len(off)/2], off[len(off)*99/100])
}

// benchIndexes returns the indexes of texts but for twenty, and what the windows of these ask for.
func benchIndexes(b *testing.B, c *Cutter, texts []string) (indexes []*Index, query [][]QueryTerm) {
	b.Helper()
	if len(texts) < 100 {
		b.Fatalf("%d texts are too few", len(texts))
	}
	every := len(texts) / 20
	for i, s := range texts {
		d := texttest.Document(s)
		t := text.New(d)
		words := c.Words(d, t)
		if i%every != 0 || len(query) > 20*400 {
			indexes = append(indexes, NewIndex(words, t))
			continue
		}
		for _, w := range Windows(words, t, []rune(d.Text)) {
			if w.Language == Chinese {
				query = append(query, c.Query(words[w.From:w.To]))
			}
		}
	}
	return indexes, query
}

// benchSegments makes a library of so many documents.
func benchSegments(indexes []*Index, documents int) []*Segment {
	const commonShare = 0.002
	blocks, df := 0, map[uint32]int{}
	for _, x := range indexes {
		blocks += len(x.Blocks)
		for _, t := range x.Terms {
			df[t.ID]++
		}
	}
	var segments []*Segment
	var list []Indexed
	for n := range documents {
		x := indexes[n%len(indexes)]
		if copied := uint32(n / len(indexes)); copied > 0 {
			y := &Index{Blocks: x.Blocks}
			for _, t := range x.Terms {
				if float64(df[t.ID]) < commonShare*float64(blocks) && (t.ID^copied)*2654435761>>31 == 0 {
					t.ID = (t.ID*(8*copied+5) + 77777*copied) % (1 << termBits)
				}
				y.Terms = append(y.Terms, t)
			}
			x = y
		}
		list = append(list, Indexed{ID: int64(n + 1), Index: x})
		if len(list) == 1024 || n == documents-1 {
			segments, list = append(segments, NewSegment(list)), nil
		}
	}
	fmt.Fprintf(os.Stderr, "%d documents on %d shelves\n", documents, len(segments))
	return segments
}
