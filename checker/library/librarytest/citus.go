package librarytest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net"
	"net/url"
	"os"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library"
	"zhiwen/checker/library/spread"
)

// URL of a database on a coordinator of Citus with workers, where the tests may create
// databases; they reach the workers as the coordinator's nodes name them, as the same user.
const citusVariable = "CITUS_URL"

// citusShards are enough for each worker of two to have several.
const citusShards = 4

// Citus makes an empty library on the workers of the test cluster and returns its
// configuration. Without a cluster the test is skipped and says so, also where all tests are
// asked for: Citus is not among what Zhiwen is built with.
func Citus(t testing.TB) library.Config {
	t.Helper()
	c := UnspreadCitus(t)
	Distribute(t, c, citusShards)
	return c
}

// Distribute distributes the library of c.
func Distribute(t testing.TB, c library.Config, shards int) spread.State {
	t.Helper()
	s, err := library.Open(context.Background(), c)
	if err != nil {
		t.Fatalf("open library: %v", err)
	}
	state, err := s.Distribute(context.Background(), shards)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return state
}

// UnspreadCitus is Citus with an empty database of the cluster, in which nothing is
// distributed yet.
func UnspreadCitus(t testing.TB) library.Config {
	t.Helper()
	coordinator := os.Getenv(citusVariable)
	if coordinator == "" {
		t.Skipf("left out: %s names no coordinator of Citus", citusVariable)
	}
	u, err := url.Parse(coordinator)
	if err != nil {
		t.Fatalf("%s: %v", citusVariable, err)
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	name := "zhiwen_test_" + hex.EncodeToString(random[:])
	nodes := citusNodes(t, coordinator)
	at := func(n citusNode, path string) string {
		node := *u
		node.Host, node.Path = net.JoinHostPort(n.Host, strconv.Itoa(n.Port)), path
		return node.String()
	}
	for _, n := range nodes {
		onServer(t, at(n, u.Path), "CREATE DATABASE "+name)
		onServer(t, at(n, "/"+name), "CREATE EXTENSION citus")
	}
	t.Cleanup(func() {
		for _, n := range nodes {
			onServer(t, at(n, u.Path), "DROP DATABASE "+name+" WITH (FORCE)")
		}
	})
	made := at(nodes[0], "/"+name)
	for i, n := range nodes {
		add := "SELECT citus_add_node($1, $2)"
		if i == 0 {
			add = "SELECT citus_set_coordinator_host($1, $2)"
		}
		onServer(t, made, add, n.Host, n.Port)
	}
	return library.Config{DatabaseURL: made, DataDir: t.TempDir(), IndexKey: IndexKey}
}

type citusNode struct {
	Host string
	Port int
}

// citusNodes returns those of the cluster, the coordinator first.
func citusNodes(t testing.TB, coordinator string) []citusNode {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, coordinator)
	if err != nil {
		t.Fatalf("connect to the coordinator of %s: %v", citusVariable, err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT nodename, nodeport FROM pg_dist_node WHERE noderole = 'primary' AND isactive ORDER BY groupid`)
	if err != nil {
		t.Fatalf("%s: %v", citusVariable, err)
	}
	nodes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[citusNode])
	if err != nil || len(nodes) < 2 {
		t.Fatalf("%s: %d nodes, %v; a coordinator (citus_set_coordinator_host) and a worker are the least", citusVariable, len(nodes), err)
	}
	return nodes
}
