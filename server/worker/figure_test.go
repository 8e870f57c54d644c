package worker

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract/imprint"
)

// Documents that a program of before has stored are read for figures when the server
// starts, each once; what cannot be read has none, and keeps nothing else from its turn.
func TestFiguresOfStoredDocuments(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		var ids []int64
		for _, name := range []string{"旧一", "旧二"} {
			d := librarytest.Document(essay(name))
			u := upload(name, d.Text)
			u.ToLibrary = true
			loaded := librarytest.Must(w.store.Load(ctx, []library.Prepared{{Upload: u, Document: d, Units: w.engine.Units(d)}}))(t)
			ids = append(ids, loaded...)
		}
		broken := upload("坏的", "\x00\x01\x02")
		broken.ToLibrary = true
		d := librarytest.Document("曾经读得出的文字。")
		ids = append(ids, librarytest.Must(w.store.Load(ctx, []library.Prepared{{Upload: broken, Document: d, Units: w.engine.Units(d)}}))(t)...)
		if got := librarytest.Must(w.store.FiguresUnread(ctx, 9))(t); len(got) != len(ids) {
			t.Fatalf("%v are not read for figures, want %v", got, ids)
		}
		w.start()
		eventually(t, "all are read for figures", func() bool {
			return len(librarytest.Must(w.store.FiguresUnread(ctx, 9))(t)) == 0
		})
		for _, id := range ids {
			d := librarytest.Must(w.store.Extraction(ctx, id))(t)
			if d.Imprints != imprint.Version || len(d.Figures) != 0 || d.Text == "" {
				t.Errorf("document %d: %+v", id, d)
			}
		}
	})
}

// One that fails for another reason than its file does not keep the others waiting.
func TestFiguresGoOn(t *testing.T) {
	c := librarytest.SQLite(t)
	ctx := context.Background()
	w := newWorld(t, c)
	var tried atomic.Int64
	w.extractor.figures = func(name string) error {
		tried.Add(1)
		if name == "二.txt" {
			return errors.New("no process can be started")
		}
		return nil
	}
	for _, name := range []string{"一", "二", "三"} {
		d := librarytest.Document(essay(name))
		u := upload(name, d.Text)
		u.ToLibrary = true
		librarytest.Must(w.store.Load(ctx, []library.Prepared{{Upload: u, Document: d, Units: w.engine.Units(d)}}))(t)
	}
	w.open()
	done, err := w.pool.readFigures(ctx)
	if done != 2 || err == nil || tried.Load() != 3 {
		t.Errorf("%d of %d read, %v", done, tried.Load(), err)
	}
	w.extractor.figures = nil
	if left := librarytest.Must(w.store.FiguresUnread(ctx, 9))(t); len(left) != 1 {
		t.Errorf("left %v", left)
	}
	if err := w.pool.readFiguresOf(ctx, 999); !errors.Is(err, record.ErrNotFound) {
		t.Errorf("one that is gone: %v", err)
	}
}
