package library_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/spread"
)

// What cannot be distributed is not, and the error says why.
func TestDistributeRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		config func(testing.TB) library.Config
		shards int
		want   error
	}{
		{"sqlite", librarytest.SQLite, 0, spread.ErrNotPostgres},
		{"postgres", librarytest.Postgres, 0, spread.ErrNoCitus},
		{"shards", librarytest.Postgres, 1025, spread.ErrShards},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := librarytest.Open(t, test.config(t))
			if _, err := s.Distribute(context.Background(), test.shards); !errors.Is(err, test.want) {
				t.Errorf("%v, not %v", err, test.want)
			}
			if _, err := s.Snapshot(context.Background(), 0); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
	t.Run("servers", func(t *testing.T) {
		s := librarytest.Open(t, librarytest.UnspreadCitus(t))
		librarytest.Exec(t, s, `INSERT INTO servers (name, seen_at) VALUES ($1, now())`, "other")
		if _, err := s.Distribute(context.Background(), 0); !errors.Is(err, spread.ErrServers) {
			t.Errorf("%v", err)
		}
	})
	t.Run("no workers", func(t *testing.T) {
		s := librarytest.Open(t, librarytest.UnspreadCitus(t))
		librarytest.Exec(t, s, `SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid <> 0`)
		if _, err := s.Distribute(context.Background(), 0); !errors.Is(err, spread.ErrNoWorkers) {
			t.Errorf("%v", err)
		}
	})
}

// A library that is distributed finds what it found before; once more changes nothing, and a
// shard that does not answer is noticed and put in order.
func TestDistribute(t *testing.T) {
	ctx := context.Background()
	c := librarytest.UnspreadCitus(t)
	r := rand.New(rand.NewPCG(5, 6))
	s := librarytest.Open(t, c)
	var queries []fingerprint.Groups
	for d := range 20 {
		u := make([]fingerprint.Unit, 30)
		for i := range u {
			u[i] = fingerprint.Unit{Start: i, End: i + 1, Groups: librarytest.Groups(r, 40)}
		}
		load(t, s, library.Prepared{Upload: upload(fmt.Sprint(d)), Document: document(fmt.Sprint("文", d)), Units: u})
		queries = append(queries, u[0].Groups, librarytest.Groups(r, 40))
	}
	type source struct {
		ID    int64
		Text  string
		Units []fingerprint.Unit
	}
	type answers struct {
		Candidates [][]checker.Candidate
		Sources    []source
		Snapshot   evidence.Snapshot
	}
	ask := func(s *library.Store) (out answers) {
		for _, most := range []int{0, 10, 15} {
			out.Candidates = append(out.Candidates, librarytest.Must(s.Candidates(ctx, queries, 1, most, 3))(t))
		}
		for _, s := range librarytest.Must(s.Sources(ctx, []int64{1, 7, 20}))(t) {
			out.Sources = append(out.Sources, source{s.ID, s.Document.Text, s.Units})
		}
		out.Snapshot = librarytest.Must(s.Snapshot(ctx, 0))(t)
		return out
	}
	before := ask(s)
	if all, some := len(before.Candidates[0]), len(before.Candidates[1]); len(before.Sources) != 3 || some == 0 || some >= all {
		t.Fatalf("%d candidates with a bound, %d without, %d sources", some, all, len(before.Sources))
	}
	state := librarytest.Must(s.Distribute(ctx, 0))(t)
	if state.Before || state.Workers < 1 || state.Shards != spread.ShardsPerWorker*state.Workers {
		t.Errorf("%+v", state)
	}
	s = librarytest.Open(t, c)
	if diff := cmp.Diff(before, ask(s)); diff != "" {
		t.Errorf("distributed (-before +after):\n%s", diff)
	}
	again := librarytest.Must(s.Distribute(ctx, 64))(t)
	if !again.Before || again.Shards != state.Shards {
		t.Errorf("again: %+v", again)
	}

	librarytest.Exec(t, s, `DELETE FROM zhiwen_spread.places WHERE place = (SELECT min(place) FROM zhiwen_spread.places)`)
	if _, err := s.Candidates(ctx, queries, 1, 0, 0); !errors.Is(err, spread.ErrShard) {
		t.Errorf("without a shard: %v", err)
	}
	librarytest.Must(s.Distribute(ctx, 0))(t)
	if diff := cmp.Diff(before, ask(s)); diff != "" {
		t.Errorf("put in order (-before +after):\n%s", diff)
	}
	for _, table := range []string{"texts", "sentences", "call_sentences"} {
		if n := librarytest.Exec(t, s, `SELECT 1 FROM pg_constraint WHERE contype = 'f' AND conrelid = '`+table+`'::regclass`); n != 0 {
			t.Errorf("%s has %d foreign keys", table, n)
		}
	}
}
