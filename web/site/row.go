package site

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// Readers are the roles that see every application; reviewers see those that are
// assigned to them.
var Readers = []record.Role{record.Officer, record.Auditor}

// Listed is a rule of rows that leaves the decision to the handler, which shows no row that MaySee
// refuses.
func Listed(*Site, *gin.Context, *Viewer) error { return nil }

// OfCheck returns the rule of rows for the check that the path names.
func OfCheck(s *Site, c *gin.Context, v *Viewer) error {
	id, err := ParamID(c, "id")
	if err != nil {
		return err
	}
	check, err := s.config.Store.Check(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.MaySee(c.Request.Context(), v, check.Document)
}

// OfDocument returns the rule of rows for the document that the path names.
func OfDocument(s *Site, c *gin.Context, v *Viewer) error {
	id, err := ParamID(c, "id")
	if err != nil {
		return err
	}
	d, err := s.config.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.MaySee(c.Request.Context(), v, d)
}

// SeesAll reports whether a reader sees every application.
func (v *Viewer) SeesAll() bool { return v.state == noAccounts || v.Account.Has(Readers...) }

// OnlyOf returns the account whose assignments are all that a reader sees of checks, 0 where they
// see every one.
func (v *Viewer) OnlyOf() int64 {
	if v.SeesAll() {
		return 0
	}
	return v.Account.ID
}

// MaySee reports whether a reader may see an application: a reviewer sees those assigned to
// them, without a conflict of interest. The error wraps record.ErrNotFound where not.
func (s *Site) MaySee(ctx context.Context, v *Viewer, d record.Document) error {
	if v.SeesAll() {
		return nil
	}
	hidden := fmt.Errorf("document %d is not shown to account %d: %w", d.ID, v.Account.ID, record.ErrNotFound)
	unknown := slices.Contains(d.Damaged, record.DamagedPeople) // nobody knows whether they have to do with it
	if !v.Account.Has(record.Reviewer) || unknown || ConflictOf(v.Account, d) != evidence.Other {
		return hidden
	}
	assigned, err := s.config.Store.Assigned(ctx, v.Account.ID, d.ID)
	if err == nil && !assigned {
		err = hidden
	}
	return err
}

// ErrOpinionFirst refuses what tells the opinions of others to who has yet to give their own.
var ErrOpinionFirst = errors.New("others' opinions are shown after one's own")

// Blind returns the applications for which a reader is not shown the opinions of others: reviewers
// asked for one of several independent opinions give theirs first.
func (s *Site) Blind(ctx context.Context, v *Viewer) ([]int64, error) {
	if v.Account.ID == 0 || !v.Account.Has(record.Reviewer) {
		return nil, nil
	}
	unsaid, err := s.config.Store.Unsaid(ctx, v.Account.ID)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, id := range unsaid {
		d, err := s.config.Store.Document(ctx, id)
		switch {
		case errors.Is(err, record.ErrNotFound): // gone since
		case err != nil:
			return nil, err
		case ConflictOf(v.Account, d) == evidence.Other: // else they are not asked
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// ConflictOf returns what an account has to do with the people of an application;
// evidence.Other is nothing.
func ConflictOf(a record.Account, d record.Document) evidence.Relation {
	return score.Conflict(evidence.Person{Name: a.Name, Institution: a.Institution}, d.Identity)
}
