package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
)

// Checks by the published method
//
// They are compared with units of their own, which a check makes of the stored texts of those documents that lack
// them before it compares: of all at the first check, later of what came since. So such a check is always about the
// whole library, and who never asks for one pays nothing. What is made is stored batch by batch: a check that is cut
// off goes on where it was.

const (
	// paperBatch is how many documents get their units in one transaction.
	paperBatch = 32
	// makingPercent is how much of a check's progress is the making of units, where many are to be made.
	makingPercent = 90
	// mostUnmade bounds how many documents without units evidence names: each is a text that the program fails at.
	mostUnmade = 1000
)

// errNoPaper reports a pool that has no engine of the published method.
var errNoPaper = errors.New("checks by the published method are not set up")

// profileOf notes by which profile a check that has started compares, as its call says, and returns it.
func (p *Pool) profileOf(ctx context.Context, c record.Check) (profile string, err error) {
	if c.Document.Call != 0 {
		call, err := p.store.Call(ctx, c.Document.Call)
		if err != nil && !errors.Is(err, record.ErrNotFound) { // its call goes, and so will it
			return "", err
		}
		profile = call.Settings.Profile
	}
	profile = cmp.Or(profile, checker.DefaultProfile)
	return profile, p.store.InTx(ctx, func(tx *library.Tx) error { return tx.SetProfile(ctx, c.ID, profile) })
}

// means are what a check compares with.
type means struct {
	engine   Engine
	library  checker.Library
	unmade   []*checker.Source // documents that lack their units
	progress func(done, total int)
}

// by returns what a check by its profile needs; missing units are made.
func (p *Pool) by(ctx context.Context, c record.Check, progress func(done, total int)) (means, error) {
	if c.Profile != checker.PaperProfile {
		lib, err := p.store.Within(ctx, c.Document.Call)
		return means{engine: p.engine, library: lib, progress: progress}, err
	}
	if p.config.Paper == nil {
		return means{}, errNoPaper
	}
	lib, err := p.store.WithinByPaper(ctx, c.Document.Call)
	if err != nil {
		return means{}, err
	}
	m := means{engine: p.config.Paper, library: lib, progress: progress}
	made, err := p.makePaper(ctx, lib, func(done, total int) { progress(done*makingPercent, total*100) })
	if err != nil {
		return means{}, err
	}
	if made {
		m.progress = func(done, total int) { progress(makingPercent*total+(100-makingPercent)*done, total*100) }
	}
	unmade, err := lib.PaperUnmade(ctx, 0, mostUnmade)
	if err == nil && len(unmade) > 0 {
		m.unmade, err = lib.Texts(ctx, unmade)
	}
	return m, err
}

// makePaper makes the units of documents that lack them, and reports whether there were any. A document whose text
// cannot be read or cut has none, and is asked for again by the next check; evidence names it as not compared.
func (p *Pool) makePaper(ctx context.Context, lib library.Paper, progress func(done, total int)) (made bool, err error) {
	p.making.Lock()
	defer p.making.Unlock()
	total, err := lib.PaperLeft(ctx)
	if err != nil {
		return false, err
	}
	done, last := 0, int64(0)
	for {
		ids, err := lib.PaperUnmade(ctx, last, paperBatch)
		if err != nil || len(ids) == 0 {
			return done > 0, err
		}
		last = ids[len(ids)-1]
		if err := p.makeBatch(ctx, ids); err != nil {
			return false, err
		}
		done += len(ids)
		progress(done, max(done, total))
	}
}

// makeBatch makes and stores the units of some documents.
func (p *Pool) makeBatch(ctx context.Context, ids []int64) error {
	units := make([][]fingerprint.Unit, len(ids))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		group.Go(func() error {
			err := shielded(ctx, func(ctx context.Context) error {
				text, err := p.store.Extraction(ctx, id)
				if err == nil {
					units[i] = append([]fingerprint.Unit{}, p.config.Paper.Units(text)...)
				}
				return err
			})
			if err != nil && ctx.Err() == nil && !errors.Is(err, record.ErrNotFound) {
				p.log.ErrorContext(ctx, "units of a document by the published method were not made", "document", id, "error", err)
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("make units by the published method: %w", err)
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		for i, id := range ids {
			if units[i] == nil { // it could not be read
				continue
			}
			if err := tx.SavePaper(ctx, id, units[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
