package main

import (
	"context"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
)

type compareCommand struct {
	place
	roleTable
	A   string `arg:"" type:"existingfile" help:"The file to check."`
	B   string `arg:"" type:"existingfile" help:"The file to check it against."`
	Out string `type:"path" placeholder:"FILE" help:"Write the evidence into this file, signed as by check."`
}

// Run compares two files and prints what they share.
func (c *compareCommand) Run(ctx context.Context, t terminal) error {
	parameters, err := c.parameters(t, checker.DefaultProfile)
	if err != nil {
		return err
	}
	engine, err := newEngine(parameters)
	if err != nil {
		return err
	}
	var keys *evidence.Keys
	if c.Out != "" {
		if keys, err = c.keys(ctx, t, nil); err != nil {
			return err
		}
	}
	r, err := newFileReader(t)
	if err != nil {
		return err
	}
	files := []file{{path: c.A, name: c.A}, {path: c.B, name: c.B}}
	if err := r.all(ctx, files, r.language.Text("cli.reading"), func(int, *file) error { return nil }); err != nil {
		return err
	}
	if r.complain(files) {
		return errReported
	}
	this, source := files[0], files[1]
	e, err := engine.Compare(ctx,
		checker.Input{Identity: this.identity, Document: this.document},
		&checker.Source{ID: 1, Identity: source.identity, Document: source.document, Units: engine.Units(source.document)})
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := writeEvidence(c.Out, e, keys); err != nil {
			return err
		}
	}
	writeScores(t.out, r.language, e, c.A)
	writePlaces(t.out, r.language, e)
	return nil
}
