package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"zhiwen/checker/library"
	"zhiwen/checker/library/spread"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// distributeCommand spreads the large tables over the machines of Citus.
type distributeCommand struct {
	installation.Place
	Shards int `placeholder:"N" help:"Number of shards; by default four per worker. It cannot be changed later."`
}

// Run distributes the library and prints its distribution over the workers, or the fault.
func (c *distributeCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	l := t.Language()
	var state spread.State
	if c.DatabaseURL == "" {
		err = spread.ErrNotPostgres
	} else {
		err = c.ActBeside(ctx, t, "distribute", func(ctx context.Context, store *library.Store) (err error) {
			state, err = store.Distribute(ctx, c.Shards)
			return err
		})
	}
	for key, sort := range map[string]error{
		"distribute.notPostgres": spread.ErrNotPostgres, "distribute.noCitus": spread.ErrNoCitus, "distribute.oldCitus": spread.ErrOldCitus,
		"distribute.notCoordinator": spread.ErrNotCoordinator, "distribute.noWorkers": spread.ErrNoWorkers,
		"distribute.servers": spread.ErrServers, "distribute.shards": spread.ErrShards,
	} {
		if errors.Is(err, sort) {
			fmt.Fprintln(t.Err, "zhiwen: "+l.Text(key,
				"Reason", err.Error(), "Seconds", int(spread.Period.Seconds()), "Shards", strconv.Itoa(c.Shards)))
			return terminal.ErrReported
		}
	}
	if err != nil {
		return err
	}
	key := "distribute.done"
	if state.Before {
		key = "distribute.before"
	}
	_, err = fmt.Fprintln(t.Out, l.Text(key, "Shards", strconv.Itoa(state.Shards), "Workers", strconv.Itoa(state.Workers)))
	return err
}
