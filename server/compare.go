package main

import (
	"context"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/server/batch"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

type compareCommand struct {
	installation.Place
	installation.RoleTable
	A   string `arg:"" type:"existingfile" help:"File to check."`
	B   string `arg:"" type:"existingfile" help:"File to compare it with."`
	Out string `type:"path" placeholder:"FILE" help:"Write the signed evidence to this file."`
}

// Run compares two files and prints what they share.
func (c *compareCommand) Run(ctx context.Context, t terminal.Terminal) error {
	parameters, err := c.Parameters(t, checker.DefaultProfile)
	if err != nil {
		return err
	}
	engine, err := installation.NewEngine(parameters)
	if err != nil {
		return err
	}
	var keys *evidence.Keys
	if c.Out != "" {
		if keys, err = c.Keys(ctx, t, nil); err != nil {
			return err
		}
	}
	r, err := batch.NewReader(t)
	if err != nil {
		return err
	}
	defer r.Close()
	files := []batch.File{{Path: c.A, Name: c.A}, {Path: c.B, Name: c.B}}
	if err := r.All(ctx, files, r.Language.Text("cli.reading"), func(int, *batch.File) error { return nil }); err != nil {
		return err
	}
	if r.Complain(files) {
		return terminal.ErrReported
	}
	this, source := files[0], files[1]
	var e *evidence.Evidence
	err = batch.Alone(func() (err error) {
		e, err = engine.Compare(ctx,
			checker.Input{Identity: this.Identity, Document: this.Document},
			&checker.Source{ID: 1, Identity: source.Identity, Document: source.Document, Units: engine.Units(source.Document)})
		return err
	})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		files[0].Err = err
		r.Complain(files[:1])
		return terminal.ErrReported
	}
	if c.Out != "" {
		if err := writeEvidence(c.Out, e, keys); err != nil {
			return err
		}
	}
	writeScores(t.Out, r.Language, e, c.A)
	writePlaces(t.Out, r.Language, e)
	return nil
}
