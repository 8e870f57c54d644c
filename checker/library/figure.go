package library

import (
	"context"
	"fmt"

	"zhiwen/checker/figure"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// Figures implements checker.Library: one row a document is read, of a few bytes.
func (r Reader) Figures(ctx context.Context, exclude int64) (figures []figure.Shelved, unread int, err error) {
	rows, err := r.q.Query(ctx, `SELECT d.id, f.hashes FROM documents d LEFT JOIN figures f ON f.doc_id = d.id AND f.version = $1
		WHERE `+r.member("d")+` AND d.state = 'ready' AND d.id <> $2 AND (f.doc_id IS NULL OR length(f.hashes) > 0) ORDER BY d.id`, imprint.Version, exclude)
	if err != nil {
		return nil, 0, fmt.Errorf("figures: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var s figure.Shelved
		var packed []byte
		if err := rows.Scan(&s.Document, &packed); err != nil {
			return nil, 0, fmt.Errorf("figures: %w", err)
		}
		if packed == nil {
			unread++
			continue
		}
		if s.Hashes, err = figure.Unpack(packed); err != nil {
			return nil, 0, fmt.Errorf("figures of document %d: %w", s.Document, err)
		}
		figures = append(figures, s)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, fmt.Errorf("figures: %w", err)
	}
	return figures, unread, nil
}

// FiguresUnread gives ready documents that were not read for figures, the newest first,
// as many as most.
func (r Reader) FiguresUnread(ctx context.Context, most int) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT d.id FROM documents d WHERE d.state = 'ready'
		AND NOT EXISTS (SELECT 1 FROM figures f WHERE f.doc_id = d.id AND f.version = $1) ORDER BY d.id DESC LIMIT $2`, imprint.Version, most)
	if err != nil {
		return nil, fmt.Errorf("documents not read for figures: %w", err)
	}
	return ids, nil
}

// SetFigures notes the figures of a document whose text is stored, and stays as it is:
// d is what is stored, with its figures. The error is ErrNotFound where the document is
// gone.
func (tx *Tx) SetFigures(ctx context.Context, id int64, d *extract.Document) error {
	err := tx.setStructure(ctx, id, d)
	if err == nil {
		err = tx.saveFigures(ctx, id, d)
	}
	if err != nil {
		return fmt.Errorf("store figures of document %d: %w", id, err)
	}
	return nil
}

// saveFigures keeps the hashes of a document that was read for figures.
func (tx *Tx) saveFigures(ctx context.Context, id int64, d *extract.Document) error {
	if d.Imprints == 0 {
		return nil
	}
	_, err := tx.q.Exec(ctx, `INSERT INTO figures (doc_id, version, hashes) VALUES ($1, $2, $3)
		ON CONFLICT (doc_id) DO UPDATE SET version = excluded.version, hashes = excluded.hashes`, id, d.Imprints, figure.Pack(figure.Hashes(d)))
	return err
}
