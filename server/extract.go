package main

import (
	"context"
	"encoding/json"
	"fmt"
)

type extractCommand struct {
	JSON  bool     `name:"json" help:"Print the whole document as JSON, one line a file."`
	Files []string `arg:"" name:"file" help:"Files to read, or folders of them."`
}

// Run prints the text of files, each when it and those before it are read.
func (c *extractCommand) Run(ctx context.Context, t terminal) error {
	r, err := newFileReader(t)
	if err != nil {
		return err
	}
	files, err := find(c.Files)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(t.out)
	encoder.SetEscapeHTML(false)
	failed := false
	err = r.inOrder(ctx, files, r.language.Text("cli.reading"), func(f *file) error {
		failed = r.complain([]file{*f}) || failed
		var err error
		if f.document != nil && c.JSON {
			err = encoder.Encode(f.document)
		} else if f.document != nil {
			_, err = fmt.Fprintln(t.out, f.document.Text)
		}
		return err
	})
	if err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}
