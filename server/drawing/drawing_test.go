package drawing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// slowDrawer makes drawings of a size and counts them; it waits for leave where there
// is a gate.
type slowDrawer struct {
	mu    sync.Mutex
	drawn []string
	gate  chan struct{}
	size  int
	err   error
}

func (d *slowDrawer) DrawFigure(_ context.Context, _ string, data []byte, f extract.Figure) (*extract.Drawing, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drawn = append(d.drawn, fmt.Sprintf("%s %d figure %d", data, f.Page, f.Ref))
	return &extract.Drawing{PNG: []byte("figure"), Width: 1, Height: 1}, nil
}

func (d *slowDrawer) Draw(ctx context.Context, _ string, data []byte, n int, recognised bool) (*extract.Drawing, error) {
	d.mu.Lock()
	d.drawn = append(d.drawn, fmt.Sprintf("%s %d %t", data, n, recognised))
	d.mu.Unlock()
	if d.gate != nil {
		select {
		case <-d.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	return &extract.Drawing{PNG: []byte(strings.Repeat("p", max(d.size, 1)) + "\n\n"), Width: 100, Height: n, Characters: "字", Boxes: [][4]int{{1, 2, 3, 4}}}, nil
}

func (d *slowDrawer) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.drawn)
}

// stored puts files into a library, and returns their documents.
func stored(t *testing.T, c library.Config, files ...string) (*library.Store, []record.Document) {
	t.Helper()
	store, err := library.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	var uploads []record.Upload
	for _, f := range files {
		u := record.Upload{Data: []byte(f), Check: true}
		u.Identity.Filename = "f.pdf"
		uploads = append(uploads, u)
	}
	var ids []int64
	if err := store.InTx(context.Background(), func(tx *library.Tx) (err error) {
		ids, err = tx.CreateDocuments(context.Background(), uploads)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var out []record.Document
	for _, id := range ids {
		d, err := store.Document(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return store, out
}

func open(t *testing.T, store Store, d Drawer, c Config) *Keeper {
	t.Helper()
	if c.Folder == "" {
		c.Folder = t.TempDir()
	}
	c.Logger = slog.New(slog.DiscardHandler)
	k, err := Open(store, d, c)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A page is drawn once, for all who ask at once, for those who ask later, and for those
// who ask the next process; it goes with the last document of its file.
func TestDrawnOnce(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		store, documents := stored(t, c, "one", "two", "one")
		drawer := &slowDrawer{gate: make(chan struct{})}
		folder := t.TempDir()
		k := open(t, store, drawer, Config{Folder: folder, AtOnce: 4})
		ctx := context.Background()
		var asking sync.WaitGroup
		for range 8 {
			asking.Go(func() {
				if _, err := k.Page(ctx, documents[0], 3, false); err != nil {
					t.Error(err)
				}
			})
		}
		drawer.gate <- struct{}{}
		asking.Wait()
		close(drawer.gate)
		first, err := k.Page(ctx, documents[2], 3, false) // the same file
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range documents[:2] {
			if _, err := k.Page(ctx, d, 4, true); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"one 3 false", "one 4 true", "two 4 true"}, drawer.drawn); diff != "" {
			t.Errorf("drawn (-want +got):\n%s", diff)
		}

		next := open(t, store, drawer, Config{Folder: folder})
		again, err := next.Page(ctx, documents[0], 3, false)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, again); diff != "" || drawer.count() != 3 {
			t.Errorf("drawn %d times; the next process has (-want +got):\n%s", drawer.count(), diff)
		}

		for i, want := range []int{3, 1, 0} { // the file of the first has another document
			if err := store.DeleteDocument(ctx, []record.Document{documents[2], documents[0], documents[1]}[i].ID); err != nil {
				t.Fatal(err)
			}
			next.Forget(ctx)
			if files, _ := filepath.Glob(filepath.Join(folder, "*", "*", "*")); len(files) != want {
				t.Errorf("after %d documents were deleted %d drawings are left, want %d: %v", i+1, len(files), want, files)
			}
		}
		if _, err := next.Page(ctx, documents[1], 9, false); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of a deleted document: %v", err)
		}
	})
}

// Who asks for one page too many is told so, while those who wait are served.
func TestCrowded(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	drawer := &slowDrawer{gate: make(chan struct{})}
	k := open(t, store, drawer, Config{AtOnce: 1, Waiting: 1, Patience: time.Minute})
	results := make(chan error, 2)
	for n := range 2 {
		go func() {
			_, err := k.Page(context.Background(), documents[0], n+1, false)
			results <- err
		}()
	}
	for len(k.places) < 2 {
		time.Sleep(time.Millisecond)
	}
	if _, err := k.Page(context.Background(), documents[0], 3, false); !errors.Is(err, record.ErrCrowded) {
		t.Errorf("the third: %v", err)
	}
	close(drawer.gate)
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if _, err := k.Page(context.Background(), documents[0], 3, false); err != nil {
		t.Errorf("when there is room: %v", err)
	}
}

// Who waits longer than patience is told so.
func TestPatience(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	drawer := &slowDrawer{gate: make(chan struct{})}
	k := open(t, store, drawer, Config{AtOnce: 1, Patience: time.Millisecond})
	first := make(chan error)
	go func() {
		_, err := k.Page(context.Background(), documents[0], 1, false)
		first <- err
	}()
	for drawer.count() < 1 {
		time.Sleep(time.Millisecond)
	}
	if _, err := k.Page(context.Background(), documents[0], 2, false); !errors.Is(err, record.ErrCrowded) {
		t.Errorf("got %v", err)
	}
	close(drawer.gate)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// Who leaves does not keep the others from their page.
func TestLeaving(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	drawer := &slowDrawer{gate: make(chan struct{})}
	k := open(t, store, drawer, Config{})
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, err := k.Page(ctx, documents[0], 1, false)
		left <- err
	}()
	for drawer.count() < 1 {
		time.Sleep(time.Millisecond)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(drawer.gate)
	if _, err := k.Page(context.Background(), documents[0], 1, false); err != nil || drawer.count() != 1 {
		t.Errorf("drawn %d times: %v", drawer.count(), err)
	}
}

// A page that cannot be drawn is not tried at each wish; another error is.
func TestFailures(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	for _, c := range []struct {
		err  error
		want int
	}{{fmt.Errorf("page: %w", extract.ErrLimits), 1}, {errors.New("no process"), 2}} {
		drawer := &slowDrawer{err: c.err}
		k := open(t, store, drawer, Config{})
		for range 2 {
			if _, err := k.Page(context.Background(), documents[0], 1, false); !errors.Is(err, c.err) {
				t.Errorf("got %v, want %v", err, c.err)
			}
		}
		if drawer.count() != c.want {
			t.Errorf("%v: tried %d times, want %d", c.err, drawer.count(), c.want)
		}
	}
}

// What is kept is bounded: what was not asked for for longest goes first.
func TestBounded(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	drawer := &slowDrawer{size: 1000}
	folder := t.TempDir()
	k := open(t, store, drawer, Config{Folder: folder, MaxBytes: 6000})
	page := func(n int) {
		t.Helper()
		if _, err := k.Page(context.Background(), documents[0], n, false); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond) // for times of use that differ
	}
	for _, n := range []int{1, 2, 3, 4, 1, 5, 6} {
		page(n)
	}
	if k.shelf.total > 6000 {
		t.Errorf("%d bytes are kept", k.shelf.total)
	}
	before := drawer.count()
	page(1)
	page(6)
	if drawer.count() != before {
		t.Error("what was asked for last is not kept")
	}
	page(2)
	if drawer.count() != before+1 {
		t.Error("what was asked for first is kept")
	}
}

// What a crash or a hand has left in the folder does no harm.
func TestDamagedFolder(t *testing.T) {
	store, documents := stored(t, librarytest.SQLite(t), "one")
	drawer := &slowDrawer{}
	folder := t.TempDir()
	k := open(t, store, drawer, Config{Folder: folder})
	for n := 1; n <= 3; n++ {
		if _, err := k.Page(context.Background(), documents[0], n, false); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(folder, shelfVersion, documents[0].Identity.SHA256)
	for name, content := range map[string]string{"1": "", "2": `{"width":100,"bytes":99}` + "\nshort", unfinished + "7": "half"} {
		if err := os.WriteFile(filepath.Join(own, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(folder, "0", "old"), 0o700); err != nil {
		t.Fatal(err)
	}
	next := open(t, store, drawer, Config{Folder: folder})
	for n := 1; n <= 3; n++ {
		d, err := next.Page(context.Background(), documents[0], n, false)
		if err != nil || d.Height != n || string(d.PNG) != "p\n\n" {
			t.Errorf("page %d: %v", n, err)
		}
	}
	if drawer.count() != 5 {
		t.Errorf("drawn %d times, want 5: the two that are damaged again", drawer.count())
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*", unfinished+"*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := os.Stat(filepath.Join(folder, "0")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("drawings of another version are left: %v", err)
	}
}
