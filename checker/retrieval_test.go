package checker

import (
	"cmp"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/text"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// BenchmarkRetrieval measures what the index loses of the copied passages that are
// found where all documents are compared, and what it costs, on the set zh of the folder of sets (ZHIWEN_EVAL) or on the one
// that ZHIWEN_EVAL_SET names. One operation checks all texts with another choice
// of hash functions, and the figures are means: with fewer than ten
// (-benchtime 24x) which of the last passages are found is chance.
func BenchmarkRetrieval(b *testing.B) {
	set := os.Getenv("ZHIWEN_EVAL")
	if set == "" {
		b.Skip("ZHIWEN_EVAL names no folder of sets")
	}
	set = filepath.Join(set, cmp.Or(os.Getenv("ZHIWEN_EVAL_SET"), "zh"))
	suspicious, past := readTexts(b, set, "suspicious"), readTexts(b, set, "library")
	truth := readTruth(b, set)
	p := DefaultParameters(DefaultProfile)
	p.Exhaustive = true
	all, err := New(p, nil)
	if err != nil {
		b.Fatal(err)
	}
	best, _ := touchedPassages(b, all, NewMemory(sourcesOf(all, past), nil), suspicious, past, truth)
	most := 0
	for _, is := range best {
		if is {
			most++
		}
	}
	for _, units := range []struct {
		name string
		cut  func(*text.Text, int) []text.Unit
	}{
		{"overlapping-150", (*text.Text).Overlapping},
		{"disjoint-150", (*text.Text).Units},
		{"disjoint-75", func(t *text.Text, length int) []text.Unit { return t.Units(length / 2) }},
	} {
		b.Run(units.name, func(b *testing.B) {
			var touched, kept, rows, queries, aligned, unitCount float64
			choice := uint64(0)
			for b.Loop() {
				e := newEngine(b, DefaultProfile)
				e.profile.cut, e.profile.scheme.Seed = units.cut, choice
				choice++
				lib := &countingLibrary{Memory: NewMemory(sourcesOf(e, past), nil)}
				hit, n := touchedPassages(b, e, lib, suspicious, past, truth)
				snapshot, err := lib.Snapshot(b.Context(), 0)
				if err != nil {
					b.Fatal(err)
				}
				for i, is := range hit {
					if is {
						touched += 1 / float64(len(truth))
					}
					if is && best[i] {
						kept += 1 / float64(most)
					}
				}
				aligned += float64(n) / float64(len(suspicious))
				rows += float64(lib.rows.Load()) / float64(len(suspicious))
				queries += float64(lib.queries.Load()) / float64(len(suspicious))
				unitCount += float64(snapshot.Units)
			}
			for _, metric := range []struct {
				sum  float64
				unit string
			}{{100 * touched, "%touched"}, {100 * kept, "%kept"}, {aligned, "aligned/text"}, {unitCount, "units"}, {rows, "rows/text"}, {queries, "queries/text"}} {
				b.ReportMetric(metric.sum/float64(choice), metric.unit)
			}
		})
	}
}

// named is a text of a set by the name of its file.
type named struct {
	name     string
	document *extract.Document
}

func readTexts(b *testing.B, set, folder string) (out []named) {
	b.Helper()
	paths, err := filepath.Glob(filepath.Join(set, folder, "*.txt"))
	if err != nil || len(paths) == 0 {
		b.Fatalf("no texts in %s/%s: %v", set, folder, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		d, err := reader.Parse(b.Context(), path, data, extract.Options{})
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, named{filepath.Base(path), d})
	}
	return out
}

// planted is a passage of truth.csv; offsets as in evidence.
type planted struct {
	suspicious, source string
	this, there        evidence.Passage
}

func readTruth(b *testing.B, set string) (out []planted) {
	b.Helper()
	f, err := os.Open(filepath.Join(set, "truth.csv"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 2 {
		b.Fatalf("truth of %d rows: %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		var n [4]int
		for i, column := range []int{2, 3, 5, 6} {
			if n[i], err = strconv.Atoi(row[column]); err != nil {
				b.Fatal(err)
			}
		}
		out = append(out, planted{row[0], row[4], evidence.Passage{Offset: n[0], Length: n[1]}, evidence.Passage{Offset: n[2], Length: n[3]}})
	}
	return out
}

func sourcesOf(e *Engine, texts []named) []*Source {
	out := make([]*Source, len(texts))
	for i, t := range texts {
		out[i] = &Source{
			ID: int64(i + 1), Document: t.document, Units: e.Units(t.document),
			Identity: evidence.Identity{Filename: t.name},
		}
	}
	return out
}

// touchedPassages checks all texts, and returns which planted passages a match
// touches on both sides and how many documents were aligned.
func touchedPassages(b *testing.B, e *Engine, lib Library, suspicious, past []named, truth []planted) (touched []bool, aligned int) {
	b.Helper()
	touched = make([]bool, len(truth))
	var lock sync.Mutex
	group, ctx := errgroup.WithContext(b.Context())
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range suspicious {
		group.Go(func() error {
			ev, err := e.Check(ctx, Input{Document: s.document, Identity: evidence.Identity{Filename: s.name}}, lib, nil)
			if err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			aligned += ev.Library.Aligned
			for i, p := range truth {
				touched[i] = touched[i] || p.suspicious == s.name && slices.ContainsFunc(ev.Sources, func(source evidence.Source) bool {
					return past[source.ID-1].name == p.source && slices.ContainsFunc(source.Matches, func(m evidence.Match) bool {
						return overlap(m.This, p.this) && overlap(m.Source, p.there)
					})
				})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	return touched, aligned
}

func overlap(p, q evidence.Passage) bool {
	return p.Offset < q.Offset+q.Length && q.Offset < p.Offset+p.Length
}

// countingLibrary counts what it is asked for and what it gives.
type countingLibrary struct {
	*Memory
	queries, rows atomic.Int64
}

func (l *countingLibrary) Candidates(ctx context.Context, queries []fingerprint.Groups, minGroups, most int, exclude int64) ([]Candidate, error) {
	found, err := l.Memory.Candidates(ctx, queries, minGroups, most, exclude)
	l.queries.Add(int64(len(queries)))
	l.rows.Add(int64(len(found)))
	return found, err
}
