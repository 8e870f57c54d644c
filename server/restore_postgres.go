package main

import (
	"context"
	"errors"
	"log/slog"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/server/worker"
)

// restoreTables makes the tables in an empty PostgreSQL database and fills them from a
// backup's files in a folder.
func (c *restoreCommand) restoreTables(ctx context.Context, t terminal, folder string, m manifest) (err error) {
	engine, err := newEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		return err
	}
	data, err := c.folder(t)
	if err != nil {
		return err
	}
	store, err := library.Open(ctx, library.Config{DatabaseURL: c.DatabaseURL, DataDir: data, IndexKey: engine.IndexKey()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := worker.MakeQueue(ctx, store, slog.New(slog.NewTextHandler(t.err, nil))); err != nil {
		return err
	}
	return store.Restore(ctx, folder, m.Tables)
}
