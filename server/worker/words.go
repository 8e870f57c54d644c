package worker

import (
	"context"
	"errors"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
)

const (
	// wordsBatch is how many documents are asked for at a time that were not read for words.
	wordsBatch = 100
	// wordsPause is how long it is waited after something failed, and between two looks for documents that another
	// server has stored.
	wordsPause = 10 * time.Minute
)

// keepWords reads the texts of documents for words that were stored by a program that did not, or cut
// them otherwise: one after the other, the newest first, beside what else is to be done, until ctx ends. What
// two servers read at once is stored once.
func (p *Pool) keepWords(ctx context.Context) {
	p.catchUp(ctx, wordsPause, "read stored documents for words", p.readWords)
}

// readWords reads some documents, and says how many: none where the engine does not look for hints.
func (p *Pool) readWords(ctx context.Context) (done int, err error) {
	ids, err := p.store.WordsUnread(ctx, wordsBatch)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		text, err := p.store.Extraction(ctx, id)
		if errors.Is(err, record.ErrNotFound) { // deleted meanwhile
			done++
			continue
		}
		if err != nil {
			return done, err
		}
		words, err := p.engine.Words(text)
		if words == nil || err != nil {
			return 0, err
		}
		err = p.store.InTx(ctx, func(tx *library.Tx) error { return tx.SetWords(ctx, id, words) })
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return done, err
		}
		done++
	}
	return done, nil
}
