package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"zhiwen/checker/library"
	"zhiwen/checker/search"
)

type importCommand struct {
	place
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
	r, err := newReader(t)
	if err != nil {
		return err
	}
	inst, err := c.open(ctx, t, slog.New(slog.NewTextHandler(t.err, nil)))
	if err != nil {
		return err
	}
	defer func() {
		if e := inst.close(); err == nil {
			err = e
		}
	}()
	b := &batch{inst: inst}
	err = r.all(ctx, files, r.language.Text("cli.reading"), func(_ int, f *file) error {
		p := library.Prepared{
			Upload:   library.Upload{Identity: f.identity, Data: f.data, ToLibrary: true},
			Document: f.document, Units: inst.engine.Units(f.document),
		}
		f.data, f.document = nil, nil
		return b.add(ctx, p)
	})
	if err == nil {
		err = b.flush(ctx)
	}
	failed := r.complain(files)
	fmt.Fprintf(t.out, "%d of %d files are in the library\n", b.stored, len(files))
	if err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// batch gathers documents and stores them some at a time.
type batch struct {
	inst    *installation
	lock    sync.Mutex
	waiting []library.Prepared
	stored  int
}

func (b *batch) add(ctx context.Context, p library.Prepared) error {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.waiting = append(b.waiting, p); len(b.waiting) < importBatch {
		return nil
	}
	return b.store(ctx)
}

func (b *batch) flush(ctx context.Context) error {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.store(ctx)
}

func (b *batch) store(ctx context.Context) error {
	if len(b.waiting) == 0 {
		return nil
	}
	ids, err := b.inst.store.Load(ctx, b.waiting)
	if err != nil {
		return err
	}
	b.stored += len(ids)
	if err := b.index(ctx, ids); err != nil {
		return err
	}
	b.waiting = b.waiting[:0]
	return nil
}

// index makes the stored documents findable in full-text search. One that is
// cut off here is caught up with when the server starts.
func (b *batch) index(ctx context.Context, ids []int64) error {
	documents := make([]search.Document, len(ids))
	for i, id := range ids {
		stored, err := b.inst.store.Document(ctx, id)
		if err != nil {
			return err
		}
		documents[i] = search.Document{ID: id, Identity: stored.Identity, Text: b.waiting[i].Document.Text}
	}
	return b.inst.search.PutAll(ctx, documents)
}
