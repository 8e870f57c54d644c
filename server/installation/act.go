package installation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/schema"
	"zhiwen/checker/library/trail"
	"zhiwen/server/terminal"
)

// Actor returns who the record names for what a command does: the command, and the user of the
// operating system who gave it.
func Actor(command string, getenv func(string) string) audit.Actor {
	return audit.Actor{Name: "zhiwen " + command + " (" + systemUser(getenv) + ")"}
}

// systemUser names the user of the operating system who runs the program. Of one who has
// become root by sudo both are named; root could set that variable to anything, as it could
// write anything into the database.
func systemUser(getenv func(string) string) string {
	name := "uid " + strconv.Itoa(os.Getuid())
	if u, err := user.Current(); err == nil && u.Username != "" {
		name = u.Username
	}
	if by := getenv("SUDO_USER"); by != "" && by != name && os.Geteuid() == 0 {
		name += ", sudo " + by
	}
	return name
}

// Act carries out do in the name of a command, and signs the end of the record afterwards,
// also of what was done before do failed: no server may come that would.
func (p Place) Act(ctx context.Context, t terminal.Terminal, store *library.Store, command string,
	do func(ctx context.Context) error) error {
	err := do(audit.By(ctx, Actor(command, t.Getenv)))
	return errors.Join(err, p.SignRecord(context.WithoutCancel(ctx), t, store))
}

// ActBeside is Act on the library, which is opened beside its server.
func (p Place) ActBeside(ctx context.Context, t terminal.Terminal, command string,
	do func(ctx context.Context, store *library.Store) error) (err error) {
	store, err := p.Beside(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return p.Act(ctx, t, store, command, func(ctx context.Context) error { return do(ctx, store) })
}

// SignRecord signs the end of the record by the keys of the installation, where it is not
// signed yet.
func (p Place) SignRecord(ctx context.Context, t terminal.Terminal, store *library.Store) error {
	keys, err := p.Keys(ctx, t, store)
	if err != nil {
		return err
	}
	return store.SignHead(ctx, keys.SignText)
}

// RecordBeside records an act in the name of a command, in a database that a server may have
// open and that may be of an older schema, and signs the end of the record. No key is made for that: without one the end stays as it is.
func (p Place) RecordBeside(ctx context.Context, t terminal.Terminal, command string, act audit.Act) (err error) {
	folder, err := p.Folder(t)
	if err != nil {
		return err
	}
	db, err := database.OpenBeside(ctx, database.Config{URL: p.DatabaseURL, DataDir: folder})
	if err != nil {
		return fmt.Errorf("record %s: %w", act.Action, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	written := trail.New(db)
	if err := written.Record(audit.By(ctx, Actor(command, t.Getenv)), act); err != nil {
		return err
	}
	keys, err := p.storedKeys(t, func() (string, error) { return schema.NewReader(db.Conn).SigningKeys(ctx) })
	if err != nil || keys == nil {
		return err
	}
	return written.SignHead(ctx, keys.SignText)
}
