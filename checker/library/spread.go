package library

import (
	"context"
	"strconv"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/spread"
	"zhiwen/checker/library/trail"
	"zhiwen/internal/wrap"
)

// Distribute has Citus distribute units and texts on the workers of the coordinator that the
// database is on, in the given number of shards, 0 for what spread.ShardsPerWorker says. The
// errors are those of package spread. Called again it changes nothing that is in order. The
// Store is of no use afterwards: it is to be closed, and the library opened anew.
func (s *Store) Distribute(ctx context.Context, shards int) (state spread.State, err error) {
	err = s.trailStore.InTx(ctx, func(tx *trail.Tx) (err error) {
		if state, err = spread.Distribute(ctx, tx.Tx, shards); err == nil && !state.Before {
			tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectLibrary,
				Detail: map[string]string{"what": "distributed", "shards": strconv.Itoa(state.Shards)}})
		}
		return err
	})
	if err == nil {
		err = spread.FreeRoom(ctx, s.conn())
	}
	return state, wrap.Error(err, "distribute")
}

// IsSpread reports whether units and texts lie on many machines: then InSnapshot and Sources see
// them a little later than the rest.
func (r Reader) IsSpread() bool { return r.spread }
