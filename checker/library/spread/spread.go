// Package spread is the SQL of a library on many machines: Citus, an extension of
// PostgreSQL, keeps the rows of units and texts by document in shards on workers, and sends
// there what asks for them. All else stays on the coordinator, which is the database that
// servers open.
//
// In goes a database on a coordinator; out comes the same with its large tables distributed.
// It asks units in their shards (ask.go); it does not know what is asked.
package spread

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
)

// tables are distributed, by doc_id, each beside the others: a document is on one machine.
var tables = []string{"texts", "sentences", "call_sentences"}

// leastVersion is the first version of Citus whose workers know of one another's shards,
// which the look-up asks them for.
const leastVersion = 11

// ShardsPerWorker is how many shards there are for each worker where nobody says: each costs
// a check a look-up of its own, and without several a further worker would get none
// (docs/scale.md).
const ShardsPerWorker = 4

// mostShards bounds the number of shards: with more, a look-up in each does not pay.
const mostShards = 1024

// Errors of Distribute; test with errors.Is.
var (
	ErrNotPostgres    = errors.New("the library is not in PostgreSQL")
	ErrNoCitus        = errors.New("the database has no extension citus")
	ErrOldCitus       = errors.New("the database has too old a citus")
	ErrNotCoordinator = errors.New("the database is on a worker of Citus")
	ErrNoWorkers      = errors.New("the coordinator has no workers")
	ErrServers        = errors.New("servers work on the database")
	ErrShards         = errors.New("the number of shards is out of range")
)

// State is how a library lies on machines.
type State struct {
	Workers int
	Shards  int
	Before  bool // it was distributed before; what was missing for the look-up is there again
}

// Distribute distributes the units and texts of a library, whose tables are there; shards
// is how many parts they have, 0 for ShardsPerWorker times the number of workers. Where they
// are distributed it puts in order what the look-up needs, after shards were split as well.
// No server may be at work. It takes as long as the tables are read and written once. After
// the commit FreeRoom is to be called, and the database to be opened anew.
//
// Foreign keys that lead from the distributed tables to documents go, as Citus has none from
// shards to a table of the coordinator: documents are deleted table by table in one
// transaction, and zhiwen doctor finds rows without a document.
func Distribute(ctx context.Context, tx *database.Tx, shards int) (s State, err error) {
	if tx.IsSQLite {
		return s, ErrNotPostgres
	}
	if shards < 0 || shards > mostShards {
		return s, fmt.Errorf("%w: %d, not 1 to %d", ErrShards, shards, mostShards)
	}
	if err := tx.LockSettings(ctx); err != nil {
		return s, err
	}
	// Statements about tables come after others that touched all shards.
	if _, err := tx.Exec(ctx, `SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`); err != nil {
		return s, fmt.Errorf("one shard after the other: %w", err)
	}
	if s, err = look(ctx, tx.Conn); err != nil {
		return s, err
	}
	n, err := Others(ctx, tx.Conn)
	if err == nil && n > 0 {
		err = fmt.Errorf("%w: %d", ErrServers, n)
	}
	if err != nil {
		return s, err
	}
	if !s.Before {
		if s.Shards = shards; shards == 0 {
			s.Shards = ShardsPerWorker * s.Workers
		}
		if err := distribute(ctx, tx, s.Shards); err != nil {
			return s, err
		}
	}
	return s, prepare(ctx, tx, s.Shards)
}

// FreeRoom frees the room that the former rows take on the coordinator, where Citus no longer shows
// them.
func FreeRoom(ctx context.Context, c database.Conn) error {
	for _, table := range tables {
		if _, err := c.Exec(ctx, `SELECT truncate_local_data_after_distributing_table($1::text::regclass)`, table); err != nil {
			return fmt.Errorf("free the room of %s on the coordinator: %w", table, err)
		}
	}
	return nil
}

// look checks that the database is a coordinator's, and returns what is distributed.
func look(ctx context.Context, c database.Conn) (s State, err error) {
	var version string
	err = c.QueryRow(ctx, `SELECT extversion FROM pg_extension WHERE extname = 'citus'`).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, ErrNoCitus
	}
	if err != nil {
		return s, fmt.Errorf("look for citus: %w", err)
	}
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err != nil || n < leastVersion {
		return s, fmt.Errorf("%w: version %s, not %d or newer", ErrOldCitus, version, leastVersion)
	}
	var group int
	if err := c.QueryRow(ctx, `SELECT groupid FROM pg_dist_local_group`).Scan(&group); err != nil {
		return s, fmt.Errorf("look for the coordinator: %w", err)
	}
	if group != 0 {
		return s, ErrNotCoordinator
	}
	if err := c.QueryRow(ctx, `SELECT count(*) FROM pg_dist_node WHERE noderole = 'primary' AND isactive
		AND shouldhaveshards`).Scan(&s.Workers); err != nil {
		return s, fmt.Errorf("count workers: %w", err)
	}
	if s.Workers == 0 {
		return s, ErrNoWorkers
	}
	if s.Shards, err = shardCount(ctx, c); err != nil {
		return s, err
	}
	s.Before = s.Shards > 0
	return s, nil
}

// shardCount returns how many shards the units have, 0 where they are not distributed.
func shardCount(ctx context.Context, c database.Conn) (n int, err error) {
	if err := c.QueryRow(ctx, `SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'sentences'::regclass`).Scan(&n); err != nil {
		return 0, fmt.Errorf("count shards: %w", err)
	}
	return n, nil
}

// distribute makes shards of the tables.
func distribute(ctx context.Context, tx *database.Tx, shards int) error {
	for i, table := range tables {
		keys, err := tx.Texts(ctx, `SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype = 'f'`,
			table)
		if err != nil {
			return fmt.Errorf("foreign keys of %s: %w", table, err)
		}
		for _, key := range keys {
			if _, err := tx.Exec(ctx, `ALTER TABLE `+table+` DROP CONSTRAINT `+key); err != nil {
				return fmt.Errorf("foreign key %s of %s: %w", key, table, err)
			}
		}
		how, args := `shard_count => $2::int, colocate_with => 'none'`, []any{table, shards}
		if i > 0 {
			how, args = `colocate_with => $2::text`, []any{table, tables[0]}
		}
		if _, err := tx.Exec(ctx, `SELECT create_distributed_table($1::text::regclass, 'doc_id', `+how+`)`, args...); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return nil
}
