package lookup_test

import (
	"context"
	"errors"
	"fmt"
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

// pictured returns a document with figures of these hashes, read for figures.
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
			library.Prepared{Upload: upload("two"), Document: pictured("two", 0x0F0F0F0F0F0F0F0F, 0xF0F0F0F0F0F0F0F3), Units: units(1, 1)},
			library.Prepared{Upload: upload("none"), Document: pictured("none"), Units: units(1, 2)},
			library.Prepared{Upload: upload("before"), Document: document("before"), Units: units(1, 3)},
			library.Prepared{Upload: upload("other"), Document: pictured("other", 0xF0F0F0F0F0F0F0F0), Units: units(1, 4)},
		)
		read := func(r checkerFigures, exclude int64, hashes ...uint64) (near [][]int64, unread int) {
			t.Helper()
			near, unread, err := r.Figures(ctx, hashes, exclude)
			if err != nil {
				t.Fatal(err)
			}
			return near, unread
		}
		a, b := uint64(0x0F0F0F0F0F0F0F0F), uint64(0xF0F0F0F0F0F0F0F0)
		got, unread := read(s, 0, a, b^1<<63, 0xFFFF0000FFFF0000)
		if diff := cmp.Diff([][]int64{{ids[0]}, {ids[0], ids[3]}, nil}, got); diff != "" || unread != 1 {
			t.Errorf("%d unread, -want +got\n%s", unread, diff)
		}
		if got, unread := read(s, ids[3], b); len(got[0]) != 1 || unread != 1 {
			t.Errorf("without the last %+v, %d", got, unread)
		}
		if _, unread := read(s, ids[2], b); unread != 0 {
			t.Errorf("%d unread without the one that is not read", unread)
		}
		if got := librarytest.Must(s.FiguresUnread(ctx, 9))(t); !slices.Equal(got, ids[2:3]) {
			t.Errorf("unread %v", got)
		}
		// A document of before is read.
		fresh := pictured("before", b^3)
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetFigures(ctx, ids[2], fresh) })
		if got, unread := read(s, 0, b); len(got[0]) != 3 || unread != 0 {
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
		applied := load(t, s, library.Prepared{Upload: u, Document: pictured("applied", b^5), Units: units(1, 5)})
		within := librarytest.Must(s.Within(ctx, call))(t)
		got, _ = read(within, 0, b)
		if diff := cmp.Diff([][]int64{{ids[3], applied[0]}}, got); diff != "" {
			t.Errorf("of the call -want +got\n%s", diff)
		}
		if got, _ := read(s, 0, b); len(got[0]) != 3 {
			t.Errorf("the library has those of calls: %+v", got)
		}
		if err := s.DeleteDocument(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		if got, _ := read(s, 0, b); len(got[0]) != 2 {
			t.Errorf("after one was deleted %+v", got)
		}
		if faults := librarytest.Must(s.Orphans(ctx))(t); len(faults) > 0 {
			t.Errorf("left behind: %v", faults)
		}
	})
}

// checkerFigures is what a check asks.
type checkerFigures interface {
	Figures(ctx context.Context, hashes []uint64, exclude int64) ([][]int64, int, error)
}

// What one who has the library open stores is found by another who asked before; what was
// changed is found as it is now, and of what very many have no more than tells that.
func TestFiguresOfOthers(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		a, b := uint64(0x0F0F0F0F0F0F0F0F), uint64(0xF0F0F0F0F0F0F0F0)
		ids := load(t, s, library.Prepared{Upload: upload("one"), Document: pictured("one", a), Units: units(1, 1)})
		v, err := library.OpenView(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := v.Close(); err != nil {
				t.Error(err)
			}
		}()
		read := func(hash uint64) []int64 {
			t.Helper()
			near, unread, err := v.Figures(ctx, []uint64{hash}, 0)
			if err != nil || unread != 0 {
				t.Fatalf("%d unread: %v", unread, err)
			}
			return near[0]
		}
		if got := read(a); !slices.Equal(got, ids) {
			t.Fatalf("%v at first", got)
		}
		librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetFigures(ctx, ids[0], pictured("one", b)) })
		if got := read(a); len(got) > 0 {
			t.Errorf("%v has what it had", got)
		}
		if got := read(b); !slices.Equal(got, ids) {
			t.Errorf("%v after it was read again", got)
		}
		var many []library.Prepared
		for i := range figure.MostDocuments + 20 {
			many = append(many, library.Prepared{Upload: upload(fmt.Sprint("many", i)), Document: pictured(fmt.Sprint("many", i), a), Units: units(1, uint32(100+i))})
		}
		load(t, s, many...)
		if got := read(a); len(got) != figure.MostDocuments+1 {
			t.Errorf("%d documents of those that have a logo", len(got))
		}
		if err := s.DeleteDocument(ctx, ids[0]); err != nil {
			t.Fatal(err)
		}
		fresh := load(t, s, library.Prepared{Upload: upload("new"), Document: pictured("new", b), Units: units(1, 2)})
		if got := read(b); !slices.Equal(got, fresh) {
			t.Errorf("%v where the last to be written is gone and another came", got)
		}
	})
}
