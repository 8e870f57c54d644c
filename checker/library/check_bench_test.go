package library_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/crowd"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

const (
	// How many documents the library of BenchmarkCheck has in turn, parted by commas.
	benchDocumentsVariable = "ZHIWEN_BENCH_DOCUMENTS"
	benchDocumentsDefault  = "1000,9000"

	benchJoined     = 2      // texts of the folder that make a document
	benchCharacters = 22_500 // of a checked document: some 300 units
	benchChecked    = 40     // documents that are checked in turn
)

// BenchmarkCheck checks documents of 300 units, one at a time, in a growing library of
// made documents (package crowd), each after others have warmed the caches. It gives
// the median, and the processor time of this process.
func BenchmarkCheck(b *testing.B) {
	texts := crowd.Bench(b, benchJoined)
	sizes := os.Getenv(benchDocumentsVariable)
	if sizes == "" {
		sizes = benchDocumentsDefault
	}
	for _, database := range benchDatabases {
		b.Run(database.name, func(b *testing.B) {
			e, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
			if err != nil {
				b.Fatal(err)
			}
			s, had := librarytest.Open(b, database.config(b)), 0
			for size := range strings.SplitSeq(sizes, ",") {
				n, err := strconv.Atoi(size)
				if err != nil {
					b.Fatal(err)
				}
				gather(b, s, e, texts, had, n)
				had = n
				b.Run("documents="+size, func(b *testing.B) { benchChecks(b, s, e, texts, n) })
			}
		})
	}
}

// gather loads documents until the library has so many.
func gather(b *testing.B, s *library.Store, e *checker.Engine, texts *crowd.Crowd, from, to int) {
	b.Helper()
	const batch = 64
	for first := from; first < to; first += batch {
		out := make([]library.Prepared, min(batch, to-first))
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i := range out {
			group.Go(func() error {
				n := first + i
				d, err := reader.Parse(context.Background(), "text.txt", []byte(texts.Document(n)), extract.Options{})
				if err != nil {
					return err
				}
				u := upload(fmt.Sprint(n))
				u.Identity.Applicant, u.Identity.Institution = fmt.Sprint("applicant ", n), fmt.Sprint("institution ", n%200)
				u.Identity.Year, u.Identity.Programme = 2015+n%10, fmt.Sprint("programme ", n%7)
				out[i] = library.Prepared{Upload: u, Document: d, Units: e.Units(d)}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			b.Fatal(err)
		}
		load(b, s, out...)
	}
	if pool := s.Postgres(); pool != nil {
		if _, err := pool.Exec(context.Background(), "VACUUM ANALYZE"); err != nil {
			b.Fatal(err)
		}
	}
}

func benchChecks(b *testing.B, s *library.Store, e *checker.Engine, texts *crowd.Crowd, documents int) {
	inputs := make([]checker.Input, benchChecked)
	for i := range inputs {
		d, err := reader.Parse(b.Context(), "text.txt", []byte(texts.Checked(i, benchCharacters, documents)), extract.Options{})
		if err != nil {
			b.Fatal(err)
		}
		inputs[i] = checker.Input{Document: d, Identity: evidence.Identity{Applicant: fmt.Sprint("checked ", i), Year: 2024, Programme: "programme 1"}}
	}
	for _, in := range inputs[:4] {
		librarytest.Must(e.Check(b.Context(), in, s, nil))(b)
	}
	var took []time.Duration
	used, near := processorTime(b), 0
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		found := librarytest.Must(e.Check(b.Context(), inputs[i%len(inputs)], s, nil))(b)
		took = append(took, time.Since(began))
		near += found.Library.Aligned
	}
	used = processorTime(b) - used
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(used.Microseconds())/1000/float64(len(took)), "processor-ms/op")
	b.ReportMetric(float64(near)/float64(len(took)), "aligned/op")
}

// processorTime returns what this process has used, on all processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
