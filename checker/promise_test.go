package checker

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// The promises of docs/detection.md, on passages that begin and end anywhere.

// copiedFrom returns n symbols in a row of a text, none of the stops if so asked.
func copiedFrom(r *rand.Rand, text string, n int, without string) string {
	runes := []rune(strings.ReplaceAll(text, "\n", ""))
	for {
		from := r.IntN(len(runes) - 2*n)
		symbols, to := 0, from
		for ; symbols < n; to++ {
			if !strings.ContainsRune("，。\n", runes[to]) {
				symbols++
			}
		}
		passage := string(runes[from:to])
		if !strings.ContainsRune("，。", runes[from]) && !strings.ContainsAny(passage, without) {
			return passage
		}
	}
}

// ends is what may be missing at the ends of a passage: less than a seed of a
// sentence that was cut through.
const ends = 6

// covers reports whether a match with the source covers the passage.
func covers(t *testing.T, e *Engine, in Input, lib Library, passage string, source int64) bool {
	t.Helper()
	start := len([]rune(in.Document.Text[:strings.Index(in.Document.Text, passage)]))
	for _, s := range check(t, e, in, lib).Sources {
		if s.ID != source {
			continue
		}
		for _, m := range s.Matches {
			if m.This.Offset <= start+ends && m.This.Offset+m.This.Length >= start+len([]rune(passage))-ends {
				return true
			}
		}
	}
	return false
}

// Every passage of 350 characters copied as it is is found through the index.
func TestLongCopiesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	e := newEngine(t, DefaultProfile)
	var texts []string
	for range 40 {
		texts = append(texts, texttest.Chinese(r, 60))
	}
	lib := library(e, texts...)
	for i := range testrun.Rounds(200, 20) {
		source := i % len(texts)
		passage := copiedFrom(r, texts[source], 350, "")
		document := texttest.Chinese(r, 10) + "\n" + passage + "\n" + texttest.Chinese(r, 10)
		if !covers(t, e, input(document), lib, passage, int64(source+1)) {
			t.Errorf("copy %d of source %d is not found: %s", i, source+1, passage)
		}
	}
}

// Every passage of 24 symbols of one sentence copied as it is is found where all
// documents are compared, and in a library of which all can be looked at.
func TestShortCopiesAreFound(t *testing.T) {
	for name, all := range map[string]bool{"exhaustively": true, "in a small library": false} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, 2))
			p := DefaultParameters(DefaultProfile)
			p.Exhaustive = all
			e, err := New(p, nil)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for range 10 {
				texts = append(texts, texttest.Chinese(r, 40))
			}
			lib := library(e, texts...)
			for i := range testrun.Rounds(200, 20) {
				source := i % len(texts)
				passage := copiedFrom(r, texts[source], 24, "。")
				document := texttest.Chinese(r, 10) + passage + texttest.Chinese(r, 10)
				if !covers(t, e, input(document), lib, passage, int64(source+1)) {
					t.Errorf("copy %d of source %d is not found: %s", i, source+1, passage)
				}
			}
			if _, err := e.Check(context.Background(), input(""), lib, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// A document that says one thing thousands of times is not compared thousands
// of times with each place of a source that does.
func TestRepetitiveDocumentsStayBounded(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	document := strings.Repeat("本项目拟采用的技术路线如下所示。", 5000)
	q := e.query(input(document), nil, exclude.Known{})
	for _, row := range q.places {
		for _, places := range row {
			if len(places) > placesOfKey {
				t.Fatalf("a value is looked for at %d places", len(places))
			}
		}
	}
	source := strings.Repeat("本项目拟采用的技术路线如下。", 5000)
	units := len(e.Units(texttest.Document(source)))
	_, hits, err := e.candidates(t.Context(), q, library(e, source), evidence.Snapshot{Documents: 1, Units: units})
	if err != nil {
		t.Fatal(err)
	}
	if most := units * placesOfKey * 5; len(hits[1]) == 0 || len(hits[1]) > most {
		t.Errorf("%d hits, want some and at most %d for %d units", len(hits[1]), most, units)
	}
}
