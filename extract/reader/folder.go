package reader

import (
	"os"
	"path/filepath"
	"time"
)

// Children work in folders of their own below the system's for temporary
// files. A parent that is killed leaves them behind, with what was read: the
// next one removes them. That a folder is in use is told by a lock on it, which
// ends with its owner however that ends.

const (
	folderPrefix = "zhiwen-extract-"
	// sweepAfter is how long a folder must not have changed to be removed:
	// longer than any file takes, for owners that are about to lock theirs or do
	// not know that they should.
	sweepAfter = time.Hour
)

// makeFolder makes a locked folder; remove removes it with all that is in it.
func makeFolder() (path string, remove func(), err error) {
	if path, err = os.MkdirTemp("", folderPrefix); err != nil {
		return "", nil, err
	}
	unlock := func() {}
	if f, err := os.Open(path); err == nil {
		_ = lockFolder(f) // where there are no locks, nothing is swept
		unlock = func() { _ = f.Close() }
	}
	return path, func() { _ = os.RemoveAll(path); unlock() }, nil
}

// sweepFolders removes the folders that nobody owns any more. Those of other
// users cannot be opened, and stay.
func sweepFolders(now time.Time) {
	list, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, path := range list {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < sweepAfter {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if lockFolder(f) == nil {
			_ = os.RemoveAll(path)
		}
		_ = f.Close()
	}
}
