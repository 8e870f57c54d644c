//go:build unix

package worker

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

const (
	// How many applications of a call are compared with one another, as "500,1000", and
	// with how many of the library.
	benchCallVariable    = "ZHIWEN_BENCH_CALL"
	benchLibraryVariable = "ZHIWEN_BENCH_LIBRARY"
	benchCallDefault     = "100,200"
	benchLibraryDefault  = "1000"
)

// benchWord draws a word of two characters: a few are frequent and most are rare, as in
// texts.
func benchWord(r *rand.Rand) string {
	const words = 6000
	u := r.Float64()
	word := rand.New(rand.NewPCG(uint64(words*u*u*u), 0))
	return string([]rune{'一' + word.Int32N(3000), '一' + word.Int32N(3000)})
}

// benchParagraph returns the i-th paragraph of a made application, of about 200 characters.
func benchParagraph(application, i int) string {
	r := rand.New(rand.NewPCG(uint64(application), uint64(i)))
	var s strings.Builder
	for range 5 {
		for range 20 {
			s.WriteString(benchWord(r))
		}
		s.WriteString("。")
	}
	return s.String() + "\n"
}

// benchApplication returns a text of some 8,000 characters. One in ten has three paragraphs of the
// one before it, and one in ten three of another that copied tells.
func benchApplication(n int, copied int) string {
	var s strings.Builder
	for i := range 40 {
		from := n
		switch {
		case i >= 10 && i < 13 && n%10 == 1:
			from = n - 1
		case i >= 10 && i < 13 && n%10 == 5:
			from = copied
		}
		s.WriteString(benchParagraph(from, i))
	}
	return s.String()
}

// processorTime returns what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkCrossCheck compares the applications of a growing call with one another and
// with a library, by Pool.CrossCheck with one check a processor at a time. It gives the
// time, and the processor time of this process, a check.
func BenchmarkCrossCheck(b *testing.B) {
	run := func(b *testing.B, c library.Config) {
		ctx := context.Background()
		store := librarytest.Open(b, c)
		engine := newEngine(b)
		load := func(call int64, from, to int) {
			var batch []library.Prepared
			for n := from; n < to; n++ {
				copied := 1_000_000_000 + n%1000 // of the library
				if call == 0 {
					copied = n - 2
				}
				text := benchApplication(n, copied)
				d, err := reader.Parse(ctx, "a.txt", []byte(text), extract.Options{})
				if err != nil {
					b.Fatal(err)
				}
				batch = append(batch, library.Prepared{
					Upload: record.Upload{
						Identity: evidence.Identity{Filename: fmt.Sprintf("%d.txt", n), Title: fmt.Sprintf("第%d号", n), Applicant: fmt.Sprintf("申请人%d", n), Year: 2026},
						Data:     []byte(text), Call: call,
					},
					Document: d, Units: engine.Units(d),
				})
				if len(batch) == 50 || n == to-1 {
					if _, err := store.Load(ctx, batch); err != nil {
						b.Fatal(err)
					}
					batch = batch[:0]
				}
			}
		}
		past, err := strconv.Atoi(cmp.Or(os.Getenv(benchLibraryVariable), benchLibraryDefault))
		if err != nil {
			b.Fatalf("%s: %v", benchLibraryVariable, err)
		}
		load(0, 1_000_000_000, 1_000_000_000+past)
		call, err := store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			b.Fatal(err)
		}
		pool, err := New(store, engine, inProcess{}, new(memorySearch), slog.New(slog.DiscardHandler), Config{})
		if err != nil {
			b.Fatal(err)
		}
		if err := pool.Start(ctx); err != nil {
			b.Fatal(err)
		}
		defer func() {
			if err := pool.Stop(ctx); err != nil {
				b.Error(err)
			}
		}()
		there := 0
		for text := range strings.SplitSeq(cmp.Or(os.Getenv(benchCallVariable), benchCallDefault), ",") {
			size, err := strconv.Atoi(text)
			if err != nil {
				b.Fatalf("%s: %v", benchCallVariable, err)
			}
			b.Run(fmt.Sprintf("call=%d,library=%d", size, past), func(b *testing.B) {
				if there < size { // not again in a further round
					load(call, there, size)
					there = size
					if p := store.Postgres(); p != nil {
						librarytest.Exec(b, store, `ANALYZE`)
					}
				}
				b.ResetTimer()
				begun := processorTime(b)
				checks := 0
				for b.Loop() {
					n, err := pool.CrossCheck(ctx, call)
					if err != nil || n != size {
						b.Fatalf("%d checks, %v", n, err)
					}
					checks += crossChecked(b, store, call, size)
				}
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(checks), "ms/check")
				b.ReportMetric(float64((processorTime(b)-begun).Milliseconds())/float64(checks), "cpu-ms/check")
			})
		}
	}
	b.Run("sqlite", func(b *testing.B) { run(b, librarytest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { run(b, librarytest.Postgres(b)) })
}

// crossChecked waits until all applications of a call are checked, sees that those with
// copied text say so, and returns how many there are.
func crossChecked(b *testing.B, store *library.Store, call int64, size int) int {
	b.Helper()
	ctx := context.Background()
	for {
		p, err := store.WorkProgress(ctx, record.WorkFilter{Call: call})
		if err != nil {
			b.Fatal(err)
		}
		if p.ByState[record.WorkDone] == size {
			break
		}
		if n := p.ByState[record.WorkFailed]; n > 0 {
			b.Fatalf("%d checks have failed", n)
		}
		time.Sleep(100 * time.Millisecond)
	}
	edges, err := store.CallEdges(ctx, call, record.EdgeFilter{SameCall: true}, 10*size)
	if err != nil || len(edges) < size/10*2 { // both of a pair
		b.Fatalf("%d edges within the call, %v", len(edges), err)
	}
	return size
}
