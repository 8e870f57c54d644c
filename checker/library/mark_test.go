package library_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// What is shown of a form stays with it until it is deleted, or the form is.
func TestMarks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		var ids []int64
		if err := s.InTx(ctx, func(tx *library.Tx) (err error) {
			ids, err = tx.CreateDocuments(ctx, []record.Upload{
				{Identity: evidence.Identity{Filename: "form.txt"}, Data: []byte("form"), Form: true},
				{Identity: evidence.Identity{Filename: "other.txt"}, Data: []byte("other"), Form: true},
				{Identity: evidence.Identity{Filename: "application.txt"}, Data: []byte("application")},
			})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		form, other, application := ids[0], ids[1], ids[2]
		first := record.Mark{Form: form, Year: 2025, Known: extract.Known{Field: "applicant", Label: "报名\x00同学"}, AddedBy: "张三"}
		second := record.Mark{Form: other, Known: extract.Known{Field: "programme", Value: "种子计划"}, AddedBy: "李四"}
		id := librarytest.Must(s.PutMark(ctx, first))(t)
		secondID := librarytest.Must(s.PutMark(ctx, second))(t)
		stored := first
		stored.Known.Label = "报名同学" // as every text
		if again := librarytest.Must(s.PutMark(ctx, stored))(t); again != id {
			t.Errorf("the same mark again is %d, was %d", again, id)
		}
		stored.ID, second.ID = id, secondID
		but := cmpopts.IgnoreFields(record.Mark{}, "AddedAt")
		if diff := cmp.Diff([]record.Mark{stored, second}, librarytest.Must(s.Marks(ctx, 0))(t), but); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]record.Mark{stored}, librarytest.Must(s.Marks(ctx, form))(t), but); diff != "" {
			t.Error(diff)
		}
		for name, err := range map[string]error{
			"of an application": errOf(s.PutMark(ctx, record.Mark{Form: application, Known: first.Known})), "of nothing": errOf(s.PutMark(ctx, record.Mark{Form: 1e9, Known: first.Known})),
			"of another form": s.DeleteMark(ctx, form, secondID),
		} {
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("%s: %v, want ErrNotFound", name, err)
			}
		}
		if err := s.DeleteMark(ctx, other, secondID); err != nil {
			t.Fatal(err)
		}
		if err := s.InTx(ctx, func(tx *library.Tx) error {
			return tx.FailDocument(ctx, form, record.Failure{Name: record.FailureNoText})
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteDocument(ctx, form); err != nil {
			t.Fatal(err)
		}
		if left := librarytest.Must(s.Marks(ctx, 0))(t); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
	})
}
