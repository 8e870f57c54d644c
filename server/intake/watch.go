package intake

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// ErrNoNotice says that the system does not tell of changes in a folder, as on some network
// drives, or where it has told too many programs: only sweeps find them then.
var ErrNoNotice = errors.New("the system does not tell of changes in the folder")

// mostFolders is how many folders below a watched one are told of; each takes memory of the system's.
const mostFolders = 20_000

// Watch calls changed some time after something in a folder has changed, once for all that changes
// within it, until ctx ends: then it gives nil. The error wraps ErrNoNotice.
func Watch(ctx context.Context, path string, after time.Duration, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotice, err)
	}
	defer func() { _ = w.Close() }()
	if err := add(w, path); err != nil {
		return err
	}
	timer := time.NewTimer(after)
	timer.Stop()
	waiting := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Events:
			if !ok {
				return ErrNoNotice
			}
			if e.Op == fsnotify.Chmod || hidden(e.Name) {
				continue
			}
			if e.Has(fsnotify.Create) {
				if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
					if err := add(w, e.Name); err != nil && !errors.Is(err, fs.ErrNotExist) { // it went meanwhile
						return err
					}
				}
			}
			if e.Name == path && (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)) {
				changed()
				return fmt.Errorf("%w: it is gone", ErrNoNotice)
			}
			if !waiting {
				waiting = true
				timer.Reset(after)
			}
		case err, ok := <-w.Errors:
			if !ok {
				return ErrNoNotice
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return fmt.Errorf("%w: %w", ErrNoNotice, err)
			}
			if !waiting { // what was missed, the sweep finds
				waiting = true
				timer.Reset(after)
			}
		case <-timer.C:
			waiting = false
			changed()
		}
	}
}

// add watches a folder and its subfolders.
func add(w *fsnotify.Watcher, path string) error {
	return filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && at == path:
			return fmt.Errorf("%w: %w", ErrNoNotice, err)
		case err != nil:
			return nil //nolint:nilerr // it went meanwhile, or may not be read: sweeps tell of that
		case !d.IsDir():
			return nil
		case at != path && hidden(at):
			return fs.SkipDir
		case len(w.WatchList()) >= mostFolders:
			return fmt.Errorf("%w: more than %d folders", ErrNoNotice, mostFolders)
		}
		if err := w.Add(at); err != nil && (at == path || !errors.Is(err, fs.ErrNotExist)) {
			return fmt.Errorf("%w: %w", ErrNoNotice, err)
		}
		return nil
	})
}

func hidden(at string) bool { return strings.HasPrefix(filepath.Base(at), ".") }
