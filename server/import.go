package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
)

type importCommand struct {
	place
	roleTable
	Files []string `arg:"" name:"file" help:"Files, or folders of them."`
}

// importBatch is how many documents go into the library in one transaction.
const importBatch = 32

// Run puts files into the library. What was stored before an error stays.
func (c *importCommand) Run(ctx context.Context, t terminal) (err error) {
	files, err := find(c.Files)
	if err != nil {
		return err
	}
	r, err := newFileReader(t)
	if err != nil {
		return err
	}
	inst, err := c.open(ctx, t, c.roleTable, slog.New(slog.NewTextHandler(t.err, nil)))
	if err != nil {
		return err
	}
	defer func() {
		if e := inst.close(); err == nil {
			err = e
		}
	}()
	stored, err := c.store(audit.By(ctx, audit.Actor{Name: "zhiwen import"}), inst, r, files)
	failed := r.complain(files)
	fmt.Fprintf(t.out, "%d of %d files are in the library\n", stored, len(files))
	if err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// store puts files into the library, in their order, some at a time, and gives
// how many are in it then.
func (c *importCommand) store(ctx context.Context, inst *installation, r *fileReader, files []file) (stored int, err error) {
	bar := r.bar(len(files), r.language.Text("cli.reading"))
	defer func() { _ = bar.Finish() }()
	for batch := range slices.Chunk(files, importBatch) {
		prepared := make([]library.Prepared, len(batch))
		err := r.each(ctx, batch, bar, func(i int, f *file) error {
			prepared[i] = library.Prepared{
				Upload:   record.Upload{Identity: f.identity, Data: f.data, ToLibrary: true},
				Document: f.document, Units: inst.engine.Units(f.document),
			}
			f.data, f.document = nil, nil
			return nil
		})
		if err != nil {
			return stored, err
		}
		prepared = slices.DeleteFunc(prepared, func(p library.Prepared) bool { return p.Document == nil })
		ids, err := inst.store.Load(ctx, prepared)
		if err != nil {
			return stored, err
		}
		stored += len(ids)
		if err := inst.index(ctx, ids, prepared); err != nil {
			return stored, err
		}
	}
	return stored, nil
}

// index makes stored documents findable in full-text search. One that is cut
// off here is caught up with when the server starts.
func (i *installation) index(ctx context.Context, ids []int64, prepared []library.Prepared) error {
	documents := make([]search.Document, len(ids))
	for n, id := range ids {
		stored, err := i.store.Document(ctx, id)
		if err != nil {
			return err
		}
		documents[n] = search.Document{ID: id, Revision: stored.Revision, Identity: stored.Identity, Text: prepared[n].Document.Text}
	}
	return i.search.PutAll(ctx, documents)
}
