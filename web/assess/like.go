package assess

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/internal/each"
	"zhiwen/web/report"
)

// MostLikes is how many documents like one are shown.
const MostLikes = 10

// LikeSearch finds documents like one in full-text search.
type LikeSearch interface {
	// Like returns the documents most like a text, without one document; the error wraps record.ErrNoRoom while search is
	// closed.
	Like(ctx context.Context, text string, without int64, most int) ([]search.Like, error)
	// Count returns how many documents can be found.
	Count() (uint64, error)
}

// Shelf is the part of the library that looks for similar texts.
type Shelf interface {
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	ShelfStates(ctx context.Context) (all, waiting, failed int, err error)
}

// Likes are documents of the library like one, the best first.
type Likes struct {
	Documents []Like
	Behind    int  // documents of the library that search does not have yet
	Off       bool // search is closed: nothing was looked for
}

// Like is one of them.
type Like struct {
	record.Document

	Name  string
	Score float64
	Terms []string // that both have, the most telling first
}

// mostTerms is how many shared words a page shows of each document.
const mostTerms = 8

// Few returns the most telling of the shared words.
func (l Like) Few() []string { return l.Terms[:min(len(l.Terms), mostTerms)] }

// LikesOf returns the documents of the library that have the most telling words of a document's text, for a reader who
// may see all of it.
func LikesOf(ctx context.Context, document int64, text string, find LikeSearch, shelf Shelf) (out Likes, err error) {
	found, err := find.Like(ctx, text, document, MostLikes)
	if errors.Is(err, record.ErrNoRoom) {
		return Likes{Off: true}, nil
	}
	if err != nil {
		return out, fmt.Errorf("documents like %d: %w", document, err)
	}
	have, err := find.Count()
	if errors.Is(err, record.ErrNoRoom) {
		return Likes{Off: true}, nil
	}
	all, waiting, failed, err2 := shelf.ShelfStates(ctx)
	if err = errors.Join(err, err2); err != nil {
		return out, fmt.Errorf("documents like %d: %w", document, err)
	}
	out.Behind = max(0, all-waiting-failed-int(have))
	if len(found) == 0 {
		return out, nil
	}
	ids := each.Of(found, func(l search.Like) int64 { return l.ID })
	named, _, err := shelf.Documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return out, fmt.Errorf("documents like %d: %w", document, err)
	}
	for _, l := range found {
		i := slices.IndexFunc(named, func(d record.Document) bool { return d.ID == l.ID })
		if i >= 0 { // else it is gone meanwhile
			out.Documents = append(out.Documents, Like{named[i], report.NameOf(named[i].Identity), l.Score, l.Terms})
		}
	}
	return out, nil
}
