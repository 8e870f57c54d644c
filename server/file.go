package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/web"
	"zhiwen/web/catalogue"
)

// file is one file of the command line, read.
type file struct {
	path     string // as given, or found below a folder that was given
	name     string // for tables: the last element, or the path below the folder
	data     []byte
	identity evidence.Identity
	document *extract.Document
	notices  []extract.Notice // of document, for when it is not kept
	err      error            // why it cannot be used
}

// find lists the files behind arguments that name files or folders: of a
// folder all files in it and below, but hidden ones. The order is that of the
// arguments, by path within a folder.
func find(args []string) ([]file, error) {
	var out []file
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, file{path: arg, name: filepath.Base(arg)})
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path != arg && strings.HasPrefix(d.Name(), "."):
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			case d.IsDir():
				return nil
			}
			name, err := filepath.Rel(arg, path)
			if err != nil {
				return err
			}
			out = append(out, file{path: path, name: filepath.ToSlash(name)})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fileReader reads and extracts files, each with a fault of its own.
type fileReader struct {
	extractor *reader.Runner
	language  *catalogue.Language
	terminal  terminal
}

func newFileReader(t terminal) (*fileReader, error) {
	language, err := t.language()
	if err != nil {
		return nil, err
	}
	runner, err := reader.NewRunner(extract.Options{})
	if err != nil {
		return nil, err
	}
	return &fileReader{extractor: runner, language: language, terminal: t}, nil
}

// all reads files concurrently and calls use for each that could be read; use
// must be safe for concurrent calls. It gives the context's error alone.
func (r *fileReader) all(ctx context.Context, files []file, title string, use func(i int, f *file) error) error {
	bar := r.bar(len(files), title)
	defer func() { _ = bar.Finish() }()
	return r.each(ctx, files, bar, use)
}

// each is all with a bar that goes on after it.
func (r *fileReader) each(ctx context.Context, files []file, bar *progressbar.ProgressBar, use func(i int, f *file) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range files {
		group.Go(func() error {
			f := &files[i]
			f.err = r.read(ctx, f)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if f.err == nil {
				if err := use(i, f); err != nil {
					return err
				}
			}
			return bar.Add(1)
		})
	}
	return group.Wait()
}

func (r *fileReader) read(ctx context.Context, f *file) error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	if info.Size() > extract.DefaultMaxBytes { // before it fills the memory
		return fmt.Errorf("%s: %w", f.name, extract.ErrTooLarge)
	}
	if f.data, err = os.ReadFile(f.path); err != nil {
		return err
	}
	if err := reader.Misnamed(f.name, f.data); err != nil {
		return err
	}
	sum := sha256.Sum256(f.data)
	if f.document, err = r.extractor.Extract(ctx, f.name, f.data); err != nil {
		return err
	}
	f.notices = f.document.AllNotices()
	f.identity = record.Complete(evidence.Identity{
		SHA256: hex.EncodeToString(sum[:]), Filename: filepath.Base(f.path),
	}, f.document)
	return nil
}

// inOrder reads files concurrently and calls use for each, whether it could be
// read or not, one after the other in their order. What was read of a file is
// dropped after use; the files read ahead are bounded, so that a folder of any
// number of files takes the memory of a few. It gives the context's error or
// that of use.
func (r *fileReader) inOrder(ctx context.Context, files []file, title string, use func(f *file) error) error {
	bar := r.bar(len(files), title)
	defer func() { _ = bar.Finish() }()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0) + 1) // the readers, and what hands the files on
	read := make(chan chan *file, readAhead)  // of each file in order, where it is delivered
	group.Go(func() error {
		for result := range read {
			select {
			case f := <-result:
				_ = bar.Clear() // use may print
				if err := use(f); err != nil {
					return err
				}
				f.data, f.document = nil, nil
				if err := bar.Add(1); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for i := range files {
		result := make(chan *file, 1)
		select {
		case read <- result:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			f := &files[i]
			if f.err = r.read(ctx, f); ctx.Err() != nil {
				return ctx.Err()
			}
			result <- f
			return nil
		})
	}
	close(read)
	return group.Wait()
}

// readAhead is how many files may have been read, or be read, behind one that
// takes long: some for each processor, of at most extract.DefaultMaxBytes each.
var readAhead = 4 * runtime.GOMAXPROCS(0)

// complain says which files could not be used or not wholly, why and what to do.
func (r *fileReader) complain(files []file) (failed bool) {
	for _, f := range files {
		for _, n := range f.notices {
			fmt.Fprintf(r.terminal.err, "%s: %s%s%s\n", f.path, web.NoticeTitle(r.language, n), r.language.Text("app.stop"), r.noticeAdvice(n))
		}
		if f.err == nil {
			continue
		}
		failed = true
		if failure := record.FailureOf(f.err); failure.Name != record.FailureInternal {
			fmt.Fprintf(r.terminal.err, "%s: %s%s%s\n", f.path, web.FailureTitle(r.language, failure), r.language.Text("app.stop"), web.FailureAdvice(r.language, failure))
		} else {
			fmt.Fprintf(r.terminal.err, "%s: %v\n", f.path, f.err)
		}
	}
	return failed
}

// noticeAdvice says what to do about a notice on a machine of one's own.
func (r *fileReader) noticeAdvice(n extract.Notice) string {
	switch n.Kind {
	case extract.Scanned, extract.PictureUnread:
		return r.language.Text("cli.scanned")
	case extract.NoFont:
		return r.language.Text("cli.no-font", "Variable", extract.FontEnvironment)
	}
	return web.NoticeAdvice(r.language, n)
}

// bar shows progress on a terminal and nothing elsewhere.
func (r *fileReader) bar(total int, title string) *progressbar.ProgressBar {
	f, ok := r.terminal.err.(*os.File)
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(r.terminal.err),
		progressbar.OptionSetVisibility(ok && term.IsTerminal(int(f.Fd()))),
		progressbar.OptionSetDescription(title),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)
}

// samePath reports whether two paths name one file.
func samePath(a, b string) bool {
	x, err1 := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && x == y
}
