package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"zhiwen/checker/hint"
	"zhiwen/extract"
)

// alongSet is a set of documents that are composed of library texts, and of clean ones.
type alongSet struct {
	lib     []*doc
	sources map[string][]string // of each composed document, by name
	finder  func() *hint.Finder
}

// loadAlong reads a set whose texts are in another folder, and texts of further folders for its library; beside it returns what is checked.
func loadAlong(c *hint.Cutter, set, texts string, more []string) (*alongSet, []*doc, error) {
	files, err := find(append([]string{filepath.Join(texts, "library")}, more...)...)
	if err != nil {
		return nil, nil, err
	}
	checked, err := find(filepath.Join(set, "suspicious"), filepath.Join(texts, "clean"))
	if err != nil {
		return nil, nil, err
	}
	s := &alongSet{sources: map[string][]string{}}
	if s.lib, err = load(c, files); err != nil {
		return nil, nil, err
	}
	docs, err := load(c, checked)
	if err != nil {
		return nil, nil, err
	}
	truth, err := readTable(filepath.Join(set, "truth.csv"))
	if err != nil {
		return nil, nil, err
	}
	for _, r := range truth {
		s.sources[r[0]] = append(s.sources[r[0]], r[1])
	}
	indexed := make([]hint.Indexed, len(s.lib))
	for i, d := range s.lib {
		indexed[i] = hint.Indexed{ID: int64(i + 1), Index: d.index}
	}
	segments := []*hint.Segment{hint.NewSegment(indexed)}
	prose := func(places map[int64][]extract.Span) map[int64]hint.Prose {
		out := make(map[int64]hint.Prose, len(places))
		for id := range places {
			out[id] = s.lib[id-1].prose
		}
		return out
	}
	s.finder = func() *hint.Finder {
		return &hint.Finder{Cutter: c, Segments: segments, Texts: prose}
	}
	return s, docs, nil
}

// ranked returns the documents that one may be written along. Windows that are copied are left out, as the engine leaves them out.
func (s *alongSet) ranked(d *doc) []hint.Along {
	runes := []rune(d.d.Text)
	windows := hint.Windows(d.prose.Words, d.t, runes)
	candidates := slices.DeleteFunc(s.finder().Candidates(d.prose, windows), func(m hint.Candidate) bool {
		w := windows[m.Window]
		return m.Step() > 0 && !m.Cross && longest(runes[w.Start:w.End], []rune(s.lib[m.Document-1].d.Text)[m.Start:m.End]) > longestRun
	})
	return hint.RankAlong(candidates, windows)
}

// writtenAlong prints how many sources of composed documents are among the first five and ten, how many are named where few
// clean documents have one named, and how many those are.
func writtenAlong(c *hint.Cutter, set, texts string, more []string) error {
	s, docs, err := loadAlong(c, set, texts, more)
	if err != nil {
		return err
	}
	found := make([][]hint.Along, len(docs))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range next {
				found[i] = s.ranked(docs[i])
			}
		})
	}
	for i := range docs {
		next <- i
	}
	close(next)
	wg.Wait()
	type score struct{ documents, hit, sources, five, ten, right, named int }
	scores := map[string]*score{"Chinese": {}, "English": {}}
	clean, wrong := 0, 0
	for i, d := range docs {
		named := len(hint.NamedAlong(found[i]))
		sources, composed := s.sources[d.name]
		if !composed {
			clean, wrong = clean+1, wrong+named
			continue
		}
		x := scores["Chinese"]
		if hint.Windows(d.prose.Words, d.t, []rune(d.d.Text))[0].Language == hint.English {
			x = scores["English"]
		}
		x.documents, x.sources, x.named = x.documents+1, x.sources+len(sources), x.named+named
		x.hit += min(named, 1)
		for at, a := range found[i] {
			if !slices.Contains(sources, s.lib[a.Document-1].name) {
				continue
			}
			for _, c := range []struct {
				count *int
				below int
			}{{&x.five, 5}, {&x.ten, 10}, {&x.right, named}} {
				if at < c.below {
					*c.count++
				}
			}
		}
	}
	for _, language := range []string{"Chinese", "English"} {
		x := scores[language]
		fmt.Printf("%s: %d documents of %d sources, %d among the first 5, %d among the first 10; %d named in %d documents, %d of them sources\n",
			language, x.documents, x.sources, x.five, x.ten, x.named, x.hit, x.right)
	}
	fmt.Printf("clean: %d documents, %d named, %.3f a document\n", clean, wrong, float64(wrong)/float64(max(clean, 1)))
	return nil
}
