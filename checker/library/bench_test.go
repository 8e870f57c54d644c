package library_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
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
	// How many units the benchmarks have in the library.
	benchUnitsVariable = "ZHIWEN_BENCH_UNITS"
	benchUnitsDefault  = 2_000_000
	unitsPerDocument   = 300
)

// benchLibrary fills a library with units of random groups by a fixed seed. The
// indexes are made after the units, as for a large import.
func benchLibrary(b *testing.B, c library.Config, draw func(*rand.Rand) fingerprint.Groups) *library.Store {
	b.Helper()
	total := benchUnitsDefault
	if v := os.Getenv(benchUnitsVariable); v != "" {
		var err error
		if total, err = strconv.Atoi(v); err != nil {
			b.Fatalf("%s: %v", benchUnitsVariable, err)
		}
	}
	started := time.Now()
	s := librarytest.Open(b, c)
	var create []string
	for statement := range strings.SplitSeq(zhiwen.Schema, ";") {
		statement = statement[max(0, strings.Index(statement, "CREATE INDEX sentences")):]
		if name, found := strings.CutPrefix(statement, "CREATE INDEX "); found && strings.HasPrefix(name, "sentences") {
			exec(b, s, "DROP INDEX "+name[:strings.IndexByte(name, ' ')])
			if c.DatabaseURL == "" {
				statement = strings.NewReplacer(") INCLUDE (", ", ").Replace(statement)
			}
			create = append(create, statement)
		}
	}
	if len(create) != fingerprint.GroupCount {
		b.Fatalf("%d indexes", len(create))
	}
	r := rand.New(rand.NewPCG(3, 4))
	text := document("文")
	var batch []library.Prepared
	for n := 0; n < total; n += unitsPerDocument {
		u := make([]fingerprint.Unit, unitsPerDocument)
		for i := range u {
			u[i] = fingerprint.Unit{Start: 150 * i, End: 150*i + 150, Groups: draw(r)}
		}
		batch = append(batch, library.Prepared{Upload: upload(fmt.Sprint(n)), Document: text, Units: u})
		if len(batch) == 64 || n+unitsPerDocument >= total {
			load(b, s, batch...)
			batch = batch[:0]
		}
	}
	loaded := time.Since(started)
	for _, statement := range create {
		exec(b, s, statement)
	}
	if pool := s.Postgres(); pool != nil {
		if _, err := pool.Exec(context.Background(), "VACUUM ANALYZE"); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%d units loaded in %v, indexed in %v", total, loaded, time.Since(started)-loaded)
	return s
}

func exec(t testing.TB, s *library.Store, statement string) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	})
}

// uniform groups are those of texts that have nothing in common.
func uniform(r *rand.Rand) fingerprint.Groups { return randomGroups(r, 1<<fingerprint.GroupBits) }

// natural groups are as skewed as those of real Chinese texts in the default
// profile: two units of different texts agree in a group with a probability of
// 140 in a million, most of it from few frequent values.
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
// overlapping units: six keys a group for each of 150 disjoint ones.
const keyQueries = 900

// BenchmarkCandidates looks for the units of one document among those of the
// library, warm.
func BenchmarkCandidates(b *testing.B) {
	draws := []struct {
		name    string
		draw    func(*rand.Rand) fingerprint.Groups
		queries []int
	}{{"uniform", uniform, []int{300, keyQueries}}, {"natural", natural, []int{300, keyQueries}}}
	for _, database := range benchDatabases {
		b.Run(database.name, func(b *testing.B) {
			for _, draw := range draws {
				b.Run(draw.name, func(b *testing.B) {
					s := benchLibrary(b, database.config(b), draw.draw)
					b.Run("snapshot", func(b *testing.B) {
						for b.Loop() {
							must(s.Snapshot(context.Background()))(b)
						}
					})
					for _, queries := range draw.queries {
						for _, minGroups := range []int{1, 2} {
							b.Run(fmt.Sprintf("queries=%d/groups=%d", queries, minGroups), func(b *testing.B) {
								benchCandidates(b, s, draw.draw, queries, minGroups)
							})
						}
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

func benchCandidates(b *testing.B, s *library.Store, draw func(*rand.Rand) fingerprint.Groups, n, minGroups int) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 6))
	// Different documents in turn, each with some units that stand in the library.
	documents := make([][]fingerprint.Groups, 4)
	for i := range documents {
		known := must(s.Sources(ctx, []int64{int64(i + 1)}))(b)[0].Units
		for j := range n {
			g := draw(r)
			if j%10 == 0 {
				g = known[j%len(known)].Groups
			}
			documents[i] = append(documents[i], g)
		}
		must(s.Candidates(ctx, documents[i], minGroups, 0, 0))(b) // warm
	}
	found, i := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		found += len(must(s.Candidates(ctx, documents[i%len(documents)], minGroups, 0, 0))(b))
		i++
	}
	b.ReportMetric(float64(found)/float64(i), "candidates/op")
}
