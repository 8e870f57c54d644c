package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/figure"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

// pictured is a document with figures of these hashes, read for figures.
func pictured(text string, hashes ...uint64) *extract.Document {
	d := document(text)
	d.Imprints = imprint.Version
	for i, h := range hashes {
		d.Figures = append(d.Figures, extract.Figure{Offset: i, Ref: i, Hash: h, Blocks: "W"})
	}
	return d
}

// The hashes of figures are those of the texts that are stored, of the documents that a
// check is about, and go with them.
func TestFigures(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		ids := load(t, s,
			library.Prepared{Upload: upload("two"), Document: pictured("two", 1, 1<<63|5), Units: units(1, 1)},
			library.Prepared{Upload: upload("none"), Document: pictured("none"), Units: units(1, 2)},
			library.Prepared{Upload: upload("before"), Document: document("before"), Units: units(1, 3)},
			library.Prepared{Upload: upload("other"), Document: pictured("other", 7), Units: units(1, 4)},
		)
		read := func(r checkerFigures, exclude int64) (figures []figure.Shelved, unread int) {
			t.Helper()
			figures, unread, err := r.Figures(ctx, exclude)
			if err != nil {
				t.Fatal(err)
			}
			return figures, unread
		}
		got, unread := read(s, 0)
		if diff := cmp.Diff([]figure.Shelved{{Document: ids[0], Hashes: []uint64{1, 1<<63 | 5}}, {Document: ids[3], Hashes: []uint64{7}}}, got); diff != "" || unread != 1 {
			t.Errorf("%d unread, -want +got\n%s", unread, diff)
		}
		if got, unread := read(s, ids[3]); len(got) != 1 || unread != 1 {
			t.Errorf("without the last %+v, %d", got, unread)
		}
		if got := librarytest.Must(s.FiguresUnread(ctx, 9))(t); !slices.Equal(got, ids[2:3]) {
			t.Errorf("unread %v", got)
		}
		// A document of before is read.
		fresh := pictured("before", 9)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetFigures(ctx, ids[2], fresh) })
		if got, unread := read(s, 0); len(got) != 3 || unread != 0 {
			t.Errorf("after it was read %+v, %d", got, unread)
		}
		if d := librarytest.Must(s.Extraction(ctx, ids[2]))(t); d.Text != "before" || d.Imprints != imprint.Version || len(d.Figures) != 1 || d.Figures[0] != fresh.Figures[0] {
			t.Errorf("stored %+v", d)
		}
		if err := s.InTx(ctx, func(tx *library.Tx) error { return tx.SetFigures(ctx, 999, fresh) }); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of nothing: %v", err)
		}
		// Of a call: its own applications, and the collections that it is checked against.
		collection := librarytest.Must(s.PutCollection(ctx, 0, "旧", "王处"))(t)
		if err := s.Collect(ctx, collection, ids[3:], true); err != nil {
			t.Fatal(err)
		}
		call := librarytest.Call(t, s, record.Call{Name: "2026", State: record.CallOpen, Collections: []int64{collection}})
		u := upload("applied")
		u.ToLibrary, u.Call, u.Check = false, call, true
		applied := load(t, s, library.Prepared{Upload: u, Document: pictured("applied", 11), Units: units(1, 5)})
		within := librarytest.Must(s.Within(ctx, call))(t)
		got, _ = read(within, 0)
		if diff := cmp.Diff([]figure.Shelved{{Document: ids[3], Hashes: []uint64{7}}, {Document: applied[0], Hashes: []uint64{11}}}, got); diff != "" {
			t.Errorf("of the call -want +got\n%s", diff)
		}
		if got, _ := read(s, 0); len(got) != 3 {
			t.Errorf("the library has those of calls: %+v", got)
		}
		if err := s.DeleteDocument(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		if got, _ := read(s, 0); len(got) != 2 {
			t.Errorf("after one was deleted %+v", got)
		}
		if faults := librarytest.Must(s.Orphans(ctx))(t); len(faults) > 0 {
			t.Errorf("left behind: %v", faults)
		}
	})
}

// checkerFigures is what a check asks.
type checkerFigures interface {
	Figures(ctx context.Context, exclude int64) ([]figure.Shelved, int, error)
}
