//go:build unix

package worker

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

const (
	// How many applications the import of BenchmarkOutlook has.
	benchOutlookVariable = "ZHIWEN_BENCH_OUTLOOK"
	benchOutlookDefault  = "120"
)

// BenchmarkOutlook imports applications of very different sizes into a call (400 to 80,000 characters, the larger the later, as
// where files are sorted by size; one in ten shares text with another) and has them checked, and logs what the page says of the time
// left beside what it was, over the run. Its second import comes when the first has been done, so that checks are known.
func BenchmarkOutlook(b *testing.B) {
	size, err := strconv.Atoi(cmp.Or(os.Getenv(benchOutlookVariable), benchOutlookDefault))
	if err != nil {
		b.Fatalf("%s: %v", benchOutlookVariable, err)
	}
	run := func(b *testing.B, c library.Config) {
		ctx := context.Background()
		store := librarytest.Open(b, c)
		pool, err := New(store, newEngine(b), inProcess{}, new(memorySearch), slog.New(slog.DiscardHandler), Config{Imports: b.TempDir()})
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
		call, err := store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			b.Fatal(err)
		}
		for round, n := range []int{size / 2, size} {
			at := filepath.Join(b.TempDir(), fmt.Sprint("came", round))
			writeSizes(b, at, round, n)
			begun := time.Now()
			id, err := pool.Import(ctx, record.Import{Name: "call", Call: call, Check: true}, []record.Incoming{{Name: "call.zip", Path: at}}, nil)
			if err != nil {
				b.Fatal(err)
			}
			var said []outlookSaid
			for {
				i, err := store.Import(ctx, id)
				if err != nil {
					b.Fatal(err)
				}
				o, err := store.CallOutlook(ctx, call)
				if err != nil {
					b.Fatal(err)
				}
				if i.State == record.ImportDone && !o.Open {
					break
				}
				said = append(said, outlookSaid{time.Since(begun), o})
				time.Sleep(200 * time.Millisecond)
			}
			logOutlooks(b, n, said, time.Since(begun))
		}
	}
	b.Run("sqlite", func(b *testing.B) { run(b, librarytest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { run(b, librarytest.Postgres(b)) })
}

// outlookSaid is what was said after a time.
type outlookSaid struct {
	after time.Duration
	o     record.Outlook
}

// logOutlooks writes a table of tenths of a run, and how far off the middle of it was.
func logOutlooks(b *testing.B, n int, said []outlookSaid, took time.Duration) {
	b.Helper()
	var s strings.Builder
	fmt.Fprintf(&s, "%d applications in %.0f s\n| done | said | was left | off |\n|---|---|---|---|\n", n, took.Seconds())
	next, inMiddle, right, worst := 0.05, 0, 0, 0.0
	for _, x := range said {
		part, left := x.after.Seconds()/took.Seconds(), (took - x.after).Seconds()
		off := x.o.Left().Seconds()/left - 1
		if part >= 0.2 && part <= 0.8 {
			inMiddle++
			if x.o.Known() && math.Abs(off) <= 0.2 {
				right++
			}
			if x.o.Known() {
				worst = max(worst, math.Abs(off))
			}
		}
		if part < next {
			continue
		}
		for next <= part {
			next += 0.1
		}
		if !x.o.Known() {
			fmt.Fprintf(&s, "| %.0f %% | not known yet | %.0f s | |\n", 100*part, left)
			continue
		}
		fmt.Fprintf(&s, "| %.0f %% | %.0f s | %.0f s | %+.0f %% |\n", 100*part, x.o.Left().Seconds(), left, 100*off)
	}
	fmt.Fprintf(&s, "from a fifth to four fifths of the run %d of %d were within a fifth; the worst was %.0f %% off\n", right, inMiddle, 100*worst)
	b.Log(s.String())
}

// writeSizes writes an archive of applications, the smallest first.
func writeSizes(b *testing.B, at string, round, n int) {
	b.Helper()
	f, err := os.Create(at)
	if err != nil {
		b.Fatal(err)
	}
	w := zip.NewWriter(f)
	r := rand.New(rand.NewPCG(uint64(round), 7))
	for i := range n {
		paragraphs := int(2 * math.Pow(200, (float64(i)+r.Float64())/float64(n))) // 200 characters each
		number := 10_000*round + i
		var text strings.Builder
		for p := range paragraphs {
			from := number
			if i%10 == 1 && p < 3 {
				from--
			}
			text.WriteString(benchParagraph(from, p))
		}
		entry, err := w.Create(fmt.Sprintf("%05d.txt", i))
		if err == nil {
			_, err = io.WriteString(entry, text.String())
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}
