package library

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

func encodeKeywords(keywords []string) (string, error) {
	clean := make([]string, len(keywords))
	for i, k := range keywords {
		clean[i] = storable(k)
	}
	b, err := json.Marshal(clean)
	return string(b), err
}

// team is the columns of an identity that no query asks for by itself.
type team struct {
	Participants []evidence.Person `json:"participants,omitempty"`
	Cooperating  []string          `json:"cooperating,omitempty"`
}

func encodePeople(i evidence.Identity) (string, error) {
	var clean team
	for _, p := range i.Participants {
		clean.Participants = append(clean.Participants, evidence.Person{Name: storable(p.Name), Title: storable(p.Title), Institution: storable(p.Institution)})
	}
	for _, c := range i.Cooperating {
		clean.Cooperating = append(clean.Cooperating, storable(c))
	}
	b, err := json.Marshal(clean)
	return string(b), err
}

func decodePeople(stored string, i *evidence.Identity) error {
	var p team
	err := json.Unmarshal([]byte(stored), &p)
	i.Participants, i.Cooperating = p.Participants, p.Cooperating
	return err
}

// keyNames makes the keys anew by which the applications of one applicant are
// found.
func keyNames(ctx context.Context, tx *Tx) error {
	type named struct {
		id                int64
		applicant, number string
	}
	rows, err := tx.q.Query(ctx, `SELECT id, applicant, number FROM documents WHERE applicant <> '' OR number <> ''`)
	if err != nil {
		return fmt.Errorf("key names: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n named, err error) {
		return n, row.Scan(&n.id, &n.applicant, &n.number)
	})
	if err != nil {
		return fmt.Errorf("key names: %w", err)
	}
	for _, n := range all {
		_, err := tx.q.Exec(ctx, `UPDATE documents SET applicant_key = $2, number_key = $3 WHERE id = $1`, n.id, score.NameKey(n.applicant), score.NameKey(n.number))
		if err != nil {
			return fmt.Errorf("key names: %w", err)
		}
	}
	return nil
}
