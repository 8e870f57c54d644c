package library_test

import (
	"context"
	"errors"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestAssignments(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := librarytest.Must(s.AddAccount(ctx, record.Account{Login: "r", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
		var documents, checks []int64
		for range 2 {
			err := s.InTx(ctx, func(tx *library.Tx) error {
				d, err := tx.CreateDocuments(ctx, []record.Upload{{Data: []byte("x"), Check: true}})
				if err != nil {
					return err
				}
				check, err := tx.CreateCheck(ctx, d[0])
				documents, checks = append(documents, d[0]), append(checks, check)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if err := s.Assign(ctx, id, documents[1], "officer", ""); err != nil {
				t.Fatal(err)
			}
		}
		for _, err := range []error{s.Assign(ctx, id, 999, "x", ""), s.Assign(ctx, 999, documents[0], "x", "")} {
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("an unknown one: %v", err)
			}
		}
		list, total, err := s.Checks(ctx, record.CheckFilter{Reviewer: id, Limit: 10})
		if err != nil || total != 1 || len(list) != 1 || list[0].ID != checks[1] {
			t.Errorf("checks of the reviewer: %d, %+v, %v", total, list, err)
		}
		if librarytest.Must(s.Assigned(ctx, id, documents[0]))(t) || !librarytest.Must(s.Assigned(ctx, id, documents[1]))(t) {
			t.Error("the wrong document is assigned")
		}
		if got := librarytest.Must(s.Assignments(ctx, documents[1]))(t); len(got) != 1 || got[0].Account.Login != "r" || got[0].By != "officer" || got[0].At.IsZero() {
			t.Errorf("assignments %+v", got)
		}
		if err := s.Unassign(ctx, id, documents[1]); err != nil {
			t.Fatal(err)
		}
		if librarytest.Must(s.Assigned(ctx, id, documents[1]))(t) {
			t.Error("it is still assigned")
		}
		// A document that is assigned can be deleted.
		if err := errors.Join(s.Assign(ctx, id, documents[0], "x", ""), s.DeleteDocument(ctx, documents[0])); err != nil {
			t.Error(err)
		}
	})
}
