package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
)

// DeletionRules names the rules. It is part of every command that goes by them.
type DeletionRules struct {
	Retention string `name:"retention" type:"existingfile" env:"ZHIWEN_RETENTION" placeholder:"FILE" help:"TOML file with the rules for deleting documents (for its format, see docs/operations.md)."`
}

// LoadRules reads the rules of the file; none where no file is named.
func (r DeletionRules) LoadRules() ([]retention.Rule, error) {
	if r.Retention == "" {
		return nil, nil
	}
	return retention.Load(r.Retention)
}

// Holding returns the rules that hold now: those of the file where one is named, else those
// that are set on the page of settings.
func (r DeletionRules) Holding(ctx context.Context, store *library.Store) ([]retention.Rule, error) {
	if r.Retention != "" {
		return r.LoadRules()
	}
	values, err := store.Settings(ctx)
	return values.Retention, err
}

// deletionBatch is how many documents are deleted in one transaction, with one
// certificate.
const deletionBatch = 100

// deleteByRule deletes what rules say, and returns how many documents that were, and the
// numbers of the certificates. What somebody begins to work on meanwhile is left for the
// next time.
func deleteByRule(
	ctx context.Context, store *library.Store, keys *evidence.Keys, rules []retention.Rule, by string,
) (n int, certificates []int64, err error) {
	at := time.Now()
	documents, err := store.Retained(ctx, at.Add(-retention.Youngest(rules)))
	if err != nil {
		return 0, nil, err
	}
	var batch []int64
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		id, deleted, err := store.DeleteByRule(ctx, rules, batch, by, keys.SignText)
		batch = nil
		if err != nil || id == 0 {
			return err
		}
		n += len(deleted)
		certificates = append(certificates, id)
		return nil
	}
	for _, d := range documents {
		if rule, kept := retention.Choose(rules, d, at); rule == nil || kept != "" {
			continue
		}
		if batch = append(batch, d.ID); len(batch) == deletionBatch {
			if err := flush(); err != nil {
				return n, certificates, err
			}
		}
	}
	return n, certificates, flush()
}

// keepEvery is how often a server deletes by rule: ages are in days.
const keepEvery = time.Hour

// runDeletion deletes by the rules that hold until ctx ends; deleted is told where something was. After a jump of the clock it waits
// for a day and says so, since by a wrong clock everything is old.
func runDeletion(
	ctx context.Context, log *slog.Logger, store *library.Store, keys *evidence.Keys, r DeletionRules, c *deletionClock,
	deleted func(context.Context),
) {
	every := time.NewTicker(keepEvery)
	defer every.Stop()
	for {
		n, certificates := 0, []int64(nil)
		rules, err := r.Holding(ctx, store)
		if jump := c.look(time.Now().Round(0), time.Since(c.begun)); jump != 0 && len(rules) > 0 {
			log.WarnContext(ctx, "the clock has jumped; for a day nothing is deleted by rule: look whether the time is right", "jump", jump)
		}
		if err == nil && len(rules) > 0 && c.trusted() {
			n, certificates, err = deleteByRule(ctx, store, keys, rules, "zhiwen serve")
		}
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, record.ErrBusy):
			log.InfoContext(ctx, "documents that a rule deletes are at work; they are deleted later")
		case err != nil:
			log.ErrorContext(ctx, "delete by rule", "error", err)
		}
		if n > 0 {
			log.InfoContext(ctx, "documents were deleted by rule", "documents", n, "certificates", certificates)
			deleted(ctx)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}
