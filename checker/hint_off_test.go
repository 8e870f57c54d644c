package checker

import (
	"context"
	"math/rand/v2"
	"testing"

	"zhiwen/checker/hint"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// shelved is a library that counts how often it is asked for words.
type indexed struct {
	*Memory
	asked int
}

func (l *indexed) Segments(ctx context.Context, words func(*extract.Document) (*hint.Index, error)) ([]*hint.Segment, int, error) {
	l.asked++
	return l.Memory.Segments(ctx, words)
}

// hintEngine makes an engine that looks for hints.
func hintEngine(t *testing.T) *Engine {
	t.Helper()
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	p := DefaultParameters(DefaultProfile)
	p.Hints = hint.NewMeans(words)
	e, err := New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A document of which nobody wants hints is not compared for hints: the library's words
// are not even asked for, and the evidence says that there was no look.
func TestWithoutHints(t *testing.T) {
	e := hintEngine(t)
	r := rand.New(rand.NewPCG(41, 7))
	var texts []string
	for range hint.LeastDocuments {
		texts = append(texts, texttest.Chinese(r, 10))
	}
	lib := &indexed{Memory: library(e, texts...)}
	in := input(texttest.Chinese(r, 10))
	for _, without := range []bool{true, false} {
		in.WithoutHints = without
		found, err := e.Check(t.Context(), in, lib, nil)
		if err != nil {
			t.Fatal(err)
		}
		if looked := found.Hints != nil; looked == without || lib.asked > 0 == without {
			t.Errorf("without hints %v: looked for them %v, asked for words %d times", without, looked, lib.asked)
		}
	}
}
