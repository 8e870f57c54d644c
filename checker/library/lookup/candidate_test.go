package lookup_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/internal/testrun"
)

// bruteForce returns what Candidates must give, by comparing everything.
func bruteForce(library map[int64][]fingerprint.Unit, order []int64, queries []fingerprint.Groups, minGroups, most int, exclude int64) []checker.Candidate {
	var have [fingerprint.GroupCount]map[uint32]int
	for g := range have {
		have[g] = map[uint32]int{}
		for id, units := range library {
			for _, u := range units {
				if id != exclude {
					have[g][u.Groups[g]]++
				}
			}
		}
	}
	var found []checker.Candidate
	for q, query := range queries {
		for _, id := range order {
			if id == exclude {
				continue
			}
			for ordinal, u := range library[id] {
				agree := uint8(0)
				for i, g := range u.Groups {
					if g == query[i] && (most == 0 || have[i][g] <= most) {
						agree |= 1 << i
					}
				}
				if bits.OnesCount8(agree) >= minGroups {
					found = append(found, checker.Candidate{Query: q, Document: id, Ordinal: ordinal, Groups: agree})
				}
			}
		}
	}
	return found
}

func TestCandidatesEqualBruteForce(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		r := rand.New(rand.NewPCG(1, 2))
		stored := map[int64][]fingerprint.Unit{}
		var order []int64
		var some []fingerprint.Groups
		for d := range 12 {
			values := uint32(40)
			if d%2 == 1 {
				values = 1 << fingerprint.GroupBits
			}
			u := make([]fingerprint.Unit, 40*d) // the first has none
			for i := range u {
				u[i] = fingerprint.Unit{Start: i, End: i + 1, Groups: librarytest.Groups(r, values)}
				if i%9 == 0 {
					some = append(some, u[i].Groups)
				}
			}
			id := load(t, s, library.Prepared{Upload: upload(fmt.Sprint(d)), Document: document("文"), Units: u})[0]
			stored[id] = u
			order = append(order, id)
		}
		// Chance, planted near-duplicates with 1 to 5 groups kept, and one query twice.
		var queries []fingerprint.Groups
		for i, g := range some {
			kept := i%5 + 1
			for _, j := range r.Perm(fingerprint.GroupCount)[kept:] {
				g[j] = r.Uint32N(1 << fingerprint.GroupBits)
			}
			queries = append(queries, g, librarytest.Groups(r, 40))
		}
		queries = append(queries, queries[0], fingerprint.Groups{})
		// Some ask for one group alone.
		for i := range queries[:len(queries)/2] {
			alone := fingerprint.Groups{fingerprint.NoGroup, fingerprint.NoGroup, fingerprint.NoGroup, fingerprint.NoGroup, fingerprint.NoGroup}
			alone[i%len(alone)] = queries[i][i%len(alone)]
			queries = append(queries, alone)
		}

		sources := librarytest.Must(s.Sources(ctx, order))(t)
		memory := checker.NewMemory(sources, nil)
		for minGroups := 1; minGroups <= fingerprint.GroupCount; minGroups++ {
			unbounded := 0
			for _, most := range []int{0, 1, 33, 40} { // a value of the few is in 30 units on average
				for _, exclude := range []int64{0, order[4], order[11], 1e9} {
					want := bruteForce(stored, order, queries, minGroups, most, exclude)
					if most == 0 {
						unbounded = len(want)
					}
					if len(want) == 0 || most > 0 && len(want) >= unbounded {
						t.Fatalf("%d to find with %d groups, most %d", len(want), minGroups, most)
					}
					for name, library := range map[string]checker.Library{"SQL": s, "memory": memory} {
						got := librarytest.Must(library.Candidates(ctx, queries, minGroups, most, exclude))(t)
						if !slices.Equal(want, got) {
							t.Fatalf("%d groups, most %d, without %d (-brute force +%s):\n%s", minGroups, most, exclude, name, cmp.Diff(want, got))
						}
					}
				}
			}
		}
		for _, minGroups := range []int{0, 6} {
			if _, err := s.Candidates(ctx, queries, minGroups, 0, 0); err == nil {
				t.Errorf("%d groups were accepted", minGroups)
			}
		}
		if got := librarytest.Must(s.Candidates(ctx, nil, 1, 0, 0))(t); len(got) != 0 {
			t.Errorf("no queries gave %v", got)
		}
	})
}

// TestConcurrency writes and reads at once: no error may come, nothing may be
// lost, and no reader may see a document without all its units.
func TestConcurrency(t *testing.T) {
	const writers, perDocument = 6, 30
	perWriter := testrun.Rounds(8, 2)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		u := units(perDocument, 5)
		shared := upload("shared") // all files are equal: the row is fought for
		var writing, reading sync.WaitGroup
		stop := make(chan struct{})
		for range writers {
			writing.Go(func() {
				for i := range perWriter {
					ids, err := s.Load(ctx, []library.Prepared{{Upload: shared, Document: document("文"), Units: u}})
					if err != nil {
						t.Error(err)
						return
					}
					if i%2 == 1 {
						if err := s.DeleteDocument(ctx, ids[0]); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		for range 3 {
			reading.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					snapshot, err := s.Snapshot(ctx, 0)
					if err != nil || snapshot.Units != perDocument*snapshot.Documents {
						t.Errorf("snapshot %+v, %v", snapshot, err)
					}
					found, err := s.Candidates(ctx, []fingerprint.Groups{u[0].Groups, u[perDocument-1].Groups}, 5, 0, 0)
					if err != nil || len(found)%2 != 0 {
						t.Errorf("%d candidates, %v", len(found), err)
					}
				}
			})
		}
		writing.Wait()
		close(stop)
		reading.Wait()
		want := writers * perWriter / 2
		if got := librarytest.Must(s.Snapshot(ctx, 0))(t); got.Documents != want || got.Units != want*perDocument {
			t.Errorf("snapshot %+v, want %d documents", got, want)
		}
	})
}
