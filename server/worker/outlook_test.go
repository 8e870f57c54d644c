package worker

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// How long an import and its call will take is reckoned once the like was done, and there is nothing when all is done. Whether
// eight files say enough for it to be told depends on how evenly this machine reads them.
func TestOutlook(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		release := make(chan struct{})
		w := holdingWorld(t, c, release, ofBatch)
		w.start()
		call, err := w.store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			t.Fatal(err)
		}
		take := func(prefix string, n int) int64 {
			t.Helper()
			var files []string
			for i := range n {
				name := fmt.Sprintf("%s-%d.txt", prefix, i)
				files = append(files, name, strings.Repeat(essay(name), 1+i%3))
			}
			id, err := w.pool.Import(ctx, record.Import{Name: prefix, Call: call, Check: true}, []record.Incoming{parcelOf(t, files...)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		outlooks := func(id int64) (of, all record.Outlook) {
			t.Helper()
			of, err := w.store.ImportOutlook(ctx, id)
			if err == nil {
				all, err = w.store.CallOutlook(ctx, call)
			}
			if err != nil {
				t.Fatal(err)
			}
			return of, all
		}
		done := func(id int64) func() bool {
			return func() bool { of, all := outlooks(id); return of == record.Outlook{} && all == record.Outlook{} }
		}
		first := take("first", 8)
		eventually(t, "the first import is done", func() bool {
			i, err := w.store.Import(ctx, first)
			return err == nil && i.State == record.ImportDone && done(first)()
		})
		second := take("batch", 12)
		eventually(t, "the second import is stored", func() bool {
			i, err := w.store.Import(ctx, second)
			return err == nil && i.State == record.ImportDone
		})
		of, all := outlooks(second)
		if !of.Open || of.Reading <= 0 || of.Checking <= 0 || of != all {
			t.Errorf("the import: %+v, its call: %+v; want the same, with times", of, all)
		}
		if other, err := w.store.ImportOutlook(ctx, first); err != nil || other.Open {
			t.Errorf("the first import: %+v, %v; want that nothing waits", other, err)
		}
		// More that stands before it takes longer; what a person waits for does not wait for it.
		third := take("batch-more", 12)
		eventually(t, "the third import is stored", func() bool {
			i, err := w.store.Import(ctx, third)
			return err == nil && i.State == record.ImportDone
		})
		if later, _ := outlooks(third); later.Left() <= of.Left() {
			t.Errorf("what comes later takes %v, what came before %v", later.Left(), of.Left())
		}
		close(release)
		eventually(t, "all are done", done(third))
	})
}
