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
	"unicode/utf8"

	"zhiwen/checker/crowd"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

const (
	// How many applications the import of BenchmarkOutlook has.
	benchOutlookVariable = "ZHIWEN_BENCH_OUTLOOK"
	benchOutlookDefault  = "120"
	benchLibrary         = 5000 // texts of the library before
)

// BenchmarkOutlook imports applications of very different sizes into a call (400 to 80,000 characters, of the texts of a folder; one in ten
// shares text with another) and has them checked, and logs what the page says of the time left beside what it was, over the run: of files in
// the order of their names, which says nothing of their sizes, and of files sorted by size, the smallest or the largest first.
// The library has more texts before than come, as that of a foundation: one of up to 500 is compared whole, which takes longer.
// The second import comes when the first has been done, so that checks are known.
func BenchmarkOutlook(b *testing.B) {
	size, err := strconv.Atoi(cmp.Or(os.Getenv(benchOutlookVariable), benchOutlookDefault))
	if err != nil {
		b.Fatalf("%s: %v", benchOutlookVariable, err)
	}
	texts := crowd.Bench(b, 1)
	run := func(b *testing.B, c library.Config, order string) {
		ctx := context.Background()
		store, engine := librarytest.Open(b, c), newEngine(b)
		for n := range benchLibrary {
			text := []byte(texts.Document(n))
			d, err := reader.Parse(ctx, "text.txt", text, extract.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := store.Load(ctx, []library.Prepared{{Document: d, Units: engine.Units(d), Upload: record.Upload{Data: text, Identity: evidence.Identity{Filename: fmt.Sprint(n, ".txt")}}}}); err != nil {
				b.Fatal(err)
			}
		}
		pool, err := New(store, engine, inProcess{}, new(memorySearch), slog.New(slog.DiscardHandler), Config{Imports: b.TempDir()})
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
			writeSizes(b, texts, at, round, n, order)
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
	for _, order := range []string{"mixed", "ascending", "descending"} {
		b.Run("sqlite/"+order, func(b *testing.B) { run(b, librarytest.SQLite(b), order) })
		b.Run("postgres/"+order, func(b *testing.B) { run(b, librarytest.Postgres(b), order) })
	}
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
	next, inMiddle, known, right, worst := 0.05, 0, 0, 0, 0.0
	for _, x := range said {
		part, left := x.after.Seconds()/took.Seconds(), (took - x.after).Seconds()
		off := x.o.Left().Seconds()/left - 1
		if part >= 0.2 && part <= 0.8 {
			inMiddle++
			if x.o.Known() && math.Abs(off) <= 0.2 {
				right++
			}
			if x.o.Known() {
				known++
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
	fmt.Fprintf(&s, "from a fifth to four fifths of the run %d of %d readings said a time, %d of them within a fifth; the worst was %.0f %% off\n", known, inMiddle, right, 100*worst)
	b.Log(s.String())
}

// writeSizes writes an archive of applications in an order of sizes: "ascending", "descending", or "mixed", which has nothing to do with them.
func writeSizes(b *testing.B, texts *crowd.Crowd, at string, round, n int, order string) {
	b.Helper()
	f, err := os.Create(at)
	if err != nil {
		b.Fatal(err)
	}
	w := zip.NewWriter(f)
	r := rand.New(rand.NewPCG(uint64(round), 7))
	ranks := r.Perm(n)
	for i := range n {
		rank := ranks[i]
		switch order {
		case "ascending":
			rank = i
		case "descending":
			rank = n - 1 - i
		}
		size := int(400 * math.Pow(200, (float64(rank)+r.Float64())/float64(n)))
		var text strings.Builder
		for part := 10_000*round + i; utf8.RuneCountInString(text.String()) < size; part += 100_000 {
			text.WriteString(texts.Application(part, size, 1))
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
