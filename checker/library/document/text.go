package document

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"zhiwen/checker/library/database"
	"zhiwen/extract"
)

// Text returns the text of a document without its structure, or ErrNotFound.
func (r Reader) Text(ctx context.Context, docID int64) (string, error) {
	var text string
	if err := r.conn.QueryRow(ctx, `SELECT text FROM texts WHERE doc_id = $1`, docID).Scan(&text); err != nil {
		return "", fmt.Errorf("text of document %d: %w", docID, database.NotFound(err))
	}
	return text, nil
}

// Extraction returns the text and structure of a document, or ErrNotFound where
// there is no such document or no text of it yet.
func (r Reader) Extraction(ctx context.Context, docID int64) (*extract.Document, error) {
	var text, structure string
	err := r.conn.QueryRow(ctx, `SELECT text, structure FROM texts WHERE doc_id = $1`, docID).Scan(&text, &structure)
	if err != nil {
		return nil, fmt.Errorf("text of document %d: %w", docID, database.NotFound(err))
	}
	return Extraction(docID, text, structure)
}

// Extraction puts a document together from the two columns that hold it.
func Extraction(docID int64, text, structure string) (*extract.Document, error) {
	d, err := decodeStructure(structure)
	if err != nil {
		return nil, fmt.Errorf("structure of document %d: %w", docID, err)
	}
	d.Text = text
	return d, nil
}

// Structure writes a document without its text.
func Structure(d *extract.Document) (string, error) {
	bare := *d
	bare.Text = ""
	structure, err := json.Marshal(bare)
	return string(structure), err
}

// Format returns how a document was read, as the column says it.
func Format(d *extract.Document) string {
	name, _, _ := strings.Cut(d.Method, "/")
	name, _, _ = strings.Cut(name, "+")
	return name
}
