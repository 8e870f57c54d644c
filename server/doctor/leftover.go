package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/server/installation"
	"zhiwen/server/worker"
)

const (
	// underWay is how long what is younger may belong to somebody who is at work: an upload,
	// a print and a restore take less.
	underWay = time.Hour
	// mostListed is how many files a fault names; the rest is counted.
	mostListed = 20
)

// leftovers looks for files of the data folder that belong to nothing: of uploads, imports,
// prints and restores that were cut off, and pictures of pages of files that are not stored.
// While a server is at work it looks after pictures itself, and what is young may be its.
func (x *look) leftovers(ctx context.Context) error {
	folder := x.config.Folder
	if folder == "" {
		return nil
	}
	var found []string
	var failed []error
	var bytes int64
	leave := func(path string) {
		name, err := filepath.Rel(folder, path)
		failed = append(failed, err)
		found = append(found, filepath.ToSlash(name))
		failed = append(failed, filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return gone(err)
			}
			info, err := d.Info()
			if err == nil {
				bytes += info.Size()
			}
			return gone(err)
		}))
	}
	each := func(dir string, do func(d fs.DirEntry)) {
		entries, err := os.ReadDir(dir)
		failed = append(failed, gone(err))
		for _, d := range entries {
			do(d)
		}
	}
	young := func(d fs.DirEntry) bool {
		info, err := d.Info()
		return err != nil || time.Since(info.ModTime()) < underWay
	}
	for _, name := range []string{installation.IncomingFolder, installation.PrintFolder} {
		dir := filepath.Join(folder, name)
		each(dir, func(d fs.DirEntry) {
			if !x.config.AtWork || !young(d) {
				leave(filepath.Join(dir, d.Name()))
			}
		})
	}
	each(folder, func(d fs.DirEntry) {
		if strings.HasPrefix(d.Name(), ".zhiwen-") && !young(d) {
			leave(filepath.Join(folder, d.Name()))
		}
	})
	imports := filepath.Join(folder, installation.ImportsFolder)
	each(imports, func(d fs.DirEntry) {
		path := filepath.Join(imports, d.Name())
		running, err := x.library.RunningImports(ctx, worker.ImportPlace(path))
		if !errors.Is(database.Cause(err), record.ErrDamaged) { // else it is said already, and not known what is left over
			failed = append(failed, err)
		}
		if err == nil && len(running) == 0 && (!x.config.AtWork || !young(d)) {
			leave(path)
		}
	})
	if pages := filepath.Join(folder, installation.PagesFolder); !x.config.AtWork {
		each(pages, func(v fs.DirEntry) {
			dir := filepath.Join(pages, v.Name())
			if v.Name() != fmt.Sprint(extract.DrawingVersion) {
				leave(dir)
				return
			}
			each(dir, func(d fs.DirEntry) {
				if !x.stored[d.Name()] {
					leave(filepath.Join(dir, d.Name()))
				}
			})
		})
	}
	if len(found) > 0 {
		slices.Sort(found)
		detail := fmt.Sprintf("%d, %d KB: %s", len(found), (bytes+1023)>>10, strings.Join(found[:min(len(found), mostListed)], ", "))
		if len(found) > mostListed {
			detail += ", …"
		}
		x.fault(Fault{Kind: Leftover, Detail: detail})
	}
	return errors.Join(failed...)
}

// gone takes what has gone meanwhile, or was never there, for nothing wrong.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
