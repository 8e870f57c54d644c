package worker

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// searchPeriod is how often full-text search is compared with the library
// while the program runs. It catches what failed to be put there, and what
// other servers have added to a library they share; a minute is soon enough for
// a search.
const searchPeriod = time.Minute

// keepSearch makes full-text search hold the library's ready documents, at
// once and from time to time, until ctx ends.
func (p *Pool) keepSearch(ctx context.Context) {
	ticker := time.NewTicker(searchPeriod)
	defer ticker.Stop()
	for {
		if err := p.syncSearch(ctx); err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "keep search complete", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (p *Pool) syncSearch(ctx context.Context) error {
	// In this order: what was put meanwhile is in want, and put once more at
	// worst; it is never taken for something deleted.
	have, err := p.search.IDs(ctx)
	if err != nil {
		return fmt.Errorf("list documents of search: %w", err)
	}
	// Those that are being indexed anew stay findable; they are asked for first,
	// since they get ready meanwhile.
	waiting, err := p.store.WaitingIDs(ctx)
	if err != nil {
		return err
	}
	want, err := p.store.DocumentIDs(ctx)
	if err != nil {
		return err
	}
	slices.Sort(have)
	for _, id := range want {
		if _, found := slices.BinarySearch(have, id); !found {
			if err := p.putAgain(ctx, id); err != nil {
				return err
			}
		}
	}
	for _, id := range have {
		_, ready := slices.BinarySearch(want, id)
		if _, found := slices.BinarySearch(waiting, id); !ready && !found {
			if err := p.search.Delete(ctx, id); err != nil {
				return fmt.Errorf("delete document %d from search: %w", id, err)
			}
		}
	}
	return nil
}

func (p *Pool) putAgain(ctx context.Context, id int64) error {
	sources, err := p.store.Sources(ctx, []int64{id})
	if err != nil || len(sources) == 0 { // deleted meanwhile
		return err
	}
	if err := p.search.Put(ctx, id, sources[0].Identity, sources[0].Document.Text); err != nil {
		return fmt.Errorf("put document %d into search: %w", id, err)
	}
	return nil
}
