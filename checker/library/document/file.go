package document

import (
	"context"
	"encoding/json"
	"fmt"

	"zhiwen/checker/library/database"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// File returns the bytes of a document's file as it was uploaded, or ErrNotFound.
func (r Reader) File(ctx context.Context, docID int64) ([]byte, error) {
	var data []byte
	err := r.conn.QueryRow(ctx, `SELECT f.bytes`+tables+` WHERE d.id = $1`, docID).Scan(&data)
	if err != nil {
		return nil, fmt.Errorf("file of document %d: %w", docID, database.NotFound(err))
	}
	return data, nil
}

// KeptFiles returns those of the files, named by their SHA-256, that are stored.
func (r Reader) KeptFiles(ctx context.Context, hashes []string) (map[string]bool, error) {
	statement, asked := `SELECT sha256 FROM files WHERE sha256 = ANY($1::TEXT[])`, any(hashes)
	if r.conn.IsSQLite {
		list, _ := json.Marshal(hashes) // cannot fail
		statement, asked = `SELECT sha256 FROM files WHERE sha256 IN (SELECT value FROM json_each($1))`, string(list)
	}
	found, err := r.conn.Texts(ctx, statement, asked)
	return each.Set(found), wrap.Error(err, "kept files")
}
