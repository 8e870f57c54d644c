package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// searchPeriod is how often full-text search is compared with the library
// while the program runs. It catches what failed to be put there, and what
// other servers have added to a library they share or corrected; a minute is
// soon enough for a search.
const searchPeriod = time.Minute

// keepSearch makes full-text search hold the library's ready documents, at
// once and from time to time, until ctx ends.
func (p *Pool) keepSearch(ctx context.Context) {
	p.repeat(ctx, searchPeriod, p.searchNow, "keep search complete", p.syncSearch)
}

// repeat does something at once, every period, and whenever it is woken, until ctx ends.
// Errors are logged as what it is; that the disk has no room is said elsewhere.
func (p *Pool) repeat(ctx context.Context, period time.Duration, wake <-chan struct{}, what string, do func(context.Context) error) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		if err := do(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, record.ErrNoRoom) {
			p.log.ErrorContext(ctx, "repeated work has failed", "work", what, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-wake:
		}
	}
}

// wake starts repeated work at once, or once more after the current run.
func wake(sleeper chan<- struct{}) {
	select {
	case sleeper <- struct{}{}:
	default: // it is about to be
	}
}

// wakeSearch has full-text search compared with the library soon: many documents were
// changed.
func (p *Pool) wakeSearch() { wake(p.searchNow) }

func (p *Pool) syncSearch(ctx context.Context) error {
	// In this order: what was put meanwhile is in want, and put once more at
	// worst; it is never taken for something deleted.
	have, err := p.search.Revisions(ctx)
	if err != nil {
		return fmt.Errorf("list documents of search: %w", err)
	}
	// Those that are being indexed anew stay findable; they are asked for first,
	// since they get ready meanwhile.
	waiting, err := p.store.WaitingIDs(ctx)
	if err != nil {
		return err
	}
	want, err := p.store.Revisions(ctx)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if revision, found := have[id]; !found || revision != want[id] {
			if err := p.putAgain(ctx, id); err != nil {
				return err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(have)) {
		_, ready := want[id]
		if _, found := slices.BinarySearch(waiting, id); !ready && !found {
			if err := p.search.Delete(ctx, id); err != nil {
				return fmt.Errorf("delete document %d from search: %w", id, err)
			}
		}
	}
	return nil
}

func (p *Pool) putAgain(ctx context.Context, id int64) error {
	// The record comes first: a correction that comes between is seen as one the
	// next time.
	d, err := p.store.Document(ctx, id)
	var text string
	if err == nil {
		text, err = p.store.Text(ctx, id)
	}
	if errors.Is(err, record.ErrNotFound) { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	return wrap.Error(p.search.Put(ctx, d, text), "put document %d into search", id)
}
