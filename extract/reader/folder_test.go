package reader

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweepFolders(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, remove, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	dead, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead, "page"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := os.MkdirTemp("", "zhiwen-")
	if err != nil {
		t.Fatal(err)
	}
	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }
	sweepFolders(time.Now())
	if !exists(dead) {
		t.Error("a folder was removed that may be about to be locked")
	}
	f, err := os.Open(dead)
	if err != nil {
		t.Fatal(err)
	}
	if err := lockFolder(f); err != nil {
		t.Skip("no locks here: nothing is swept")
	}
	later := time.Now().Add(2 * sweepAfter)
	sweepFolders(later)
	if !exists(dead) {
		t.Error("a locked folder was removed")
	}
	_ = f.Close() // as the end of the owner does
	sweepFolders(later)
	if exists(dead) || !exists(living) || !exists(other) {
		t.Errorf("there are: the dead one %v, the living one %v, another's %v", exists(dead), exists(living), exists(other))
	}
	if remove(); exists(living) {
		t.Error("a folder was not removed at the end")
	}
}
