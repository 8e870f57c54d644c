// Command rewritten measures what a decision about hints is made of, and makes its weights.
//
//	rewritten -set DIR -dictionary cedict.txt -features FILE [-more DIR,DIR…]   the features of a set's places
//	rewritten -set DIR -dictionary cedict.txt -along TEXTS [-more DIR,DIR…]     the sources of a set of composed documents
//	rewritten -plant DIR -texts TEXTS -to SET [-half N]                         a set of passages and the texts that they name
//	rewritten -fit FILE,FILE…                                                  what carries from set to set, weights, tails
//
// A set has suspicious/, library/ and truth.csv, as .ci/eval.sh says; -more are folders of further texts for its
// library. The weights and tails that -fit prints last are checker/hint/weights.go.
package main

import (
	"context"
	"encoding/csv"
	"errors"
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

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/hint"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// doc is a text made ready.
type doc struct {
	name  string
	d     *extract.Document
	t     *text.Text
	prose hint.Prose
	index *hint.Index
}

// row is a planted passage and what it was made of.
type row struct {
	susp, kind, src string
	a, b, c, d      int
}

// longestRun is how many characters in a row two texts may have in common for their pair to be fitted to: more is
// copying, which matches find.
const longestRun = 12

// englishLetters is how many characters an English word and the space behind it have on average: longestRun counts words there.
const englishLetters = 6

// load reads texts; those that cannot be read as texts are left out.
func load(c *hint.Cutter, files []string) ([]*doc, error) {
	var failed error
	var mu sync.Mutex
	out := make([]*doc, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				b, err := os.ReadFile(files[i])
				if err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
					continue
				}
				d, err := reader.Parse(context.Background(), filepath.Base(files[i]), b, extract.Options{})
				if err != nil {
					continue
				}
				t := text.New(d, exclude.Of(exclude.New(d, evidence.Identity{}, nil).Alone(), score.DefaultExclude())...)
				w := c.Words(d, t)
				out[i] = &doc{filepath.Base(files[i]), d, t, hint.Prose{Words: w, Symbols: hint.Symbols(t)}, hint.NewIndex(w, t)}
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return slices.DeleteFunc(out, func(d *doc) bool { return d == nil }), failed
}

// find lists the texts of folders.
func find(dirs ...string) (out []string, err error) {
	for _, d := range dirs {
		err := filepath.WalkDir(d, func(p string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() && (strings.HasSuffix(p, ".txt") || strings.HasSuffix(p, ".md")) {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "rewritten:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	set := flag.String("set", "", "folder of a set")
	more := flag.String("more", "", "further folders of texts for its library, with commas between")
	dictionary := flag.String("dictionary", "", "the dictionary that make build puts into bin/dict, cedict.txt")
	features := flag.String("features", "", "table of features to write")
	composed := flag.String("along", "", "folder of the texts of a set of composed documents: library/ and clean/")
	fitting := flag.String("fit", "", "tables of features to make weights of, with commas between")
	tables := flag.String("plant", "", "folder of tables to make a set of: texts.csv and passages.csv")
	texts := flag.String("texts", "", "folder of the texts that the tables name")
	to := flag.String("to", "", "folder of the set to make")
	half := flag.String("half", "0", "half of the set to make: 1, 2, or 0 for all")
	show := flag.Bool("show", false, "print the strongest false alarms")
	ablate := flag.Bool("ablate", false, "leave each feature out in turn")
	flag.Parse()
	if *tables != "" {
		return plant(*tables, *texts, *to, *half)
	}
	if *fitting == "" && (*set == "" || *features == "" && *composed == "") {
		return errors.New("name a set and a table of features, or tables to fit: see -help")
	}
	if *fitting != "" {
		var all []int
		for i := range hint.FeatureCount {
			all = append(all, i)
		}
		for _, cross := range []bool{false, true} {
			if err := carry(strings.Split(*fitting, ","), cross, all, *show); err != nil {
				return err
			}
			if *ablate {
				for skip := 1; skip < hint.FeatureCount; skip++ {
					fmt.Println("without", hint.FeatureNames[skip])
					if err := carry(strings.Split(*fitting, ","), cross, slices.Delete(slices.Clone(all), skip, skip+1),
						false); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	cutter, err := word.Open("")
	if err != nil {
		return err
	}
	dict, err := hint.ReadDictionary(*dictionary)
	if err != nil {
		return err
	}
	c, err := hint.NewCutter(cutter, dict)
	if err != nil {
		return err
	}
	if *composed != "" {
		var further []string
		if *more != "" {
			further = strings.Split(*more, ",")
		}
		return writtenAlong(c, *set, *composed, further)
	}
	t0 := time.Now()
	files, err := find(*set + "/library")
	if err != nil {
		return err
	}
	if *more != "" {
		further, err := find(strings.Split(*more, ",")...)
		if err != nil {
			return err
		}
		files = append(files, further...)
	}
	checked, err := find(*set + "/suspicious")
	if err != nil {
		return err
	}
	lib, err := load(c, files)
	if err != nil {
		return err
	}
	susp, err := load(c, checked)
	if err != nil {
		return err
	}
	var indexed []hint.Indexed
	bytes, chars := 0, 0
	for i, d := range lib {
		e := d.index.Encode()
		bytes += len(e)
		chars += len(d.d.Text)
		x, err := hint.Decode(e)
		if err != nil || !slices.Equal(x.Terms, d.index.Terms) || !slices.Equal(x.Blocks, d.index.Blocks) {
			return fmt.Errorf("the index of %s is not what it was encoded of", d.name)
		}
		indexed = append(indexed, hint.Indexed{ID: int64(i + 1), Index: d.index})
	}
	fmt.Println(len(lib), "docs", time.Since(t0), "bytes a document", bytes/len(lib), "text bytes", chars/len(lib))
	t0 = time.Now()
	segment := hint.NewSegment(indexed)
	fmt.Println("segment", time.Since(t0))
	truth, err := rows(*set + "/truth.csv")
	if err != nil {
		return err
	}
	t0 = time.Now()
	out, err := os.Create(*features)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	fmt.Fprintln(out,
		"susp,window,cross,wlen,kind,truth,right,src,start,end,wstart,wend,rank,lcs,score,"+strings.Join(hint.FeatureNames[:], ","))
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *doc)
	prose := func(places map[int64][]extract.Span) map[int64]hint.Prose {
		out := make(map[int64]hint.Prose, len(places))
		for id := range places {
			out[id] = lib[id-1].prose
		}
		return out
	}
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			f := &hint.Finder{Cutter: c, Segments: []*hint.Segment{segment}, Texts: prose}
			for s := range next {
				runes := []rune(s.d.Text)
				windows := hint.Windows(s.prose.Words, s.t, runes)
				for _, m := range f.Candidates(s.prose, windows) {
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
					switch {
					case m.Cross:
						cross = 1
					case w.Language == hint.English:
						cross = 2
					}
					if !m.Cross && m.Rank < 3 {
						l = longest(runes[w.Start:w.End], []rune(x.d.Text)[m.Start:m.End])
						if w.Language == hint.English {
							l /= englishLetters
						}
					}
					mu.Lock()
					fmt.Fprintf(out, "%s,%d,%d,%d,%s,%.2f,%d,%s,%d,%d,%d,%d,%d,%d", s.name, m.Window, cross, w.To-w.From, kind, ov, right,
						x.name, m.Start, m.End, w.Start, w.End, m.Rank, l)
					fmt.Fprintf(out, ",%.4f", m.Score())
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
	return nil
}

// longest returns the length of the longest run of characters that two texts have in common.
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

// readTable reads a CSV file: its rows but for the head.
func readTable(p string) (rows [][]string, err error) {
	f, err := os.Open(p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s is empty", p)
	}
	return all[1:], nil
}

// rows reads the truth of a set.
func rows(p string) (out []row, err error) {
	table, err := readTable(p)
	if err != nil {
		return nil, err
	}
	for _, r := range table {
		n := func(i int) int { v, _ := strconv.Atoi(r[i]); return v }
		out = append(out, row{r[0], r[1], r[4], n(2), n(2) + n(3), n(5), n(5) + n(6)})
	}
	return out, nil
}
