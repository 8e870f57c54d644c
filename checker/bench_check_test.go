package checker

import (
	"cmp"
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
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		e := newEngine(b, DefaultProfile)
		for b.Loop() {
			b.StopTimer()
			lib := NewMemory(sourcesOf(e, past), nil) // of which nothing is remembered
			b.StartTimer()
			for _, s := range suspicious {
				if _, err := e.Check(b.Context(), Input{Document: s.document, Identity: evidence.Identity{Filename: s.name}}, lib, nil); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
