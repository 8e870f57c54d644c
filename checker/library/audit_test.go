package library_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// recorded returns the actions of the record, oldest first, as "action subject id",
// and fails where they are no chain.
func recorded(t *testing.T, s *library.Store) (acts []string, entries []audit.Entry) {
	t.Helper()
	var chain audit.Chain
	err := s.EachEntry(context.Background(), func(text []byte, hash string) error {
		e, err := chain.Add(text)
		if err != nil {
			return err
		}
		if _, end := chain.End(); end.String() != hash {
			t.Errorf("entry %d is stored with the hash %s", e.Number, hash)
		}
		acts = append(acts, strings.TrimRight(fmt.Sprintf("%s %s %d", e.Act.Action, e.Act.Subject, e.Act.ID), " "))
		entries = append(entries, e)
		return nil
	})
	if err == nil {
		err = s.CheckColumns(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return acts, entries
}

// What is done to documents and checks is recorded with who did it, in the
// transaction in which it is done.
func TestRecord(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		by := audit.Actor{Account: 7, Name: "wang\x00", Address: "192.0.2.1", Request: "REQ"}
		ctx := audit.By(context.Background(), by)
		failure := errors.New("something else fails")
		if err := s.InTx(ctx, func(tx *library.Tx) error {
			if _, err := tx.CreateDocuments(ctx, []record.Upload{upload("gone")}); err != nil {
				return err
			}
			return failure
		}); !errors.Is(err, failure) {
			t.Fatal(err)
		}
		var docs []int64
		var check int64
		if err := s.InTx(ctx, func(tx *library.Tx) (err error) {
			if docs, err = tx.CreateDocuments(ctx, []record.Upload{upload("one"), upload("two")}); err != nil {
				return err
			}
			check, err = tx.CreateCheck(ctx, docs[1])
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteCheck(ctx, check); err != nil {
			t.Fatal(err)
		}
		if err := s.Record(context.Background(), audit.Act{Action: audit.Start, Subject: audit.SubjectProgram}); err != nil {
			t.Fatal(err)
		}
		acts, entries := recorded(t, s)
		want := []string{
			fmt.Sprintf("upload document %d", docs[0]), fmt.Sprintf("upload document %d", docs[1]), fmt.Sprintf("check check %d", check),
			fmt.Sprintf("delete check %d", check), fmt.Sprintf("delete document %d", docs[1]), "start program 0",
		}
		if diff := cmp.Diff(want, acts); diff != "" {
			t.Fatal(diff)
		}
		by.Name = "wang"
		for i, e := range entries {
			if want := by; i < len(entries)-1 && e.Actor != want || i == len(entries)-1 && e.Actor != (audit.Actor{}) {
				t.Errorf("entry %d is of %+v", e.Number, e.Actor)
			}
		}
		if len(entries[0].Act.Detail["sha256"]) != 64 {
			t.Errorf("the upload says %v", entries[0].Act.Detail)
		}
	})
}

// Many record at the same time: nothing is lost, and all is one chain.
func TestRecordTogether(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		const people, each = 8, 5
		var wait sync.WaitGroup
		for p := range people {
			wait.Go(func() {
				ctx := audit.By(context.Background(), audit.Actor{Name: fmt.Sprint("p", p)})
				for n := range each {
					if err := s.Record(ctx, audit.Act{Action: audit.View, Subject: audit.SubjectDocument, ID: int64(n + 1)}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		_, entries := recorded(t, s)
		if len(entries) != people*each {
			t.Errorf("%d entries, want %d", len(entries), people*each)
		}
		of, more, err := s.Entries(context.Background(), audit.Filter{Actor: "p3", Action: audit.View}, 3)
		if err != nil || len(of) != 3 || !more || of[0].Act.ID != each || of[0].Actor.Name != "p3" {
			t.Errorf("of one: %v, %v, %v", of, more, err)
		}
		of, more, err = s.Entries(context.Background(), audit.Filter{Actor: "p3", Before: of[2].Number}, 3)
		if err != nil || len(of) != 2 || more {
			t.Errorf("the rest of one: %v, %v, %v", of, more, err)
		}
	})
}

// The database itself refuses to change the record.
func TestRecordIsKept(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		if err := s.Record(ctx, audit.Act{Action: audit.Start, Subject: audit.SubjectProgram}); err != nil {
			t.Fatal(err)
		}
		db := librarytest.Plain(t, c)
		for _, statement := range []string{`UPDATE audit SET entry = ''`, `DELETE FROM audit`} {
			if _, err := db.ExecContext(ctx, statement); err == nil {
				t.Errorf("%s was carried out", statement)
			}
		}
		if acts, _ := recorded(t, s); len(acts) != 1 {
			t.Errorf("left is %v", acts)
		}
	})
}

// The end of the record is signed, once for the same end.
func TestSignHead(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		keys := librarytest.Must(evidence.NewKeys())(t)
		sign := func() {
			t.Helper()
			if err := s.SignHead(ctx, keys.SignText); err != nil {
				t.Fatal(err)
			}
		}
		sign()
		if heads := librarytest.Must(s.Heads(ctx))(t); len(heads) != 0 {
			t.Errorf("an empty record has %v", heads)
		}
		for range 2 {
			if err := s.Record(ctx, audit.Act{Action: audit.Start, Subject: audit.SubjectProgram}); err != nil {
				t.Fatal(err)
			}
			sign()
			sign()
		}
		heads := librarytest.Must(s.Heads(ctx))(t)
		if len(heads) != 2 {
			t.Fatalf("%d heads", len(heads))
		}
		for i, h := range heads {
			head := librarytest.Must(audit.DecodeHead([]byte(h.Head)))(t)
			key, err := evidence.VerifyText([]byte(h.Head), h.Signature)
			if err != nil || len(key) != 1 || key[0] != keys.Public()[0] || head.Number != int64(i+1) {
				t.Errorf("head %+v: %v", head, err)
			}
			if _, err := evidence.VerifyText([]byte(strings.Replace(h.Head, "1", "2", 1)), h.Signature); !errors.Is(err, evidence.ErrBroken) {
				t.Errorf("another head: %v", err)
			}
		}
	})
}

// An entry that was damaged is named among the others.
func TestDamagedEntry(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		for n := range 3 {
			if err := s.Record(ctx, audit.Act{Action: audit.View, Subject: audit.SubjectDocument, ID: int64(n + 1)}); err != nil {
				t.Fatal(err)
			}
		}
		on := " ON audit"
		if c.DatabaseURL == "" {
			on = ""
		}
		librarytest.Exec(t, s, `DROP TRIGGER audit_kept`+on)
		if on == "" {
			librarytest.Exec(t, s, `DROP TRIGGER audit_unchanged`)
		}
		librarytest.Exec(t, s, `UPDATE audit SET entry = '{"number":' WHERE number = 2`)
		entries, _, err := s.Entries(ctx, audit.Filter{}, 10)
		if err != nil || len(entries) != 3 {
			t.Fatalf("%v, %v", entries, err)
		}
		for i, e := range entries {
			if e.Number != int64(3-i) || e.Damaged() != (e.Number == 2) {
				t.Errorf("entry %d: %+v", 3-i, e)
			}
		}
	})
}
