package main

import (
	"bufio"
	"context"
	"errors"

	"zhiwen/checker/audit"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/server/verify"
)

type auditCommand struct {
	Verify verify.RecordCommand `cmd:"" help:"Verify that nothing in the audit log was changed or removed."`
	Export auditExportCommand   `cmd:"" help:"Print the audit log with its signatures, one line of JSON per entry."`
}

type auditExportCommand struct {
	installation.Place
}

// Run prints the record.
func (c *auditExportCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	view, err := c.View(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	keys, err := c.Keys(ctx, t, nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(t.Out)
	err = audit.WriteExport(ctx, view, keys.SignText, out)
	return errors.Join(err, out.Flush())
}
