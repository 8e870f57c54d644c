package doctor

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
)

const (
	// lookDelay is how long after its start a server begins to look: others come first.
	lookDelay = 5 * time.Second
	// lookAgain is how often a server looks that runs for long.
	lookAgain = 7 * 24 * time.Hour
	// lookPause is the part of the time in which it does not, so that it takes at most a
	// fifth of a processor and of the disk.
	lookPause = 0.8
	// mostLogged is how many documents of a fault the log names.
	mostLogged = 20
	// searchSettles is how long full-text search may lack a document: it is compared with
	// the library every minute.
	searchSettles = 2 * time.Minute
)

// Integrity is what a server knows of whether its data is whole. It is safe for concurrent
// use.
type Integrity struct {
	last   atomic.Pointer[Result] // nil until the first look has ended
	at     atomic.Int64           // when it ended, in seconds since 1970; 0 is never
	faulty atomic.Bool            // the database itself is damaged
}

// Count returns how many faults of a kind the last look has found.
func (i *Integrity) Count(k Kind) int {
	if r := i.last.Load(); r != nil {
		return r.Count(k)
	}
	return 0
}

// Looked returns when the last look ended, in seconds since 1970; 0 is never.
func (i *Integrity) Looked() int64 { return i.at.Load() }

// Whole fails where the database itself is damaged: what it answers cannot be relied on.
func (i *Integrity) Whole() error {
	if i.faulty.Load() {
		return record.ErrDamaged
	}
	return nil
}

// Watch looks at what is stored, in the background, until ctx ends.
func (i *Integrity) Watch(ctx context.Context, log *slog.Logger, store *library.Store, index *search.Index, engine *checker.Engine,
	keys *evidence.Keys) {
	config := Config{
		Pause: lookPause, MakeUnits: engine.Units, Keys: keys.Public(), Search: index.Revisions, Settle: searchSettles,
		Report: func(f Fault) {
			if f.Kind == Database {
				i.faulty.Store(true)
			}
			log.ErrorContext(ctx, "what is stored is damaged; zhiwen doctor says what to do", "kind", string(f.Kind),
				"document numbers", f.Documents[:min(len(f.Documents), mostLogged)], "check numbers", f.Checks, "detail", f.Detail)
		},
	}
	for wait := lookDelay; ; wait = lookAgain {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		i.look(ctx, log, store, config)
	}
}

func (i *Integrity) look(ctx context.Context, log *slog.Logger, store *library.Store, config Config) {
	begun := time.Now()
	result, err := Look(ctx, store, config)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		log.WarnContext(ctx, "look whether what is stored is whole", "error", err)
		return
	}
	i.last.Store(result)
	i.at.Store(time.Now().Unix())
	i.faulty.Store(slices.ContainsFunc(result.Faults, func(f Fault) bool { return f.Kind == Database }))
	log.InfoContext(ctx, "what is stored was looked at", "documents", result.Documents, "checks", result.Checks, "entries of the record",
		result.Entries,
		"faults", len(result.Faults), "took", time.Since(begun))
}
