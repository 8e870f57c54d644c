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

// Run prints the text of files.
func (c *extractCommand) Run(ctx context.Context, t terminal) error {
	r, err := newFileReader(t)
	if err != nil {
		return err
	}
	files, err := find(c.Files)
	if err != nil {
		return err
	}
	if err := r.all(ctx, files, r.language.Text("cli.reading"), func(int, *file) error { return nil }); err != nil {
		return err
	}
	failed := r.complain(files)
	encoder := json.NewEncoder(t.out)
	encoder.SetEscapeHTML(false)
	for _, f := range good(files) {
		if c.JSON {
			err = encoder.Encode(f.document)
		} else {
			_, err = fmt.Fprintln(t.out, f.document.Text)
		}
		if err != nil {
			return err
		}
	}
	if failed {
		return errReported
	}
	return nil
}
