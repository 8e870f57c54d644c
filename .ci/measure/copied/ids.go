package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/duplicate"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/library"
	"zhiwen/checker/text/word"
)

// grouped is how ids agree with stories.
type grouped struct {
	ids               int
	precision, recall float64            // of pairs of texts
	byKind            map[string]float64 // which part of the changed texts has the id of their story as it was
}

// scoreIDs holds ids, by place in the set, against the stories of the set.
func (s set) scoreIDs(ids []int64) (g grouped) {
	story := func(e entry) string {
		if len(e.bases) > 0 {
			return e.bases[0]
		}
		return e.name
	}
	stories, byID, both, of := map[string]int{}, map[int64]int{}, map[string]int{}, map[string]int64{}
	for i, e := range s {
		stories[story(e)]++
		byID[ids[i]]++
		both[fmt.Sprint(story(e), " ", ids[i])]++
		if e.kind == original {
			of[e.name] = ids[i]
		}
	}
	right, wanted, found := pairsOf(both), pairsOf(stories), pairsOf(byID)
	g = grouped{
		ids: len(byID), byKind: map[string]float64{},
		precision: float64(right) / float64(max(1, found)), recall: float64(right) / float64(max(1, wanted)),
	}
	all := map[string]float64{}
	for i, e := range s {
		if all[e.kind]++; ids[i] == of[story(e)] {
			g.byKind[e.kind]++
		}
	}
	for kind := range all {
		g.byKind[kind] /= all[kind]
	}
	return g
}

// pairsOf returns how many pairs there are within groups of these sizes.
func pairsOf[K comparable](sizes map[K]int) (n int) {
	for _, size := range sizes {
		n += size * (size - 1) / 2
	}
	return n
}

// idStore is a store of permanent ids, in memory or in a database.
type idStore struct {
	name string
	open func(ctx context.Context) (ask func(*duplicate.Stream, duplicate.Asked) (int64, error), done func() error, err error)
}

func memoryIDs() idStore {
	return idStore{"memory", func(context.Context) (func(*duplicate.Stream, duplicate.Asked) (int64, error), func() error, error) {
		var m duplicate.MemoryIDs
		return func(s *duplicate.Stream, a duplicate.Asked) (int64, error) {
			id, _ := m.ID(s, a)
			return id, nil
		}, func() error { return nil }, nil
	}}
}

// libraryIDs is the store of a library: that of an empty database or, without an address, of a new data folder.
func libraryIDs(url string) idStore {
	name := "SQLite"
	if url != "" {
		name = "PostgreSQL"
	}
	return idStore{name, func(ctx context.Context) (func(*duplicate.Stream, duplicate.Asked) (int64, error), func() error, error) {
		dir, err := os.MkdirTemp("", "ids")
		if err != nil {
			return nil, nil, err
		}
		engine, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
		if err != nil {
			return nil, nil, err
		}
		store, err := library.Open(ctx, library.Config{DatabaseURL: url, DataDir: dir, IndexKey: engine.IndexKey()})
		if err != nil {
			return nil, nil, errors.Join(err, os.RemoveAll(dir))
		}
		return func(s *duplicate.Stream, a duplicate.Asked) (int64, error) {
			id, _, err := store.TextID(ctx, s, a)
			return id, err
		}, func() error { return errors.Join(store.Close(), os.RemoveAll(dir)) }, nil
	}}
}

// sharedAtLeast are the thresholds of nshash that are measured: its usual one, and the next.
var sharedAtLeast = []float64{1, 2}

// measureIDs prints a row a method and store: how the ids that texts of a set get one after another agree with its
// stories, what the fingerprints and the ids take, and what it takes to ask for all of them again.
func measureIDs(ctx context.Context, out io.Writer, s set, stores []idStore) error {
	cutter, err := word.Open("")
	if err != nil {
		return err
	}
	words := duplicate.NewWords(func() (*word.Cutter, error) { return cutter, nil })
	if _, err := cutter.Lexicon(); err != nil {
		return err
	}
	cutter.Cut("加载") // what is loaded once is no method's time
	fmt.Fprintf(out, "%d texts\n\n", len(s))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var kinds []string
	for _, k := range streamKinds {
		kinds = append(kinds, k.name)
	}
	fmt.Fprintf(table, "method\tstore\tids\tprecision\trecall\tprint s\tids s\tagain s\t%s\n", strings.Join(kinds, "\t"))
	for _, name := range duplicate.StreamMethods() {
		method, err := duplicate.Named(name)
		if err != nil {
			return err
		}
		thresholds := []float64{method.Limit().Default}
		if name == duplicate.DefaultStream {
			thresholds = sharedAtLeast
		}
		for _, threshold := range thresholds {
			for _, centres := range []bool{false, true} {
				if name == "simhash" && !centres {
					continue // it knows centres alone
				}
				label := fmt.Sprintf("%s %v", name, threshold)
				if centres {
					label += ", centres"
				}
				stream, _ := duplicate.NewStream(method, duplicate.StreamOptions{Threshold: threshold, Centres: centres})
				begin := time.Now()
				asked, err := s.asked(words, stream)
				if err != nil {
					return err
				}
				printing := time.Since(begin)
				for _, store := range stores {
					ids, asking, again, err := store.run(ctx, stream, asked)
					if err != nil {
						return fmt.Errorf("%s, %s: %w", label, store.name, err)
					}
					g := s.scoreIDs(ids)
					fmt.Fprintf(table, "%s\t%s\t%d\t%.3f\t%.3f\t%.2f\t%.2f\t%.2f",
						label, store.name, g.ids, g.precision, g.recall, printing.Seconds(), asking.Seconds(), again.Seconds())
					for _, k := range kinds {
						fmt.Fprintf(table, "\t%.2f", g.byKind[k])
					}
					fmt.Fprintln(table)
				}
			}
		}
	}
	return table.Flush()
}

// run asks a store for all texts, and for all once more, which must give the same ids.
func (st idStore) run(
	ctx context.Context, stream *duplicate.Stream, asked []duplicate.Asked,
) (ids []int64, first, again time.Duration, err error) {
	ask, done, err := st.open(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	defer func() { err = errors.Join(err, done()) }()
	all := func() ([]int64, time.Duration, error) {
		begin := time.Now()
		out := make([]int64, len(asked))
		for i, a := range asked {
			if out[i], err = ask(stream, a); err != nil {
				return nil, 0, err
			}
		}
		return out, time.Since(begin), nil
	}
	if ids, first, err = all(); err != nil {
		return nil, 0, 0, err
	}
	same, again, err := all()
	if err == nil && !slices.Equal(ids, same) {
		err = errors.New("asked again, a text has another id")
	}
	return ids, first, again, err
}

// asked returns what a store is to be asked for of all texts.
func (s set) asked(words *duplicate.Words, stream *duplicate.Stream) (out []duplicate.Asked, err error) {
	out = make([]duplicate.Asked, len(s))
	for i, e := range s {
		if out[i], _, err = stream.Ask(words.NewText(texttest.Document(e.text))); err != nil {
			return nil, err
		}
	}
	return out, nil
}
