package main

import (
	"context"
	"encoding/json"
	"fmt"

	"zhiwen/server/batch"
	"zhiwen/server/terminal"
)

type extractCommand struct {
	JSON  bool     `name:"json" help:"Print whole documents as JSON, one line per file."`
	Files []string `arg:"" name:"file" help:"Files or folders to read."`
}

// Run prints the text of files, each when it and those before it are read.
func (c *extractCommand) Run(ctx context.Context, t terminal.Terminal) error {
	r, err := batch.NewReader(t)
	if err != nil {
		return err
	}
	defer r.Close()
	files, err := batch.Find(c.Files)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(t.Out)
	encoder.SetEscapeHTML(false)
	failed := false
	err = r.InOrder(ctx, files, r.Language.Text("cli.reading"), func(f *batch.File) error {
		failed = r.Complain([]batch.File{*f}) || failed
		var err error
		if f.Document != nil && c.JSON {
			err = encoder.Encode(f.Document)
		} else if f.Document != nil {
			_, err = fmt.Fprintln(t.Out, f.Document.Text)
		}
		return err
	})
	if err != nil {
		return err
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}
