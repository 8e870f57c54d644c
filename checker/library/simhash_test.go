package library_test

import (
	"database/sql"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
)

// Simhashes in a table of their own, to measure what their neighbours cost in a database:
// the 64 bits, and four segments of 16 bits with an index each. Of values that differ in at
// most three bits one segment is equal. The library keeps no simhashes (docs/duplicates.md
// says why), so the table is made here.
type simhashTable struct {
	db       *sql.DB
	segments *sql.Stmt
	scan     string
	server   bool // PostgreSQL counts bits itself; SQLite cannot
}

const simhashBits = 3

func newSimhashTable(t testing.TB, c library.Config, values []uint64) *simhashTable {
	t.Helper()
	librarytest.Open(t, c)
	s := &simhashTable{db: librarytest.Plain(t, c), server: c.DatabaseURL != "", scan: `SELECT id, hash FROM simhashes`}
	exec := func(statement string, args ...any) {
		if _, err := s.db.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement[:min(len(statement), 80)], err)
		}
	}
	exec(`CREATE TABLE simhashes (id bigint PRIMARY KEY, hash bigint NOT NULL, a integer NOT NULL, b integer NOT NULL, c integer NOT NULL, d integer NOT NULL)`)
	tx, err := s.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for chunk := range slices.Chunk(values, 1000) {
		var rows strings.Builder
		for i, v := range chunk {
			if i > 0 {
				rows.WriteByte(',')
			}
			fmt.Fprintf(&rows, "(%d,%d,%d,%d,%d,%d)", next, int64(v), v>>48, v>>32&0xffff, v>>16&0xffff, v&0xffff)
			next++
		}
		if _, err := tx.ExecContext(t.Context(), `INSERT INTO simhashes VALUES `+rows.String()); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for i, column := range []string{"a", "b", "c", "d"} {
		exec(fmt.Sprintf(`CREATE INDEX simhashes_%s ON simhashes (%s, hash, id)`, column, column)) // the index alone answers
		parts = append(parts, fmt.Sprintf(`SELECT id, hash FROM simhashes WHERE %s = $%d`, column, i+1))
	}
	if s.server {
		exec(`VACUUM ANALYZE simhashes`)
		s.scan += fmt.Sprintf(` WHERE bit_count((hash # $1)::bit(64)) <= %d`, simhashBits)
	} else {
		exec(`ANALYZE`)
	}
	if s.segments, err = s.db.PrepareContext(t.Context(), strings.Join(parts, ` UNION ALL `)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.segments.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// near returns the numbers of the values that are near one, in order.
func (s *simhashTable) near(t testing.TB, value uint64, bySegments bool) []int {
	t.Helper()
	var rows *sql.Rows
	var err error
	switch {
	case bySegments:
		rows, err = s.segments.QueryContext(t.Context(), int64(value>>48), int64(value>>32&0xffff), int64(value>>16&0xffff), int64(value&0xffff))
	case s.server:
		rows, err = s.db.QueryContext(t.Context(), s.scan, int64(value))
	default:
		rows, err = s.db.QueryContext(t.Context(), s.scan)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []int
	for rows.Next() {
		var id, hash int64
		if err := rows.Scan(&id, &hash); err != nil {
			t.Fatal(err)
		}
		if bits.OnesCount64(uint64(hash)^value) <= simhashBits {
			out = append(out, int(id))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// nearEach is near by segments for several values in one statement.
func (s *simhashTable) nearEach(t testing.TB, values []uint64) [][]int {
	t.Helper()
	var asked strings.Builder
	for i, v := range values {
		if i > 0 {
			asked.WriteByte(',')
		}
		fmt.Fprintf(&asked, "(%d,%d,%d,%d,%d)", i, v>>48, v>>32&0xffff, v>>16&0xffff, v&0xffff)
	}
	var parts []string
	for _, column := range []string{"a", "b", "c", "d"} {
		parts = append(parts, fmt.Sprintf(`SELECT asked.n, s.id, s.hash FROM asked JOIN simhashes s ON s.%s = asked.%s`, column, column))
	}
	rows, err := s.db.QueryContext(t.Context(), `WITH asked(n, a, b, c, d) AS (VALUES `+asked.String()+`) `+strings.Join(parts, ` UNION ALL `))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	out := make([][]int, len(values))
	for rows.Next() {
		var n, id, hash int64
		if err := rows.Scan(&n, &id, &hash); err != nil {
			t.Fatal(err)
		}
		if bits.OnesCount64(uint64(hash)^values[n]) <= simhashBits {
			out[n] = append(out[n], int(id))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for n := range out {
		slices.Sort(out[n])
		out[n] = slices.Compact(out[n])
	}
	return out
}

// simhashes are drawn; one in four differs in few bits from another one.
func simhashes(n int) []uint64 {
	random := rand.New(rand.NewPCG(17, 4))
	values := make([]uint64, n)
	for i := range values {
		values[i] = random.Uint64()
		if i > 0 && random.IntN(4) == 0 {
			values[i] = values[random.IntN(i)]
			for range random.IntN(6) {
				values[i] ^= 1 << random.IntN(64)
			}
		}
	}
	return values
}

// Segments in a database find what a scan finds.
func TestSimhashSegments(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		values := simhashes(3000)
		table := newSimhashTable(t, c, values)
		asked := make([]uint64, 60)
		for i := range asked {
			asked[i] = values[i*50] ^ 1<<(i%64)
		}
		together := table.nearEach(t, asked)
		for i, value := range asked {
			var want []int
			for place, v := range values {
				if bits.OnesCount64(v^value) <= simhashBits {
					want = append(want, place)
				}
			}
			if diff := cmp.Diff(want, table.near(t, value, true)); diff != "" {
				t.Fatalf("by segments (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, together[i]); diff != "" {
				t.Fatalf("by segments, all at once (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, table.near(t, value, false)); i < 5 && diff != "" {
				t.Fatalf("by a scan (-want +got):\n%s", diff)
			}
		}
	})
}

// A query for the neighbours of one value, by segments, by segments with a hundred values a
// statement (for the hundred), and by a scan.
func BenchmarkSimhash(b *testing.B) {
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) {
			for _, n := range []int{10_000, 100_000, 1_000_000} {
				open := librarytest.SQLite
				if name == "postgres" {
					open = librarytest.Postgres
				}
				values := simhashes(n)
				table := newSimhashTable(b, open(b), values)
				b.Run(fmt.Sprintf("%d/hundred", n), func(b *testing.B) {
					asked := make([]uint64, 100)
					for i := 0; b.Loop(); i++ {
						for j := range asked {
							asked[j] = values[(i*100+j)*7919%n] ^ 1<<(j%64)
						}
						if len(table.nearEach(b, asked)[0]) == 0 {
							b.Fatal("not found")
						}
					}
				})
				for _, bySegments := range []bool{true, false} {
					b.Run(fmt.Sprintf("%d/segments=%v", n, bySegments), func(b *testing.B) {
						for i := 0; b.Loop(); i++ {
							if len(table.near(b, values[i*7919%n]^1<<(i%64), bySegments)) == 0 {
								b.Fatal("not found")
							}
						}
					})
				}
			}
		})
	}
}
