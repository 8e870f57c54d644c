// Command rewritten is for trials.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"zhiwen/checker/hint"
	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

type doc struct {
	name  string
	d     *extract.Document
	t     *text.Text
	words []hint.Word
	index *hint.Index
}

type row struct {
	susp, kind, src string
	a, b, c, d      int
}

func load(c *hint.Cutter, files []string) []*doc {
	out := make([]*doc, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				b, err := os.ReadFile(files[i])
				if err != nil {
					panic(err)
				}
				d, err := reader.Parse(context.Background(), filepath.Base(files[i]), b, extract.Options{})
				if err != nil {
					continue
				}
				t := text.New(d)
				w := c.Words(d, t)
				out[i] = &doc{filepath.Base(files[i]), d, t, w, hint.NewIndex(w, t)}
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return slices.DeleteFunc(out, func(d *doc) bool { return d == nil })
}

func find(dirs ...string) (out []string) {
	for _, d := range dirs {
		filepath.WalkDir(d, func(p string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() && (strings.HasSuffix(p, ".txt") || strings.HasSuffix(p, ".md")) {
				out = append(out, p)
			}
			return nil
		})
	}
	return
}

func main() {
	set := flag.String("set", "/work/shared/eval/rewritten", "")
	more := flag.String("more", "", "")
	features := flag.String("features", "/tmp/hint-engine/f.csv", "")
	fitting := flag.String("fit", "", "")
	show := flag.Bool("show", false, "")
	ablate := flag.Bool("ablate", false, "")
	flag.Parse()
	if *fitting != "" {
		var all []int
		for i := range hint.FeatureCount {
			all = append(all, i)
		}
		for _, cross := range []bool{false, true} {
			try(strings.Split(*fitting, ","), cross, all, 12, *show)
			if *ablate {
				for skip := 1; skip < hint.FeatureCount; skip++ {
					fmt.Println("without", hint.FeatureNames[skip])
					try(strings.Split(*fitting, ","), cross, slices.Delete(slices.Clone(all), skip, skip+1), 12, false)
				}
			}
		}
		return
	}
	cutter, err := word.Open("")
	if err != nil {
		panic(err)
	}
	c, err := hint.NewCutter(cutter)
	if err != nil {
		panic(err)
	}
	dict, err := hint.ReadDictionary("/tmp/hint-engine/cedict.txt")
	if err != nil {
		panic(err)
	}
	t0 := time.Now()
	files := find(*set + "/library")
	if *more != "" {
		files = append(files, find(strings.Split(*more, ",")...)...)
	}
	lib := load(c, files)
	susp := load(c, find(*set+"/suspicious"))
	var shelved []hint.Shelved
	bytes, chars := 0, 0
	for i, d := range lib {
		e := d.index.Encode()
		bytes += len(e)
		chars += len(d.d.Text)
		x, err := hint.Decode(e)
		if err != nil || !slices.Equal(x.Terms, d.index.Terms) || !slices.Equal(x.Blocks, d.index.Blocks) {
			panic("decode")
		}
		shelved = append(shelved, hint.Shelved{ID: int64(i + 1), Index: d.index})
	}
	fmt.Println(len(lib), "docs", time.Since(t0), "bytes a document", bytes/len(lib), "text bytes", chars/len(lib))
	t0 = time.Now()
	shelf := hint.NewShelf(shelved)
	fmt.Println("shelf", time.Since(t0))
	truth := rows(*set + "/truth.csv")
	t0 = time.Now()
	out, err := os.Create(*features)
	if err != nil {
		panic(err)
	}
	defer out.Close()
	fmt.Fprintln(out, "susp,window,cross,wlen,kind,truth,right,src,start,end,wstart,wend,rank,lcs,"+strings.Join(hint.FeatureNames[:], ","))
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *doc)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			f := &hint.Finder{Cutter: c, Dictionary: dict, Shelves: []*hint.Shelf{shelf}, Texts: func(id int64) []hint.Word { return lib[id-1].words }}
			for s := range next {
				runes := []rune(s.d.Text)
				windows := hint.Windows(s.words, s.t)
				for _, m := range f.Candidates(s.words, windows) {
					w := windows[m.Window]
					var hit *row
					for i, x := range truth {
						if x.susp == s.name && min(w.End, x.b)-max(w.Start, x.a) > 0 {
							hit = &truth[i]
						}
					}
					x := lib[m.Document-1]
					kind, right, ov := "", 0, 0.0
					if hit != nil {
						kind = hit.kind
						ov = float64(min(w.End, hit.b)-max(w.Start, hit.a)) / float64(min(hit.b-hit.a, w.End-w.Start))
						if hit.src == x.name && int(m.Start) < hit.d && int(m.End) > hit.c {
							right = 1
						}
					}
					l, cross := 0, 0
					if m.Cross {
						cross = 1
					} else if m.Rank < 3 {
						l = longest(runes[w.Start:w.End], []rune(x.d.Text)[m.Start:m.End])
					}
					mu.Lock()
					fmt.Fprintf(out, "%s,%d,%d,%d,%s,%.2f,%d,%s,%d,%d,%d,%d,%d,%d", s.name, m.Window, cross, w.To-w.From, kind, ov, right, x.name, m.Start, m.End, w.Start, w.End, m.Rank, l)
					for _, v := range m.Features {
						fmt.Fprintf(out, ",%.4f", v)
					}
					fmt.Fprintln(out)
					mu.Unlock()
				}
			}
		})
	}
	for _, s := range susp {
		next <- s
	}
	close(next)
	wg.Wait()
	fmt.Println(time.Since(t0))
}

func longest(a, b []rune) int {
	best := 0
	prev := make([]int, len(b)+1)
	for i := range a {
		cur := make([]int, len(b)+1)
		for k := range b {
			if a[i] == b[k] {
				cur[k+1] = prev[k] + 1
				best = max(best, cur[k+1])
			}
		}
		prev = cur
	}
	return best
}

func rows(p string) (out []row) {
	f, err := os.Open(p)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(err)
	}
	for _, r := range all[1:] {
		n := func(i int) int { v, _ := strconv.Atoi(r[i]); return v }
		out = append(out, row{r[0], r[1], r[4], n(2), n(2) + n(3), n(5), n(5) + n(6)})
	}
	return
}
