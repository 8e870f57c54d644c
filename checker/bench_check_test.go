package checker

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"testing"

	"zhiwen/checker/evidence"
)

// BenchmarkCheck makes the units of a set's library and checks its texts, as
// zhiwen check does once files are read. One operation is the whole set: zh of the
// folder of sets (ZHIWEN_EVAL), or the one that ZHIWEN_EVAL_SET names.
func BenchmarkCheck(b *testing.B) {
	set := os.Getenv("ZHIWEN_EVAL")
	if set == "" {
		b.Skip("ZHIWEN_EVAL names no folder of sets")
	}
	set = filepath.Join(set, cmp.Or(os.Getenv("ZHIWEN_EVAL_SET"), "zh"))
	suspicious, past := readTexts(b, set, "suspicious"), readTexts(b, set, "library")
	b.Run("units", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sourcesOf(newEngine(b, DefaultProfile), past)
		}
	})
	for _, library := range []struct {
		name string
		of   func(*Memory) Library
	}{
		{"folder", func(m *Memory) Library { return m }},
		{"database", func(m *Memory) Library { return stored{m} }},
	} {
		b.Run(library.name, func(b *testing.B) {
			b.ReportAllocs()
			e := newEngine(b, DefaultProfile)
			for b.Loop() {
				b.StopTimer()
				lib := library.of(NewMemory(sourcesOf(e, past), nil)) // of which nothing is remembered
				b.StartTimer()
				for _, s := range suspicious {
					if _, err := e.Check(b.Context(), Input{Document: s.document, Identity: evidence.Identity{Filename: s.name}}, lib, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// stored is a library that gives its sources as a database does: each time anew.
type stored struct{ *Memory }

func (l stored) Sources(ctx context.Context, ids []int64) ([]*Source, error) {
	sources, err := l.Memory.Sources(ctx, ids)
	for i, s := range sources {
		sources[i] = &Source{ID: s.ID, Identity: s.Identity, Document: s.Document, Units: s.Units}
	}
	return sources, err
}

func (l stored) Texts(ctx context.Context, ids []int64) ([]*Source, error) {
	return l.Sources(ctx, ids)
}
