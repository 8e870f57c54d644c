package backup

import (
	"context"
	"errors"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/server/worker"
)

// restoreTables makes the tables in an empty PostgreSQL database and fills them from a
// backup's files in a folder.
func (c *RestoreCommand) restoreTables(ctx context.Context, t terminal.Terminal, folder string, m manifest) (err error) {
	engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		return err
	}
	data, err := c.Folder(t)
	if err != nil {
		return err
	}
	store, err := library.Open(ctx, library.Config{DatabaseURL: c.DatabaseURL, DataDir: data, IndexKey: engine.IndexKey()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := worker.MakeQueue(ctx, store, t.Log()); err != nil {
		return err
	}
	return store.Restore(ctx, folder, m.Tables)
}
