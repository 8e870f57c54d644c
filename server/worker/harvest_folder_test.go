package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

func putFile(t *testing.T, root, name, text string) {
	t.Helper()
	at := filepath.Join(root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// Files of a folder become documents when they have stopped growing; what becomes of each is
// listed, and the folder stays as it is.
func TestHarvestFolder(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, root := context.Background(), t.TempDir()
		w := newWorld(t, c).start()
		putFile(t, root, "甲.txt", essay("a"))
		putFile(t, root, "子/乙.txt", essay("b"))
		putFile(t, root, "子/清单.csv", "文件,编号,题目,申请人,年度\n乙.txt,Z001,乙的题目,王某,2024\n")
		putFile(t, root, "坏/manifest.csv", "题目\n没有文件栏\n")
		putFile(t, root, "坏/丙.txt", essay("c"))
		putFile(t, root, "again.txt", essay("a"))
		putFile(t, root, "图.png", "\x89PNG\r\n\x1a\n0000")
		if err := os.Symlink("/etc/hostname", filepath.Join(root, "link.txt")); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		id := w.harvest(record.HarvestRules{Name: "收件夹", Kind: record.HarvestFolder, Path: root, Minutes: 60, Pause: 1, Most: 100})
		s := w.rested(id, began)
		want := []string{"again.txt stored*", "link.txt refused not-file", "图.png refused unsupported", "坏/丙.txt failed manifest", "子/乙.txt stored*", "甲.txt same*"}
		// Of two that are equal one is stored, whichever comes first.
		if got := w.harvested(id); got[0] == "again.txt same*" {
			want[0], want[5] = "again.txt same*", "甲.txt stored*"
		}
		if diff := cmp.Diff(want, w.harvested(id)); diff != "" {
			t.Fatal(diff)
		}
		d := w.document(w.item(id, "子/乙.txt").Document)
		if d.Identity.Title != "乙的题目" || d.Identity.Applicant != "王某" || d.Identity.Year != 2024 || d.Reference != "Z001" || d.Identity.Filename != "乙.txt" {
			t.Errorf("%+v %s", d.Identity, d.Reference)
		}
		if s.Place != HarvestPlace() || s.Trouble.Reason != "" {
			t.Errorf("%+v", s)
		}

		// A file that grows is not taken before it stands still, and the system tells of it: nobody asks.
		grown := filepath.Join(root, "长.txt")
		file, err := os.Create(grown)
		if err != nil {
			t.Fatal(err)
		}
		text := essay("long")
		parts := 6
		for i := range parts {
			if _, err := file.WriteString(text[i*len(text)/parts : (i+1)*len(text)/parts]); err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				i, err := w.store.HarvestItem(ctx, id, "长.txt")
				if err == nil && i.Outcome != record.HarvestGrowing {
					t.Fatalf("it was taken while it grew: %+v", i)
				}
			}
			time.Sleep(400 * time.Millisecond)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it is taken", func() bool {
			i, err := w.store.HarvestItem(ctx, id, "长.txt")
			return err == nil && i.Outcome == record.HarvestStored
		})
		if stored, err := w.store.File(ctx, w.item(id, "长.txt").Document); err != nil || string(stored) != text {
			t.Errorf("%d bytes, %v", len(stored), err)
		}

		// Renamed, gone, changed, mended.
		if err := errors.Join(os.Rename(grown, filepath.Join(root, "短.txt")), os.Remove(filepath.Join(root, "子", "乙.txt"))); err != nil {
			t.Fatal(err)
		}
		putFile(t, root, "甲.txt", essay("a, changed"))
		w.again(id)
		eventually(t, "the new name is taken", func() bool {
			return w.source(id).Waiting() == 0 && w.item(id, "长.txt").Outcome == record.HarvestMoved
		})
		if i := w.item(id, "长.txt"); i.Detail != "短.txt" {
			t.Errorf("%+v", i)
		}
		if i := w.item(id, "短.txt"); i.Outcome != record.HarvestSame || i.Document != w.item(id, "长.txt").Document {
			t.Errorf("%+v", i)
		}
		if i := w.item(id, "子/乙.txt"); i.Outcome != record.HarvestDeleted || i.Document != d.ID {
			t.Errorf("%+v", i)
		}
		if i := w.item(id, "甲.txt"); i.Outcome != record.HarvestUpdated {
			t.Errorf("%+v", i)
		}
		// What comes back is what it was.
		putFile(t, root, "子/乙.txt", essay("b"))
		w.again(id)
		if i := w.item(id, "子/乙.txt"); i.Outcome != record.HarvestStored || i.Document != d.ID {
			t.Errorf("%+v", i)
		}

		// A folder that is not there loses nothing.
		if err := os.Rename(root, root+"-away"); err != nil {
			t.Fatal(err)
		}
		before := w.source(id).Outcomes[record.HarvestDeleted]
		if s := w.again(id); s.Trouble.Reason != string(record.HarvestPath) || s.Outcomes[record.HarvestDeleted] != before ||
			s.WakeAt.After(time.Now().Add(time.Hour)) {
			t.Errorf("%+v", s)
		}
		if err := os.Rename(root+"-away", root); err != nil {
			t.Fatal(err)
		}
		if s := w.again(id); s.Trouble.Reason != "" {
			t.Errorf("%+v", s.Trouble)
		}
		// Nothing in it was changed.
		if data, err := os.ReadFile(filepath.Join(root, "短.txt")); err != nil || string(data) != text {
			t.Errorf("%v", err)
		}
	})
}

// Two servers that share a database and a machine take each file once.
func TestHarvestTwoServers(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		if c.DatabaseURL == "" {
			t.Skip("one process has a data folder")
		}
		root := t.TempDir()
		w := newWorld(t, c).start()
		second := newWorld(t, library.Config{DatabaseURL: c.DatabaseURL, DataDir: t.TempDir(), IndexKey: c.IndexKey}).start()
		for i := range 20 {
			putFile(t, root, strings.Repeat("x", i+1)+".txt", essay(strings.Repeat("y", i+1)))
		}
		began := time.Now()
		id := w.harvest(record.HarvestRules{Name: "收件夹", Kind: record.HarvestFolder, Path: root, Minutes: 60, Pause: 1, Most: 100})
		for range 5 {
			if err := errors.Join(w.pool.HarvestNow(context.Background(), id), second.pool.HarvestNow(context.Background(), id)); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "all is stored", func() bool { return w.source(id).Outcomes[record.HarvestStored] == 20 })
		w.rested(id, began)
		ids, err := w.store.DocumentIDs(context.Background())
		if err != nil || len(ids) != 20 {
			t.Errorf("%d documents of 20 files, %v", len(ids), err)
		}
	})
}
