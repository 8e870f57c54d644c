package lookup_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// spoken returns the index of a document of one block that has these terms.
func spoken(terms ...uint32) *hint.Index {
	x := &hint.Index{Blocks: []hint.Block{{Start: 0, End: 10}}}
	for _, t := range terms {
		x.Terms = append(x.Terms, hint.Term{ID: t})
	}
	return x
}

// Words are those that were stored, of the documents that a check is about, and go with them.
func TestWords(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		ids := load(t, s,
			library.Prepared{Upload: upload("one"), Document: document("one"), Units: units(1, 1), Words: spoken(3, 5)},
			library.Prepared{Upload: upload("before"), Document: document("before"), Units: units(1, 2)},
			library.Prepared{Upload: upload("two"), Document: document("two"), Units: units(1, 3), Words: spoken(5)},
		)
		// holding returns the documents that have a term, and how many were not read.
		holding := func(term uint32) (out []int64, unread int) {
			t.Helper()
			segments, unread, err := s.Segments(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range hint.NewSearcher(segments, hint.Chinese, 0).Search([]hint.QueryTerm{{Terms: []hint.Choice{{Term: term, Share: 1}}}}).Best {
				out = append(out, p.Document)
			}
			slices.Sort(out)
			return out, unread
		}
		if got, unread := holding(5); !slices.Equal(got, []int64{ids[0], ids[2]}) || unread != 1 {
			t.Errorf("%v have 5, %d are unread", got, unread)
		}
		if got := librarytest.Must(s.WordsUnread(ctx, 9))(t); !slices.Equal(got, ids[1:2]) {
			t.Errorf("unread %v", got)
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetWords(ctx, ids[1], spoken(5, 9)) })
		if got, unread := holding(9); !slices.Equal(got, ids[1:2]) || unread != 0 {
			t.Errorf("after it was read %v have 9, %d are unread", got, unread)
		}
		if err := s.InTx(ctx, func(tx *library.Tx) error { return tx.SetWords(ctx, 999, spoken(1)) }); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of nothing: %v", err)
		}
		if err := s.DeleteDocument(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		if got, _ := holding(5); !slices.Equal(got, ids[1:]) {
			t.Errorf("after one was deleted %v have 5", got)
		}
	})
}
