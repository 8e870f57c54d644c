package library_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// stream returns one of a method as it is by default, and what to ask for texts.
func stream(t *testing.T, name string) (s *duplicate.Stream, ask func(text string) duplicate.Asked) {
	t.Helper()
	m := librarytest.Must(duplicate.Named(name))(t)
	s, ok := duplicate.NewStream(m, duplicate.StreamOptions{Threshold: m.Limit().Default})
	if !ok {
		t.Fatal(name)
	}
	words := duplicate.NewWords(func() (*word.Cutter, error) { return word.Open("") })
	return s, func(text string) duplicate.Asked {
		a, ok, err := s.Ask(words.NewText(&extract.Document{Text: text}))
		if err != nil || !ok {
			t.Fatalf("%q: %v, %v", text, ok, err)
		}
		return a
	}
}

// The store of a library gives the ids that the store in memory gives, each text its own for ever: after others, after a
// restart and after documents were deleted. One that is only looked up gets none.
func TestPermanentIDs(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		for _, method := range duplicate.StreamMethods() {
			ctx := t.Context()
			s, ask := stream(t, method)
			r := rand.New(rand.NewPCG(11, 11))
			subjects := strings.Fields("冻土退化 稀土永磁 珊瑚白化 联邦学习 城市管网 量子计算 湿地植被 风电叶片")
			var texts []string
			for i := range 60 {
				texts = append(texts, fmt.Sprintf("本项目研究%s与%s的机理。第%d批样品来自高原的观测站。%s是关键问题。",
					subjects[r.IntN(8)], subjects[r.IntN(8)], r.IntN(20), subjects[i%8]))
			}
			store, memory := librarytest.Must(library.Open(ctx, c))(t), &duplicate.MemoryIDs{}
			// The ids of texts, and the stored id of each in memory.
			ids, first := map[string]int64{}, map[int64]int64{}
			for _, text := range texts {
				a := ask(text)
				if id := librarytest.Must(store.FindTextID(ctx, s, a))(t); ids[text] != 0 && id != ids[text] {
					t.Errorf("%s: looked up: %d, want %d", method, id, ids[text])
				}
				id, isNew, err := store.TextID(ctx, s, a)
				in, inNew := memory.ID(s, a)
				if inNew {
					first[in] = id
				}
				if err != nil || isNew != inNew || first[in] != id || ids[text] != 0 && id != ids[text] {
					t.Fatalf("%s, %q: id %d, new %v, %v; in memory %d, new %v", method, text, id, isNew, err, in, inNew)
				}
				ids[text] = id
			}
			if len(first) < 2 || len(first) == len(ids) {
				t.Fatalf("%s: %d ids of %d texts show nothing", method, len(first), len(ids))
			}
			document := librarytest.Create(t, store, librarytest.Upload("a.txt"))
			if err := errors.Join(store.DeleteDocument(ctx, document), store.Close()); err != nil {
				t.Fatal(err)
			}
			store = librarytest.Must(library.Open(ctx, c))(t)
			for text, want := range ids {
				if id, isNew, err := store.TextID(ctx, s, ask(text)); id != want || isNew || err != nil {
					t.Errorf("%s, after a restart: %d, new %v, %v; want %d", method, id, isNew, err, want)
				}
			}
			unknown := ask("一段谁也没有写过的话，讲的是另一件事情。")
			for range 2 {
				if id := librarytest.Must(store.FindTextID(ctx, s, unknown))(t); id != 0 {
					t.Errorf("%s: a text that was only looked up has the id %d", method, id)
				}
			}
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Texts that come at the same time and are alike get one id.
func TestIDsAtTheSameTime(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		store := librarytest.Open(t, c)
		s, ask := stream(t, "nshash")
		ids := make([]int64, 16)
		var group sync.WaitGroup
		for i := range ids {
			a := ask(fmt.Sprintf("冻土退化过程中土壤有机碳分解的微生物调控机制仍不清楚。第%d篇。", i))
			group.Go(func() {
				var err error
				if ids[i], _, err = store.TextID(t.Context(), s, a); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		for _, id := range ids {
			if id != ids[0] || id == 0 {
				t.Fatalf("ids %v", ids)
			}
		}
	})
}
