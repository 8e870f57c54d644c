package library_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zhiwen"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
)

const (
	// How many units the benchmarks have in the library in the end; on SQLite at
	// most the default.
	benchUnitsVariable = "ZHIWEN_BENCH_UNITS"
	benchUnitsDefault  = 2_000_000
	unitsPerDocument   = 300
)

// benchSizes returns the sizes at which queries are timed: 1, 2, 5 and 10 million units, as far as
// is asked for.
func benchSizes(b *testing.B, c library.Config) []int {
	b.Helper()
	total := benchUnitsDefault
	if v := os.Getenv(benchUnitsVariable); v != "" {
		var err error
		if total, err = strconv.Atoi(v); err != nil {
			b.Fatalf("%s: %v", benchUnitsVariable, err)
		}
	}
	if c.DatabaseURL == "" {
		total = min(total, benchUnitsDefault)
	}
	sizes := []int{1_000_000, 2_000_000, 5_000_000, 10_000_000}
	sizes = slices.DeleteFunc(sizes, func(size int) bool { return size >= total })
	return append(sizes, total)
}

// grow adds documents with units of drawn groups to a library of from units
// until it has to. The indexes are made after the units, as for a large import.
func grow(b *testing.B, s *library.Store, from, to int, r *rand.Rand, draw func(*rand.Rand) fingerprint.Groups) {
	b.Helper()
	started := time.Now()
	var create []string
	for statement := range strings.SplitSeq(zhiwen.Schema, ";") {
		statement = statement[max(0, strings.Index(statement, "CREATE INDEX sentences")):]
		if name, found := strings.CutPrefix(statement, "CREATE INDEX "); found && strings.HasPrefix(name, "sentences") {
			librarytest.Exec(b, s, "DROP INDEX "+name[:strings.IndexByte(name, ' ')])
			if s.Postgres() == nil {
				statement = strings.NewReplacer(") INCLUDE (", ", ").Replace(statement)
			}
			create = append(create, statement)
		}
	}
	if len(create) != fingerprint.GroupCount {
		b.Fatalf("%d indexes", len(create))
	}
	text := document("文")
	var batch []library.Prepared
	for n := from; n < to; n += unitsPerDocument {
		u := make([]fingerprint.Unit, unitsPerDocument)
		for i := range u {
			u[i] = fingerprint.Unit{Start: 150 * i, End: 150*i + 150, Groups: draw(r)}
		}
		batch = append(batch, library.Prepared{Upload: upload(fmt.Sprint(n)), Document: text, Units: u})
		if len(batch) == 64 || n+unitsPerDocument >= to {
			load(b, s, batch...)
			batch = batch[:0]
		}
	}
	loaded := time.Since(started)
	for _, statement := range create {
		librarytest.Exec(b, s, statement)
	}
	if pool := s.Postgres(); pool != nil {
		if _, err := pool.Exec(context.Background(), "VACUUM ANALYZE"); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("from %d to %d units: loaded in %v, indexed in %v", from, to, loaded, time.Since(started)-loaded)
}

// uniform groups are those of texts that have nothing in common.
func uniform(r *rand.Rand) fingerprint.Groups { return librarytest.Groups(r, 1<<fingerprint.GroupBits) }

// natural groups are more skewed than those of real texts: as in them few values
// stand in very many units, but the most frequent one in a hundredth of all.
func natural(r *rand.Rand) (g fingerprint.Groups) {
	for i := range g {
		u := r.Float64()
		g[i] = uint32(float64(1<<fingerprint.GroupBits) * u * u * u)
	}
	return g
}

var benchDatabases = []struct {
	name   string
	config func(testing.TB) library.Config
}{{"sqlite", librarytest.SQLite}, {"postgres", librarytest.Postgres}}

// keyQueries is how many queries the default profile makes of a document of 300
// units: three keys a group for each.
const keyQueries = 900

// keyBound returns the most units of a value that the engine lets such queries read (mostUnits in
// package checker).
func keyBound(units int) int { return 64 + 2*units>>fingerprint.GroupBits }

// BenchmarkCandidates looks for the units of one document among those of a
// growing library, warm: as the default profile does, with one group and a
// bound and without the bound, and as the paper's, with two groups.
func BenchmarkCandidates(b *testing.B) {
	draws := []struct {
		name string
		draw func(*rand.Rand) fingerprint.Groups
	}{{"uniform", uniform}, {"natural", natural}}
	for _, database := range benchDatabases {
		b.Run(database.name, func(b *testing.B) {
			for _, draw := range draws {
				b.Run(draw.name, func(b *testing.B) {
					c := database.config(b)
					s, r, had := librarytest.Open(b, c), rand.New(rand.NewPCG(3, 4)), 0
					for _, units := range benchSizes(b, c) {
						grow(b, s, had, units, r, draw.draw)
						had = units
						b.Run(fmt.Sprintf("units=%d", units), func(b *testing.B) {
							b.Run("snapshot", func(b *testing.B) {
								for b.Loop() {
									librarytest.Must(s.Snapshot(context.Background(), 0))(b)
								}
							})
							b.Run("default", func(b *testing.B) { benchCandidates(b, s, draw.draw, keyQueries, 1, keyBound(units)) })
							b.Run("unbounded", func(b *testing.B) { benchCandidates(b, s, draw.draw, keyQueries, 1, 0) })
							b.Run("paper", func(b *testing.B) { benchCandidates(b, s, draw.draw, 300, 2, 0) })
						})
					}
				})
			}
		})
	}
}

// BenchmarkLoad puts 32 documents of 300 units at a time into a library that
// has all its indexes and begins empty.
func BenchmarkLoad(b *testing.B) {
	const documents = 32
	for _, database := range benchDatabases {
		b.Run(database.name, func(b *testing.B) {
			s := librarytest.Open(b, database.config(b))
			r := rand.New(rand.NewPCG(7, 8))
			text := document(strings.Repeat("拟以此为对象研究其规律。", 3000))
			n := 0
			for b.Loop() {
				batch := make([]library.Prepared, documents)
				for i := range batch {
					u := make([]fingerprint.Unit, unitsPerDocument)
					for j := range u {
						u[j].Groups = uniform(r)
					}
					n++
					batch[i] = library.Prepared{Upload: upload(fmt.Sprint(n)), Document: text, Units: u}
				}
				load(b, s, batch...)
			}
			b.ReportMetric(float64(n*unitsPerDocument)/b.Elapsed().Seconds(), "units/s")
		})
	}
}

func benchCandidates(b *testing.B, s *library.Store, draw func(*rand.Rand) fingerprint.Groups, n, minGroups, most int) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 6))
	// Different documents in turn, each with some units that stand in the library.
	documents := make([][]fingerprint.Groups, 4)
	for i := range documents {
		known := librarytest.Must(s.Sources(ctx, []int64{int64(i + 1)}))(b)[0].Units
		for j := range n {
			g := draw(r)
			if j%10 == 0 {
				g = known[j%len(known)].Groups
			}
			documents[i] = append(documents[i], g)
		}
		librarytest.Must(s.Candidates(ctx, documents[i], minGroups, most, 0))(b) // warm
	}
	found, i := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		found += len(librarytest.Must(s.Candidates(ctx, documents[i%len(documents)], minGroups, most, 0))(b))
		i++
	}
	b.ReportMetric(float64(found)/float64(i), "candidates/op")
}
