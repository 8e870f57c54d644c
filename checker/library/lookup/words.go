package lookup

import (
	"context"

	"zhiwen/checker/hint"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// Segments implements checker.Library: the words that SetWords has stored. Segments are kept in memory from one check to
// the next.
func (r Reader) Segments(
	ctx context.Context, _ func(*extract.Document) (*hint.Index, error),
) (segments []*hint.Segment, unread int, err error) {
	err = r.inSnapshot(ctx, func(r Reader) error {
		ready := r.member("d") + ` AND d.state = 'ready'`
		ids, err := r.conn.IDs(ctx, `SELECT d.id FROM documents d WHERE `+ready+`
			AND EXISTS (SELECT 1 FROM words w WHERE w.version = $1 AND w.doc_id = d.id) ORDER BY d.id`, hint.Version)
		if err != nil {
			return err
		}
		var all int
		if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM documents d WHERE `+ready).Scan(&all); err != nil {
			return err
		}
		unread = all - len(ids)
		segments, err = WordSegments(ctx, r.conn, r.segments, ids)
		return err
	})
	return segments, unread, wrap.Error(err, "words")
}

// WordsUnread returns ready documents that others are compared with and that were not read for words, the newest first, as many as most.
func (r Reader) WordsUnread(ctx context.Context, most int) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT d.id FROM documents d WHERE d.state = 'ready' AND (d.in_library OR d.call_id <> 0)
		AND NOT EXISTS (SELECT 1 FROM words w WHERE w.version = $1 AND w.doc_id = d.id) ORDER BY d.id DESC LIMIT $2`, hint.Version, most)
	return ids, wrap.Error(err, "documents not read for words")
}
