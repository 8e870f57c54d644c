package worker

import (
	"context"
	"errors"
	"slices"
	"time"

	"zhiwen/checker/figure"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

const (
	// figureBatch is how many documents are asked for at a time that were not read for
	// figures: reading one takes up to seconds, asking some milliseconds.
	figureBatch = 50
	// figurePause is how long it is waited after something failed that is not the file's
	// fault, and between two looks for documents that another server has stored.
	figurePause = 10 * time.Minute
)

// keepFigures reads the figures of documents stored by a program that did not read them or made
// other imprints: one after the other, newest first, in the background, until ctx ends. Texts stay
// as they are. If two servers read the same file, it is stored once.
func (p *Pool) keepFigures(ctx context.Context) {
	p.catchUp(ctx, figurePause, "read stored documents for figures", p.readFigures)
}

// catchUp calls read, which returns how many documents it has done, until none is left or it fails; again after a
// pause, until ctx ends.
func (p *Pool) catchUp(ctx context.Context, pause time.Duration, what string, read func(context.Context) (int, error)) {
	for {
		done, err := read(ctx)
		if err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, what, "error", err)
		}
		if done > 0 && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// readFigures reads some documents, and says how many.
func (p *Pool) readFigures(ctx context.Context) (done int, err error) {
	ids, err := p.store.FiguresUnread(ctx, figureBatch)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		switch failed := p.readFiguresOf(ctx, id); {
		case failed == nil, errors.Is(failed, record.ErrNotFound): // deleted meanwhile
			done++
		case ctx.Err() != nil:
			return done, ctx.Err()
		default: // its turn comes again; the others have theirs
			err = errors.Join(err, failed)
		}
	}
	return done, err
}

// readFiguresOf reads the file of a document for figures. A file that is damaged or too
// much has none, as far as can be told.
func (p *Pool) readFiguresOf(ctx context.Context, id int64) error {
	d, err := p.store.Document(ctx, id)
	if err != nil {
		return err
	}
	data, err := p.store.File(ctx, id)
	if err != nil {
		return err
	}
	fresh, err := p.extractor.Figures(ctx, d.Identity.Filename, data)
	switch {
	case extract.ErrorName(err) != "": // as that it holds no text but pictures of pages
		fresh = &extract.Document{}
	case err != nil:
		return err
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		text, err := tx.Extraction(ctx, id) // of now
		if err != nil {
			return err
		}
		if text.Imprints == imprint.Version {
			return nil
		}
		text.Figures, text.Imprints = figure.Placed(text, fresh), imprint.Version
		for _, n := range fresh.Notices {
			if n.Kind == extract.FigureLeft && !slices.ContainsFunc(text.Notices, func(o extract.Notice) bool { return o.Kind == n.Kind }) {
				var all extract.Notices
				for _, o := range append(text.Notices, n) {
					all.Add(o)
				}
				text.Notices = all.InOrder()
			}
		}
		return tx.SetFigures(ctx, id, text)
	})
}
